import { z } from 'zod';

import { BOOKLET_FIELDS } from '#app/domain/booklets/booklet-fields.ts';
import { BOOKLET_TEXTS, missingFieldText } from '#app/domain/booklets/booklet.ts';
import { bodyShape, wrongOrAbsent } from '#app/platform/http/record-schema.ts';

const cover = z.object({ url: z.string(), width: z.int(), height: z.int() });

/** Addresses are paths on our own origin. */
export const bookletSchema = z.object({
  id: z.uuid(),
  year: z.int(),
  title: z.string(),
  pdf_url: z.string(),
  /** In bytes. */
  file_size: z.int(),
  page_count: z.int().nullable(),
  cover: cover.nullable(),
  /** Null until its pages have been read. */
  has_text: z.boolean().nullable(),
  updated_at: z.string(),
});

export const bookletsSchema = z.object({ booklets: z.array(bookletSchema) });

export const searchResultsSchema = z.object({
  /** Pages in all; `results` may hold fewer. */
  total: z.int(),
  results: z.array(
    z.object({
      year: z.int(),
      page: z.int(),
      url: z.string(),
      snippet: z.string(),
      /** Ranges in the snippet, the end exclusive. */
      highlights: z.array(z.tuple([z.int(), z.int()])),
    }),
  ),
  /** Folded words of the query and their stems. */
  words: z.array(z.string()),
  stems: z.array(z.string()),
});

export const editedBookletSchema = bookletSchema.extend({ version: z.int() });

const { year, ...others } = bodyShape(BOOKLET_FIELDS);

/** `fileId` names an upload to the bucket `booklets`. */
export const newBookletSchema = z.object({
  year,
  fileId: z.uuid({ error: wrongOrAbsent({ wrong: BOOKLET_TEXTS.fileGone, absent: missingFieldText('fileId') }) }),
  ...others,
});

export const changedBookletSchema = newBookletSchema.partial({ fileId: true });

export const createdBookletSchema = z.object({ id: z.uuid(), version: z.int() });
export const savedBookletSchema = z.object({ version: z.int() });
