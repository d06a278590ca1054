import { itemAt } from '#app/domain/list.ts';
import { type FilledBin, packSizes, type Steps } from './pack-sizes.ts';

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

/** A bin for each item, -1 where it found none. Tries to place all: best fit first, then a search; where not all fit, as many as filling bins one by one places. */
export function packItems(items: readonly number[], bins: readonly number[], { steps }: { steps: Steps }): number[] {
  const order = items.map((_, at) => at).toSorted((a, b) => itemAt(items, b) - itemAt(items, a) || a - b);
  const fitted = bestFit(items, bins, order);
  if (!fitted.includes(-1)) return fitted;
  const packed = packSizes(items, bins, steps);
  if (packed !== null) return binsOf(packed, items, bins);
  const filled = fillBins(items, bins, order);
  return misses(filled) < misses(fitted) ? filled : fitted;
}

function binsOf(packed: readonly FilledBin[], items: readonly number[], bins: readonly number[]): number[] {
  const itemsOfSize = Map.groupBy(items.keys(), (item) => itemAt(items, item));
  const binsOfRoom = Map.groupBy(bins.keys(), (bin) => itemAt(bins, bin));
  const placed = items.map(() => -1);
  for (const { room, sizes } of packed) {
    const bin = binsOfRoom.get(room)?.shift();
    for (const size of sizes) {
      const item = itemsOfSize.get(size)?.shift();
      if (item !== undefined && bin !== undefined) placed[item] = bin;
    }
  }
  return placed;
}

function bestFit(items: readonly number[], bins: readonly number[], order: readonly number[]): number[] {
  const free = [...bins];
  const placed = items.map(() => -1);
  for (const item of order) {
    let best = -1;
    for (const [bin, room] of free.entries()) {
      if (room >= itemAt(items, item) && (best === -1 || room < itemAt(free, best))) best = bin;
    }
    if (best === -1) continue;
    placed[item] = best;
    free[best]! -= itemAt(items, item);
  }
  return placed;
}

function fillBins(items: readonly number[], bins: readonly number[], order: readonly number[]): number[] {
  const placed = items.map(() => -1);
  let waiting = [...order];
  for (const bin of bins.map((_, at) => at).toSorted((a, b) => itemAt(bins, b) - itemAt(bins, a) || a - b)) {
    // Each begins with the largest that is left, which is the hardest to place, and is filled as well as can be around it.
    const [largest, ...here] = waiting.filter((item) => itemAt(items, item) <= itemAt(bins, bin));
    if (largest === undefined) continue;
    const chosen = new Set([largest, ...fillRoom(here.map((item) => itemAt(items, item)), itemAt(bins, bin) - itemAt(items, largest)).map((at) => itemAt(here, at))]);
    for (const item of chosen) placed[item] = bin;
    waiting = waiting.filter((item) => !chosen.has(item));
  }
  return placed;
}

function misses(placed: readonly number[]): number {
  return placed.filter((bin) => bin === -1).length;
}
