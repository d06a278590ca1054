import { cancelTickets } from '#app/features/orders/cancellation/service.server.ts';
import { enqueueMail } from '#app/features/mail/service.server.ts';
import { lockOrderWithStock } from '#app/features/orders/service.server.ts';
import { notifyTakersOfEnd } from '#app/features/tickets/takers/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { isolateFailure } from '../isolate-failure.server.ts';
import { type RefundRequestOutcome, requestRefunds } from '../refunds/request-refunds.server.ts';
import { selectWithdrawnOrders, type WithdrawnOrder } from './store.server.ts';

const BATCH = 50;
const REASONS = { withdrawn: "L'esdeveniment s'ha retirat", given_back: 'Ha tornat els tiquets després del canvi de plans' };

/** Orders of withdrawn events, and those whose buyer gave the tickets back. Any number of processes may call it at once; a failed order is retried in the next round. */
export async function endWithdrawnOrders(deps: Deps, ending: AbortSignal): Promise<void> {
  let after: string | null = null;
  while (!ending.aborted) {
    const orders: WithdrawnOrder[] = await selectWithdrawnOrders(deps.db.query, { after, limit: BATCH });
    const outcomes = await refundTogether(deps, orders);
    for (const [at, order] of orders.entries()) if (outcomes[at] !== 'due' && outcomes[at] !== 'failed') await isolateFailure(deps, order, () => endWithoutRefund(deps, order));
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
  return { orderId, what: { kind: 'order' }, ...endingOf(order), ...(withdrawnAt !== null && { cause: 'event_cancelled', announcementId }) };
}

function endingOf({ withdrawnAt, withdrawnBy }: WithdrawnOrder): { actor: string; reason: string } {
  return withdrawnAt === null ? { actor: 'order bearer', reason: REASONS.given_back } : { actor: `user:${withdrawnBy ?? 'unknown'}`, reason: REASONS.withdrawn };
}

async function endWithoutRefund(deps: Deps, ending: WithdrawnOrder): Promise<void> {
  const { id, withdrawnAt, announcementId } = ending;
  const { actor, reason } = endingOf(ending);
  await deps.db.inTransaction(async (tx) => {
    const order = await lockOrderWithStock(tx, id);
    if (!order) return;
    const now = deps.clock.now();
    const ended = await cancelTickets(tx, order, { reason, actor, now });
    if (ended.length === 0) return;
    await notifyTakersOfEnd(deps, tx, { ticketIds: ended, now });
    const detail = { gaveBack: withdrawnAt === null };
    await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'event_withdrawn', cause: 'event_withdrawn', orderId: order.id, announcementId, recipient: order.email, detail, now });
  });
}
