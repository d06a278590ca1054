import type { FormMetadata } from '@conform-to/react';
import ImagePlus from 'lucide-react/icons/image-plus';
import { type ReactNode, useId } from 'react';

import type { Bucket } from '#app/domain/files/bucket.ts';
import { Button } from '#app/design/ui/button.tsx';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { LabelText } from '../fields/field-frame.tsx';
import type { FormField } from '../fields/form-field.ts';
import { HiddenInput } from '../fields/inputs.tsx';
import { changesOf } from '../form/form-changes.ts';
import { DropTarget } from './drop-target.tsx';
import { type PictureFields, SENT_PICTURE } from './image-fields.ts';
import styles from './picture-input.module.css';
import { UploadList } from './upload-list.tsx';
import { useImageUploads } from './use-image-uploads.ts';

export interface PictureInputProps {
  form: Pick<FormMetadata, 'id' | 'update'>;
  fields: Record<keyof PictureFields, FormField>;
  bucket: Bucket;
  label: string;
  hint: string;
  /** Saving has to wait for the upload. */
  onBusy: (isBusy: boolean) => void;
}

/** One picture that is saved with the rest of its form. */
export function PictureInput({ form, fields: { pictureFileId, pictureSrc, pictureProblem }, bucket, label, hint, onBusy }: PictureInputProps): ReactNode {
  const hydrated = useHydrated();
  const titleId = useId();
  const hintId = useId();
  const { uploads, problems, take } = useImageUploads({ bucket, left: 1, tooMany: () => 'Tria una imatge només', onBusy, onStored: ({ fileId, src }) => change(fileId, src) });
  function change(fileId: string, src: string): void {
    const { update } = changesOf(form);
    update({ name: pictureFileId.name, value: fileId });
    update({ name: pictureSrc.name, value: src });
  }
  const chosen = typeof pictureSrc.initialValue === 'string' && pictureSrc.initialValue !== '' ? pictureSrc.initialValue : null;
  const refused = [pictureProblem, pictureFileId, pictureSrc].flatMap(({ errors = [] }) => errors);
  return (
    <div role="group" id={pictureProblem.id} tabIndex={-1} className={ui.column2} aria-labelledby={titleId}>
      <p id={titleId} className={styles.label}>
        <LabelText label={label} isOptional />
      </p>
      <HiddenInput field={pictureFileId} />
      <HiddenInput field={pictureSrc} />
      {chosen === null ? null : (
        <div className={ui.cluster4}>
          <img src={chosen} alt="La imatge triada" className={styles.chosen} />
          {hydrated ? (
            <Button tone="quiet" onClick={() => change('', '')}>
              Llevar-la
            </Button>
          ) : null}
        </div>
      )}
      <UploadList uploads={uploads} problems={[...problems, ...new Set(refused)]} />
      <DropTarget isSmall onFiles={hydrated ? take : null} name={SENT_PICTURE} form={form.id} isMultiple={false} isDisabled={uploads.length > 0} describedBy={hintId}>
        <ImagePlus size={24} aria-hidden="true" />
        <span className={ui.link}>{chosen === null ? 'Tria una imatge o arrossega-la ací' : 'Tria una altra imatge o arrossega-la ací'}</span>
        <span id={hintId} className={styles.hint}>
          {hint}
        </span>
      </DropTarget>
    </div>
  );
}
