import { z } from 'zod';

import { IMAGE_GONE } from '#app/domain/files/file-refusal.ts';

import { optional, textField } from '../form/field-schema.ts';

/** The field in which files come where there are no scripts. */
export const SENT_IMAGES = 'sentImages';

/** Of `PictureUpload`: files where there are no scripts, else the ids of what is uploaded already. */
export const PICTURE_FIELDS = { file: 'image', uploaded: 'fileId' } as const;

/** One item of `ImagesInput`. `src` is only for showing it again. */
export function imageItem({ maxAlt }: { maxAlt: number }) {
  return z.object({
    fileId: z.uuid({ error: IMAGE_GONE }),
    src: z.string().regex(/^\/files\/[\w.-]+$/, { error: IMAGE_GONE }),
    alt: optional(textField({ required: '', max: maxAlt })),
  });
}
