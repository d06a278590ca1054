import type { FormMetadata } from '@conform-to/react';
import ImagePlus from 'lucide-react/icons/image-plus';
import { type DragEvent, type ReactNode, useEffect, useId, useState } from 'react';

import type { Bucket } from '#app/domain/files/bucket.ts';
import { Button } from '#app/ui/button.tsx';
import { useHydrated } from '#app/ui/forms/hydrated.ts';

import type { FormField } from '../fields/form-field.ts';
import { HiddenInput, TextInput } from '../fields/inputs.tsx';
import { FieldList } from '../lists/field-list.tsx';
import { SENT_IMAGES } from './image-fields.ts';
import styles from './images-input.module.css';
import { useImageUploads } from './use-image-uploads.ts';

/** One image of the list, as conform knows it. */
interface ImageItem extends FormField {
  getFieldset(): { fileId: FormField; src: FormField; alt: FormField };
}

/** A list of `imageItem`. */
export interface ImageList extends FormField {
  getFieldList(): ImageItem[];
}

export interface ImagesInputProps {
  form: Pick<FormMetadata, 'id' | 'insert' | 'remove' | 'reorder'>;
  field: ImageList;
  title: string;
  bucket: Bucket;
  max: number;
  /** Said of images that are too many; `left` may still be added. */
  tooMany: (left: number) => string;
  /** Saving has to wait. */
  onBusy: (isBusy: boolean) => void;
}

/** The images of a thing: chosen or dropped, sent at once with their progress, put in order, described, taken out again. */
export function ImagesInput({ form, field, title, bucket, max, tooMany, onBusy }: ImagesInputProps): ReactNode {
  const hydrated = useHydrated();
  const hintId = useId();
  const [isOver, setOver] = useState(false);
  const images = field.getFieldList();
  const { uploads, problems, take } = useImageUploads({
    bucket,
    left: max - images.length,
    tooMany,
    onStored: (image) => form.insert({ name: field.name as never, defaultValue: { ...image, alt: '' } as never }),
  });
  const isBusy = uploads.length > 0;
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  }

  return (
    <div className={styles.images}>
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
      {images.length === 0 && !isBusy ? <p className={styles.none}>No hi ha imatges disponibles</p> : null}
      <ul className={styles.uploads}>
        {uploads.map(({ key, name, share, isConnected, cancel }) => (
          <li key={key} className={styles.upload}>
            <span className={styles.name}>{name}</span>
            <span>{isConnected ? (share === null ? 'Preparant…' : share < 1 ? `Pujant... ${Math.round(share * 100)}%` : 'Processant...') : 'Sense connexió: seguirà a soles'}</span>
            <progress className={styles.progress} value={share ?? undefined} max={1} aria-label={`Pujant ${name}`} />
            <Button tone="text" onClick={cancel} aria-label={`Cancel·lar: ${name}`}>
              Cancel·lar
            </Button>
          </li>
        ))}
      </ul>
      {problems.length === 0 ? null : (
        <ul role="alert" className={styles.problems}>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <label className={styles.drop} data-over={isOver || undefined}>
        <ImagePlus size={28} aria-hidden="true" />
        <span className={styles.call}>Tria imatges o arrossega-les ací</span>
        <span id={hintId} className={styles.hint}>
          JPG, PNG, WebP o GIF, fins a 5MB cada una. Màxim {max}. La primera és la portada.
        </span>
        <input
          type="file"
          multiple
          accept="image/jpeg,image/png,image/webp,image/gif"
          aria-describedby={hintId}
          className={styles.file}
          {...(hydrated ? {} : { name: SENT_IMAGES, form: form.id })}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          onChange={({ currentTarget }) => {
            take([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
      </label>
    </div>
  );
}
