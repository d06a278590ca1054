import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { columnsOf } from '#app/platform/adapters/db/record-columns.server.ts';
import { NEWS_FIELDS, type NewsDraft } from '#app/domain/news/news-fields.ts';
import { newsSearchText } from '#app/domain/news/search-text.ts';

export type NewsChange = Omit<NewsDraft, 'images'>;

/** Taken before the row is written, so that its pictures can be assigned first. */
export async function nextNewsId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('news', 'id'))::int as id`.execute(tx);
  return rows[0]!.id;
}

export async function insertNews(tx: Tx, news: { id: number; draft: NewsChange; authorId: string; now: Date }): Promise<void> {
  const { id, draft, authorId, now } = news;
  await tx
    .insertInto('news')
    .values({ id, ...columnsOf(NEWS_FIELDS, draft), searchText: newsSearchText(draft), authorId, createdAt: now, updatedAt: now })
    .execute();
}

const MOST_TITLES = 10_000;

export async function selectTitles(query: Query): Promise<{ id: number; title: string }[]> {
  return query.selectFrom('news').select(['id', 'title']).orderBy('id').limit(MOST_TITLES).execute();
}

export async function lockNews(tx: Tx, id: number): Promise<{ version: number; publishedAt: Date | null } | null> {
  return (await tx.selectFrom('news').select(['version', 'publishedAt']).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

export async function updateNews(tx: Tx, { id, draft, now }: { id: number; draft: NewsChange; now: Date }): Promise<number> {
  const { version } = await tx
    .updateTable('news')
    .set((eb) => ({ ...columnsOf(NEWS_FIELDS, draft), searchText: newsSearchText(draft), version: eb('version', '+', 1), updatedAt: now }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export async function deleteNewsRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('news').where('id', '=', id).execute();
}

export async function writeImages(tx: Tx, newsId: number, images: NewsDraft['images']): Promise<void> {
  await tx.deleteFrom('newsImages').where('newsId', '=', newsId).execute();
  if (images.length === 0) return;
  await tx
    .insertInto('newsImages')
    .values(images.map(({ fileId, alt }, position) => ({ newsId, fileId, alt, position })))
    .execute();
}
