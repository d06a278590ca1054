import type { SentImage } from '#app/domain/files/sent-image.ts';
import { isUuid } from '#app/domain/uuid.ts';

import { PICTURE_FIELDS } from './image-fields.ts';

export async function sentImages(form: FormData): Promise<SentImage[]> {
  const files = form.getAll(PICTURE_FIELDS.file).filter((value): value is File => value instanceof File && value.size > 0);
  const ids = form.getAll(PICTURE_FIELDS.uploaded).filter((value): value is string => typeof value === 'string' && isUuid(value));
  const bytes = await Promise.all(files.map(async (file) => ({ bytes: new Uint8Array(await file.arrayBuffer()) })));
  return [...ids.map((fileId) => ({ fileId })), ...bytes];
}
