import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';

import { CountInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { AdminForm } from '#app/design/admin-kit/form/admin-form.tsx';
import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { type FormTexts, inputsOf } from '#app/design/admin-kit/form/record-form.ts';
import { useAdminForm } from '#app/design/admin-kit/form/use-admin-form.ts';
import { BOOKLET_FIELDS } from '#app/domain/booklets/booklet-fields.ts';
import { savingPercent } from '#app/domain/booklets/booklet.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';

import { bookletForm, newBookletForm } from './booklet-form-schema.ts';
import styles from './booklet-form.module.css';
import { PdfInput } from './pdf-input.tsx';
import { usePdfUpload } from './use-pdf-upload.ts';

export interface BookletFormProps {
  fields: FormTexts<typeof BOOKLET_FIELDS> & { version?: string; fileId?: string };
  /** Null for a new one; else the size of its PDF in bytes. */
  current: number | null;
  reply: FormReply | undefined;
}

export function BookletForm({ fields, current, reply }: BookletFormProps): ReactNode {
  const isNew = current === null;
  const state = useAdminForm({ intent: 'booklet', schema: isNew ? newBookletForm : bookletForm, defaultValue: fields, reply });
  const inputs = inputsOf(BOOKLET_FIELDS, state.fields);
  const around = useRef<HTMLDivElement>(null);
  const [isWaiting, setWaiting] = useState(false);
  const navigation = useNavigation();
  const held = state.fields.fileId.initialValue;
  const upload = usePdfUpload(typeof held === 'string' ? held : '');
  const { step } = upload.state;
  const isSaving = navigation.formData?.get('intent') === 'booklet';
  const uploaded = upload.state.step === 'sending' ? upload.state.share : step === 'sent' ? 1 : 0;
  const percent = savingPercent(isSaving && navigation.state === 'loading' ? 'saved' : { uploaded });

  // Submitted before the upload ended: sent once it has.
  useEffect(() => {
    if (isWaiting && step === 'sent') around.current?.querySelector('form')?.requestSubmit();
  }, [isWaiting, step]);

  function holdBack(event: FormEvent): void {
    setWaiting(step === 'sending');
    if (step !== 'sending') return;
    event.preventDefault();
    event.stopPropagation();
  }

  function cancel(): void {
    setWaiting(false);
    upload.cancel();
  }

  return (
    <div ref={around} onSubmitCapture={holdBack}>
      <AdminForm state={state} {...(!isNew && { version: state.fields.version })}>
        <CountInput {...inputs.year} />
        <CountInput {...inputs.pageCount} hint="En blanc, les compta el PDF." />
        <PdfInput field={state.fields.fileId} upload={{ ...upload, cancel }} current={current} percent={percent} />
        <div className={styles.actions}>
          <ButtonLink to="/admin/llibrets" tone="quiet">
            Cancel·lar
          </ButtonLink>
          <Button type="submit" busy={(isWaiting && step === 'sending') || isSaving} busyLabel={`Pujant... ${percent}%`}>
            {isNew ? 'Crear Llibret' : 'Actualitzar'}
          </Button>
        </div>
      </AdminForm>
    </div>
  );
}
