import { itemAt } from '#app/domain/list.ts';
import type { HallTable } from './hall.ts';
import { type Bundle, bundleOf, packBundles, placeAnywhere, placeAtOneTable, placeInRun, smallestRoom } from './place-unit.ts';
import { copyPlan, costOf, emptyPlan, type Hall, hallOf, hasPins, isBetter, liftUnit, type PlanCost, type PlanState, put, type SeatedOrder, tablesOfUnit, waitingOf } from './plan-state.ts';
import type { Steps } from './seat-packing.ts';

export interface ArrangedSeat {
  ticketId: string;
  tableId: string;
  pinned: boolean;
}

export interface ArrangedPlan {
  seats: ArrangedSeat[];
  unseated: string[];
  cost: PlanCost;
}

const STEPS = 400_000;
const STEPS_OF_PACKING = 4_000;
const MOST_DIVIDED_ON_PURPOSE = 10;
const REPAIRS = 400;

/**
 * Wishes in their order: an accessible place for whoever needs one, orders whole, a group at one table, a group at neighbouring ones, nobody
 * alone, few half-empty tables. Packing all groups whole is hopeless where a larger set than the smallest ones is asked for: any number of
 * groups that fits one by one also fits with the smallest, so the largest are divided first, as few as need be.
 */
export function arrangeSeats(input: { tables: readonly HallTable[]; orders: readonly SeatedOrder[] }): ArrangedPlan {
  const hall = hallOf(input);
  const steps: Steps = { left: STEPS };
  let best: { state: PlanState; cost: PlanCost } | null = null;
  const consider = (state: PlanState): void => {
    const cost = costOf(hall, state);
    if (best === null || isBetter(cost, best.cost)) best = { state, cost };
  };
  const mayDivide = hall.units.map((_, at) => at).filter((unit) => itemAt(hall.units, unit).isGroup && itemAt(hall.units, unit).size > 1).toSorted((a, b) => itemAt(hall.units, b).size - itemAt(hall.units, a).size || a - b);
  const forced = mayDivide.filter((unit) => !fitsSomeTable(hall, unit)).length;
  for (let more = 0; more <= Math.min(MOST_DIVIDED_ON_PURPOSE, mayDivide.length - forced) && steps.left > 0; more += 1) {
    const divided = new Set(mayDivide.slice(0, forced + more));
    for (const first of ['divided', 'whole', 'scattered'] as const) consider(repaired(hall, planOnce(hall, { divided, first, steps }), steps));
    const { cost } = best!;
    // Nothing is left without a seat, no order is divided, and no more groups than this try divides.
    if (cost[0] <= shortage(hall) && cost[1] === 0 && cost[2] === 0 && cost[3] <= forced + more && cost[4] === 0) break;
  }
  const { state, cost } = best!;
  return { ...seatsOf(hall, state), cost };
}

function shortage(hall: Hall): number {
  const people = hall.units.reduce((sum, { size }) => sum + size, 0);
  return Math.max(0, people - hall.tables.reduce((sum, { seats }) => sum + seats, 0));
}

function fitsSomeTable(hall: Hall, unit: number): boolean {
  return hall.tables.some(({ seats }) => seats >= itemAt(hall.units, unit).size);
}

/** Who is placed first: groups that are to be divided, or all others; `scattered`: the orders of those wherever they fit whole. */
type PlanOrder = 'divided' | 'whole' | 'scattered';

function planOnce(hall: Hall, { divided, first, steps }: { divided: ReadonlySet<number>; first: PlanOrder; steps: Steps }): PlanState {
  const state = emptyPlan(hall);
  const own: Steps = { left: Math.min(STEPS_OF_PACKING, steps.left) };
  const placing = { hall, state, steps: own };
  const all = hall.units.map((_, at) => at).toSorted((a, b) => itemAt(hall.units, b).size - itemAt(hall.units, a).size || a - b);

  // Whoever sits fixed draws the rest of the unit near.
  for (const unit of all.filter((one) => hasPins(hall, one))) {
    if (!placeAtOneTable(placing, unit) && !placeInRun(placing, unit)) placeAnywhere(placing, unit);
  }
  for (const unit of all.filter((one) => itemAt(hall.units, one).needsAccessible && !hasPins(hall, one))) placeAccessible(placing, unit);

  const rest = all.filter((unit) => waits(hall, state, unit));
  const groups = rest.filter((unit) => itemAt(hall.units, unit).isGroup);
  const toDivide = groups.filter((unit) => divided.has(unit));
  const whole = groups.filter((unit) => !divided.has(unit));
  const single = rest.filter((unit) => !itemAt(hall.units, unit).isGroup);
  const spared = (table: number): boolean => !itemAt(hall.tables, table).accessible;
  const apart = (units: readonly number[]): void => {
    for (const unit of units) if (waits(hall, state, unit) && !placeInRun(placing, unit)) placeAnywhere(placing, unit);
  };
  const unitsIn = (bundles: readonly Bundle[]): number[] => [...new Set(bundles.map(({ unit }) => unit))];

  if (first === 'divided') apart(toDivide);
  const scattered = first === 'scattered' ? toDivide.flatMap((unit) => itemAt(hall.units, unit).orders.map((order): Bundle => ({ unit, orders: [order] }))) : [];
  const bundles = [...[...whole, ...single].map((unit) => bundleOf(hall, unit)), ...scattered];
  // All at once, accessible tables left out; then what is left over with them; groups before the others where not all fit.
  const before = copyPlan(state);
  let left = packBundles(placing, packBundles(placing, bundles, { mayUse: spared }));
  if (left.length > 0) {
    Object.assign(state, copyPlan(before));
    left = packBundles(placing, bundles);
  }
  if (first !== 'scattered' && left.some(({ unit }) => itemAt(hall.units, unit).isGroup)) {
    Object.assign(state, before);
    apart(unitsIn(packBundles(placing, whole.map((unit) => bundleOf(hall, unit)))));
    left = packBundles(placing, single.map((unit) => bundleOf(hall, unit)));
  }
  if (first === 'whole') apart(toDivide);
  apart(unitsIn(left));
  steps.left -= STEPS_OF_PACKING - own.left + 50;
  return state;
}

