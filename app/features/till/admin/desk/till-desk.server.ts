import { data, redirect } from 'react-router';

import { redirectWithMessage } from '#app/design/admin-kit/server/flash.server.ts';
import { handOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import type { Menu } from '#app/domain/event/menu.ts';
import type { PayingRole } from '#app/domain/people/roles.ts';
import { NOTHING_OWED, type OwedSums } from '#app/domain/payment/owed.ts';
import { formatDayAndMonth } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { timeText } from '#app/domain/time/instant-text.ts';
import { netOf } from '#app/domain/till/cash-up.ts';
import { type SaleTender, TENDER_NAMES } from '#app/domain/till/tender.ts';
import { REFUSALS } from '#app/domain/api-error.ts';
import { refuseAdminPage } from '#app/platform/http/guards/guards.server.ts';
import { readForm } from '#app/platform/http/guards/read-body.server.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';
import { textOf } from '#app/design/ui/forms/form-text.ts';
import { readOwedSums } from '#app/features/payments/manual-settlement/service.server.ts';

import { OWN_DRAWER } from '#app/platform/http/shift-audiences.ts';
import type { SaleReply } from '../../client/send-sale.ts';
import { explainRefusal } from '../../sales/refusal-text.server.ts';
import { findSaleByNumber, listSales, listTillEvents, readTillMenus, sell, type TillEvent } from '../../sales/service.server.ts';
import { readTillSession } from '../../sessions/service.server.ts';
import type { Route } from './+types/till-desk.ts';
import { readSaleForm } from './sale-form.server.ts';
import { typedDraft } from './typed-draft.ts';

interface RecentSale {
  orderId: string;
  text: string;
  amount: number;
  means: SaleTender | null;
  timeText: string;
  isOver: boolean;
}

export interface DeskData {
  sessionId: string;
  name: string;
  owed: OwedSums;
  soldText: string;
  events: (Pick<TillEvent, 'id' | 'title' | 'image' | 'remaining' | 'groups' | 'asksNeeds' | 'hasTables'> & { dayText: string })[];
  eventId: number | null;
  menus: Record<PayingRole, Menu> | null;
  /** The next sale's idempotency key. */
  key: string;
  recent: RecentSale[];
  /** A number searched for that is no sale of a till. */
  notFound: string | null;
}

export async function loader(args: Route.LoaderArgs): Promise<Response | DeskData> {
  const { deps, staff, reach, query } = handOf(args, OWN_DRAWER);
  const { sessionId } = args.params;
  const details = await readTillSession(deps, { staff, reach }, sessionId);
  if (!details) throw data(null, { status: 404 });
  if (details.session.closedAt !== null || reach?.eventIds.length === 0) return redirect(`/admin/till/${sessionId}/close`);
  const number = (query.get('q') ?? '').trim();
  const found = number === '' ? null : await findSaleByNumber(deps, { staff, reach }, number);
  if (found !== null) return redirect(`/admin/till/${sessionId}/sales/${found}`);

  const today = dayInMadrid(deps.clock.now());
  const events = await listTillEvents(deps, { staff, reach });
  const requested = parseEventId(query.get('event') ?? '');
  const event = events.find(({ id }) => id === requested) ?? events.find(({ date }) => date >= today) ?? events[0];
  const [menus, sales] = await Promise.all([event ? readTillMenus(deps, staff, event.id) : null, listSales(deps, staff, sessionId)]);
  const tickets = details.sold.reduce((sum, line) => sum + line.tickets, 0);
  return {
    sessionId,
    name: details.session.name,
    owed: reach === null ? await readOwedSums(deps) : NOTHING_OWED,
    soldText: `${tickets === 1 ? '1 tiquet' : `${tickets} tiquets`} · ${formatEuros(details.takings.reduce((sum, line) => sum + netOf(line), 0))}`,
    events: events.map(({ id, title, image, date, remaining, groups, asksNeeds, hasTables }) => ({ id, title, image, remaining, groups, asksNeeds, hasTables, dayText: date === today ? 'hui' : formatDayAndMonth(date) })),
    eventId: event?.id ?? null,
    menus,
    key: deps.ids.uuid(),
    recent: sales.map(({ orderId, orderNumber, tickets: count, total, means, reason, paidOut, soldAt, status }) => ({
      orderId,
      text: `${orderNumber} · ${count === 1 ? '1 tiquet' : `${count} tiquets`}`,
      amount: total - paidOut,
      means: means ?? (reason === null ? null : 'house'),
      timeText: timeText(soldAt.toISOString()),
      isOver: status === 'refunded' || status === 'cancelled',
    })),
    notFound: number === '' ? null : number,
  };
}

export async function action(args: Route.ActionArgs): Promise<Response | ReturnType<typeof data<SaleReply>>> {
  const { deps, staff } = handOf(args, OWN_DRAWER);
  const { sessionId } = args.params;
  const form = await readForm(args.request);
  const refuse = (reply: Omit<SaleReply, 'intent'>, status: number): ReturnType<typeof data<SaleReply>> => {
    const draft = typedDraft(form, reply.nextKey ?? textOf(form, 'key'));
    return data<SaleReply>({ intent: 'sell', ...reply, ...(draft !== null && { draft }) }, { status });
  };
  const read = readSaleForm(form);
  if ('fields' in read) return refuse({ problem: 'Falta una cosa per a poder cobrar', fields: read.fields }, 400);
  const outcome = await sell(deps, staff, { ...read.sale, sessionId });
  switch (outcome.outcome) {
    case 'sold': {
      const { orderId, ticketsCreated, total } = outcome.order;
      const paid = total === 0 ? 'Gratis' : `${formatEuros(total)}, ${TENDER_NAMES[read.sale.means].toLowerCase()}`;
      return redirectWithMessage(deps, `/admin/till/${sessionId}/sales/${orderId}`, `${ticketsCreated === 1 ? '1 tiquet venut' : `${ticketsCreated} tiquets venuts`}: ${paid}`);
    }
    // Not 409, which reloads the page: the typed sale stays, for another drawer.
    case 'not_open':
      return refuse({ problem: REFUSALS.TILL_NOT_OPEN.message, isClosed: true }, 410);
    case 'closing':
      return refuse({ problem: REFUSALS.TILL_CLOSING.message }, 409);
    case 'shift_over':
      return refuse({ problem: REFUSALS.SHIFT_OVER.message }, 410);
    case 'not_sold': {
      const { refusal } = outcome;
      const problem = await explainRefusal(deps, read.sale.eventId, refusal);
      return refuse({ problem, ...(refusal.code === 'GROUP_NOT_FOUND' && { fields: { group: problem } }), ...(refusal.code === 'IDEMPOTENCY_KEY_REUSED' && { nextKey: deps.ids.uuid() }) }, 409);
    }
    case 'refused':
      throw refuseAdminPage();
  }
}
