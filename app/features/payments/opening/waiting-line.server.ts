import type { Deps } from '#app/deps.server.ts';

import { selectWaitingSince } from './pace-store.server.ts';

const READ_EVERY_MS = 1_000;

/** The line of each app, as it was up to a second ago: thousands may ask for their place in it. */
const read = new WeakMap<object, { at: number; since: Promise<Date[]> }>();

/** How many wait for their payment pages longer than one who came then. */
export async function countBefore(deps: Deps, since: Date): Promise<number> {
  const now = performance.now();
  let kept = read.get(deps);
  if (!kept || now - kept.at > READ_EVERY_MS) {
    kept = { at: now, since: selectWaitingSince(deps.db.query, deps.payments.name) };
    kept.since.catch(() => read.delete(deps));
    read.set(deps, kept);
  }
  return countEarlier(await kept.since, since);
}

/** Of instants in order, by halving. */
function countEarlier(instants: readonly Date[], instant: Date): number {
  let [low, high] = [0, instants.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (instants[middle]!.getTime() < instant.getTime()) low = middle + 1;
    else high = middle;
  }
  return low;
}
