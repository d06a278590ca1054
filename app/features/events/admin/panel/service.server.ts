import { pageOfList } from '#app/domain/paging.ts';
import { seasonDays, seasonOf } from '#app/domain/time/season.ts';
import { dayInMadrid, startOfDayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { type AdminEventRow, countAdminEvents, type EventListFilter, type EventTakings, selectAdminEvents, selectEventDates, selectTakingsSince } from './store.server.ts';

export type { AdminEventRow, EventTakings };

/** What opens the panel shows few of each; a list of its own shows all of them, page by page. */
const MOST_LISTED = { coming: 6, past: 3, archived: 3 } as const;
const A_PAGE = 20;

interface SeasonCount {
  season: number;
  events: number;
}

export interface PanelOverview {
  coming: AdminEventRow[];
  past: AdminEventRow[];
  archived: AdminEventRow[];
  totals: { coming: number; past: number; archived: number };
  /** Newest first. */
  seasons: SeasonCount[];
}

export async function readPanel(deps: Deps): Promise<PanelOverview> {
  const { query } = deps.db;
  const today = dayInMadrid(deps.clock.now());
  const [dates, archivedTotal, coming, past, archived] = await Promise.all([
    selectEventDates(query),
    countAdminEvents(query, { kind: 'archived' }),
    selectAdminEvents(query, { kind: 'coming', today }, { limit: MOST_LISTED.coming, offset: 0 }),
    selectAdminEvents(query, { kind: 'past', today }, { limit: MOST_LISTED.past, offset: 0 }),
    selectAdminEvents(query, { kind: 'archived' }, { limit: MOST_LISTED.archived, offset: 0 }),
  ]);
  const countOf = (isCounted: (date: string) => boolean): number => dates.reduce((sum, { date, count }) => sum + (isCounted(date) ? count : 0), 0);
  const totals = { coming: countOf((date) => date >= today), past: countOf((date) => date < today), archived: archivedTotal };
  const seasons = [...new Set(dates.map(({ date }) => seasonOf(date)))].toSorted((one, other) => other - one);
  return { coming, past, archived, totals, seasons: seasons.map((season) => ({ season, events: countOf((date) => seasonOf(date) === season) })) };
}

export type PanelList = 'coming' | 'archived' | number;

export interface EventListPage {
  events: AdminEventRow[];
  total: number;
  page: number;
  pages: number;
}

/** A number is a season. */
export async function readEventList(deps: Deps, list: PanelList, requestedPage: number): Promise<EventListPage> {
  const { query } = deps.db;
  const filter: EventListFilter = typeof list === 'number' ? { kind: 'season', ...seasonDays(list) } : list === 'archived' ? { kind: 'archived' } : { kind: 'coming', today: dayInMadrid(deps.clock.now()) };
  const total = await countAdminEvents(query, filter);
  const { page, pages, limit, offset } = pageOfList({ total, page: requestedPage, size: A_PAGE });
  return { events: await selectAdminEvents(query, filter, { limit, offset }), total, page, pages };
}

export async function readTakingsToday(deps: Deps): Promise<EventTakings[]> {
  return selectTakingsSince(deps.db.query, new Date(startOfDayInMadrid(dayInMadrid(deps.clock.now()))));
}
