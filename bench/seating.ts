import { arrangeSeats } from '#app/domain/seating/arrange.ts';
import type { HallTable } from '#app/domain/seating/hall.ts';
import type { SeatedOrder } from '#app/domain/seating/plan-state.ts';

/** How many groups are divided, against the fewest that can be. */
interface Dinner {
  tables: HallTable[];
  orders: SeatedOrder[];
  groupSizes: number[];
}

const SEARCH_MS = 60_000;

/** Numbers that are the same in each run (xorshift). */
function random(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % most;
  };
}

function aDinner(seed: number, { tables: count, groups, fill }: { tables: number; groups: number; fill: number }): Dinner {
  const next = random(seed);
  const seats = 8 + next(5);
  const tables = Array.from({ length: count }, (_, at): HallTable => ({ id: `t${at}`, number: at + 1, roomId: 'r', rowName: `${Math.floor(at / 10)}`, place: at % 10, shape: 'long', seats, label: null, accessible: at === 0 }));
  const orders: SeatedOrder[] = [];
  const groupSizes: number[] = [];
  let left = Math.floor(count * seats * fill);
  const add = (size: number, groupId: string | null): number => {
    const id = `o${String(orders.length).padStart(5, '0')}`;
    orders.push({ id, groupId, tickets: Array.from({ length: size }, (_, at) => `${id}-${at}`), needsAccessible: false, pinned: [] });
    return size;
  };
  while (groupSizes.length < groups && left > 1) {
    const size = Math.min(left, 2 + next(seats - 1) + (next(10) === 0 ? seats : 0));
    groupSizes.push(size);
    for (let rest = size; rest > 0; ) {
      const order = Math.min(rest, 1 + next(4));
      left -= add(order, `g${groupSizes.length}`);
      rest -= order;
    }
  }
  while (left > 0) left -= add(Math.min(left, 1 + next(4)), null);
  return { tables, orders, groupSizes };
}

/** Whether these groups fit one table each: depth first, the largest first, equal tables tried once. Null when time is up. */
function fitWhole(sizes: readonly number[], seats: number, tables: number, until: number): boolean | null {
  const order = sizes.toSorted((a, b) => b - a);
  const free = Array.from({ length: tables }, () => seats);
  let steps = 0;
  function place(at: number): boolean | null {
    const size = order[at];
    if (size === undefined) return true;
    steps += 1;
    if (steps % 4_096 === 0 && performance.now() > until) return null;
    const tried = new Set<number>();
    for (const [table, room] of free.entries()) {
      if (room < size || tried.has(room)) continue;
      tried.add(room);
      free[table] = room - size;
      const found = place(at + 1);
      if (found !== false) return found;
      free[table] = room;
      if (room === seats) break;
    }
    return false;
  }
  return place(0);
}

/** If any number of groups fits, the smallest do: so the most that fit are the longest run of the smallest. */
function fewestDivided({ tables, groupSizes }: Dinner): { divided: number; isExact: boolean } {
  const sorted = groupSizes.toSorted((a, b) => a - b);
  const seats = tables[0]!.seats;
  const until = performance.now() + SEARCH_MS;
  let isExact = true;
  for (let whole = sorted.length; whole > 0; whole -= 1) {
    const sizes = sorted.slice(0, whole);
    if (sizes.at(-1)! > seats || sizes.reduce((sum, size) => sum + size, 0) > seats * tables.length) continue;
    const fits = fitWhole(sizes, seats, tables.length, until);
    if (fits === true) return { divided: sorted.length - whole, isExact };
    // Not proven to be impossible: it counts as possible, against us.
    if (fits === null) return { divided: sorted.length - whole, isExact: false };
    isExact = true;
  }
  return { divided: sorted.length, isExact };
}

/** Packing that may cut groups: seats in all, and at most one group larger than half a table at each. */
function relaxedBound({ tables, groupSizes }: Dinner): number {
  const seats = tables[0]!.seats;
  const sorted = groupSizes.toSorted((a, b) => a - b);
  for (let whole = sorted.length; whole > 0; whole -= 1) {
    const sizes = sorted.slice(0, whole);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    if (sizes.at(-1)! <= seats && total <= seats * tables.length && sizes.filter((size) => size * 2 > seats).length <= tables.length) return sorted.length - whole;
  }
  return sorted.length;
}

interface Outcome {
  divided: number;
  bound: number;
  isExact: boolean;
  ms: number;
  ordersDivided: number;
  unseated: number;
}

function compare(dinner: Dinner, bound: { divided: number; isExact: boolean }): Outcome {
  const begun = performance.now();
  const { cost } = arrangeSeats(dinner);
  return { divided: cost[3], bound: bound.divided, isExact: bound.isExact, ms: performance.now() - begun, ordersDivided: cost[2], unseated: cost[0] };
}

function report(title: string, outcomes: readonly Outcome[]): void {
  const best = outcomes.filter(({ divided, bound }) => divided <= bound);
  const gaps = outcomes.filter(({ divided, bound }) => divided > bound).map(({ divided, bound }) => divided - bound);
  const times = outcomes.map(({ ms }) => ms).toSorted((a, b) => a - b);
  console.log(
    `${title}: ${best.length} of ${outcomes.length} with as few colles divided as the bound (${((100 * best.length) / outcomes.length).toFixed(1)} %), ` +
      `the rest ${gaps.length === 0 ? '-' : `${Math.max(...gaps)} more at most, ${(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toFixed(2)} on average`}; ` +
      `bound exact for ${outcomes.filter(({ isExact }) => isExact).length}; orders divided ${outcomes.reduce((sum, one) => sum + one.ordersDivided, 0)}, without a seat ${outcomes.reduce((sum, one) => sum + one.unseated, 0)}; ` +
      `time median ${times[Math.floor(times.length / 2)]!.toFixed(0)} ms, most ${times.at(-1)!.toFixed(0)} ms`,
  );
}

for (const fill of [0.9, 0.97, 1]) {
  const dinners = Array.from({ length: 200 }, (_, seed) => aDinner(seed * 7_919 + 17, { tables: 3 + (seed % 10), groups: 4 + (seed % 27), fill }));
  report(`small dinners, ${fill * 100} % of the seats`, dinners.map((dinner) => compare(dinner, fewestDivided(dinner))));
}
for (const fill of [0.95, 1]) {
  const large = Array.from({ length: 20 }, (_, seed) => aDinner(seed * 104_729 + 5, { tables: 100, groups: 150, fill }));
  report(`100 tables, 150 colles, ${fill * 100} % of the seats`, large.map((dinner) => compare(dinner, { divided: relaxedBound(dinner), isExact: false })));
}
