import { cancelTickets } from '#app/features/orders/cancellation/service.server.ts';
import { enqueueMail } from '#app/features/mail/service.server.ts';
import { lockOrderWithStock } from '#app/features/orders/service.server.ts';
import { enqueueEndMails } from '#app/features/tickets/recipients/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { isolateFailure } from '../isolate-failure.server.ts';
import { type RefundRequestOutcome, requestRefunds } from '../refunds/request-refunds.server.ts';
import { selectWithdrawnOrders, type WithdrawnOrder } from './store.server.ts';

const BATCH = 50;
const WITHDRAWN = "L'esdeveniment s'ha retirat";

/** Orders of withdrawn events, and those whose buyer gave the tickets back. Any number of processes may call it at once; a failed order is retried in the next round. */
export async function endWithdrawnOrders(deps: Deps, ending: AbortSignal): Promise<void> {
  let after: string | null = null;
  while (!ending.aborted) {
    const orders: WithdrawnOrder[] = await selectWithdrawnOrders(deps.db.query, { after, limit: BATCH });
    const outcomes = await refundTogether(deps, orders);
    for (const [at, order] of orders.entries()) if (order.withdrawnAt !== null && outcomes[at] !== 'due' && outcomes[at] !== 'failed') await isolateFailure(deps, order, () => endWithoutRefund(deps, order));
    after = orders.at(-1)?.id ?? null;
    if (orders.length < BATCH) return;
  }
}

async function refundTogether(deps: Deps, orders: readonly WithdrawnOrder[]): Promise<(RefundRequestOutcome | 'failed')[]> {
  if (orders.length === 0) return [];
  try {
    return await requestRefunds(deps, orders.map(refundOf));
  } catch (error) {
    deps.log.warn({ err: error }, 'orders of withdrawn events are refunded one by one');
    const outcomes: (RefundRequestOutcome | 'failed')[] = [];
    for (const order of orders) {
      const one = await isolateFailure(deps, order, () => requestRefunds(deps, [refundOf(order)]));
      outcomes.push(one === 'failed' ? one : (one[0] ?? 'not_found'));
    }
    return outcomes;
  }
}

function refundOf(order: WithdrawnOrder): Parameters<typeof requestRefunds>[1][number] {
  const { id: orderId, withdrawnAt, announcementId } = order;
  if (withdrawnAt === null) return { orderId, what: { kind: 'given_back' }, actor: 'order bearer', reason: 'Ha tornat els tiquets després del canvi de plans' };
  return { orderId, what: { kind: 'order' }, actor: actorOf(order), reason: WITHDRAWN, cause: 'event_cancelled', announcementId };
}

function actorOf({ withdrawnBy }: WithdrawnOrder): string {
  return `user:${withdrawnBy ?? 'unknown'}`;
}

async function endWithoutRefund(deps: Deps, ending: WithdrawnOrder): Promise<void> {
  const { id, announcementId } = ending;
  await deps.db.inTransaction(async (tx) => {
    const order = await lockOrderWithStock(tx, id);
    if (!order) return;
    const now = deps.clock.now();
    const ended = await cancelTickets(tx, order, { reason: WITHDRAWN, actor: actorOf(ending), now });
    if (ended.length === 0) return;
    await enqueueEndMails(deps, tx, { ticketIds: ended, now });
    await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'event_withdrawn', cause: 'event_withdrawn', orderId: order.id, announcementId, recipient: order.email, now });
  });
}
