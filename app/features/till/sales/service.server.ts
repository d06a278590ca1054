import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { OrderRefusal } from '#app/domain/order/placing.ts';
import { isHandedOut, type OrderStatus } from '#app/domain/order/status.ts';
import type { PayingRole, Role } from '#app/domain/people/roles.ts';
import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { SaleTender } from '#app/domain/till/tender.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { type BoxOfficePlaced, findPlacedInPerson, OrderNumberTaken, placeInPerson } from '#app/features/checkout/box-office/service.server.ts';
import type { OrderedTicket } from '#app/features/checkout/schema.ts';
import { findEventForSale, menuFor } from '#app/features/events/service.server.ts';
import type { GroupInput } from '#app/features/groups/service.server.ts';
import { type OrderRecord, printableTicket, selectOrder, selectTickets, type TicketRecord } from '#app/features/orders/service.server.ts';
import { orderAddress } from '#app/features/tickets/service.server.ts';
import { settleManually } from '#app/features/payments/manual-settlement/service.server.ts';
import type { Hand, Reaching } from '#app/platform/http/guards/guards.server.ts';
import { lockShiftRight } from '#app/platform/http/guards/shift-store.server.ts';
import { asStaff, type RightLost } from '#app/platform/http/guards/staff.server.ts';
import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { holdOpen } from '../sessions/store.server.ts';
import { hasTables, insertSale, type SaleRow, selectEventsAtTill, selectSale, selectSales, waitForKey } from './store.server.ts';

export type { SaleRow };

export interface TillSale {
  sessionId: string;
  eventId: number;
  category: PayingRole;
  means: SaleTender;
  /** Required for a house invitation; else null. */
  reason: string | null;
  tickets: readonly OrderedTicket[];
  expectedTotal?: number | undefined;
  email: string | null;
  userName: string | null;
  key: string | null;
  group?: GroupInput | undefined;
}

interface SoldOrder {
  orderId: string;
  orderNumber: string;
  status: OrderStatus;
  total: number;
  ticketsCreated: number;
}

type SellOutcome = { outcome: 'sold'; order: SoldOrder } | { outcome: 'closing' | 'not_open' | 'shift_over' } | { outcome: 'not_sold'; refusal: OrderRefusal } | RightLost;

/** Ticket and drawer line are written in one transaction. A repeated key returns the first outcome, even after the drawer was closed. */
export async function sell(deps: Deps, staff: Hand<'till'>, sale: TillSale): Promise<SellOutcome> {
  try {
    return await sellInTransaction(deps, staff, sale);
  } catch (error) {
    if (!(error instanceof OrderNumberTaken)) throw error;
    return { outcome: 'not_sold', refusal: { code: 'DUPLICATE_ORDER_NUMBER' } };
  }
}

async function sellInTransaction(deps: Deps, staff: Hand<'till'>, sale: TillSale): Promise<SellOutcome> {
  const { sessionId, eventId, category, means, tickets, expectedTotal, email, userName, key, group } = sale;
  const actor = `user:${staff}`;
  const reason = means === 'house' ? sale.reason : null;
  const role: Role = means === 'house' ? 'admin' : category;
  return asStaff<'till', Exclude<SellOutcome, RightLost>>(deps, { staff, right: 'till', shift: { eventId: 'afterwards', drawer: sessionId } }, async (tx, { now, audit, isByShift }) => {
    const order = { eventId, role, tickets, expectedTotal, email, userName, key, group, fingerprint: [sessionId, means, reason, ...(group === undefined ? [] : [group])], actor };
    if (key !== null) {
      await waitForKey(tx, key);
      const known = await findPlacedInPerson(tx, order, now);
      if (known !== null) return answerAgain(tx, known);
    }
    // Asked for again a sale is answered once the shift is over, too; nothing new is sold.
    const isOver = isByShift && !(await lockShiftRight(tx, { userId: staff, right: 'till', scope: { eventId, drawer: sessionId }, now }));
    const state = isUuid(sessionId) ? await holdOpen(tx, sessionId) : 'not_open';
    if (state !== 'open') return { outcome: state };
    if (isOver) return { outcome: 'shift_over' };
    const placed = await placeInPerson(deps, tx, order);
    if (placed.outcome !== 'placed') return answerAgain(tx, placed);
    const { orderId, orderNumber, paymentId, total, quantity } = placed;
    if (paymentId !== null && means !== 'house') await settleManually(tx, deps, { orderId, paymentId, means, actor, now });
    await insertSale(tx, { orderId, sessionId, soldBy: staff, soldAt: now, reason });
    if (reason !== null) await audit({ action: 'till.invited', subject: 'order', subjectId: orderId, detail: { tickets: quantity, reason } });
    return { outcome: 'sold', order: { orderId, orderNumber, status: paymentId === null ? 'completed' : 'paid', total, ticketsCreated: quantity } };
  });
}

