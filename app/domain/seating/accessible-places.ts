import { itemAt } from '#app/domain/list.ts';
import { copyPlan, type Hall, type PlanState, put, tablesOfUnit, waitingOf } from './plan-state.ts';
import type { Placing } from './place-unit.ts';
import { packItems } from './seat-packing.ts';

/**
 * Orders that need an accessible place before anything else, as many as have room there; then, the smallest groups first, all of the group with
 * them where that takes no such place from another order. The rest of the other groups still waits.
 */
export function placeAccessible(placing: Placing): void {
  const { hall, state } = placing;
  const units = [...hall.units.keys()].filter((unit) => needingOf(hall, state, unit).length > 0).toSorted((a, b) => itemAt(hall.units, a).size - itemAt(hall.units, b).size || a - b);
  const orders = units.flatMap((unit) => needingOf(hall, state, unit));
  const most = packed(placing, orders.map((order) => [order])).placed;
  const apart: number[] = [];
  for (const [at, unit] of units.entries()) {
    const others = [...apart, ...units.slice(at + 1)].flatMap((other) => needingOf(hall, state, other).map((order) => [order]));
    const table = accessibleTables(hall, state, unit).find((one) => {
      const trial = { ...placing, state: copyPlan(state) };
      const own = needingOf(hall, state, unit).length;
      seatUnit(trial, unit, one);
      return packed(trial, others).placed + own + settled(hall, state, orders) >= most;
    });
    if (table === undefined) apart.push(unit);
    else seatUnit(placing, unit, table);
  }
  seatOrders(placing, apart);
}

/** Orders of which an admin has fixed nobody, and that wait. */
function needingOf(hall: Hall, state: PlanState, unit: number): number[] {
  return itemAt(hall.units, unit).orders.filter((order) => itemAt(hall.orders, order).needsAccessible && itemAt(hall.orders, order).pinned.length === 0 && waitingOf(hall, state, order) > 0);
}

function settled(hall: Hall, state: PlanState, orders: readonly number[]): number {
  return orders.filter((order) => waitingOf(hall, state, order) === 0).length;
}

/** Those with room for all of a unit, one of each room, the fullest first; where some sit already, only there. */
function accessibleTables(hall: Hall, state: PlanState, unit: number): number[] {
  const size = itemAt(hall.units, unit).orders.reduce((sum, order) => sum + waitingOf(hall, state, order), 0);
  const anchors = [...tablesOfUnit(hall, state, unit).keys()];
  const tables = anchors.length > 1 ? [] : anchors.length === 1 ? anchors : [...hall.tables.keys()];
  const fitting = tables.filter((table) => itemAt(hall.tables, table).accessible && itemAt(state.free, table) >= size);
  return fitting.toSorted((a, b) => itemAt(state.free, a) - itemAt(state.free, b) || a - b).filter((table, at, all) => at === 0 || itemAt(state.free, table) !== itemAt(state.free, itemAt(all, at - 1)));
}

function seatUnit({ hall, state }: Placing, unit: number, table: number): void {
  for (const order of itemAt(hall.units, unit).orders) put(hall, state, { order, table, count: waitingOf(hall, state, order) });
}

/** Bundles of orders into accessible tables; how many orders found a place. */
function packed({ hall, state, steps }: Placing, bundles: readonly (readonly number[])[]): { tables: number[]; placed: number } {
  const sizes = bundles.map((orders) => orders.reduce((sum, order) => sum + waitingOf(hall, state, order), 0));
  const rooms = state.free.map((room, table) => (itemAt(hall.tables, table).accessible ? room : 0));
  const tables = packItems(sizes, rooms, { steps });
  return { tables, placed: bundles.reduce((sum, orders, at) => sum + (tables[at] === -1 ? 0 : orders.length), 0) };
}

/** Those of one group together, where no order is left out by that. */
function seatOrders(placing: Placing, units: readonly number[]): void {
  const { hall, state } = placing;
  const together = units.map((unit) => needingOf(hall, state, unit));
  const one = together.flat().map((order) => [order]);
  const byUnit = packed(placing, together);
  const byOrder = packed(placing, one);
  const [bundles, { tables }] = byUnit.placed >= byOrder.placed ? [together, byUnit] : [one, byOrder];
  for (const [at, orders] of bundles.entries()) {
    const table = itemAt(tables, at);
    if (table !== -1) for (const order of orders) put(hall, state, { order, table, count: waitingOf(hall, state, order) });
  }
}
