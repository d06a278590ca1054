import { type ArrangedPlan, arrangeSeats } from '#app/domain/seating/arrange.ts';
import type { HallTable } from '#app/domain/seating/hall.ts';
import type { SeatedOrder } from '#app/domain/seating/plan-state.ts';

import { type Optimum, optimumOf, relaxedBound } from './seating-optimum.ts';

/** How many groups are divided, against the fewest that can be. */
export interface Dinner {
  tables: HallTable[];
  orders: SeatedOrder[];
  groupSizes: number[];
}

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

interface Outcome {
  dinner: Dinner;
  plan: ArrangedPlan;
  best: Optimum;
  ms: number;
  /** Of the processor, whatever else it had to do. */
  cpuMs: number;
}

function outcomeOf(dinner: Dinner): Outcome {
  const [begun, before] = [performance.now(), process.cpuUsage()];
  const plan = arrangeSeats(dinner);
  const { user, system } = process.cpuUsage(before);
  return { dinner, plan, ms: performance.now() - begun, cpuMs: (user + system) / 1_000, best: optimumOf(dinner) };
}

function share(part: number, all: number): string {
  return `${part} of ${all} (${((100 * part) / all).toFixed(1)} %)`;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function gapsText(gaps: readonly number[]): string {
  const above = gaps.filter((gap) => gap > 0);
  return `${share(gaps.length - above.length, gaps.length)}, the rest ${above.length === 0 ? '-' : `${(sumOf(above) / above.length).toFixed(2)} more on average, ${Math.max(...above)} at most`}`;
}

function timesText(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `median ${sorted[Math.floor(sorted.length / 2)]!.toFixed(1)} ms, most ${sorted.at(-1)!.toFixed(0)} ms`;
}

function report(title: string, outcomes: readonly Outcome[]): void {
  const solved = outcomes.filter(({ best }) => best.isExact);
  // Where fewer orders are divided than in the optimum nothing is said of groups, where more are it is a miss.
  const gap = ({ plan, best }: Outcome): number => (plan.cost[2] > best.ordersDivided ? Math.max(1, plan.cost[3] - best.groupsDivided) : plan.cost[3] - best.groupsDivided);
  console.log(
    [
      title,
      `  solved exactly (HiGHS)          ${share(solved.length, outcomes.length)}, ${timesText(outcomes.map(({ best }) => best.ms))}`,
      `  as few colles divided           ${gapsText(solved.map(gap))}`,
      `  colles divided                  ${sumOf(outcomes.map(({ plan }) => plan.cost[3]))}, in the optimum ${sumOf(outcomes.map(({ best }) => best.groupsDivided))}, of ${sumOf(outcomes.map(({ dinner }) => dinner.groupSizes.length))}`,
      `  against the relaxed packing     ${gapsText(outcomes.map(({ dinner, plan }) => plan.cost[3] - relaxedBound(dinner)))}`,
      `  not at neighbouring tables      ${sumOf(outcomes.map(({ plan }) => plan.cost[4]))} colles; orders divided ${sumOf(outcomes.map(({ plan }) => plan.cost[2]))} (optimum ${sumOf(outcomes.map(({ best }) => best.ordersDivided))}); somebody alone ${sumOf(outcomes.map(({ plan }) => plan.cost[6]))}; tables beyond a colla's first ${sumOf(outcomes.map(({ plan }) => plan.cost[7]))}; without a seat ${sumOf(outcomes.map(({ plan }) => plan.cost[0]))}`,
      `  time of a plan                  ${timesText(outcomes.map(({ ms }) => ms))}; of the processor ${timesText(outcomes.map(({ cpuMs }) => cpuMs))}`,
    ].join('\n'),
  );
}

for (const fill of [0.9, 0.97, 1]) {
  const dinners = Array.from({ length: 200 }, (_, seed) => aDinner(seed * 7_919 + 17, { tables: 3 + (seed % 10), groups: 4 + (seed % 27), fill }));
  report(`200 dinners of 3 to 12 tables and up to 30 colles, ${fill * 100} % of the seats`, dinners.map(outcomeOf));
}
for (const fill of [0.95, 1]) {
  const dinners = Array.from({ length: 20 }, (_, seed) => aDinner(seed * 104_729 + 5, { tables: 100, groups: 150, fill }));
  report(`20 dinners of 100 tables and 150 colles, ${fill * 100} % of the seats`, dinners.map(outcomeOf));
}
