import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { RepeatTransaction, type Tx } from '#app/platform/adapters/db/database.server.ts';

import { releaseOverdueHolds, takeSeats } from '../moves/store.server.ts';
import { selectOrder } from '../store.server.ts';
import { findsPlaces, insertLostOrder, type LostOrder, lockStock } from './store.server.ts';

/** Inserts an order lost by our database again, as pending; false where its places or its number are taken by now. */
export async function restoreOrder(tx: Tx, order: LostOrder, by: { actor: string; now: Date }): Promise<boolean> {
  await lockStock(tx, order.eventId);
  if ((await selectOrder(tx, { id: order.id })) !== null) throw new RepeatTransaction('somebody else has just placed it again');
  if ((await selectOrder(tx, { orderNumber: order.orderNumber })) !== null) return false;
  await releaseOverdueHolds(tx, order.eventId, by.now);
  const { tickets } = order;
  if (!(await findsPlaces(tx, tickets)) || !(await takeSeats(tx, { ...order, ticketQuantity: tickets.length }))) return false;
  await insertLostOrder(tx, order);
  const detail = { tickets: tickets.length, total: order.total, restored: true };
  await writeAudit(tx, { at: by.now, actor: by.actor, action: 'order.pending_payment', subject: 'order', subjectId: order.id, detail });
  return true;
}
