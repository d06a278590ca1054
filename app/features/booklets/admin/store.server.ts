import { sql } from 'kysely';

import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { columnsOf } from '#app/platform/adapters/db/record-columns.server.ts';
import { BOOKLET_FIELDS, type BookletDraft } from '#app/domain/booklets/booklet-fields.ts';

import { BOOKLET_COLUMNS, type BookletRow } from '../store.server.ts';

/** Serializes the uniqueness check of years until the transaction ends. */
export async function lockYears(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('years of booklets', 0))`.execute(tx);
}

export async function selectIdOfYear(tx: Tx, year: number): Promise<string | null> {
  return (await tx.selectFrom('booklets').select('id').where('year', '=', year).executeTakeFirst())?.id ?? null;
}

export async function lockBooklet(tx: Tx, id: string): Promise<BookletRow | null> {
  return (await tx.selectFrom('booklets').select(BOOKLET_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

export async function insertBooklet(tx: Tx, { id, draft, fileId, now }: { id: string; draft: BookletDraft; fileId: string; now: Date }): Promise<void> {
  await tx.insertInto('booklets').values({ id, ...columnsOf(BOOKLET_FIELDS, draft), fileId, readingUntil: null, drawingUntil: null, createdAt: now, updatedAt: now }).execute();
}

export async function updateBooklet(tx: Tx, { id, draft, now }: { id: string; draft: BookletDraft; now: Date }): Promise<number> {
  const { version } = await tx
    .updateTable('booklets')
    .set(({ eb }) => ({ ...columnsOf(BOOKLET_FIELDS, draft), version: eb('version', '+', 1), updatedAt: now }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Resets everything that was derived from the old PDF. */
export async function replaceFile(tx: Tx, { id, fileId }: { id: string; fileId: string }): Promise<void> {
  await tx.deleteFrom('bookletPages').where('bookletId', '=', id).execute();
  await tx
    .updateTable('booklets')
    .set({ fileId, pagesCounted: null, pagesWithoutText: [], reading: 'waiting', readingTries: 0, readingUntil: null, pagesDrawn: 1, drawingTries: 0, drawingUntil: null })
    .where('id', '=', id)
    .execute();
}

export async function removeBooklet(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('booklets').where('id', '=', id).execute();
}
