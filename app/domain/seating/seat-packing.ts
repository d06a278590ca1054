import { itemAt } from '#app/domain/list.ts';

/** Bounded by steps and not by the clock, so that the same input gives the same plan on any machine. */
export interface Steps {
  left: number;
}

/** Which of these sizes together come as near to `room` as can be, the largest first; indices. */
export function fillRoom(sizes: readonly number[], room: number): number[] {
  const reached: (number[] | undefined)[] = [[]];
  for (const [at, size] of sizes.entries()) {
    for (let sum = room; sum >= size; sum -= 1) {
      const before = reached[sum - size];
      if (before !== undefined && reached[sum] === undefined) reached[sum] = [...before, at];
    }
  }
  for (let sum = room; sum > 0; sum -= 1) {
    const found = reached[sum];
    if (found !== undefined) return found;
  }
  return [];
}

/** A bin for each item, -1 where it found none. Tries to place all: best fit first, then filling bins one by one, then a search. */
export function packItems(items: readonly number[], bins: readonly number[], { steps, mayPlace = () => true }: { steps: Steps; mayPlace?: (item: number, bin: number) => boolean }): number[] {
  const order = items.map((_, at) => at).toSorted((a, b) => itemAt(items, b) - itemAt(items, a) || a - b);
  const fitted = bestFit(items, bins, { order, mayPlace });
  if (!fitted.includes(-1)) return fitted;
  const filled = fillBins(items, bins, { order, mayPlace });
  if (!filled.includes(-1)) return filled;
  const searched = searchPacking(items, bins, { order, steps, mayPlace });
  if (searched !== null) return searched;
  return misses(filled) < misses(fitted) ? filled : fitted;
}

interface Packing {
  order: readonly number[];
  mayPlace: (item: number, bin: number) => boolean;
}

function bestFit(items: readonly number[], bins: readonly number[], { order, mayPlace }: Packing): number[] {
  const free = [...bins];
  const placed = items.map(() => -1);
  for (const item of order) {
    let best = -1;
    for (const [bin, room] of free.entries()) {
      if (room >= itemAt(items, item) && mayPlace(item, bin) && (best === -1 || room < itemAt(free, best))) best = bin;
    }
    if (best === -1) continue;
    placed[item] = best;
    free[best]! -= itemAt(items, item);
  }
  return placed;
}

function fillBins(items: readonly number[], bins: readonly number[], { order, mayPlace }: Packing): number[] {
  const placed = items.map(() => -1);
  let waiting = [...order];
  for (const bin of bins.map((_, at) => at).toSorted((a, b) => itemAt(bins, b) - itemAt(bins, a) || a - b)) {
    // Each begins with the largest that is left, which is the hardest to place, and is filled as well as can be around it.
    const [largest, ...here] = waiting.filter((item) => itemAt(items, item) <= itemAt(bins, bin) && mayPlace(item, bin));
    if (largest === undefined) continue;
    const chosen = new Set([largest, ...fillRoom(here.map((item) => itemAt(items, item)), itemAt(bins, bin) - itemAt(items, largest)).map((at) => itemAt(here, at))]);
    for (const item of chosen) placed[item] = bin;
    waiting = waiting.filter((item) => !chosen.has(item));
  }
  return placed;
}

/** Depth first, the largest item first; bins with equal room are tried once. Null when it can't be, or the steps have run out. */
function searchPacking(items: readonly number[], bins: readonly number[], { order, steps, mayPlace }: Packing & { steps: Steps }): number[] | null {
  const free = [...bins];
  const placed = items.map(() => -1);
  const smallestLeft = order.map((_, at) => Math.min(...order.slice(at).map((item) => itemAt(items, item))));
  let wanted = items.reduce((sum, size) => sum + size, 0);

  function place(at: number): boolean {
    const item = order[at];
    if (item === undefined) return true;
    if (steps.left <= 0) return false;
    steps.left -= 1;
    const usable = free.reduce((sum, room) => sum + (room >= itemAt(smallestLeft, at) ? room : 0), 0);
    if (usable < wanted) return false;
    const tried = new Set<number>();
    const choices = free.map((_, bin) => bin).filter((bin) => itemAt(free, bin) >= itemAt(items, item) && mayPlace(item, bin)).toSorted((a, b) => itemAt(free, a) - itemAt(free, b) || a - b);
    for (const bin of choices) {
      const room = itemAt(free, bin);
      if (tried.has(room)) continue;
      tried.add(room);
      free[bin] = room - itemAt(items, item);
      placed[item] = bin;
      wanted -= itemAt(items, item);
      if (place(at + 1)) return true;
      wanted += itemAt(items, item);
      free[bin] = room;
      placed[item] = -1;
    }
    return false;
  }

  return place(0) ? placed : null;
}

function misses(placed: readonly number[]): number {
  return placed.filter((bin) => bin === -1).length;
}
