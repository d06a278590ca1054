import { itemAt } from '#app/domain/list.ts';
import { areNeighbours } from './hall.ts';
import type { Steps } from './pack-sizes.ts';
import { copyPlan, costOf, type Hall, hasPins, isBetter, type PlanCost, type PlanState, reseat, spreadOfAll, tablesOfUnit } from './plan-state.ts';
import { smallestRoom } from './place-unit.ts';
import { fillRoom } from './seat-packing.ts';

const STEPS_OF_PLAN = 60;

/**
 * Brings those who sit at several tables to neighbouring ones: whole tables change their places, or people theirs with others of a neighbouring
 * table. First by how far they are spread, which tells of each step on the way, then by the objectives themselves.
 */
export function broughtTogether(hall: Hall, start: PlanState, steps: Steps): PlanState {
  const most = costOf(hall, start);
  const nearer = improved(hall, start, { steps, isBetterThan: (other, state) => spreadOfAll(hall, other) < spreadOfAll(hall, state) && dividesNoMore(costOf(hall, other), most) });
  const isBetterThan = (other: PlanState, state: PlanState): boolean => isBetter(costOf(hall, other), costOf(hall, state));
  return improved(hall, isBetterThan(nearer, start) ? nearer : start, { steps, isBetterThan });
}

function improved(hall: Hall, start: PlanState, { steps, isBetterThan }: { steps: Steps; isBetterThan: (other: PlanState, state: PlanState) => boolean }): PlanState {
  const taken = new Set(hall.pins.flatMap((tables) => [...tables.keys()]));
  let state = start;
  for (let isImproved = true; isImproved && steps.left > 0; ) {
    isImproved = false;
    for (const unit of [...hall.units.keys()].filter((one) => tablesOfUnit(hall, state, one).size > 1 && !hasPins(hall, one))) {
      for (const other of plansNearer(hall, state, { unit, taken })) {
        steps.left -= STEPS_OF_PLAN;
        if (isBetterThan(other, state)) {
          [state, isImproved] = [other, true];
          break;
        }
        if (steps.left <= 0) return state;
      }
    }
  }
  return state;
}

function dividesNoMore(cost: PlanCost, than: PlanCost): boolean {
  return cost[0] <= than[0] && cost[1] <= than[1] && cost[2] <= than[2] && cost[3] <= than[3];
}

function* plansNearer(hall: Hall, state: PlanState, { unit, taken }: { unit: number; taken: ReadonlySet<number> }): Iterable<PlanState> {
  const tables = [...tablesOfUnit(hall, state, unit).keys()];
  yield* ordersExchanged(hall, state, unit);
  for (const stays of tables) {
    const beside = [...hall.tables.keys()].filter((table) => !tables.includes(table) && areNeighbours(itemAt(hall.tables, table), itemAt(hall.tables, stays)));
    for (const to of beside) {
      for (const from of tables) {
        if (from === stays) continue;
        const exchanged = peopleExchanged(hall, state, { unit, from, to });
        if (exchanged !== null) yield exchanged;
        if (!taken.has(from) && !taken.has(to)) yield* tablesExchanged(hall, state, from, to);
      }
    }
  }
}

/** An order changes its seats with one of the same size, or with units of the same size together, that sit with its own unit or beside it. */
function* ordersExchanged(hall: Hall, state: PlanState, unit: number): Iterable<PlanState> {
  const tables = [...tablesOfUnit(hall, state, unit).keys()];
  const near = [...hall.tables.keys()].filter((table) => tables.some((own) => own === table || areNeighbours(itemAt(hall.tables, table), itemAt(hall.tables, own))));
  const others = [...hall.units.keys()].filter((one) => one !== unit && !hasPins(hall, one));
  for (const to of near) {
    const there = others.filter((one) => tablesOfUnit(hall, state, one).has(to));
    const whole = there.filter((one) => tablesOfUnit(hall, state, one).size === 1);
    for (const order of itemAt(hall.units, unit).orders) {
      const own = itemAt(state.at, order);
      const [from] = own.keys();
      if (own.size !== 1 || from === undefined || from === to) continue;
      const count = own.get(from) ?? 0;
      const same = there.flatMap((one) => itemAt(hall.units, one).orders).find((one) => itemAt(state.at, one).size === 1 && itemAt(state.at, one).get(to) === count);
      if (same !== undefined) yield ordersMoved(hall, state, { here: [order], from, there: [same], to });
      const sizes = whole.map((one) => itemAt(hall.units, one).size);
      const chosen = fillRoom(sizes, count);
      if (chosen.reduce((all, at) => all + itemAt(sizes, at), 0) === count) yield ordersMoved(hall, state, { here: [order], from, there: chosen.flatMap((at) => itemAt(hall.units, itemAt(whole, at)).orders), to });
    }
  }
}

function ordersMoved(hall: Hall, state: PlanState, { here, from, there, to }: { here: readonly number[]; from: number; there: readonly number[]; to: number }): PlanState {
  const plan = copyPlan(state);
  for (const order of here) moveAll(hall, plan, { order, from, to });
  for (const order of there) moveAll(hall, plan, { order, from: to, to: from });
  return plan;
}

/** All who sit at one table go to the other, and the other way round. */
function* tablesExchanged(hall: Hall, state: PlanState, one: number, other: number): Iterable<PlanState> {
  const usedAt = (table: number): number => itemAt(hall.tables, table).seats - itemAt(state.free, table);
  if (usedAt(one) > itemAt(hall.tables, other).seats || usedAt(other) > itemAt(hall.tables, one).seats) return;
  const plan = copyPlan(state);
  const there = [...hall.units.keys()].filter((unit) => tablesOfUnit(hall, state, unit).has(one) || tablesOfUnit(hall, state, unit).has(other));
  for (const order of there.flatMap((unit) => itemAt(hall.units, unit).orders)) {
    const seats = itemAt(state.at, order);
    if (seats.has(one) || seats.has(other)) reseat(hall, plan, { order, tables: new Map([...seats].map(([table, count]) => [table === one ? other : table === other ? one : table, count])) });
  }
  yield plan;
}

/** Who sits `from` of this unit goes to where others make room, who take the seats that are left. Null where they have none to take. */
function peopleExchanged(hall: Hall, state: PlanState, { unit, from, to }: { unit: number; from: number; to: number }): PlanState | null {
  const coming = tablesOfUnit(hall, state, unit).get(from) ?? 0;
  const there = [...hall.units.keys()].filter((one) => one !== unit && !hasPins(hall, one) && tablesOfUnit(hall, state, one).size === 1 && tablesOfUnit(hall, state, one).has(to));
  const sizes = there.map((one) => itemAt(hall.units, one).size);
  const wanted = Math.max(0, coming - itemAt(state.free, to));
  const leaving = wanted === 0 ? [] : smallestRoom(sizes, wanted);
  const freed = leaving.reduce((all, at) => all + itemAt(sizes, at), 0);
  if (freed < wanted || freed > itemAt(state.free, from) + coming) return null;
  return ordersMoved(hall, state, { here: itemAt(hall.units, unit).orders, from, there: leaving.flatMap((at) => itemAt(hall.units, itemAt(there, at)).orders), to });
}

function moveAll(hall: Hall, state: PlanState, { order, from, to }: { order: number; from: number; to: number }): void {
  const tables = new Map(itemAt(state.at, order));
  const count = tables.get(from);
  if (count === undefined) return;
  tables.delete(from);
  reseat(hall, state, { order, tables: tables.set(to, (tables.get(to) ?? 0) + count) });
}
