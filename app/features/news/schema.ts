import { z } from 'zod';

import { DEFAULT_CATEGORY, NEWS_STATUSES, NEWS_TEXTS } from '#app/domain/news/news-draft.ts';

/** Instants are RFC 3339 in UTC. */
const image = z.object({
  id: z.uuid(),
  alt: z.string(),
  /** Of the largest size; pixels. */
  url: z.string(),
  width: z.int(),
  height: z.int(),
  /** As the attribute of that name. */
  srcSet: z.string(),
  /** JPEG. */
  previewUrl: z.string(),
});

export const newsItemSchema = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  excerpt: z.string().nullable(),
  images: z.array(image),
  /** The association, whoever wrote it. */
  author: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  featured: z.boolean(),
  publishedAt: z.string(),
  updatedAt: z.string(),
});

export const newsListSchema = z.object({
  news: z.array(newsItemSchema),
  total: z.int(),
  /** To be sent as `cursor`; null at the end. */
  next: z.string().nullable(),
});

const instant = z.iso.datetime({ offset: true, error: 'La data no és vàlida' });

export const newsBodySchema = z.object({
  title: z.string({ error: NEWS_TEXTS.title }),
  content: z.string({ error: NEWS_TEXTS.content }),
  excerpt: z.string().nullish().transform((text) => (text ?? '').trim() || null),
  status: z.enum(NEWS_STATUSES, { error: 'Tria un estat' }).default('draft'),
  category: z.string({ error: NEWS_TEXTS.category }).default(DEFAULT_CATEGORY),
  tags: z.array(z.string()).default([]),
  featured: z.boolean().default(false),
  /** In the future: not shown before. */
  publishedAt: instant.nullish().transform((text) => text ?? null),
  /** Uploaded to `/api/admin/uploads`. */
  images: z.array(z.object({ fileId: z.uuid({ error: 'Esta imatge no hi és' }), alt: z.string().default('') })).default([]),
});

export const editedNewsSchema = newsItemSchema.omit({ author: true, publishedAt: true }).extend({
  version: z.int(),
  status: z.enum(NEWS_STATUSES),
  createdAt: z.string(),
  publishedAt: z.string().nullable(),
});

export const createdNewsSchema = z.object({ id: z.int(), version: z.int() });
export const savedNewsSchema = z.object({ version: z.int() });

export type NewsItem = z.output<typeof newsItemSchema>;
export type NewsImage = NewsItem['images'][number];
export type EditedNews = z.output<typeof editedNewsSchema>;
