import { parse } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data } from 'react-router';
import type { z } from 'zod';

import { withoutControls } from '#app/domain/plain-text.ts';
import { readFormUpTo } from '#app/platform/http/guards/read-body.server.ts';

import { type FormReply, type MailPreview, type PasswordAsk, SEEN_VERSION } from '../form/form-reply.ts';
import { INTENT, isFieldName, isListIntent, STATE, withoutCopies } from '../lists/list-intents.ts';

export type ReplyData = ReturnType<typeof data<FormReply>>;

const TOO_LONG = 413;
const UNREADABLE = 400;
const PASSWORD_REQUIRED = 403;
const CONFLICT = 409;

export type ParsedForm<Value> = { value: Value; reply?: undefined; refuse: Refuse; conflict: Conflict; preview: Preview } | { value?: undefined; reply: ReplyData; refuse?: undefined; conflict?: undefined; preview?: undefined };

type Refuse = (why: { problem?: string; fields?: Record<string, string> }) => ReplyData;
type Preview = (mail: MailPreview) => ReplyData;
type Conflict = (now: NonNullable<FormReply['conflict']>) => ReplyData;

/** Names that no form of ours has are refused before anything reads them. */
export async function readAdminForm(request: Request, maxBytes: number = 512 * 1024): Promise<FormData> {
  const form = await readFormUpTo(request, maxBytes);
  if (form === null) throw data(null, { status: TOO_LONG });
  const state = form.get(STATE);
  if (state !== null) form.delete(STATE);
  for (const [name, value] of form) {
    const isSound = name === INTENT ? typeof value === 'string' && isListIntent(value) : isFieldName(name);
    if (!isSound) throw data(null, { status: UNREADABLE });
  }
  return withoutCopies(legible(form));
}

/** Drops invisible characters, which display another text than the stored one. */
function legible(form: FormData): FormData {
  const clean = new FormData();
  for (const [name, value] of form) clean.append(name, typeof value === 'string' ? withoutControls(value) : value);
  return clean;
}

/** A list's button (without scripts it comes here) changes the list and does nothing else. */
export function parseForm<Schema extends z.ZodType>(form: FormData, schema: Schema): ParsedForm<z.output<Schema>> {
  const seen = form.get(SEEN_VERSION);
  if (typeof seen === 'string') {
    form.set('version', seen);
    form.delete(SEEN_VERSION);
  }
  const which = whichForm(form);
  const submission = parseWithZod(form, { schema });
  if (submission.status !== 'success') {
    const status = submission.status === 'error' ? UNREADABLE : 200;
    return { reply: data({ ...which, result: submission.reply() }, { status }) };
  }
  return {
    value: submission.value,
    refuse({ problem, fields = {} }) {
      const fieldErrors = Object.fromEntries(Object.entries(fields).map(([name, error]) => [name, [error]]));
      return data({ ...which, result: submission.reply({ fieldErrors }), ...(problem !== undefined && { problem }) }, { status: CONFLICT });
    },
    preview: (mail) => data({ ...which, result: submission.reply(), preview: mail }),
    conflict: (now) => data({ ...which, result: submission.reply(), conflict: now }, { status: CONFLICT }),
  };
}

/** The question for the password, with the form as it was typed. */
export function askInForm(form: FormData, ask: PasswordAsk): ReplyData {
  const { payload } = parse(form, { resolve: (value) => ({ value }) });
  return data({ ...whichForm(form), result: { initialValue: payload as never }, ask }, { status: PASSWORD_REQUIRED });
}

/** The form as it was typed, with what a button of it has changed, for whoever has no scripts. */
export function retypedForm(form: FormData, change: (typed: Record<string, unknown>) => Record<string, unknown>, error: Record<string, string[]> | null = null): ReplyData {
  const { payload } = parse(form, { resolve: (value) => ({ value }) });
  return data({ ...whichForm(form), result: { initialValue: change(payload) as never, ...(error !== null && { status: 'error' as const, error }) } }, { status: error === null ? 200 : UNREADABLE });
}

function whichForm(form: FormData): Pick<FormReply, 'intent' | 'row'> {
  const row = form.get('row');
  return { intent: intentOf(form), ...(typeof row === 'string' && { row }) };
}

function intentOf(form: FormData): string | null {
  const intent = form.get('intent');
  return typeof intent === 'string' ? intent : null;
}

export async function dispatchIntent<Answer>(form: FormData, actions: Record<string, () => Promise<Answer>>): Promise<Answer | ReplyData> {
  const intent = intentOf(form);
  const act = intent !== null && Object.hasOwn(actions, intent) ? actions[intent]! : null;
  return act === null ? refuseAction(intent, 'El formulari no es pot llegir.', UNREADABLE) : act();
}

export function refuseAction(intent: string | null, problem: string, status: number = CONFLICT): ReplyData {
  return data({ intent, problem }, { status });
}
