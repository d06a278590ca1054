import { data, redirect, type RouterContextProvider } from 'react-router';
import type { z } from 'zod';

import type { Right } from '#app/domain/people/rights.ts';
import { isSensitive, isPasswordRecent, passwordBefore, type Touch } from '#app/domain/people/session/recent-password.ts';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { requestedPage } from '#app/design/ui/layout/pager.tsx';
import { refuseAdminPage, type ShiftedRight } from '#app/platform/http/guards/guards.server.ts';
import type { Audience } from '#app/platform/http/page.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';

import type { FormReply, MailPreview } from '../form/form-reply.ts';
import { askInForm, dispatchIntent, parseForm, type ParsedForm, readAdminForm, refuseAction, type ReplyData } from './parse-form.server.ts';
import { handOf, type HandRequest, staffOf, type StaffRequest } from './staff-request.server.ts';

interface RouteArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
  url: URL;
  params: Readonly<Record<string, string | undefined>>;
}

interface RouteFacts {
  args: RouteArgs;
  param(name: string): string;
}

export interface AdminRequest<R extends Right> extends StaffRequest<R>, RouteFacts {}

interface ShiftRequest<R extends ShiftedRight> extends HandRequest<R>, RouteFacts {}

export interface AdminSubmission<R extends Right, Subject> extends AdminRequest<R>, Sent<Subject> {}

interface ShiftSubmission<R extends ShiftedRight, Subject> extends ShiftRequest<R>, Sent<Subject> {}

interface Sent<Subject> {
  record: Subject;
  sent: FormData;
  text(name: string): string;
  parse<Schema extends z.ZodType>(schema: Schema): z.output<Schema>;
  refuse(why: string | FieldProblems, status?: number): ReplyData;
  /** Shows the mail, beside what was typed. */
  preview(mail: MailPreview): ReplyData;
  /** Answers with the question where the password was neither typed lately nor came with the form. */
  confirmPassword(): Promise<void>;
  answer<Outcome extends ServiceOutcome>(outcome: Outcome, answers: OutcomeTable<Outcome>): Answer;
}

interface FieldProblems {
  fields: Record<string, string>;
}

type Answer = Response | ReplyData;
type ServiceOutcome = string | { outcome: string };
type CodeOf<Outcome> = Outcome extends { outcome: infer Code extends string } ? Code : Outcome extends string ? Outcome : never;
type WithCode<Outcome, Code> = Outcome extends { outcome: infer Own } ? (Code extends Own ? Outcome : never) : Outcome extends Code ? Outcome : never;

type CommonCode = 'not_found' | 'refused' | 'right_lost' | 'key_reused' | 'made_before' | 'invalid';
type OutcomeAnswer = Answer | string | FieldProblems | NonNullable<FormReply['conflict']>;
type Answers<Outcome> = { [Code in CodeOf<Outcome>]: (outcome: WithCode<Outcome, Code>) => OutcomeAnswer };
type OutcomeTable<Outcome> =
  | (Omit<Answers<Outcome>, CommonCode> & Partial<Answers<Outcome>> & { otherwise?: undefined })
  | (Partial<Answers<Outcome>> & { otherwise: (code: Exclude<CodeOf<Outcome>, CommonCode>) => OutcomeAnswer });

class Replied extends Error {
  readonly reply: Answer;

  constructor(reply: Answer) {
    super('replied');
    this.reply = reply;
  }
}

export function adminLoader<R extends Right, Loaded>(right: R, load: (request: AdminRequest<R>) => Promise<Loaded | null> | Loaded | null): (args: RouteArgs) => Promise<Loaded> {
  return async (args) => orNotFound(await load(adminRequest(args, right)));
}

/** The first page answers a search; the pages behind it are everybody's. */
export function askPasswordPastFirstPage<R extends Right>({ deps, query, args: { url, context } }: AdminRequest<R>): void {
  if (!query.has('cursor') && requestedPage(query) === 1) return;
  if (!isPasswordRecent(context.get(requestContext).actor, deps.clock.now())) throw redirect(passwordBefore(url.pathname + url.search), 303);
}

interface Acts<Request, Submission, Subject> {
  record?: (request: Request) => Promise<Subject | null> | Subject | null;
  maxBytes?: number;
  /** By intent. What is sensitive asks for the password first. */
  touches?: Readonly<Record<string, Touch>>;
  intents: Record<string, (submission: Submission) => Promise<Answer>>;
}

export interface AdminAction<R extends Right, Subject> extends Acts<AdminRequest<R>, AdminSubmission<R, Subject>, Subject> {
  right: R;
}

interface ShiftAction<R extends ShiftedRight, Subject> extends Acts<ShiftRequest<R>, ShiftSubmission<R, Subject>, Subject> {
  audience: Audience & { right: R };
}

