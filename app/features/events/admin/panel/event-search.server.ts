import type { SearchSource } from '#app/feature.server.ts';
import { comingFirst } from '#app/domain/time/coming-first.ts';
import { foldText } from '#app/domain/search/fold-text.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';

import { selectSearchedEvents } from './store.server.ts';

const MOST_FOUND = 8;

/** By words of the title, the day or the number, accents forgiven; the next ones first. */
export const eventSearch: SearchSource = {
  right: 'admin',
  name: 'Esdeveniments',
  async find(deps, text) {
    const words = foldText(text).split(' ').filter((word) => word !== '');
    if (words.length === 0) return [];
    const events = await selectSearchedEvents(deps.db.query);
    const found = events.filter(({ id, title, date }) => {
      const folded = foldText(`${title} ${formatDate(date)} ${id}`);
      return words.every((word) => folded.includes(word));
    });
    return comingFirst(found, dayInMadrid(deps.clock.now())).slice(0, MOST_FOUND).map(({ id, title, date, isArchived }) => ({ to: `/admin/events/day/${id}`, title, detail: `${formatDate(date)}${isArchived ? ' · arxivat' : ''}` }));
  },
};
