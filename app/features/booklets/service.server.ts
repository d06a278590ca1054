import { bookletTitle, FIRST_YEAR, LAST_YEAR, type Reading } from '#app/domain/booklets/booklet.ts';
import type { PageImages } from '#app/domain/booklets/page-images.ts';
import type { FileVariant } from '#app/domain/files/bucket.ts';
import type { StoredFile } from '#app/domain/files/stored-file.ts';
import { searchWords } from '#app/domain/search/fold-text.ts';
import { type Snippet, snippetOf } from '#app/domain/search/snippet.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { findFiles } from '#app/features/files/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { type BookletRow, selectBooklet, selectBooklets, selectPages, selectStems } from './store.server.ts';

export interface Cover {
  url: string;
  width: number;
  height: number;
}

export interface Booklet {
  id: string;
  year: number;
  /** As typed by an editor or read from the PDF; null until known. */
  pageCount: number | null;
  pagesTold: number | null;
  bytes: number;
  pdfUrl: string;
  cover: Cover | null;
  thumbnail: Cover | null;
  /** A JPEG, for link previews. */
  preview: Cover | null;
  reading: Reading;
  /** Also false until the pages have been read. */
  hasText: boolean;
  pagesWithoutText: number[];
  /** Null until its pages are counted. */
  images: PageImages | null;
  version: number;
  updatedAt: Date;
}

export async function listBooklets(deps: Deps): Promise<Booklet[]> {
  const rows = await selectBooklets(deps.db.query);
  const files = new Map((await findFiles(deps.db.query, rows.map(({ fileId }) => fileId))).map((file) => [file.id, file]));
  return rows.flatMap((row) => {
    const file = files.get(row.fileId);
    return file ? [toBooklet(row, file)] : [];
  });
}

export async function findBooklet(deps: Deps, id: string): Promise<Booklet | null> {
  const row = isUuid(id) ? await selectBooklet(deps.db.query, id) : null;
  const [file] = row ? await findFiles(deps.db.query, [row.fileId]) : [];
  return row && file ? toBooklet(row, file) : null;
}

function toBooklet(row: BookletRow, file: StoredFile): Booklet {
  const { id, year, pageCount: pagesTold, pagesCounted, pagesWithoutText, pagesDrawn, reading, version, updatedAt } = row;
  const original = file.variants.find(({ variant }) => variant === 'original')!;
  return {
    id,
    year,
    pageCount: pagesTold ?? pagesCounted,
    pagesTold,
    bytes: original.bytes,
    pdfUrl: original.url,
    cover: pictureOf(file, 'cover'),
    thumbnail: pictureOf(file, 'thumb') ?? pictureOf(file, 'cover'),
    preview: pictureOf(file, 'preview'),
    reading,
    hasText: reading === 'read' && pagesCounted !== null && pagesWithoutText.length < pagesCounted,
    pagesWithoutText,
    images: pagesCounted === null ? null : { fileId: file.id, drawn: pagesDrawn, count: pagesCounted },
    version,
    updatedAt,
  };
}

function pictureOf({ variants }: StoredFile, name: FileVariant): Cover | null {
  const { url, width, height } = variants.find(({ variant }) => variant === name) ?? {};
  return url !== undefined && width && height ? { url, width, height } : null;
}

export interface SearchResult {
  year: number;
  page: number;
  snippet: Snippet;
}

export interface SearchResults {
  results: SearchResult[];
  total: number;
  /** Folded words of the query and their stems, for marking them elsewhere. */
  sought: { words: string[]; stems: string[] };
}

const MOST_RESULTS = 60;
const MOST_IN_ONE = 300;

/** Pages must contain all words. A query of fewer than two letters finds nothing. */
export async function searchBooklets(deps: Deps, { query, year = null }: { query: string; year?: number | null }): Promise<SearchResults> {
  const words = searchWords(query);
  if (words.length === 0 || (year !== null && (year < FIRST_YEAR || year > LAST_YEAR))) return { results: [], total: 0, sought: { words: [], stems: [] } };
  const stems = await selectStems(deps.db.query, words);
  const { found, total } = await selectPages(deps.db.query, { words, year, limit: year === null ? MOST_RESULTS : MOST_IN_ONE });
  const sought = { words, stems };
  return { results: found.map(({ text, ...match }) => ({ ...match, snippet: snippetOf(text, sought) })), total, sought };
}

const EXTENSIONS: Partial<Record<FileVariant, string>> = { original: 'pdf', preview: 'jpg' };

export async function bookletFileName(deps: Deps, { ownerId, variant }: { ownerId: string; variant: FileVariant }): Promise<string | null> {
  const row = isUuid(ownerId) ? await selectBooklet(deps.db.query, ownerId) : null;
  return row && `${bookletTitle(row.year)}.${EXTENSIONS[variant] ?? 'webp'}`;
}
