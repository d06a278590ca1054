import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { formatDayAndMonth } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { statusLabel } from '#app/domain/ticket/status-label.ts';

import type { Deps } from '#app/platform/deps.server.ts';

import { endVoucher, eventsOf, linkOf, linkOfCard, readVoucher } from './service.server.ts';

const MOST_CODES = 50;

export const loader = adminLoader('admin', async ({ deps, staff, param }) => {
  const report = await readVoucher(deps, staff, param('voucherId'));
  if (report === null) return null;
  const { codes, orders, startsAt, endsAt, title, what, note, made, used, worth, uses, perMailbox, combines, isOver, kind } = report;
  const events = await eventsOf(deps, report);
  const [only] = codes;
  return {
    id: report.id,
    kind,
    title,
    what,
    note,
    made,
    used,
    worth,
    isOver,
    events: events.map((event) => `${event.title} (${formatDayAndMonth(event.date)})`),
    limits: [
      uses === 1 ? '1 ús de cada codi' : `${uses} usos de cada codi`,
      perMailbox === null ? '' : `${perMailbox} per adreça de correu`,
      startsAt === null ? '' : `des del ${instantText(startsAt.toISOString())}`,
      endsAt === null ? '' : `fins al ${instantText(new Date(endsAt.getTime() - 60_000).toISOString())}`,
      kind === 'unlock' ? '' : combines ? 'també damunt del preu reduït' : 'del preu públic',
    ].filter(Boolean),
    codes: codes.slice(0, MOST_CODES).map(({ label, used: times }) => ({ label, times })),
    links: only === undefined || codes.length > 1 || isOver ? [] : linksOf(deps, events, only.label),
    orders: orders.map(({ orderId, orderNumber, label, status, eventTitle, discount }) => ({ orderId, orderNumber, label, eventTitle, discount, state: statusLabel(status).text })),
  };
});

function linksOf(deps: Pick<Deps, 'env'>, events: readonly { id: number; title: string }[], label: string): { title: string; url: string }[] {
  const each = events.map(({ id, title }) => ({ title, url: linkOf(deps, id, label) }));
  return each.length === 1 ? each : [{ title: each.length === 0 ? 'Tots els actes' : 'Tots estos actes', url: linkOfCard(deps, [], label) }, ...each];
}

export const action = adminAction({
  right: 'admin',
  record: ({ param }) => (isUuid(param('voucherId')) ? param('voucherId') : null),
  touches: { end: 'running' },
  intents: {
    async end({ deps, staff, record, answer, done }) {
      return answer(await endVoucher(deps, staff, record), {
        ended: () => done(`/admin/codis/${record}`, 'Acabats: ja no valen. El que s\'ha comprat amb ells es queda igual.'),
        not_found: () => done(`/admin/codis/${record}`, 'Estos codis ja estaven acabats.'),
      });
    },
  },
});
