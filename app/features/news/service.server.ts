import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { recordOf } from '#app/platform/adapters/db/record-columns.server.ts';
import { pictureOf } from '#app/domain/files/picture.ts';
import { isVisible } from '#app/domain/news/news-draft.ts';
import type { NewsFilter } from '#app/domain/news/news-filter.ts';
import { foldText } from '#app/domain/search/fold-text.ts';
import { summaryOf } from '#app/domain/news/teaser.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import { addDays } from '#app/domain/time/dates.ts';
import { startOfDayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { findFiles } from '#app/features/files/service.server.ts';
import type { FileAccess } from '#app/features/files/serving/service.server.ts';

import { type NewsImage, VISIBLE_NEWS_FIELDS } from './schema.ts';
import type { NewsView } from './news-view.ts';
import { countNews, type NewsRow, type NewsQuery, selectCategories, selectImages, selectNews, selectNewsItem } from './store.server.ts';

const MOST_IN_SITEMAP = 1_000;

export type { NewsView };

export interface NewsList {
  news: NewsView[];
  total: number;
  categories: string[];
}

/** Featured ones first, then the newest (spec §2). Editors read drafts too. */
export async function listNews(deps: Deps, actor: Actor, input: { filter: NewsFilter; limit: number; offset: number }): Promise<NewsList> {
  const now = deps.clock.now();
  const isEditor = mayEditNews(actor);
  const found = toQuery(input.filter, { now, isEditor });
  const [rows, total, categories] = await Promise.all([
    selectNews(deps.db.query, found, input),
    countNews(deps.db.query, found),
    selectCategories(deps.db.query, isEditor ? null : now),
  ]);
  return { news: await toViews(deps, rows, isEditor ? now : null), total, categories };
}

/** Null also for a draft that the reader may not see. */
export async function findNews(deps: Deps, actor: Actor, id: number): Promise<NewsView | null> {
  const now = deps.clock.now();
  const row = await selectNewsItem(deps.db.query, id);
  const isEditor = mayEditNews(actor);
  if (row === null || !(isEditor || isVisible(row, now))) return null;
  const [view = null] = await toViews(deps, [row], isEditor ? now : null);
  return view;
}

export interface NewsTeaser {
  id: number;
  title: string;
  /** At most 200 characters. */
  summary: string;
  category: string;
  featured: boolean;
  publishedAt: string;
  image: NewsImage | null;
}

/** Related items, filled up with the newest. */
export async function featuredNews(deps: Deps, { limit }: { limit: number }): Promise<NewsTeaser[]> {
  const now = deps.clock.now();
  const rows = await selectNews(deps.db.query, toQuery(NO_FILTER, { now, isEditor: false }), { limit, offset: 0 });
  return (await toViews(deps, rows, null)).map((news) => ({
    id: news.id,
    title: news.title,
    summary: summaryOf(news),
    category: news.category,
    featured: news.featured,
    publishedAt: news.publishedAt,
    image: news.images[0] ?? null,
  }));
}

export async function listPublishedNewsIds(deps: Deps): Promise<number[]> {
  const input = toQuery(NO_FILTER, { now: deps.clock.now(), isEditor: false });
  return (await selectNews(deps.db.query, input, { limit: MOST_IN_SITEMAP, offset: 0 })).map(({ id }) => id);
}

export async function mayReadNewsImage(deps: Deps, { ownerId, actor }: { ownerId: string; actor: Actor }): Promise<FileAccess> {
  const row = /^\d{1,9}$/.test(ownerId) ? await selectNewsItem(deps.db.query, Number(ownerId)) : null;
  if (row === null) return 'refused';
  if (isVisible(row, deps.clock.now())) return { to: 'everyone' };
  return mayEditNews(actor) ? { to: 'reader' } : 'refused';
}

export function mayEditNews(actor: Actor): boolean {
  return actor.kind === 'user' && actor.rights.includes('editor');
}

export async function imagesOf(query: Query | Tx, newsIds: readonly number[]): Promise<Map<number, NewsImage[]>> {
  const rows = await selectImages(query, newsIds);
  const files = new Map((await findFiles(query, rows.map(({ fileId }) => fileId))).map((file) => [file.id, file]));
  const images = new Map<number, NewsImage[]>();
  for (const { newsId, fileId, alt } of rows) {
    const file = files.get(fileId);
    const picture = file && pictureOf(file);
    if (!picture) continue;
    const { src: url, width, height, srcSet, preview } = picture;
    images.set(newsId, [...(images.get(newsId) ?? []), { id: fileId, alt, url, width, height, srcSet, previewUrl: preview.url }]);
  }
  return images;
}

const NO_FILTER: NewsFilter = { search: '', from: null, to: null, category: null, tag: null, status: 'all' };

function toQuery(filter: NewsFilter, { now, isEditor }: { now: Date; isEditor: boolean }): NewsQuery {
  const words = foldText(filter.search).split(' ').filter((word) => word !== '');
  return {
    visibleAt: isEditor ? null : now,
    words,
    signs: words.length === 0 ? filter.search.trim() : '',
    from: filter.from === null ? null : new Date(startOfDayInMadrid(filter.from)),
    before: filter.to === null ? null : new Date(startOfDayInMadrid(addDays(filter.to, 1))),
    category: filter.category,
    tag: filter.tag,
    status: !isEditor || filter.status === 'all' ? null : filter.status,
  };
}

/** Null unless the reader is an editor. */
async function toViews(deps: Deps, rows: readonly NewsRow[], editorNow: Date | null): Promise<NewsView[]> {
  const [images, { association }] = await Promise.all([imagesOf(deps.db.query, rows.map(({ id }) => id)), deps.settings.current()]);
  return rows.map((row) => {
    const { id, status, createdAt, updatedAt, publishedAt } = row;
    return {
      id,
      ...recordOf(VISIBLE_NEWS_FIELDS, row),
      images: images.get(id) ?? [],
      author: association.name,
      publishedAt: (publishedAt ?? createdAt).toISOString(),
      updatedAt: updatedAt.toISOString(),
      edited: editorNow === null ? null : { status, isScheduled: status === 'published' && !isVisible(row, editorNow) },
    };
  });
}
