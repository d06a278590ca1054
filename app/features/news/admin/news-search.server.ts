import type { SearchSource } from '#app/feature.server.ts';
import { containing } from '#app/platform/adapters/db/like-pattern.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { formatDate } from '#app/domain/time/dates.ts';

import { selectNewsTitled } from '../store.server.ts';

const MOST_FOUND = 8;

/** Drafts too, by a part of the title. */
export const newsSearch: SearchSource = {
  right: 'editor',
  name: 'Notícies',
  async find(deps, text) {
    const news = await selectNewsTitled(deps.db.query, { pattern: containing(text), limit: MOST_FOUND });
    return news.map(({ id, title, createdAt }) => ({ to: `/admin/news/${id}`, title, detail: formatDate(dayInMadrid(createdAt)) }));
  },
};
