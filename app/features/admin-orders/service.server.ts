import { ticketStats } from '#app/domain/kitchen.ts';
import { isPaid } from '#app/domain/order/status.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { type KeyReused, withIdempotency } from '#app/platform/adapters/db/idempotency.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { cancelTickets } from '#app/features/orders/cancellation/service.server.ts';
import { lockOrderWithStock, type OrderRecord, selectOrder } from '#app/features/orders/service.server.ts';
import { isPaidManually, readRefundable, type RefundableOrder } from '#app/features/payments/manual-settlement/service.server.ts';
import { listOpenDrawers, type OpenDrawer } from '#app/features/till/adjustments/service.server.ts';
import { cancelPayment } from '#app/features/payments/service.server.ts';
import { enqueueEndMails } from '#app/features/tickets/recipients/service.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, type StaffWork } from '#app/platform/http/guards/staff.server.ts';

import {
  type AdminOrderRow,
  type AdminTicketRow,
  type EventHead,
  type OrderCursor,
  type OrderFilter,
  selectAdminOrders,
  selectAdminTickets,
  selectEventHead,
  selectTicketCounts,
  selectBuyerName,
  selectTimeline,
  type TimelineRow,
} from './store.server.ts';

export type { AdminTicketRow, EventHead, OrderFilter, TimelineRow };

const ORDERS_A_PAGE = 25;
const isOrderNumber = (text: string): boolean => /^ORD-\d{1,12}-\d{1,6}$/.test(text);

interface AdminOrder extends AdminOrderRow {
  tickets: AdminTicketRow[];
}

export interface OrderList {
  orders: AdminOrder[];
  next: string | null;
}

export async function listOrders(deps: Deps, _admin: AdminId, input: OrderFilter & { cursor: string | null; people?: boolean }): Promise<OrderList> {
  const { cursor, people = true, ...filter } = input;
  if (!isStorableText(filter.search)) return { orders: [], next: null };
  const rows = await selectAdminOrders(deps.db.query, { ...filter, byNumberAlone: !people }, { after: await findCursor(deps, cursor), limit: ORDERS_A_PAGE + 1 });
  const page = rows.slice(0, ORDERS_A_PAGE);
  const last = page.at(-1);
  const orders = await withTickets(deps, page);
  return { orders, next: rows.length > ORDERS_A_PAGE && last ? toCursor(last, people) : null };
}

async function withTickets(deps: Deps, rows: readonly AdminOrderRow[]): Promise<AdminOrder[]> {
  const tickets = Map.groupBy(await selectAdminTickets(deps.db.query, rows.map(({ id }) => id)), ({ orderId }) => orderId);
  return rows.map((row) => ({ ...row, tickets: tickets.get(row.id) ?? [] }));
}

/** An order's id opens it, so whoever may not read people is told its number. */
function toCursor({ createdAt, id, orderNumber }: AdminOrderRow, people: boolean): string {
  return `${createdAt.getTime()}.${people ? id : orderNumber}`;
}

async function findCursor(deps: Deps, text: string | null): Promise<OrderCursor | null> {
  const [, ms, name = ''] = /^(\d{1,15})\.(.+)$/.exec(text ?? '') ?? [];
  const id = isOrderNumber(name) ? ((await selectOrder(deps.db.query, { orderNumber: name }))?.id ?? '') : name;
  return ms === undefined || !isUuid(id) ? null : { createdAt: new Date(Number(ms)), id };
}

/** Spec §9: cancelled and refunded tickets count among all; the share is of used ones. */
export async function readTicketStats(deps: Deps, _admin: AdminId, eventId: number | null): Promise<ReturnType<typeof ticketStats>> {
  return ticketStats(await selectTicketCounts(deps.db.query, eventId));
}

export async function readEventHead(deps: Deps, _admin: AdminId, eventId: number): Promise<EventHead | null> {
  return selectEventHead(deps.db.query, eventId);
}

