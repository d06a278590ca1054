import ImagePlus from 'lucide-react/icons/image-plus';
import { type ReactNode, useId, useRef } from 'react';
import { Form, useNavigation, useSubmit } from 'react-router';

import type { Bucket } from '#app/domain/files/bucket.ts';
import { Button } from '#app/design/ui/button.tsx';
import { useHydrated } from '#app/design/ui/forms/hydrated.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { DropTarget } from './drop-target.tsx';
import { PICTURE_FIELDS } from './image-fields.ts';
import styles from './picture-upload.module.css';
import { UploadList } from './upload-list.tsx';
import { useImageUploads } from './use-image-uploads.ts';

export interface PictureUploadProps {
  bucket: Bucket;
  intent: string;
  fields?: Record<string, string>;
  label: string;
  left?: number;
  tooMany?: (left: number) => string;
}

export function PictureUpload({ bucket, intent, fields = {}, label, left = 1, tooMany = onlyOne }: PictureUploadProps): ReactNode {
  const hydrated = useHydrated();
  const submit = useSubmit();
  const hintId = useId();
  const isSaving = useNavigation().state !== 'idle';
  const stored = useRef<string[]>([]);
  const { uploads, problems, take } = useImageUploads({ bucket, left, tooMany, onStored: ({ fileId }) => stored.current.push(fileId), onBusy: saveStored });

  // All that were chosen together are saved together: a second sending would end the first.
  function saveStored(isUploading: boolean): void {
    if (isUploading || stored.current.length === 0) return;
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, intent })) form.set(name, value);
    for (const fileId of stored.current) form.append(PICTURE_FIELDS.uploaded, fileId);
    stored.current = [];
    void submit(form, { method: 'post', preventScrollReset: true });
  }

  const hint = `JPG, PNG, WebP o GIF, fins a 5MB${left > 1 ? ` cada una. Encara en caben ${left}.` : '.'}`;
  return (
    <Form method="post" encType="multipart/form-data" className={styles.form}>
      {Object.entries({ ...fields, intent }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <UploadList uploads={uploads} problems={problems} />
      <DropTarget isSmall onFiles={hydrated ? take : null} name={PICTURE_FIELDS.file} isMultiple={left > 1} isDisabled={isSaving || left < 1} describedBy={hintId}>
        <ImagePlus size={24} aria-hidden="true" />
        <span className={`${ui.link} ${ui.wraps}`}>{label}</span>
        <span id={hintId} className={styles.hint}>
          {hint}
        </span>
      </DropTarget>
      {hydrated ? null : (
        <Button type="submit" tone="quiet">
          Pujar
        </Button>
      )}
    </Form>
  );
}

function onlyOne(): string {
  return 'Ací cap una imatge: tria-la i, si de cas, canvia-la després.';
}
