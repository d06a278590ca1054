import { z } from 'zod';

import { fieldsMarked } from '#app/domain/fields/field.ts';
import { NEWS_FIELDS } from '#app/domain/news/news-fields.ts';
import { answerShape, bodyShape } from '#app/platform/http/record-schema.ts';

/** Instants are RFC 3339 in UTC. */
const image = z.object({
  id: z.uuid(),
  alt: z.string(),
  /** Of the largest size, in pixels. */
  url: z.string(),
  width: z.int(),
  height: z.int(),
  /** A `srcset` value. */
  srcSet: z.string(),
  /** JPEG. */
  previewUrl: z.string(),
});

export const VISIBLE_NEWS_FIELDS = fieldsMarked(NEWS_FIELDS, 'forVisitors');

export const newsItemSchema = z.object({
  id: z.int(),
  ...answerShape(VISIBLE_NEWS_FIELDS),
  images: z.array(image),
  /** Always the association, never the person. */
  author: z.string(),
  publishedAt: z.string(),
  updatedAt: z.string(),
});

export const newsListSchema = z.object({
  news: z.array(newsItemSchema),
  total: z.int(),
  /** To be sent as `cursor`; null at the end. */
  next: z.string().nullable(),
});

export const newsBodySchema = z.object({
  ...bodyShape(NEWS_FIELDS),
  /** Uploaded to `/api/admin/uploads`. */
  images: z.array(z.object({ fileId: z.uuid({ error: 'Esta imatge no hi és' }), alt: z.string().default('') })).default([]),
});

export const editedNewsSchema = z.object({
  id: z.int(),
  version: z.int(),
  ...answerShape(NEWS_FIELDS),
  images: z.array(image),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const createdNewsSchema = z.object({ id: z.int(), version: z.int() });
export const savedNewsSchema = z.object({ version: z.int() });

export type NewsItem = z.output<typeof newsItemSchema>;
export type NewsImage = NewsItem['images'][number];
export type EditedNews = z.output<typeof editedNewsSchema>;
