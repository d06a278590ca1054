import type { NewsStatus } from '#app/domain/news/news-constants.ts';

import type { NewsItem } from './schema.ts';

/** A news item on a page; what only editors are told stands in `edited`. */
export interface NewsView extends NewsItem {
  edited: { status: NewsStatus; isScheduled: boolean } | null;
}
