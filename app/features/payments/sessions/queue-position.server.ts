import { performance } from 'node:perf_hooks';

import { type OpenedState, stateKey } from '#app/platform/app-state.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { selectWaitingOrders } from './pace-store.server.ts';

const READ_EVERY_MS = 1_000;

/** The places of orders, as they were up to a second ago: thousands may ask for theirs. */
const lastRead = stateKey<{ read: { at: number; places: Promise<ReadonlyMap<string, number>> } | null }>('places in line');

export function openPlacesInLine(): OpenedState {
  return lastRead.opened({ read: null });
}

/** How many orders wait for their payment pages before this one. */
export async function countBefore(deps: Deps, orderId: string): Promise<number> {
  const now = performance.now();
  const places = deps.state.get(lastRead);
  let { read } = places;
  if (!read || now - read.at > READ_EVERY_MS) {
    read = { at: now, places: selectWaitingOrders(deps.db.query, deps.payments.name).then((ids) => new Map(ids.map((id, place) => [id, place]))) };
    read.places.catch(() => {
      places.read = null;
    });
    places.read = read;
  }
  return (await read.places).get(orderId) ?? 0;
}
