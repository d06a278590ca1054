import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Reading } from '#app/domain/booklets/booklet.ts';
import { foldText } from '#app/domain/search/fold-text.ts';

export interface BookletToRead {
  id: string;
  fileId: string;
}

/** Claims the next booklet until `until`; null when none is waiting. */
export async function claimExtraction(query: Query, { now, until, maxTries }: { now: Date; until: Date; maxTries: number }): Promise<BookletToRead | null> {
  const { rows } = await sql<BookletToRead>`
    update booklets set reading_until = ${until}, reading_tries = reading_tries + 1
    where id = (
      select id from booklets
      where reading = 'waiting' and reading_tries < ${maxTries} and (reading_until is null or reading_until < ${now})
      order by created_at limit 1 for update skip locked
    )
    returning id, file_id as "fileId"`.execute(query);
  return rows[0] ?? null;
}

/** Not counted as a try of this booklet. */
export async function releaseReading(query: Query, { id }: BookletToRead): Promise<void> {
  await sql`update booklets set reading_until = null, reading_tries = reading_tries - 1 where id = ${id} and reading = 'waiting'`.execute(query);
}

/** These PDFs crash or exhaust the reader on each try. */
export async function giveUpReading(query: Query, { now, maxTries }: { now: Date; maxTries: number }): Promise<void> {
  await query.updateTable('booklets').set({ reading: 'unreadable', readingUntil: null }).where('reading', '=', 'waiting').where('readingTries', '>=', maxTries).where('readingUntil', '<', now).execute();
}

/** False when the booklet was deleted or got another PDF meanwhile. */
export async function finishReading(tx: Tx, { id, fileId }: BookletToRead, found: { reading: Reading; pageCount: number | null; pagesWithoutText: number[] }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('booklets')
    .set({ reading: found.reading, pagesCounted: found.pageCount, pagesWithoutText: found.pagesWithoutText, readingUntil: null })
    .where('id', '=', id)
    .where('fileId', '=', fileId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const PAGES_AT_ONCE = 50;

export async function writePages(tx: Tx, bookletId: string, pages: readonly string[]): Promise<void> {
  await tx.deleteFrom('bookletPages').where('bookletId', '=', bookletId).execute();
  const written = pages.map((text, index) => ({ page: index + 1, text })).filter(({ text }) => text !== '');
  for (let start = 0; start < written.length; start += PAGES_AT_ONCE) {
    const some = written.slice(start, start + PAGES_AT_ONCE);
    await sql`
      insert into booklet_pages (booklet_id, page, text, search)
      select ${bookletId}, page, text, to_tsvector('simple', folded) || to_tsvector('catalan', folded)
      from unnest(${some.map(({ page }) => page)}::integer[], ${some.map(({ text }) => text)}::text[], ${some.map(({ text }) => foldText(text))}::text[]) as read (page, text, folded)`.execute(tx);
  }
}
