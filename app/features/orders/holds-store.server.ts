import { sql } from 'kysely';

import type { Tx } from '#app/adapters/db/database.server.ts';

/** Cancels one waiting order and gives its tickets back to the stock. The caller holds the locks of stock and order. */
export async function cancelPendingOrder(
  tx: Tx,
  order: { id: string; eventId: number; ticketQuantity: number },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('eventStock')
    .set((eb) => ({ sold: eb('sold', '-', order.ticketQuantity) }))
    .where('eventId', '=', order.eventId)
    .execute();
  await tx
    .updateTable('orders')
    .set({ status: 'cancelled', cancelledAt: now })
    .where('id', '=', order.id)
    .where('status', '=', 'pending_payment')
    .execute();
  await tx
    .updateTable('tickets')
    .set({ status: 'cancelled' })
    .where('orderId', '=', order.id)
    .where('status', '=', 'pending_payment')
    .execute();
}

/** Cancels the event's holds whose time is over, as a sale in need of their stock does. The caller holds the stock row's lock. */
export async function releaseOverdueHolds(tx: Tx, eventId: number, now: Date): Promise<void> {
  await sql`select release_overdue_holds(${eventId}, ${now})`.execute(tx);
}
