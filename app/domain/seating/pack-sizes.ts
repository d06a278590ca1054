import { itemAt } from '#app/domain/list.ts';

/** Bounded by steps and not by the clock, so that the same input gives the same plan on any machine. */
export interface Steps {
  left: number;
}

/** A bin of this room, and what went into it. */
export interface FilledBin {
  room: number;
  sizes: readonly number[];
}

const TRIES = 8;
const STEPS_OF_BIN = 120;
const MOST_COMPLETIONS = 8;

/**
 * All sizes into bins, none left over. Bin completion: the largest that waits opens a bin, which is filled to the brim with the largest that fit,
 * so that the small ones are there to the end. A try that fails is begun anew with another choice at an early bin. Null where none was found.
 */
export function packSizes(sizes: readonly number[], rooms: readonly number[], steps: Steps): FilledBin[] | null {
  const slack = sum(rooms) - sum(sizes);
  if (slack < 0) return null;
  for (let otherAt = -1; otherAt < TRIES && steps.left > 0; otherAt += 1) {
    const most = Math.min(steps.left, STEPS_OF_BIN * rooms.length);
    const own = { left: most };
    const { bins, isProven } = completeBins(sizes, rooms, { slack, otherAt, steps: own });
    steps.left -= most - own.left;
    if (bins !== null || isProven) return bins;
  }
  return null;
}

interface Try {
  slack: number;
  /** At this bin the first choice is left out. */
  otherAt: number;
  steps: Steps;
}

function completeBins(sizes: readonly number[], rooms: readonly number[], { slack, otherAt, steps }: Try): { bins: FilledBin[] | null; isProven: boolean } {
  const waiting = countsOf(sizes);
  const open = countsOf(rooms);
  const bins: FilledBin[] = [];
  let waste = slack;
  let isProven = otherAt < 0;

  function fillBins(largest: number): boolean {
    const size = largestWaiting(waiting, largest);
    if (size === 0) return true;
    for (let room = size; room < open.length; room += 1) {
      if (itemAt(open, room) === 0) continue;
      if (fillBin(room, size)) return true;
      // What fills a bin to the brim is never better off in another.
      if (steps.left <= 0 || room === size) break;
    }
    return false;
  }

  function fillBin(room: number, size: number): boolean {
    waiting[size]! -= 1;
    open[room]! -= 1;
    const choices = completionsOf(waiting, { room: room - size, most: waste, largest: size, steps });
    if (choices.length >= MOST_COMPLETIONS || steps.left <= 0) isProven = false;
    for (const chosen of bins.length === otherAt && choices.length > 1 ? choices.slice(1) : choices) {
      steps.left -= 1;
      const gap = room - size - sum(chosen);
      for (const one of chosen) waiting[one]! -= 1;
      waste -= gap;
      bins.push({ room, sizes: [size, ...chosen] });
      if (fillBins(size)) return true;
      bins.pop();
      waste += gap;
      for (const one of chosen) waiting[one]! += 1;
      if (steps.left <= 0) break;
    }
    open[room]! += 1;
    waiting[size]! += 1;
    return false;
  }

  const isPacked = fillBins(waiting.length - 1);
  return { bins: isPacked ? bins : null, isProven: isProven && steps.left > 0 };
}

/** What may go beside, with the least waste first, and the largest first among those. */
function completionsOf(waiting: number[], { room, most, largest, steps }: { room: number; most: number; largest: number; steps: Steps }): number[][] {
  const found: number[][] = [];
  const chosen: number[] = [];

  function choose(left: number, top: number, gap: number): void {
    steps.left -= 1;
    if (left === 0) {
      // With a gap that one of those who wait could fill, there is a better choice.
      if (gap === 0 || largestWaiting(waiting, gap) === 0) found.push([...chosen]);
      return;
    }
    for (let size = largestWaiting(waiting, Math.min(top, left)); size > 0 && found.length < MOST_COMPLETIONS && steps.left > 0; size = largestWaiting(waiting, size - 1)) {
      waiting[size]! -= 1;
      chosen.push(size);
      choose(left - size, size, gap);
      chosen.pop();
      waiting[size]! += 1;
    }
  }

  for (let gap = 0; gap <= Math.min(room, most) && found.length < MOST_COMPLETIONS && steps.left > 0; gap += 1) choose(room - gap, Math.min(largest, room - gap), gap);
  return found;
}

function largestWaiting(waiting: readonly number[], top: number): number {
  let size = Math.min(top, waiting.length - 1);
  while (size > 0 && waiting[size] === 0) size -= 1;
  return Math.max(0, size);
}

function countsOf(sizes: readonly number[]): number[] {
  const counts = Array.from({ length: Math.max(0, ...sizes) + 1 }, () => 0);
  for (const size of sizes) counts[size]! += 1;
  return counts;
}

export function sum(sizes: readonly number[]): number {
  let all = 0;
  for (const size of sizes) all += size;
  return all;
}