/** Of a page that a shift opens, too: what `reach` leaves out is not found. */
export function shiftLoader<R extends ShiftedRight, Loaded>(audience: Audience & { right: R }, load: (request: ShiftRequest<R>) => Promise<Loaded | null> | Loaded | null): (args: RouteArgs) => Promise<Loaded> {
  return async (args) => orNotFound(await load(shiftRequest(args, audience)));
}

export function shiftAction<R extends ShiftedRight, Subject = undefined>({ audience, ...acts }: ShiftAction<R, Subject>): (args: RouteArgs) => Promise<Answer> {
  return actionOf<ShiftRequest<R>, Subject>(acts, (args) => shiftRequest(args, audience));
}

export function adminAction<R extends Right, Subject = undefined>({ right, ...acts }: AdminAction<R, Subject>): (args: RouteArgs) => Promise<Answer> {
  return actionOf<AdminRequest<R>, Subject>(acts, (args) => adminRequest(args, right));
}

function actionOf<Request extends RouteFacts, Subject>({ record, maxBytes, touches = {}, intents: acts }: Acts<Request, Request & Sent<Subject>, Subject>, requestOf: (args: RouteArgs) => Request): (args: RouteArgs) => Promise<Answer> {
  const intents = Object.fromEntries(Object.entries(acts).map(([intent, act]) => [intent, isSensitive(touches[intent]) ? afterPassword(act) : act]));
  return async (args) => {
    const request = requestOf(args);
    const found = record ? orNotFound(await record(request)) : (undefined as Subject);
    const sent = await readAdminForm(args.request, maxBytes);
    const submission = submissionOf(request, { record: found, sent });
    try {
      if (intents['*']) return await intents['*'](submission);
      return await dispatchIntent(sent, Object.fromEntries(Object.entries(intents).map(([intent, act]) => [intent, async () => act(submission)])));
    } catch (thrown) {
      if (thrown instanceof Replied) return thrown.reply;
      throw thrown;
    }
  };
}

function afterPassword<Submission extends Pick<Sent<unknown>, 'confirmPassword'>>(act: (submission: Submission) => Promise<Answer>): (submission: Submission) => Promise<Answer> {
  return async (submission) => {
    await submission.confirmPassword();
    return act(submission);
  };
}

function adminRequest<R extends Right>(args: RouteArgs, right: R): AdminRequest<R> {
  return { ...staffOf(args, right), args, param: (name) => orNotFound(args.params[name] ?? null) };
}

function shiftRequest<R extends ShiftedRight>(args: RouteArgs, audience: Audience & { right: R }): ShiftRequest<R> {
  return { ...handOf(args, audience), args, param: (name) => orNotFound(args.params[name] ?? null) };
}

function submissionOf<Request extends RouteFacts, Subject>(request: Request, { record, sent }: { record: Subject; sent: FormData }): Request & Sent<Subject> {
  const intent = textOf(sent, 'intent') === '' ? null : textOf(sent, 'intent');
  let form: Extract<ParsedForm<unknown>, { refuse: unknown }> | null = null;
  return {
    ...request,
    record,
    sent,
    text: (name) => textOf(sent, name),
    parse(schema) {
      const parsed = parseForm(sent, schema);
      if (parsed.reply) throw new Replied(parsed.reply);
      form = parsed;
      return parsed.value;
    },
    refuse: (why, status) => (typeof why === 'string' ? refuseAction(intent, why, status) : requireForm(form).refuse(why)),
    preview: (mail) => requireForm(form).preview(mail),
    async confirmPassword() {
      const ask = await request.args.context.get(requestContext).askPasswordAgain(request.args, sent);
      if (ask !== null) throw new Replied(askInForm(sent, ask));
    },
    answer(outcome, answers) {
      const code = typeof outcome === 'string' ? outcome : outcome.outcome;
      const { otherwise, ...table } = answers as Partial<Record<string, (outcome: ServiceOutcome) => OutcomeAnswer>>;
      const answered = table[code]?.(outcome) ?? commonAnswer(outcome, code) ?? otherwise?.(code);
      if (answered === undefined) throw new Error(`No answer to the outcome ${code}`);
      if (typeof answered === 'string') return form === null ? refuseAction(intent, answered) : form.refuse({ problem: answered });
      if ('fields' in answered) return requireForm(form).refuse(answered);
      return 'changes' in answered ? requireForm(form).conflict(answered) : answered;
    },
  };
}

function commonAnswer(outcome: ServiceOutcome, code: string): OutcomeAnswer | undefined {
  if (code === 'not_found') throw data(null, { status: 404 });
  if (code === 'refused' || code === 'right_lost' || code === 'key_reused' || code === 'made_before') throw refuseAdminPage();
  if (code === 'invalid' && typeof outcome === 'object' && 'problems' in outcome) return { fields: outcome.problems as Record<string, string> };
  return undefined;
}

function requireForm<Form>(form: Form | null): Form {
  if (form === null) throw new Error('Only a parsed form has fields to answer beside');
  return form;
}

function orNotFound<Found>(found: Found | null): Found {
  if (found === null) throw data(null, { status: 404 });
  return found;
}
