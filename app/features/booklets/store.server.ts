import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { type RecordRow, selected } from '#app/platform/adapters/db/record-columns.server.ts';
import { BOOKLET_FIELDS } from '#app/domain/booklets/booklet-fields.ts';
import type { Reading } from '#app/domain/booklets/booklet.ts';

export interface BookletRow extends RecordRow<typeof BOOKLET_FIELDS> {
  id: string;
  fileId: string;
  pagesCounted: number | null;
  pagesWithoutText: number[];
  pagesDrawn: number;
  reading: Reading;
  version: number;
  updatedAt: Date;
}

export const BOOKLET_COLUMNS = ['id', 'fileId', 'pagesCounted', 'pagesWithoutText', 'pagesDrawn', 'reading', 'version', 'updatedAt', ...selected(BOOKLET_FIELDS, 'booklets')] as const;
/** One for each allowed year. */
const MOST = 201;

export async function selectBooklets(query: Query): Promise<BookletRow[]> {
  return query.selectFrom('booklets').select(BOOKLET_COLUMNS).orderBy('year', 'desc').limit(MOST).execute();
}

export async function selectBooklet(query: Query | Tx, id: string): Promise<BookletRow | null> {
  return (await query.selectFrom('booklets').select(BOOKLET_COLUMNS).where('id', '=', id).executeTakeFirst()) ?? null;
}

export interface FoundPage {
  year: number;
  page: number;
  text: string;
}

/** The stem that the index has for each word, else the word itself. */
export async function selectStems(query: Query, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ stem: string }>`
    select coalesce((ts_lexize('catalan_stem', word))[1], word) as stem from unnest(${[...words]}::text[]) with ordinality as sought (word, place) order by place`.execute(query);
  return rows.map(({ stem }) => stem);
}

/** A word matches itself, as a prefix or by its stem. `total` counts all matches. */
export async function selectPages(query: Query, { words, year, limit }: { words: readonly string[]; year: number | null; limit: number }): Promise<{ found: FoundPage[]; total: number }> {
  const oneByOne = words.map((word) => sql`(to_tsquery('simple', ${`${word}:*`}) || plainto_tsquery('catalan', ${word}))`);
  const { rows } = await sql<FoundPage & { total: string }>`
    with sought as (select ${sql.join(oneByOne, sql` && `)} as words),
    matching as (
      select b.year, p.booklet_id, p.page, ts_rank_cd(p.search, sought.words) as rank, count(*) over () as total
      from sought, booklet_pages p join booklets b on b.id = p.booklet_id
      where p.search @@ sought.words and (${year}::integer is null or b.year = ${year})
      order by ${year === null ? sql`rank desc, b.year desc, p.page` : sql`p.page`}
      limit ${limit}
    )
    select m.year, m.page, m.total, p.text from matching m join booklet_pages p on p.booklet_id = m.booklet_id and p.page = m.page
    order by ${year === null ? sql`m.rank desc, m.year desc, m.page` : sql`m.page`}`.execute(query);
  return { found: rows.map(({ year: of, page, text }) => ({ year: of, page, text })), total: Number(rows[0]?.total ?? 0) };
}