async function answerAgain(tx: Tx, known: Exclude<BoxOfficePlaced, { outcome: 'placed' }>): Promise<Exclude<SellOutcome, RightLost>> {
  if (known.outcome === 'refused') return { outcome: 'not_sold', refusal: known.refusal };
  const order = await selectOrder(tx, { id: known.orderId });
  if (!order) throw new Error('the order of a stored key is gone');
  return { outcome: 'sold', order: toSoldOrder(order) };
}

function toSoldOrder({ id, orderNumber, status, totalAmount, ticketQuantity }: OrderRecord): SoldOrder {
  return { orderId: id, orderNumber, status, total: totalAmount, ticketsCreated: ticketQuantity };
}

export interface TillEvent {
  id: number;
  title: string;
  image: string;
  date: string;
  time: string;
  /** Null without a limit. */
  remaining: number | null;
  groups: boolean;
  asksNeeds: boolean;
  hasTables: boolean;
}

/** From yesterday on, because a night goes on past midnight. */
export async function listTillEvents(deps: Deps, { reach }: Reaching<'till'>): Promise<TillEvent[]> {
  const rows = await selectEventsAtTill(deps.db.query, addDays(dayInMadrid(deps.clock.now()), -1));
  return rows.filter(({ id }) => reach === null || reach.eventIds.includes(id)).map(({ sold, maxTickets, ...event }) => ({ ...event, remaining: maxTickets === null ? null : Math.max(0, maxTickets - sold) }));
}

export async function readTillMenus(deps: Deps, _staff: Hand<'till'>, eventId: number): Promise<Record<PayingRole, ReturnType<typeof menuFor>> | null> {
  const event = await findEventForSale(deps.db.query, eventId);
  return event && { public: menuFor('public', event), socio: menuFor('socio', event), comision: menuFor('comision', event) };
}

const SALES_LISTED = 50;

export async function listSales(deps: Deps, _staff: Hand<'till'>, sessionId: string): Promise<SaleRow[]> {
  return isUuid(sessionId) ? selectSales(deps.db.query, sessionId, SALES_LISTED) : [];
}

/** By the number of the order or of one of its tickets; in a shift only of its event. */
export async function findSaleByNumber(deps: Deps, { reach }: Reaching<'till'>, typed: string): Promise<string | null> {
  const number = /^ORD-\d+-\d{4}/.exec(typed.trim().toUpperCase())?.[0];
  const sale = number === undefined ? null : await selectSale(deps.db.query, { number });
  if (sale === null || reach === null) return sale?.orderId ?? null;
  const order = await selectOrder(deps.db.query, { id: sale.orderId });
  return order !== null && reach.eventIds.includes(order.eventId) ? order.id : null;
}

interface SaleDetails {
  sale: SaleRow;
  email: string | null;
  eventId: number;
  hasHall: boolean;
  /** Opens the tickets on the buyer's own phone. */
  link: string;
  tickets: (PrintableTicket & Pick<TicketRecord, 'status'> & { isHandedOut: boolean })[];
}

export async function readSale(deps: Deps, { reach }: Reaching<'till'>, orderId: string): Promise<SaleDetails | null> {
  const sale = isUuid(orderId) ? await selectSale(deps.db.query, { orderId }) : null;
  const order = sale && (await selectOrder(deps.db.query, { id: orderId }));
  if (!sale || !order || reach?.eventIds.includes(order.eventId) === false) return null;
  const tickets = await selectTickets(deps.db.query, [orderId]);
  return {
    sale,
    email: order.email,
    eventId: order.eventId,
    hasHall: await hasTables(deps.db.query, order.eventId),
    link: orderAddress(deps, order).href,
    tickets: tickets.map((ticket) => ({ ...printableTicket(order, ticket), status: ticket.status, isHandedOut: isHandedOut(ticket) })),
  };
}
