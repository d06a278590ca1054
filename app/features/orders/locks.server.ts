import type { Tx } from '#app/adapters/db/database.server.ts';
import type { OrderStatus } from '#app/domain/order.ts';

import { selectOrder } from './store.server.ts';

export interface LockedOrder {
  id: string;
  eventId: number;
  status: OrderStatus;
  email: string;
  totalAmount: number;
  ticketQuantity: number;
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
    .select(['id', 'eventId', 'status', 'email', 'totalAmount', 'ticketQuantity'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}
