import { adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { closingResult } from '#app/domain/report/closing.ts';
import type { ReportTable } from '#app/domain/report/report-table.ts';
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
    warnings: closingWarnings(closing),
    readText: provider.readAt === null ? null : instantText(provider.readAt.toISOString()),
  };
});
