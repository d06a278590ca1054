import { adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { closingResult, isQuiet } from '#app/domain/report/closing.ts';
import type { ReportTable } from '#app/domain/report/report-table.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { parseSeason, seasonText } from '#app/domain/time/season.ts';

import { closingWarnings, seasonTables } from '../closing-tables.ts';
import { readSeasonClosing } from '../service.server.ts';

interface SeasonClosingData {
  season: number;
  seasonText: string;
  seasons: { season: number; text: string }[];
  isEmpty: boolean;
  result: number;
  tables: ReportTable[];
  /** Acts without figures, where costs can still be typed in. */
  quiet: { id: number; title: string; dateText: string }[];
  warnings: string[];
  readText: string | null;
}

export const loader = adminLoader('admin', async ({ deps, staff, query }): Promise<SeasonClosingData> => {
  const closing = await readSeasonClosing(deps, staff, parseSeason(query.get('season') ?? ''));
  const { season, seasons, events, sums, provider } = closing;
  return {
    season,
    seasonText: seasonText(season),
    seasons: seasons.map((one) => ({ season: one, text: seasonText(one) })),
    isEmpty: events.length === 0,
    result: closingResult(sums),
    tables: seasonTables(closing),
    quiet: events.filter((one) => isQuiet(one.sums)).map(({ event: { id, title, date } }) => ({ id, title, dateText: formatDate(date) })),
    warnings: closingWarnings(closing),
    readText: provider.readAt === null ? null : instantText(provider.readAt.toISOString()),
  };
});
