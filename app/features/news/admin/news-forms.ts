import { z } from 'zod';

import { checkField, choiceField, dateField, optional, textField, timeField, typedField } from '#app/design/admin-kit/form/field-schema.ts';
import { imageItem } from '#app/design/admin-kit/images/image-fields.ts';
import {
  MAX_ALT,
  MAX_CATEGORY,
  MAX_NEWS_CONTENT,
  MAX_NEWS_EXCERPT,
  MAX_NEWS_IMAGES,
  MAX_NEWS_TITLE,
  MAX_TAG,
  MAX_TAGS,
  NEWS_STATUSES,
  NEWS_TEXTS,
  parseTags,
  tooManyImagesText,
  tooManyTagsText,
} from '#app/domain/news/news-draft.ts';

const tags = typedField<string[]>((typed) => {
  const read = parseTags(typed);
  if (read.length > MAX_TAGS) return { problem: tooManyTagsText() };
  return read.some((tag) => tag.length > MAX_TAG) ? { problem: `Cada etiqueta, com a molt ${MAX_TAG} lletres` } : { value: read };
});

export const newsForm = z
  .object({
    version: z.string().optional(),
    title: textField({ required: NEWS_TEXTS.title, max: MAX_NEWS_TITLE }),
    content: textField({ required: NEWS_TEXTS.content, max: MAX_NEWS_CONTENT }),
    excerpt: optional(textField({ required: '', max: MAX_NEWS_EXCERPT })),
    images: z.array(imageItem({ maxAlt: MAX_ALT })).max(MAX_NEWS_IMAGES, tooManyImagesText(0)).default([]),
    category: optional(textField({ required: '', max: MAX_CATEGORY })),
    tags: optional(tags),
    featured: checkField(),
    status: choiceField(NEWS_STATUSES, 'Tria un estat'),
    publishedDate: optional(dateField({ required: '' })),
    publishedTime: optional(timeField({ required: '' })),
  })
  .refine(({ publishedDate, publishedTime }) => publishedTime === null || publishedDate !== null, { path: ['publishedDate'], error: 'Escriu el dia, o esborra l\'hora' });

export type NewsFormValue = z.output<typeof newsForm>;
