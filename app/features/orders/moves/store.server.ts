import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { ComposedTicket } from '#app/domain/event/menu.ts';
import type { OrderOrigin, OrderStatus, TicketOrigin, TicketStatus } from '#app/domain/order/status.ts';

export async function moveOrder<To extends 'paid' | 'refunded'>(
  tx: Tx,
  order: { id: string; from: OrderOrigin<To> & OrderStatus },
  to: { status: To; paidAt?: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ status: to.status, ...(to.paidAt && { paidAt: to.paidAt, cancelledAt: null }) })
    .where('id', '=', order.id)
    .where('status', '=', order.from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function cancelCompletedOrder(tx: Tx, orderId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ status: 'cancelled', cancelledAt: now })
    .where('id', '=', orderId)
    .where('status', '=', 'completed')
    .where((eb) => eb.not(eb.exists(eb.selectFrom('tickets').select('tickets.id').whereRef('tickets.orderId', '=', 'orders.id').where('tickets.status', 'in', ['active', 'used']))))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Of an order all of whose money went back before: with its last valid ticket it ends too. */
export async function endGivenBackOrder(tx: Tx, orderId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ status: 'refunded' })
    .where('id', '=', orderId)
    .where('status', '=', 'paid')
    .where((eb) => eb.not(eb.exists(eb.selectFrom('tickets').select('tickets.id').whereRef('tickets.orderId', '=', 'orders.id').where('tickets.status', '=', 'active'))))
    .where(sql<boolean>`exists (select from left_to_give_back() l where l.order_id = orders.id and l.by_card + l.by_hand = 0)`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function moveTickets<To extends TicketStatus>(
  tx: Tx,
  orderId: string,
  move: { from: readonly (TicketOrigin<To> & TicketStatus)[]; to: To; only?: readonly string[] },
): Promise<string[]> {
  const { from, to, only } = move;
  const moved = await tx
    .updateTable('tickets')
    .set({ status: to })
    .where('orderId', '=', orderId)
    .where('status', 'in', [...from])
    .$if(only !== undefined, (update) => update.where('id', 'in', [...(only ?? [])]))
    .returning('id')
    .execute();
  return moved.map(({ id }) => id);
}

export async function suspendTickets(tx: Tx, orderId: string, since: Date | null): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('tickets')
    .set({ suspendedAt: since })
    .where('orderId', '=', orderId)
    .where('suspendedAt', since === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Takes an order's places again, a waiting list offer's included; false when there are too few. */
export async function takeSeats(tx: Tx, { id, eventId, ticketQuantity }: { id: string; eventId: number; ticketQuantity: number }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update event_stock set sold = sold + ${ticketQuantity} where event_id = ${eventId} and (
      max_tickets is null or sold + ${ticketQuantity} <= max_tickets
        + (select coalesce(sum(offered_places), 0) from waiting_parties where order_id = ${id} and status = 'offered')
    )`.execute(tx);
  if (numAffectedRows !== 1n) return false;
  await tx.updateTable('waitingParties').set({ status: 'taken' }).where('orderId', '=', id).where('status', '=', 'offered').execute();
  return true;
}

export async function updateMenu(tx: Tx, ticketId: string, menu: ComposedTicket['menu']): Promise<void> {
  await tx.updateTable('tickets').set({ menuSelection: JSON.stringify(menu) }).where('id', '=', ticketId).execute();
}

/** A ticket and its order cost more by `difference`, or less below zero. The caller holds the order's lock. */
export async function adjustPrice(tx: Tx, { orderId, ticketId, difference }: { orderId: string; ticketId: string; difference: number }): Promise<void> {
  await tx.updateTable('tickets').set((eb) => ({ price: eb('price', '+', difference) })).where('id', '=', ticketId).execute();
  await tx.updateTable('orders').set((eb) => ({ totalAmount: eb('totalAmount', '+', difference) })).where('id', '=', orderId).execute();
}

/** The caller holds the stock row's lock. */
export async function hasPlacesForDishes(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select n from lacking_dishes((
      select jsonb_build_array(jsonb_build_object('tickets', jsonb_agg(jsonb_build_object('menu', menu_selection) order by position)))
      from tickets where order_id = ${orderId}))`.execute(tx);
  return rows.length === 0;
}

/** The caller holds the stock row's lock. */
export async function selectSoldOut(tx: Tx, itemIds: readonly string[]): Promise<string[]> {
  if (itemIds.length === 0) return [];
  const rows = await tx.selectFrom('dishStock').select('itemId').where('itemId', 'in', [...itemIds]).whereRef('sold', '>=', 'places').execute();
  return rows.map(({ itemId }) => itemId);
}

export async function freeSeats(tx: Tx, eventId: number, quantity: number): Promise<void> {
  if (quantity === 0) return;
  await tx
    .updateTable('eventStock')
    .set((eb) => ({ sold: eb('sold', '-', quantity) }))
    .where('eventId', '=', eventId)
    .execute();
}

/** False when the order is no longer pending. */
export async function releaseHold(tx: Tx, orderId: string, by: { actor: string; now: Date }): Promise<boolean> {
  const { rows } = await sql<{ released: number }>`select release_holds(array[${orderId}::uuid], ${by.actor}, ${by.now}) as released`.execute(tx);
  return rows[0]!.released === 1;
}

/** Those that still waited, with no payment under way. One statement, which locks the stock rows itself. */
export async function releaseSettledHolds(query: Query, orderIds: readonly string[], by: { actor: string; now: Date }): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select release_settled_holds(${[...orderIds]}::uuid[], ${by.actor}, ${by.now}) as id`.execute(query);
  return new Set(rows.map(({ id }) => id));
}

/** The caller holds the stock row's lock. */
export async function releaseOverdueHolds(tx: Tx, eventId: number, now: Date): Promise<void> {
  await sql`select release_overdue_holds(${eventId}, ${now})`.execute(tx);
}