export interface OrderDetails {
  order: OrderRecord;
  tickets: AdminTicketRow[];
  buyerName: string | null;
  timeline: TimelineRow[];
  /** At the till, which gives its money back too. */
  isPaidManually: boolean;
  left: RefundableOrder;
  /** Where what is owed by hand can be paid out. */
  drawers: OpenDrawer[];
}

export async function readOrderDetails(deps: Deps, _admin: AdminId, orderId: string): Promise<OrderDetails | null> {
  const order = isUuid(orderId) ? await selectOrder(deps.db.query, { id: orderId }) : isOrderNumber(orderId) ? await selectOrder(deps.db.query, { orderNumber: orderId }) : null;
  if (!order) return null;
  const { query } = deps.db;
  const [tickets, buyerName, timeline, byHand, left] = await Promise.all([
    selectAdminTickets(query, [order.id]),
    selectBuyerName(query, order.id),
    selectTimeline(query, order.id),
    isPaidManually(deps, order.id),
    readRefundable(query, order),
  ]);
  const drawers = left.owedByHand === 0 ? [] : await listOpenDrawers(query);
  return { order, tickets, buyerName, timeline, isPaidManually: byHand, left, drawers };
}

/** A process may have died after it ended the hold: the same request still has to write down why. */
const NEVER_PAID: ReadonlySet<string> = new Set(['pending_payment', 'cancelled']);

export type CancelOutcome = 'done' | 'being_paid' | 'nothing_to_cancel' | 'not_found' | 'right_lost' | KeyReused['outcome'];

/** Refunds nothing. The checkout session of an unpaid order is closed first; an order with a payment under way stays. */
export async function cancelByAdmin(deps: Deps, admin: AdminId, cancellation: { orderId: string; ticketIds: readonly string[] | null; reason: string; idempotencyKey?: string | null }): Promise<CancelOutcome> {
  const { orderId, ticketIds, reason, idempotencyKey: key = null } = cancellation;
  const seen = isUuid(orderId) ? await selectOrder(deps.db.query, { id: orderId }) : null;
  if (!seen) return 'not_found';
  const once = async <Outcome extends string>(act: (tx: Tx, work: StaffWork) => Promise<Outcome>, step: { done?: readonly string[]; goesOnAfter?: string } = { goesOnAfter: 'may' }): Promise<Outcome | 'right_lost' | 'key_reused'> => {
    const outcome = await asStaff(deps, { staff: admin, right: 'admin' }, async (tx, work) => withIdempotency(tx, { key, scope: 'cancel order', request: [orderId, ticketIds, reason], now: work.now, ...step }, async () => ({ outcome: await act(tx, work) })));
    return 'reason' in outcome ? outcome.reason : outcome.outcome;
  };
  if (NEVER_PAID.has(seen.status) && ticketIds === null) {
    const before = await once<'may' | 'done' | 'nothing_to_cancel'>(async () => (seen.status === 'pending_payment' ? 'may' : 'nothing_to_cancel'), { done: ['may'] });
    if (before !== 'may') return before;
    if ((await cancelPayment(deps, seen, `user:${admin}`)) !== 'cancelled') return once(async () => 'being_paid' as const);
    return once(async (_tx, { audit }) => {
      await audit({ action: 'order.hold_ended', subject: 'order', subjectId: seen.id, detail: { reason } });
      return 'done' as const;
    });
  }
  return once<'done' | 'nothing_to_cancel'>(async (tx, { now }) => {
    const order = await lockOrderWithStock(tx, seen.id);
    if (!order || !isPaid(order.status)) return 'nothing_to_cancel';
    const tickets = await cancelTickets(tx, order, { ...(ticketIds && { only: ticketIds }), reason, actor: `user:${admin}`, now });
    await enqueueEndMails(deps, tx, { ticketIds: tickets, now });
    return tickets.length === 0 ? 'nothing_to_cancel' : 'done';
  });
}
