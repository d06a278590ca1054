import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { RepeatTransaction, type Tx } from '#app/platform/adapters/db/database.server.ts';
import { mayMoveOrder } from '#app/domain/order/status.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';

import { adjustPrice, freeSeats, hasPlacesForDishes, moveOrder, moveTickets, releaseHold, releaseOverdueHolds, releaseSettledHolds, selectSoldOut, suspendTickets, takeSeats, updateMenu } from './moves/store.server.ts';
import type { OrderRecord, TicketRecord } from './store.server.ts';

export { correctOwnAddress } from './address-correction/service.server.ts';
export { restoreOrder } from './recovered/service.server.ts';
export {
  bearerOf,
  buyerOf,
  claimPoll,
  countHolds,
  extendHold,
  extendUnopenedHolds,
  lockOrder,
  lockOrderWithEvent,
  lockOrderWithStock,
  markPolled,
  type OrderRecord,
  selectAccountOf,
  selectComingOrders,
  selectOrder,
  selectOrders,
  selectOverdueHolds,
  selectTickets,
  selectVoucherUses,
  shortenHoldsFromTheFuture,
  type TicketRecord,
} from './store.server.ts';
export { adjustPrice, releaseHold, releaseSettledHolds, suspendTickets };

interface By {
  actor: string;
  now: Date;
}

/** Pending orders, and those of a released hold. */
const UNPAID_TICKETS = ['pending_payment', 'cancelled'] as const;

/** The caller has taken the places already. */
export async function confirmOrder(tx: Tx, order: OrderRecord, payment: By & { paidAt: Date; amount: number }): Promise<void> {
  const { status: from } = order;
  if (!mayMoveOrder(from, 'paid') || !(await moveOrder(tx, { id: order.id, from }, { status: 'paid', paidAt: payment.paidAt }))) throw movedMeanwhile();
  order.status = 'paid';
  await moveTickets(tx, order.id, { from: UNPAID_TICKETS, to: 'active' });
  await writeAudit(tx, { at: payment.now, actor: payment.actor, action: 'order.paid', subject: 'order', subjectId: order.id, detail: { from, amount: payment.amount } });
}

/** Takes the places of a released hold again; false when too few are left or a dish is sold out. Expired holds are released first. */
export async function retakeSeats(tx: Tx, order: OrderRecord, now: Date): Promise<boolean> {
  await releaseOverdueHolds(tx, order.eventId, now);
  return (await hasPlacesForDishes(tx, order.id)) && takeSeats(tx, order);
}

export async function refundUnpaidOrder(tx: Tx, order: OrderRecord, by: By): Promise<void> {
  const { status: from } = order;
  if (from !== 'pending_payment' && from !== 'cancelled') return;
  if (!(await moveOrder(tx, { id: order.id, from }, { status: 'refunded' }))) throw movedMeanwhile();
  order.status = 'refunded';
  await moveTickets(tx, order.id, { from: UNPAID_TICKETS, to: 'refunded' });
  if (from === 'pending_payment') await freeSeats(tx, order.eventId, order.ticketQuantity);
  await writeAudit(tx, { at: by.now, actor: by.actor, action: 'order.refunded', subject: 'order', subjectId: order.id, detail: { from } });
}

/** False where a newly chosen dish is sold out. The caller holds the locks of `lockOrderWithStock`. */
export async function changeMenu(tx: Tx, ticket: Pick<TicketRecord, 'id' | 'menu'> & { eventId: number }, to: { menu: TicketRecord['menu']; now: Date }): Promise<boolean> {
  const had = new Set(dishIds(ticket.menu));
  const fresh = dishIds(to.menu).filter((id) => !had.has(id));
  if ((await selectSoldOut(tx, fresh)).length > 0) {
    await releaseOverdueHolds(tx, ticket.eventId, to.now);
    if ((await selectSoldOut(tx, fresh)).length > 0) return false;
  }
  await updateMenu(tx, ticket.id, to.menu);
  return true;
}

function dishIds(menu: TicketRecord['menu']): string[] {
  return menu.flatMap(({ items }) => items.map(({ id }) => id));
}

export function printableTicket({ event }: OrderRecord, ticket: TicketRecord): PrintableTicket {
  const { id, ticketNumber, userRole, price, menu, extras, table } = ticket;
  const { title, image, date, time, location } = event;
  return { id, ticketNumber, userRole, price, menu, extras, table, eventTitle: title, eventImage: image, dateText: formatDate(date), time, location };
}

function movedMeanwhile(): RepeatTransaction {
  return new RepeatTransaction('the order moved under its own lock');
}
