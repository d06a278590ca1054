import { z } from 'zod';

import { IMAGE_GONE } from '#app/domain/files/file-refusal.ts';

import { optional, textField } from '../form/field-schema.ts';

export const SENT_IMAGES = 'sentImages';

export const PICTURE_FIELDS = { file: 'image', uploaded: 'fileId' } as const;

export function imageItem({ maxAlt }: { maxAlt: number }) {
  return z.object({
    fileId: z.uuid({ error: IMAGE_GONE }),
    src: z.string().regex(/^\/files\/[\w.-]+$/, { error: IMAGE_GONE }),
    alt: optional(textField({ required: '', max: maxAlt })),
  });
}
