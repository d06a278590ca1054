import type { Tx } from '#app/adapters/db/database.server.ts';
import { instantInMadrid } from '#app/domain/time/madrid-time.ts';
import type { OrderStatus } from '#app/domain/order/status.ts';

import { selectOrder } from '../store.server.ts';

export interface LockedOrder {
  id: string;
  eventId: number;
  status: OrderStatus;
  email: string;
  totalAmount: number;
  ticketQuantity: number;
  holdExpiresAt: Date | null;
}

/** In the fixed order: whoever may change the stock takes its row first. */
export async function lockStockAndOrder(tx: Tx, orderId: string): Promise<LockedOrder | null> {
  const seen = await selectOrder(tx, orderId);
  if (!seen) return null;
  await tx.selectFrom('eventStock').select('eventId').where('eventId', '=', seen.eventId).forUpdate().execute();
  return lockOrderRow(tx, orderId);
}

export async function lockOrderRow(tx: Tx, orderId: string): Promise<LockedOrder | null> {
  const row = await tx
    .selectFrom('orders')
    .select(['id', 'eventId', 'status', 'email', 'totalAmount', 'ticketQuantity', 'holdExpiresAt'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** What an event is for a payment. */
export interface EventTiming {
  startsAt: Date;
  archivedAt: Date | null;
}

/** The event as it stays while the stock row is locked: withdrawing it begins with that lock. */
export async function readEventTiming(tx: Tx, eventId: number): Promise<EventTiming> {
  return occasionOf(await occasionQuery(tx, eventId).executeTakeFirstOrThrow());
}

/**
 * The same without the stock row: nobody withdraws the event until the transaction ends, and neither sales nor edits wait
 * for it. Taken between stock and order.
 */
export async function lockEventForShare(tx: Tx, eventId: number): Promise<EventTiming> {
  return occasionOf(await occasionQuery(tx, eventId).forKeyShare().executeTakeFirstOrThrow());
}

function occasionQuery(tx: Tx, eventId: number) {
  return tx.selectFrom('events').select(['eventDate', 'eventTime', 'archivedAt']).where('id', '=', eventId);
}

function occasionOf(row: { eventDate: string; eventTime: string; archivedAt: Date | null }): EventTiming {
  return { startsAt: new Date(instantInMadrid(row.eventDate, row.eventTime)), archivedAt: row.archivedAt };
}
