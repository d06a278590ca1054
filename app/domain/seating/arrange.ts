import { itemAt } from '#app/domain/list.ts';
import { placeAccessible } from './accessible-places.ts';
import type { HallTable } from './hall.ts';
import { groupsToDivide } from './divided-groups.ts';
import { broughtTogether } from './neighbours.ts';
import { type Bundle, bundleOf, packBundles, placeAnywhere, placeAtOneTable, placeInRun, type Placing, smallestRoom } from './place-unit.ts';
import { copyPlan, costOf, emptyPlan, type Hall, hallOf, hasPins, isBetter, liftUnit, type PlanCost, type PlanState, type SeatedOrder, tablesOfUnit, waitingOf } from './plan-state.ts';
import type { Steps } from './pack-sizes.ts';

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

const STEPS_OF_CHOICE = 2_000_000;
const STEPS_OF_NEARNESS = 300_000;
const STEPS_OF_TRIES = 200_000;
const STEPS_OF_PACKING = 60_000;
const MOST_DIVIDED_ON_PURPOSE = 5;
const REPAIRS = 400;

/**
 * Objectives in their order: an accessible place for whoever needs one, orders whole, a group at one table, a group at neighbouring ones, nobody
 * alone, few half-empty tables. Which groups are to be divided is chosen by sizes alone, as a packing that leaves nobody over; where none is
 * found, as when there are too few seats, the largest are divided first, and who is left takes what there is.
 */
export function arrangeSeats(input: { tables: readonly HallTable[]; orders: readonly SeatedOrder[] }): ArrangedPlan {
  const hall = hallOf(input);
  const settled = whoIsSettled(hall);
  const chosen = [...startsFrom(hall, settled)].flatMap((start) => {
    const divided = chosenToDivide(hall, start);
    return divided === null ? [] : (['scattered', 'divided'] as const).map((first) => planOnce(hall, start, { divided, first }));
  });
  const packed = chosen.map((plan) => repaired(hall, plan));
  const plans = packed.length > 0 && isWithoutFlaw(hall, bestOf(hall, packed)) ? packed : [...packed, ...largestDivided(hall, settled).map((plan) => repaired(hall, plan))];
  const fewest = costOf(hall, bestOf(hall, plans));
  const asFew = plans.filter((plan) => costOf(hall, plan).every((value, at) => at > 3 || value === fewest[at]));
  const state = bestOf(hall, asFew.map((plan) => broughtTogether(hall, plan, { left: STEPS_OF_NEARNESS })));
  const cost = costOf(hall, state);
  return { ...seatsOf(hall, state), cost };
}

/** Those who need an accessible place, and those of their group near them; whoever sits fixed draws the rest of the unit near; then orders that are larger than any table. */
function whoIsSettled(hall: Hall): PlanState {
  const state = emptyPlan(hall);
  const placing = { hall, state, steps: { left: STEPS_OF_PACKING } };
  const all = largestFirst(hall);
  const largest = Math.max(0, ...hall.tables.map(({ seats }) => seats));
  placeAccessible(placing);
  for (const unit of all.filter((one) => hasPins(hall, one) || (itemAt(hall.units, one).needsAccessible && waits(hall, state, one)))) {
    if (!placeAtOneTable(placing, unit)) placeApart(placing, unit);
  }
  for (const unit of all) {
    if (itemAt(hall.units, unit).orders.some((order) => waitingOf(hall, state, order) > largest)) placeApart(placing, unit);
  }
  return state;
}

/** Groups that are larger than any table are given neighbouring ones first, or are packed with all the others. */
function* startsFrom(hall: Hall, settled: PlanState): Iterable<PlanState> {
  const larger = largestFirst(hall).filter((unit) => waits(hall, settled, unit) && !fitsSomeTable(hall, unit));
  if (larger.length > 0) {
    const state = copyPlan(settled);
    const placing = { hall, state, steps: { left: STEPS_OF_PACKING } };
    for (const unit of larger) placeApart(placing, unit);
    yield state;
  }
  yield settled;
}

function chosenToDivide(hall: Hall, state: PlanState): ReadonlySet<number> | null {
  const waiting = largestFirst(hall).filter((unit) => waits(hall, state, unit));
  const orders = (unit: number): number[] => itemAt(hall.units, unit).orders.map((order) => waitingOf(hall, state, order)).filter((count) => count > 0);
  const groups = waiting.filter((unit) => itemAt(hall.units, unit).isGroup).map((unit) => ({ unit, orders: orders(unit) }));
  const alone = waiting.filter((unit) => !itemAt(hall.units, unit).isGroup).flatMap(orders);
  return groupsToDivide({ groups, alone, rooms: state.free }, { left: STEPS_OF_CHOICE });
}

