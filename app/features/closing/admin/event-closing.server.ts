import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { closingResult } from '#app/domain/report/closing.ts';
import type { ReportTable } from '#app/domain/report/report-table.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { seasonOf } from '#app/domain/time/season.ts';

import { closingWarnings, eventTables } from '../closing-tables.ts';
import { type EventCost, readEventClosing, saveCosts } from '../service.server.ts';
import { costForm, costsText } from './cost-form.ts';

export interface EventClosingData {
  event: { id: number; title: string; whenText: string; isRehearsal: boolean; season: number };
  result: number;
  /** Without the costs, which stand in their form. */
  tables: ReportTable[];
  warnings: string[];
  readText: string | null;
  costs: EventCost[];
  version: number;
  todayText: string;
}

export const loader = adminLoader('admin', async ({ deps, staff, param }): Promise<EventClosingData | null> => {
  const eventId = parseEventId(param('eventId'));
  const closing = eventId === null ? null : await readEventClosing(deps, staff, eventId);
  if (closing === null) return null;
  const { event, costs, version, provider } = closing;
  return {
    event: { id: event.id, title: event.title, whenText: formatDate(event.date), isRehearsal: event.isRehearsal, season: seasonOf(event.date) },
    result: closingResult(closing.sums),
    tables: eventTables(closing, { withCosts: false }),
    warnings: closingWarnings(closing),
    readText: provider.readAt === null ? null : instantText(provider.readAt.toISOString()),
    costs,
    version,
    todayText: formatDate(dayInMadrid(deps.clock.now())),
  };
});

export const action = adminAction({
  right: 'admin',
  record: ({ param }) => parseEventId(param('eventId')),
  touches: { '*': 'event' },
  intents: {
    async '*'({ deps, staff, record: eventId, parse, answer, done }) {
      const { version, costs } = parse(costForm);
      return answer(await saveCosts(deps, staff, { eventId, version: Number(version), costs }), {
        done: () => done(`/admin/events/closing/${eventId}`, 'Despeses guardades.'),
        conflict: ({ version: current, current: theirs }) => ({ version: String(current), changes: [{ label: 'Despeses', theirs: costsText(theirs), mine: costsText(costs) }] }),
      });
    },
  },
});
