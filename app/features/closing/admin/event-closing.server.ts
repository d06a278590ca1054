import { adminAction, adminLoader, type AdminRequest } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { closingResult } from '#app/domain/report/closing.ts';
import type { ReportTable } from '#app/domain/report/report-table.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { seasonOf } from '#app/domain/time/season.ts';

import { closingWarnings, eventTables } from '../closing-tables.ts';
import { type EventClosing, type EventCost, readEventClosing, saveCosts } from '../service.server.ts';
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

export const loader = adminLoader('admin', async (request): Promise<EventClosingData | null> => {
  const closing = await closingAt(request);
  if (closing === null) return null;
  const { event, costs, version, provider } = closing;
  return {
    event: { id: event.id, title: event.title, whenText: formatDate(event.date), isRehearsal: event.isRehearsal, season: seasonOf(event.date) },
    result: closingResult(closing.sums),
    tables: eventTables({ ...closing }).filter(({ title }) => title !== 'Despeses'),
    warnings: closingWarnings(closing),
    readText: provider.readAt === null ? null : instantText(provider.readAt.toISOString()),
    costs,
    version,
    todayText: formatDate(dayInMadrid(request.deps.clock.now())),
  };
});

export const action = adminAction({
  right: 'admin',
  record: closingAt,
  touches: { '*': 'event' },
  intents: {
    async '*'({ deps, staff, record: { event }, parse, answer, done }) {
      const { version, costs } = parse(costForm);
      return answer(await saveCosts(deps, staff, { eventId: event.id, version: Number(version), costs }), {
        done: () => done(`/admin/events/closing/${event.id}`, 'Despeses guardades.'),
        conflict: ({ version: current, current: theirs }) => ({ version: String(current), changes: [{ label: 'Despeses', theirs: costsText(theirs), mine: costsText(costs) }] }),
      });
    },
  },
});

async function closingAt({ deps, staff, param }: AdminRequest<'admin'>): Promise<EventClosing | null> {
  const eventId = parseEventId(param('eventId'));
  return eventId === null ? null : readEventClosing(deps, staff, eventId);
}
