import { z } from 'zod';

import { optional, textField } from '../form/field-schema.ts';

/** The field in which files come where there are no scripts. */
export const SENT_IMAGES = 'sentImages';

/** One item of `ImagesInput`. `src` is only for showing it again. */
export function imageItem({ maxAlt }: { maxAlt: number }) {
  return z.object({
    fileId: z.uuid({ error: 'Esta imatge no hi és' }),
    src: z.string().regex(/^\/files\/[\w.-]+$/, { error: 'Esta imatge no hi és' }),
    alt: optional(textField({ required: '', max: maxAlt })),
  });
}
