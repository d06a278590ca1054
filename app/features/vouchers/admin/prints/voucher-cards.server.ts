import { qrModules } from '#app/platform/adapters/qr-modules.server.ts';
import { adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { listText } from '#app/domain/list.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';

import { eventsOf, linkOfCard, readVoucher } from '../service.server.ts';

/** As many as a browser prints well. */
const CARDS_A_PAGE = 200;

export const loader = adminLoader('admin', async ({ deps, staff, param, query }) => {
  const report = await readVoucher(deps, staff, param('voucherId'));
  if (report === null) return null;
  const { codes, what, endsAt } = report;
  const pages = Math.max(1, Math.ceil(codes.length / CARDS_A_PAGE));
  const page = Math.min(pages, Math.max(1, Number.parseInt(query.get('full') ?? '1', 10) || 1));
  const events = await eventsOf(deps, report);
  return {
    id: report.id,
    event: eventsText(events),
    what,
    until: endsAt === null ? null : formatDate(dayInMadrid(new Date(endsAt.getTime() - 1))),
    page,
    pages,
    cards: codes.slice((page - 1) * CARDS_A_PAGE, page * CARDS_A_PAGE).map(({ label }) => ({ label, qr: qrModules(linkOfCard(deps, report.eventIds, label)) })),
  };
});

const MOST_TITLES = 3;

function eventsText(events: readonly { title: string; date: string }[]): string {
  const [only, ...more] = events;
  if (only === undefined) return 'Per a tots els actes';
  if (more.length === 0) return `${only.title}, ${formatDate(only.date)}`;
  return events.length > MOST_TITLES ? `Per a ${events.length} actes` : listText(events.map(({ title }) => title));
}
