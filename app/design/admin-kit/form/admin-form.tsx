import { type FormEvent, type ReactNode, useState } from 'react';
import { Form, useNavigation } from 'react-router';

import hidden from '#app/design/ui/visually-hidden.module.css';
import ui from '#app/design/ui/layout/primitives.module.css';
import { useFocusWhen } from '#app/design/ui/hooks/use-focus-when.ts';

import { type FormField, inputProps } from '../fields/form-field.ts';
import styles from './admin-form.module.css';
import { ConflictNotice } from './conflict-notice.tsx';
import { ErrorSummary, type ListNames } from './error-summary.tsx';
import type { AdminFormState } from './use-admin-form.ts';

export interface AdminFormProps<Input extends Record<string, unknown>> {
  state: AdminFormState<Input>;
  version?: FormField;
  lists?: ListNames;
  encType?: 'multipart/form-data';
  children: ReactNode;
}

export function AdminForm<Input extends Record<string, unknown>>({ state, version, lists = {}, encType, children }: AdminFormProps<Input>): ReactNode {
  const { form, intent, row, sent, reply } = state;
  const [refusals, setRefusals] = useState(0);
  const errors = Object.entries(form.allErrors).filter(([, messages]) => messages !== undefined && messages.length > 0);
  const summary = useFocusWhen<HTMLDivElement>(reply?.conflict !== undefined || errors.length > 1, [reply, refusals]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    form.onSubmit(event);
    const submitter = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null;
    if (event.defaultPrevented && submitter?.getAttribute('name') !== '__intent__') setRefusals((count) => count + 1);
  }

  return (
    <Form id={form.id} method="post" {...(encType !== undefined && { encType })} noValidate={form.noValidate} onSubmit={submit} className={ui.column5} data-dirty={form.dirty}>
      <button type="submit" className={hidden.hidden} tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name="intent" value={intent} />
      {row === null ? null : <input type="hidden" name="row" value={row} />}
      {Object.entries(sent).flatMap(([name, values]) => [values].flat().map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />))}
      {version === undefined ? null : <input key={version.key} type="hidden" name={version.name} defaultValue={inputProps(version).defaultValue} />}
      <div ref={summary} tabIndex={-1} className={styles.summary}>
        {reply?.conflict === undefined ? null : <ConflictNotice {...reply.conflict} />}
        {errors.length > 1 || form.errors !== undefined ? <ErrorSummary formId={form.id} errors={errors} lists={lists} /> : null}
      </div>
      {children}
    </Form>
  );
}

export function useIsSending(intent: string): boolean {
  return useNavigation().formData?.get('intent') === intent;
}
