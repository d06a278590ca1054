import { ORDER_CAPS } from '#app/domain/order/caps.ts';
import { endOlderHold } from '#app/features/payments/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { lookAgain } from '../given-up/service.server.ts';
import { type PlaceOrderParams, selectOpenHolds } from '../store.server.ts';
import { type OrderToPlace, type TriedOrder, tryInBatch, type Tried } from './batches.server.ts';

/** How often an order is tried where it ends so: all the retries of a sale. Numbers count up within a second, so the next try has others. */
const MOST_TRIES: Partial<Record<TriedOrder['result']['outcome'], number>> = { event_changed: 5, too_many_holds: 5, duplicate_number: 3 };

export async function place(deps: Deps, order: OrderToPlace): Promise<Tried> {
  for (let tries = 1; ; tries += 1) {
    const tried = await tryInBatch(deps, { ...order, wasOpen: tries > 1 });
    if ('refused' in tried || tries >= (MOST_TRIES[tried.result.outcome] ?? 1)) return tried;
    if (tried.result.outcome === 'too_many_holds' && !(await endOldestHolds(deps, tried.params))) return tried;
  }
}

/** Never one that is being paid, and none in vain. */
async function endOldestHolds(deps: Deps, params: PlaceOrderParams): Promise<boolean> {
  if (params.buyer === null) return false;
  const holds = await selectOpenHolds(deps.db.query, { buyer: params.buyer, eventId: params.eventId, now: new Date(params.now) });
  const surplus = Math.max(0, holds.length - (ORDER_CAPS.maxHolds - 1));
  const kept = holds.slice(surplus).reduce((count, hold) => count + hold.ticketQuantity, 0);
  if (kept + params.quantity > ORDER_CAPS.maxHeldTickets) return false;
  for (const hold of holds.slice(0, surplus)) {
    if (!(await endOlderHold(deps, hold.id))) return false;
    lookAgain(deps);
  }
  return true;
}
