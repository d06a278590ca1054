import type { FieldMetadata } from '@conform-to/react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';

import hidden from '#app/ui/visually-hidden.module.css';

import styles from './admin-form.module.css';
import { ConflictNotice } from './conflict-notice.tsx';
import { ErrorSummary, type ListNames } from './error-summary.tsx';
import type { AdminForm as AdminFormState } from './use-admin-form.ts';

export interface AdminFormProps<Input extends Record<string, unknown>> {
  /** What `useAdminForm` gave. */
  state: AdminFormState<Input>;
  /** The field of the version that the form was opened at, where two people may edit the same thing. */
  version?: FieldMetadata<string, Input>;
  /** How the items of its lists are called, for the summary of what is wrong: `{ sections: 'Secció', items: 'Plat' }`. */
  lists?: ListNames;
  children: ReactNode;
}

/** The form itself: its summary of errors, its conflict, and what it says of itself to whoever leaves the page. */
export function AdminForm<Input extends Record<string, unknown>>({ state, version, lists = {}, children }: AdminFormProps<Input>): ReactNode {
  const { form, intent, row, sent, reply } = state;
  const summary = useRef<HTMLDivElement>(null);
  const [refusals, setRefusals] = useState(0);
  const errors = Object.entries(form.allErrors).filter(([, messages]) => messages !== undefined && messages.length > 0);

  // A single wrong field has the focus already; several are named first.
  useEffect(() => {
    if (reply?.conflict !== undefined || errors.length > 1) summary.current?.focus();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [reply, refusals]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    form.onSubmit(event);
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (event.defaultPrevented && submitter?.getAttribute('name') !== '__intent__') setRefusals((count) => count + 1);
  }

  return (
    <Form id={form.id} method="post" noValidate={form.noValidate} onSubmit={submit} className={styles.form} data-dirty={form.dirty}>
      {/* Enter in a field presses the first button of its form: not one that moves the items of a list. */}
      <button type="submit" className={hidden.hidden} tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name="intent" value={intent} />
      {row === null ? null : <input type="hidden" name="row" value={row} />}
      {Object.entries(sent).flatMap(([name, values]) => [values].flat().map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />))}
      {version === undefined ? null : <input key={version.key} type="hidden" name={version.name} defaultValue={version.initialValue} />}
      <div ref={summary} tabIndex={-1} className={styles.summary}>
        {reply?.conflict === undefined ? null : <ConflictNotice {...reply.conflict} />}
        {errors.length > 1 || form.errors !== undefined ? <ErrorSummary formId={form.id} errors={errors} lists={lists} /> : null}
      </div>
      {children}
    </Form>
  );
}

/** True while this form is on its way: for `busy` of its button. */
export function useIsSending(intent: string): boolean {
  return useNavigation().formData?.get('intent') === intent;
}