function largestDivided(hall: Hall, settled: PlanState): PlanState[] {
  const steps: Steps = { left: STEPS_OF_TRIES };
  const mayDivide = largestFirst(hall).filter((unit) => itemAt(hall.units, unit).isGroup && itemAt(hall.units, unit).size > 1);
  const forced = mayDivide.filter((unit) => !fitsSomeTable(hall, unit)).length;
  const plans: PlanState[] = [];
  for (let more = 0; more <= Math.min(MOST_DIVIDED_ON_PURPOSE, mayDivide.length - forced) && steps.left > 0; more += 1) {
    const divided = new Set(mayDivide.slice(0, forced + more));
    const made = (['divided', 'whole', 'scattered'] as const).map((first) => planOnce(hall, settled, { divided, first, steps }));
    plans.push(...made);
    // Nothing is left without a seat, no order is divided, and no more groups than this try divides.
    if (made.some((plan) => isAsMeant(hall, plan, forced + more))) break;
  }
  return plans;
}

function bestOf(hall: Hall, plans: readonly PlanState[]): PlanState {
  return plans.reduce((one, other) => (isBetter(costOf(hall, other), costOf(hall, one)) ? other : one));
}

function isWithoutFlaw(hall: Hall, state: PlanState): boolean {
  const [unseated, notAccessible, ordersDivided, , groupsApart] = costOf(hall, state);
  return unseated + notAccessible + ordersDivided + groupsApart === 0;
}

function isAsMeant(hall: Hall, state: PlanState, divided: number): boolean {
  const [unseated, notAccessible, ordersDivided, groupsDivided, groupsApart] = costOf(hall, state);
  return unseated <= shortage(hall) && notAccessible === 0 && ordersDivided === 0 && groupsDivided <= divided && groupsApart === 0;
}

function largestFirst(hall: Hall): number[] {
  return [...hall.units.keys()].toSorted((a, b) => itemAt(hall.units, b).size - itemAt(hall.units, a).size || a - b);
}

function placeApart(placing: Placing, unit: number): void {
  if (!placeInRun(placing, unit)) placeAnywhere(placing, unit);
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

function planOnce(hall: Hall, start: PlanState, { divided, first, steps = { left: STEPS_OF_PACKING } }: { divided: ReadonlySet<number>; first: PlanOrder; steps?: Steps }): PlanState {
  const state = copyPlan(start);
  const most = Math.min(STEPS_OF_PACKING, steps.left);
  const own: Steps = { left: most };
  const placing = { hall, state, steps: own };
  const rest = largestFirst(hall).filter((unit) => waits(hall, state, unit));
  const groups = rest.filter((unit) => itemAt(hall.units, unit).isGroup);
  const toDivide = groups.filter((unit) => divided.has(unit));
  const whole = groups.filter((unit) => !divided.has(unit));
  const single = rest.filter((unit) => !itemAt(hall.units, unit).isGroup);
  const spared = (table: number): boolean => !itemAt(hall.tables, table).accessible;
  const apart = (units: readonly number[]): void => {
    for (const unit of units) if (waits(hall, state, unit)) placeApart(placing, unit);
  };
  const unitsIn = (bundles: readonly Bundle[]): number[] => [...new Set(bundles.map(({ unit }) => unit))];

  if (first === 'divided') apart(toDivide);
  const scattered = first === 'scattered' ? toDivide.flatMap((unit) => itemAt(hall.units, unit).orders.filter((order) => waitingOf(hall, state, order) > 0).map((order): Bundle => ({ unit, orders: [order] }))) : [];
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
  steps.left -= most - own.left + 50;
  return state;
}

function waits(hall: Hall, state: PlanState, unit: number): boolean {
  return itemAt(hall.units, unit).orders.some((order) => waitingOf(hall, state, order) > 0);
}

/** Gathers groups that were divided where another table could hold them, if those in the way find room elsewhere. */
function repaired(hall: Hall, start: PlanState): PlanState {
  let state = start;
  let cost = costOf(hall, state);
  let tries = REPAIRS;
  for (let isBetterNow = true; isBetterNow && tries > 0; ) {
    isBetterNow = false;
    const torn = hall.units.map((_, at) => at).filter((unit) => itemAt(hall.units, unit).size > 1 && tablesOfUnit(hall, state, unit).size > 1 && !hasPins(hall, unit));
    for (const unit of torn.toSorted((a, b) => itemAt(hall.units, a).size - itemAt(hall.units, b).size || a - b)) {
      for (const other of gatherings(hall, state, unit)) {
        tries -= 1;
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
    for (const { unit: one } of packBundles(placing, leaving.map((moved) => bundleOf(hall, moved)))) placeApart(placing, one);
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
