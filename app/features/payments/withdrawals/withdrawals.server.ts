import { cancelTickets } from '#app/features/orders/cancellation/service.server.ts';
import { enqueueMail } from '#app/features/mail/service.server.ts';
import { lockOrderWithStock } from '#app/features/orders/service.server.ts';
import { notifyTakersOfEnd } from '#app/features/tickets/takers/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { isolateFailure } from '../isolate-failure.server.ts';
import { requestRefund } from '../refunds/refunds.server.ts';
import { selectWithdrawnOrders, type WithdrawnOrder } from './store.server.ts';

const BATCH = 50;
const REASONS = { withdrawn: "L'esdeveniment s'ha retirat", given_back: 'Ha tornat els tiquets després del canvi de plans' };

/** Orders of withdrawn events, and those whose buyer gave the tickets back. Any number of processes may call it at once; a failed order is retried in the next round. */
export async function endWithdrawnOrders(deps: Deps, ending: AbortSignal): Promise<void> {
  let after: string | null = null;
  while (!ending.aborted) {
    const orders: WithdrawnOrder[] = await selectWithdrawnOrders(deps.db.query, { after, limit: BATCH });
    for (const order of orders) await isolateFailure(deps, { orderNumber: order.orderNumber }, () => endOrder(deps, order));
    after = orders.at(-1)?.id ?? null;
    if (orders.length < BATCH) return;
  }
}

async function endOrder(deps: Deps, { id, withdrawnAt, withdrawnBy, announcementId }: WithdrawnOrder): Promise<void> {
  const isWithdrawn = withdrawnAt !== null;
  const actor = isWithdrawn ? `user:${withdrawnBy ?? 'unknown'}` : 'order bearer';
  const reason = REASONS[isWithdrawn ? 'withdrawn' : 'given_back'];
  const refunded = await requestRefund(deps, { orderId: id, what: { kind: 'order' }, actor, reason, ...(isWithdrawn && { cause: 'event_cancelled', announcementId }) });
  if (refunded === 'due') return;
  await deps.db.inTransaction(async (tx) => {
    const order = await lockOrderWithStock(tx, id);
    if (!order) return;
    const now = deps.clock.now();
    const ended = await cancelTickets(tx, order, { reason, actor, now });
    if (ended.length === 0) return;
    await notifyTakersOfEnd(deps, tx, { ticketIds: ended, now });
    const detail = { gaveBack: !isWithdrawn };
    await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'event_withdrawn', cause: 'event_withdrawn', orderId: order.id, announcementId, recipient: order.email, detail, now });
  });
}
