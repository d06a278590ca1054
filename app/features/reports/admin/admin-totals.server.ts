import { adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { ROLES } from '#app/domain/people/roles.ts';
import { type TotalsRow, totalsBy } from '#app/domain/report/totals.ts';
import { formatDate } from '#app/domain/time/dates.ts';

import { listReportedEvents, type Period, readTotals } from '../service.server.ts';
import { TENDER_ORDER } from '#app/domain/report/tender-words.ts';

interface TotalsData {
  period: Period;
  eventId: number | null;
  events: { id: number; title: string; dateText: string }[];
  byTender: TotalsRow[];
  byRole: TotalsRow[];
  byDay: TotalsRow[];
}

export const loader = adminLoader('admin', async ({ deps, staff, query }): Promise<TotalsData> => {
  const eventId = parseEventId(query.get('eventId') ?? '');
  const [{ period, lines }, events] = await Promise.all([
    readTotals(deps, staff, { from: query.get('from') ?? '', to: query.get('to') ?? '', eventId }),
    listReportedEvents(deps, staff),
  ]);
  return {
    period,
    eventId,
    events: events.map(({ id, title, date }) => ({ id, title, dateText: formatDate(date) })),
    byTender: totalsBy(lines, 'means', TENDER_ORDER),
    byRole: totalsBy(lines, 'role', ROLES),
    byDay: totalsBy(lines, 'day'),
  };
});
