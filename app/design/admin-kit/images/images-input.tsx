import type { FormMetadata } from '@conform-to/react';
import ImagePlus from 'lucide-react/icons/image-plus';
import { type ReactNode, useId } from 'react';

import type { Bucket } from '#app/domain/files/bucket.ts';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { FormField } from '../fields/form-field.ts';
import { HiddenInput, TextInput } from '../fields/inputs.tsx';
import { FieldList } from '../lists/field-list.tsx';
import { DropTarget } from './drop-target.tsx';
import { SENT_IMAGES } from './image-fields.ts';
import styles from './images-input.module.css';
import { UploadList } from './upload-list.tsx';
import { useImageUploads } from './use-image-uploads.ts';
import { changesOf } from '../form/form-changes.ts';

interface ImageItem extends FormField {
  getFieldset(): { fileId: FormField; src: FormField; alt: FormField };
}

export interface ImageList extends FormField {
  getFieldList(): ImageItem[];
}

export interface ImagesInputProps {
  form: Pick<FormMetadata, 'id' | 'insert' | 'remove' | 'reorder'>;
  field: ImageList;
  title: string;
  bucket: Bucket;
  max: number;
  tooMany: (left: number) => string;
  onBusy: (isBusy: boolean) => void;
}

export function ImagesInput({ form, field, title, bucket, max, tooMany, onBusy }: ImagesInputProps): ReactNode {
  const hydrated = useHydrated();
  const hintId = useId();
  const images = field.getFieldList();
  const { uploads, problems, take } = useImageUploads({
    bucket,
    left: max - images.length,
    tooMany,
    onBusy,
    onStored: (image) => changesOf(form).insert({ name: field.name, defaultValue: { ...image, alt: '' } }),
  });
  const isBusy = uploads.length > 0;

  return (
    <div className={ui.column3}>
      <FieldList form={form} field={field} title={title} itemName="Imatge" max={max}>
        {(image) => {
          const { fileId, src, alt } = image.getFieldset();
          return (
            <div className={styles.image}>
              <HiddenInput field={fileId} />
              <HiddenInput field={src} />
              {typeof src.initialValue === 'string' ? <img src={src.initialValue} alt="" className={styles.thumbnail} /> : null}
              <TextInput field={alt} label="Què s'hi veu" hint="Per a qui no la veu i per als buscadors." />
            </div>
          );
        }}
      </FieldList>
      {images.length === 0 && !isBusy ? <p className={ui.soft}>No hi ha imatges disponibles</p> : null}
      <UploadList uploads={uploads} problems={problems} />
      <DropTarget onFiles={hydrated ? take : null} name={SENT_IMAGES} form={form.id} isMultiple describedBy={hintId}>
        <ImagePlus size={28} aria-hidden="true" />
        <span className={ui.link}>Tria imatges o arrossega-les ací</span>
        <span id={hintId} className={styles.hint}>
          JPG, PNG, WebP o GIF, fins a 5MB cada una. Màxim {max}. La primera és la portada.
        </span>
      </DropTarget>
    </div>
  );
}
