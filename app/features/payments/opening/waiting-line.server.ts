import { performance } from 'node:perf_hooks';

import type { Deps } from '#app/deps.server.ts';

import { selectWaitingOrders } from './pace-store.server.ts';

const READ_EVERY_MS = 1_000;

/** The places of each app's orders, as they were up to a second ago: thousands may ask for theirs. */
const read = new WeakMap<object, { at: number; places: Promise<ReadonlyMap<string, number>> }>();

/** How many orders wait for their payment pages before this one. */
export async function countBefore(deps: Deps, orderId: string): Promise<number> {
  const now = performance.now();
  let kept = read.get(deps);
  if (!kept || now - kept.at > READ_EVERY_MS) {
    kept = { at: now, places: selectWaitingOrders(deps.db.query, deps.payments.name).then((ids) => new Map(ids.map((id, place) => [id, place]))) };
    kept.places.catch(() => read.delete(deps));
    read.set(deps, kept);
  }
  return (await kept.places).get(orderId) ?? 0;
}
