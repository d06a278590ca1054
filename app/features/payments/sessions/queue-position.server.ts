import { performance } from 'node:perf_hooks';

import { type OpenedState, stateKey } from '#app/platform/app-state.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { selectQueuedOrders } from '../store.server.ts';

const READ_EVERY_MS = 1_000;

/** Cached for a second, because thousands may poll their position. */
const lastRead = stateKey<{ read: { at: number; positions: Promise<ReadonlyMap<string, number>> } | null }>('queue positions');

export function openQueuePositions(): OpenedState {
  return lastRead.opened({ read: null });
}

export async function countQueuedBefore(deps: Deps, orderId: string): Promise<number> {
  const now = performance.now();
  const queue = deps.state.get(lastRead);
  let { read } = queue;
  if (!read || now - read.at > READ_EVERY_MS) {
    read = { at: now, positions: selectQueuedOrders(deps.db.query, deps.payments.name).then((ids) => new Map(ids.map((id, at) => [id, at]))) };
    read.positions.catch(() => {
      queue.read = null;
    });
    queue.read = read;
  }
  return (await read.positions).get(orderId) ?? 0;
}
