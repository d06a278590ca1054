import { z } from 'zod';

import { BOOKLET_TEXTS, FIRST_YEAR, LAST_YEAR, MAX_PAGES, missingFieldText } from '#app/domain/booklets/booklet.ts';

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

/** `fileId` names an upload to the bucket `booklets`. */
export const newBookletSchema = z.object({
  year: z.int({ error: missing('year', BOOKLET_TEXTS.yearRange) }).min(FIRST_YEAR, BOOKLET_TEXTS.yearRange).max(LAST_YEAR, BOOKLET_TEXTS.yearRange),
  fileId: z.uuid({ error: missing('fileId', BOOKLET_TEXTS.fileGone) }),
  pageCount: z.int({ error: BOOKLET_TEXTS.pageCount }).min(1, BOOKLET_TEXTS.pageCount).max(MAX_PAGES, BOOKLET_TEXTS.pageCount).nullish(),
});

export const changedBookletSchema = newBookletSchema.partial({ fileId: true });

export const createdBookletSchema = z.object({ id: z.uuid(), version: z.int() });
export const savedBookletSchema = z.object({ version: z.int() });

function missing(field: string, wrong: string): (issue: { input?: unknown }) => string {
  return ({ input }) => (input === undefined || input === null || input === '' ? missingFieldText(field) : wrong);
}
