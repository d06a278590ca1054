import { type DefaultValue, type FieldMetadata, type FormMetadata, parse, type SubmissionResult, useForm } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { UNSAFE_DataRouterContext, useLocation, useNavigation } from 'react-router';
import type { z } from 'zod';

import { useEventListener } from '#app/design/ui/hooks/use-event-listener.ts';

import { withoutCopies } from '../lists/list-intents.ts';
import { useServerDraft } from './draft-context.ts';
import { belongsToForm, storeDraft, takeDraft, takesDrafts } from './draft-storage.ts';
import type { FormReply } from './form-reply.ts';

type Fields = Record<string, unknown>;

interface AdminFormOptions<Input extends Fields, Output> {
  intent: string;
  row?: string;
  sent?: Readonly<Record<string, string | readonly string[]>>;
  schema: z.ZodType<Output, Input>;
  defaultValue?: DefaultValue<Input>;
  reply: FormReply | undefined;
}

export interface AdminFormState<Input extends Fields> {
  form: FormMetadata<Input>;
  fields: Required<{ [Key in keyof Input]: FieldMetadata<Input[Key], Input> }>;
  intent: string;
  row: string | null;
  sent: Readonly<Record<string, string | readonly string[]>>;
  isDrafted: boolean;
  reply: FormReply | undefined;
}

export function useAdminForm<Input extends Fields, Output>({ intent, row: ofRow, sent = {}, schema, defaultValue, reply }: AdminFormOptions<Input, Output>): AdminFormState<Input> {
  const row = ofRow ?? null;
  const { pathname, search } = useLocation();
  const draft = useServerDraft(intent, row);
  const [drafted] = useState(() => (draft === null ? null : typedIn(draft)));
  const mine = reply?.intent === intent && (reply.row ?? null) === row ? reply : undefined;
  const [form, fields] = useForm<Input, Output>({
    id: row === null ? intent : `${intent}-${row}`,
    constraint: getZodConstraint(schema),
    ...(defaultValue !== undefined && { defaultValue }),
    lastResult: mine?.result ?? drafted,
    shouldRevalidate: 'onInput',
    shouldDirtyConsider: (name) => name !== 'intent' && name !== 'row' && !Object.hasOwn(sent, name),
    onValidate: ({ formData }) => parseWithZod(withoutCopies(formData), { schema }),
  });

  const { state, formData } = useNavigation();
  const isSending = useRef(false);
  const isRestored = useRef(drafted !== null);
  useEffect(() => {
    if (formData !== undefined && belongsToForm(formData, { intent, row })) isSending.current = true;
    else if (state === 'idle' && isSending.current) {
      isSending.current = false;
      // Saved and still here, or refused for another's change: it starts from the current values.
      if (reply === undefined || (mine !== undefined && mine.result === undefined)) {
        isRestored.current = false;
        form.reset();
      }
    }
    // oxlint-disable-next-line react/exhaustive-deps -- The form's own methods are new with each render.
  }, [state, formData, intent, row, reply, mine]);

  const address = pathname + search;
  useEffect(() => {
    const stored = takeDraft(address, { intent, row });
    const typed = stored === null ? null : typedIn(stored).initialValue;
    if (typed) {
      isRestored.current = true;
      form.update({ value: typed as never });
    }
    return takesDrafts({ intent, row });
    // The form's own methods are new with each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [address, intent, row]);
  // The cookie still has the draft as it was sent: what was typed since has to outlive a reload too.
  useEventListener('window', 'pagehide', () => {
    if (isRestored.current && !isSending.current) storeTyped(form.id, address);
  });

  const formId = form.id;
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  // An error page takes its place, as where a right is gone: what was typed waits, as after a refused answer.
  useLayoutEffect(
    () => () => {
      const isTakenAway = router?.state.errors != null && window.location.pathname + window.location.search === address;
      const isDirty = document.getElementById(formId)?.dataset['dirty'] === 'true';
      if (isTakenAway && isDirty && !isSending.current) storeTyped(formId, address);
    },
    [router, formId, address],
  );

  return { form, fields: fields as AdminFormState<Input>['fields'], intent, row, sent, reply: mine, isDrafted: drafted !== null };
}

function storeTyped(formId: string, address: string): void {
  const form = document.getElementById(formId);
  if (form instanceof HTMLFormElement) storeDraft(address, new FormData(form));
}

function typedIn(form: FormData): SubmissionResult {
  return { initialValue: parse(form, { resolve: (value) => ({ value }) }).payload as NonNullable<SubmissionResult['initialValue']> };
}
