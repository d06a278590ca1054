import { z } from 'zod';

import { IMAGE_GONE } from '#app/domain/files/file-refusal.ts';

import { optional, textField } from '../form/field-schema.ts';

export const SENT_IMAGES = 'sentImages';

/** Of a whole form: `image` may be a field of its own there. */
export const SENT_PICTURE = 'pictureFile';

export const PICTURE_FIELDS = { file: 'image', uploaded: 'fileId' } as const;

const STORED_IMAGE = /^\/files\/[\w.-]+$/;

export function imageItem({ maxAlt }: { maxAlt: number }) {
  return z.object({
    fileId: z.uuid({ error: IMAGE_GONE }),
    src: z.string().regex(STORED_IMAGE, { error: IMAGE_GONE }),
    alt: optional(textField({ required: '', max: maxAlt })),
  });
}

export type PictureFields = ReturnType<typeof pictureFields>;

/** Of a form that takes one picture with everything else. `pictureProblem`: what was wrong with the file that it was sent with. */
export function pictureFields() {
  return {
    pictureFileId: optional(z.uuid({ error: IMAGE_GONE })),
    pictureSrc: optional(z.string().regex(STORED_IMAGE, { error: IMAGE_GONE })),
    pictureProblem: z.string().optional().refine((problem) => problem === undefined, { error: ({ input }) => String(input) }),
  };
}
