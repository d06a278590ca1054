import { z } from 'zod';

import { recordForm } from '#app/design/admin-kit/form/record-form.ts';
import { imageItem } from '#app/design/admin-kit/images/image-fields.ts';
import { MAX_ALT, MAX_NEWS_IMAGES, tooManyImagesText } from '#app/domain/news/news-draft.ts';
import { NEWS_FIELDS } from '#app/domain/news/news-fields.ts';

export const newsForm = recordForm(NEWS_FIELDS, {
  more: { version: z.string().optional(), images: z.array(imageItem({ maxAlt: MAX_ALT })).max(MAX_NEWS_IMAGES, tooManyImagesText(0)).default([]) },
});

export type NewsFormValue = z.output<typeof newsForm>;
