import type { SentImage } from '#app/domain/files/sent-image.ts';
import { isUuid } from '#app/domain/uuid.ts';

import { PICTURE_FIELDS, type PictureFields, SENT_PICTURE } from './image-fields.ts';

export async function sentImages(form: FormData): Promise<SentImage[]> {
  const files = form.getAll(PICTURE_FIELDS.file).filter((value): value is File => value instanceof File && value.size > 0);
  const ids = form.getAll(PICTURE_FIELDS.uploaded).filter((value): value is string => typeof value === 'string' && isUuid(value));
  const bytes = await Promise.all(files.map(async (file) => ({ bytes: new Uint8Array(await file.arrayBuffer()) })));
  return [...ids.map((fileId) => ({ fileId })), ...bytes];
}

type Stored = { fileId: string; src: string } | { problem: string };

/** Without scripts the picture comes inside the form: it is stored before anything else is judged, so that it is there when the form comes back. */
export async function takeSentPicture(form: FormData, store: (content: Uint8Array) => Promise<Stored>): Promise<void> {
  const file = form.get(SENT_PICTURE);
  form.delete(SENT_PICTURE);
  const name = (field: keyof PictureFields): string => field;
  form.delete(name('pictureProblem'));
  if (!(file instanceof File) || file.size === 0) return;
  const stored = await store(new Uint8Array(await file.arrayBuffer()));
  if ('problem' in stored) {
    form.set(name('pictureProblem'), stored.problem);
    return;
  }
  form.set(name('pictureFileId'), stored.fileId);
  form.set(name('pictureSrc'), stored.src);
}