function waits(hall: Hall, state: PlanState, unit: number): boolean {
  return itemAt(hall.units, unit).orders.some((order) => waitingOf(hall, state, order) > 0);
}

/** With all of the unit where there is room, else the order alone, its group beside it. */
function placeAccessible(placing: { hall: Hall; state: PlanState; steps: Steps }, unit: number): void {
  const { hall, state } = placing;
  const isAccessible = (table: number): boolean => itemAt(hall.tables, table).accessible;
  if (placeAtOneTable(placing, unit, { only: isAccessible })) return;
  const orders = itemAt(hall.units, unit).orders.filter((order) => itemAt(hall.orders, order).needsAccessible).toSorted((a, b) => waitingOf(hall, state, b) - waitingOf(hall, state, a) || a - b);
  for (const order of orders) {
    const count = waitingOf(hall, state, order);
    const [table] = hall.tables.map((_, at) => at).filter((at) => isAccessible(at) && itemAt(state.free, at) >= count).toSorted((a, b) => itemAt(state.free, a) - itemAt(state.free, b) || a - b);
    if (table !== undefined) put(state, { order, table, count });
  }
  if (waits(hall, state, unit) && !placeInRun(placing, unit)) placeAnywhere(placing, unit);
}

/** Gathers groups that were divided where another table could hold them, if those in the way find room elsewhere. */
function repaired(hall: Hall, start: PlanState, steps: Steps): PlanState {
  let state = start;
  let cost = costOf(hall, state);
  let tries = REPAIRS;
  for (let isBetterNow = true; isBetterNow && tries > 0 && steps.left > 0; ) {
    isBetterNow = false;
    const torn = hall.units.map((_, at) => at).filter((unit) => itemAt(hall.units, unit).size > 1 && tablesOfUnit(hall, state, unit).size > 1 && !hasPins(hall, unit));
    for (const unit of torn.toSorted((a, b) => itemAt(hall.units, a).size - itemAt(hall.units, b).size || a - b)) {
      for (const other of gatherings(hall, state, unit)) {
        tries -= 1;
        steps.left -= 20;
        const otherCost = costOf(hall, other);
        if (!isBetter(otherCost, cost)) continue;
        [state, cost, isBetterNow] = [other, otherCost, true];
        break;
      }
      if (tries <= 0) break;
    }
  }
  return state;
}

function* gatherings(hall: Hall, state: PlanState, unit: number): Iterable<PlanState> {
  const { size, needsAccessible } = itemAt(hall.units, unit);
  const lifted = copyPlan(state);
  liftUnit(hall, lifted, unit);
  const tables = hall.tables.map((_, at) => at).filter((table) => itemAt(hall.tables, table).seats >= size && (!needsAccessible || itemAt(hall.tables, table).accessible));
  for (const table of tables.toSorted((a, b) => itemAt(lifted.free, b) - itemAt(lifted.free, a) || a - b).slice(0, 12)) {
    const plan = copyPlan(lifted);
    const there = hall.units.map((_, at) => at).filter((one) => one !== unit && !hasPins(hall, one) && tablesOfUnit(hall, plan, one).has(table));
    const movable = there.filter((one) => tablesOfUnit(hall, plan, one).size === 1 && !itemAt(hall.units, one).needsAccessible);
    const wanted = size - itemAt(plan.free, table);
    const leaving = wanted <= 0 ? [] : smallestRoom(movable.map((one) => itemAt(hall.units, one).size), wanted).map((at) => itemAt(movable, at));
    if (wanted > 0 && leaving.length === 0) continue;
    for (const one of leaving) liftUnit(hall, plan, one);
    const placing = { hall, state: plan, steps: { left: 500 } };
    if (!placeAtOneTable(placing, unit, { only: (at) => at === table })) continue;
    for (const { unit: one } of packBundles(placing, leaving.map((moved) => bundleOf(hall, moved)))) if (!placeInRun(placing, one)) placeAnywhere(placing, one);
    yield plan;
  }
}

/** Tickets of an order are given to its tables in their order, so that the same input seats the same person. */
function seatsOf(hall: Hall, state: PlanState): { seats: ArrangedSeat[]; unseated: string[] } {
  const seats: ArrangedSeat[] = [];
  const unseated: string[] = [];
  for (const [order, { tickets, pinned }] of hall.orders.entries()) {
    const left = new Map(state.at[order]);
    for (const { ticketId, tableId } of pinned) {
      seats.push({ ticketId, tableId, pinned: true });
      const table = hall.tables.findIndex(({ id }) => id === tableId);
      left.set(table, (left.get(table) ?? 1) - 1);
    }
    const places = [...left].toSorted(([a], [b]) => a - b).flatMap(([table, count]) => Array.from({ length: count }, () => table));
    for (const [at, ticketId] of tickets.entries()) {
      const table = places[at];
      if (table === undefined) unseated.push(ticketId);
      else seats.push({ ticketId, tableId: itemAt(hall.tables, table).id, pinned: false });
    }
  }
  return { seats, unseated };
}
