import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { type RecordRow, selected } from '#app/platform/adapters/db/record-columns.server.ts';
import type { DatabaseTables } from '#app/platform/adapters/db/tables.server.ts';
import type { NewsStatus } from '#app/domain/news/news-constants.ts';
import { NEWS_FIELDS, type NewsFields } from '#app/domain/news/news-fields.ts';

export interface NewsRow extends RecordRow<NewsFields> {
  id: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface NewsImageRow {
  newsId: number;
  fileId: string;
  alt: string;
}

export interface NewsQuery {
  /** Null includes drafts. */
  visibleAt: Date | null;
  /** Normalised by `searchText`; every word must match. */
  words: readonly string[];
  /** The raw query where it holds no word: matched literally. */
  signs: string;
  /** `before` is exclusive. */
  from: Date | null;
  before: Date | null;
  category: string | null;
  tag: string | null;
  status: NewsStatus | null;
}

type NewsFilterBuilder = ExpressionBuilder<DatabaseTables, 'news'>;

const NEWS_COLUMNS = ['id', 'version', 'createdAt', 'updatedAt'] as const;
const DATE = sql<Date>`coalesce(published_at, created_at)`;

export async function selectNews(query: Query, input: NewsQuery, page: { limit: number; offset: number }): Promise<NewsRow[]> {
  return query
    .selectFrom('news')
    .select(NEWS_COLUMNS).select(selected(NEWS_FIELDS, 'news'))
    .where((eb) => eb.and(conditions(eb, input)))
    .orderBy('featured', 'desc')
    .orderBy(DATE, 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function selectNewsTitled(query: Query, { pattern, limit }: { pattern: string; limit: number }): Promise<{ id: number; title: string; createdAt: Date }[]> {
  return query.selectFrom('news').select(['id', 'title', 'createdAt']).where('title', 'ilike', pattern).orderBy('createdAt', 'desc').limit(limit).execute();
}

export async function countNews(query: Query, input: NewsQuery): Promise<number> {
  const { count } = await query
    .selectFrom('news')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where((eb) => eb.and(conditions(eb, input)))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function selectNewsItem(query: Query | Tx, id: number): Promise<NewsRow | null> {
  return (await query.selectFrom('news').select(NEWS_COLUMNS).select(selected(NEWS_FIELDS, 'news')).where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function selectImages(query: Query | Tx, newsIds: readonly number[]): Promise<NewsImageRow[]> {
  if (newsIds.length === 0) return [];
  return query.selectFrom('newsImages').select(['newsId', 'fileId', 'alt']).where('newsId', 'in', [...newsIds]).orderBy('newsId').orderBy('position').execute();
}

const MOST_CATEGORIES = 100;

export async function selectCategories(query: Query, visibleAt: Date | null): Promise<string[]> {
  const rows = await query
    .selectFrom('news')
    .select('category')
    .distinct()
    .where((eb) => eb.and(conditions(eb, { ...EVERYTHING, visibleAt })))
    .orderBy('category')
    .limit(MOST_CATEGORIES)
    .execute();
  return rows.map(({ category }) => category);
}

const EVERYTHING: NewsQuery = { visibleAt: null, words: [], signs: '', from: null, before: null, category: null, tag: null, status: null };

function conditions(eb: NewsFilterBuilder, { visibleAt, words, signs, from, before, category, tag, status }: NewsQuery) {
  return [
    ...(visibleAt === null ? [] : [eb('status', '=', 'published'), eb('publishedAt', '<=', visibleAt)]),
    ...(signs === '' ? [] : [sql<SqlBool>`strpos(concat_ws(' ', title, excerpt, content), ${signs}) > 0`]),
    ...words.map((word) => sql<SqlBool>`strpos(search_text, ${word}) > 0`),
    ...(from === null ? [] : [sql<SqlBool>`${DATE} >= ${from}`]),
    ...(before === null ? [] : [sql<SqlBool>`${DATE} < ${before}`]),
    ...(category === null ? [] : [sql<SqlBool>`lower(category) = lower(${category})`]),
    ...(tag === null ? [] : [sql<SqlBool>`exists (select from unnest(tags) as one where lower(one) = lower(${tag}))`]),
    ...(status === null ? [] : [eb('status', '=', status)]),
  ];
}
