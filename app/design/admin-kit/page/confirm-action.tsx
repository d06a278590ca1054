import { type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';

import { Button, type ButtonTone } from '#app/design/ui/button.tsx';
import { Dialog } from '#app/design/ui/feedback/dialog.tsx';
import { TextAreaField } from '#app/design/ui/forms/field.tsx';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './confirm-action.module.css';

export interface ConfirmActionProps {
  label: string;
  tone?: ButtonTone;
  title: string;
  facts?: readonly { name: string; value: string }[];
  children?: ReactNode;
  confirmLabel: string;
  confirmTone?: ButtonTone;
  busyLabel?: string;
  intent: string;
  values?: Readonly<Record<string, string>>;
  reason?: { label: string; required: boolean };
  formId?: string;
  onStopped?: () => void;
}

export function ConfirmAction(props: ConfirmActionProps): ReactNode {
  const { label, tone = 'danger', title, onStopped } = props;
  const hydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  // Stays mounted: its button may belong to a form elsewhere.
  const [wasOpen, setWasOpen] = useState(false);
  const [isReasonMissing, setReasonMissing] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  function close(): void {
    setOpen(false);
    setReasonMissing(false);
  }
  if (!hydrated) {
    return (
      <details className={styles.details}>
        <summary>{label}</summary>
        <div className={ui.column4}>
          <strong>{title}</strong>
          <Question {...props} isReasonMissing={isReasonMissing} onReasonMissing={setReasonMissing} />
        </div>
      </details>
    );
  }
  return (
    <div className={styles.opener}>
      <Button tone={tone} aria-haspopup="dialog" onClick={onStopped ?? (() => setOpen(true))}>
        {label}
      </Button>
      <Dialog open={isOpen} onClose={close} title={title}>
        {wasOpen ? <Question {...props} isReasonMissing={isReasonMissing} onReasonMissing={setReasonMissing} onCancel={close} onSend={close} /> : null}
      </Dialog>
    </div>
  );
}

interface QuestionProps extends ConfirmActionProps {
  isReasonMissing: boolean;
  onReasonMissing: (isMissing: boolean) => void;
  onCancel?: () => void;
  onSend?: () => void;
}

function Question({ facts = [], children, confirmLabel, confirmTone = 'danger', busyLabel, intent, values = {}, reason, formId, isReasonMissing, onReasonMissing, onCancel, onSend }: QuestionProps): ReactNode {
  const busy = useNavigation().formData?.get('intent') === intent;
  const ownId = useId();
  const form = formId ?? ownId;
  const given = useRef<HTMLTextAreaElement>(null);

  function confirm(event: MouseEvent): void {
    const isMissing = reason?.required === true && given.current?.value.trim() === '';
    onReasonMissing(isMissing);
    if (isMissing) {
      event.preventDefault();
      given.current?.focus();
    } else if (formId !== undefined) onSend?.();
  }

  const content = (
    <div className={ui.column4}>
      {children}
      {facts.length === 0 ? null : (
        <dl className={styles.facts}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {reason === undefined ? null : (
        <TextAreaField ref={given} label={reason.label} name="reason" form={form} required={reason.required} maxLength={500} rows={3} error={isReasonMissing ? 'Escriu el motiu.' : undefined} />
      )}
      <div className={styles.actions}>
        {onCancel === undefined ? null : (
          <Button tone="quiet" onClick={onCancel}>
            Cancel·lar
          </Button>
        )}
        <Button type="submit" form={form} name="intent" value={intent} tone={confirmTone} single busy={busy} busyLabel={busyLabel} onClick={confirm}>
          {confirmLabel}
        </Button>
      </div>
    </div>
  );
  if (formId !== undefined) return content;
  return (
    <Form id={ownId} method="post" onSubmit={onSend}>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {content}
    </Form>
  );
}
