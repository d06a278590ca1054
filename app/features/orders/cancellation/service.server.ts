import { writeAudit, writeAudits } from '#app/platform/adapters/db/audit.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';

import { cancelCompletedOrder, endGivenBackOrder, freeSeats, moveTickets } from '../moves/store.server.ts';
import type { OrderRecord } from '../store.server.ts';

/** Refunds nothing: a paid order stays paid while any of its money is here, a free one without tickets is cancelled. The caller holds the locks of `lockOrderWithStock`. */
export async function cancelTickets(tx: Tx, order: OrderRecord, cancellation: { only?: readonly string[]; reason: string; actor: string; now: Date }): Promise<string[]> {
  const { only, reason, actor, now } = cancellation;
  const ended = await moveTickets(tx, order.id, { from: ['active'], to: 'cancelled', ...(only && { only }) });
  await freeSeats(tx, order.eventId, ended.length);
  await writeAudits(tx, ended.map((id) => ({ at: now, actor, action: 'ticket.cancelled', subject: 'ticket', subjectId: id, detail: { reason } })));
  if (order.status === 'completed' && (await cancelCompletedOrder(tx, order.id, now))) {
    await writeAudit(tx, { at: now, actor, action: 'order.cancelled', subject: 'order', subjectId: order.id, detail: { from: 'completed' } });
  }
  if (ended.length > 0 && (await endGivenBackOrder(tx, order.id))) {
    await writeAudit(tx, { at: now, actor, action: 'order.refunded', subject: 'order', subjectId: order.id, detail: { from: 'paid' } });
  }
  return ended;
}
