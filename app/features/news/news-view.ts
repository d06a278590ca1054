import type { NewsStatus } from '#app/domain/news/news-constants.ts';

import type { NewsItem } from './schema.ts';

/** Only editors get `edited`. */
export interface NewsView extends NewsItem {
  edited: { status: NewsStatus; isScheduled: boolean } | null;
}
