import type { FormMetadata } from '@conform-to/react';
import ImagePlus from 'lucide-react/icons/image-plus';
import { type ReactNode, useId } from 'react';

import { CheckInput } from '#app/design/admin-kit/fields/choices.tsx';
import type { FormField } from '#app/design/admin-kit/fields/form-field.ts';
import { HiddenInput } from '#app/design/admin-kit/fields/inputs.tsx';
import { DropTarget } from '#app/design/admin-kit/images/drop-target.tsx';
import { PICTURE_FIELDS } from '#app/design/admin-kit/images/image-fields.ts';
import { UploadList } from '#app/design/admin-kit/images/upload-list.tsx';
import { useImageUploads } from '#app/design/admin-kit/images/use-image-uploads.ts';
import { CREST_TYPE, CREST_TYPES } from '#app/domain/site/crest.ts';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './settings.module.css';
import { changesOf } from '#app/design/admin-kit/form/form-changes.ts';

interface CrestInputProps {
  form: Pick<FormMetadata, 'id' | 'update'>;
  file: FormField;
  src: FormField;
  remove: FormField;
  currentSrc: string;
  /** Saving has to wait for the upload. */
  onBusy: (isBusy: boolean) => void;
}

const TYPES = { taken: CREST_TYPES, refused: CREST_TYPE };

export function CrestInput({ form, file, src, remove, currentSrc, onBusy }: CrestInputProps): ReactNode {
  const hydrated = useHydrated();
  const titleId = useId();
  const hintId = useId();
  const { uploads, problems, take } = useImageUploads({
    bucket: 'site',
    types: TYPES,
    left: 1,
    tooMany: () => 'Tria una imatge només',
    onBusy,
    onStored(image) {
      const { update } = changesOf(form);
      update({ name: file.name, value: image.fileId });
      update({ name: src.name, value: image.src });
      update({ name: remove.name, value: '' });
    },
  });
  const isBusy = uploads.length > 0;

  const refused = [...problems, ...(file.errors ?? []), ...(src.errors ?? [])];
  const hasOwn = typeof file.initialValue === 'string' && file.initialValue !== '';
  return (
    <section className={styles.crestCard} aria-labelledby={titleId}>
      <img src={uploads[0]?.preview ?? currentSrc} alt="" className={styles.crest} />
      <div className={ui.column3}>
        <h2 id={titleId}>Escut</h2>
        <HiddenInput field={file} />
        <HiddenInput field={src} />
        <UploadList uploads={uploads} problems={refused} />
        <DropTarget isSmall onFiles={hydrated ? take : null} name={PICTURE_FIELDS.file} form={form.id} accept={CREST_TYPES} isMultiple={false} isDisabled={isBusy} describedBy={hintId}>
          <ImagePlus size={24} aria-hidden="true" />
          <span className={ui.link}>{hasOwn ? "Tria un altre escut o arrossega'l ací" : "Tria l'escut o arrossega'l ací"}</span>
          <span id={hintId} className={styles.formats}>
            PNG, WebP o JPEG, fins a 5MB. Amb fons transparent queda millor.
          </span>
        </DropTarget>
        {hasOwn ? <CheckInput field={remove} label="Llevar l'escut" hint="Torna l'escut de la casa, i la imatge s'esborra." /> : null}
      </div>
    </section>
  );
}
