import { itemAt } from '#app/domain/list.ts';
import { areInOneRun, type HallTable } from './hall.ts';

/** People who bought together; without a group it is a unit of its own. */
export interface SeatedOrder {
  id: string;
  groupId: string | null;
  /** Ids of the tickets to seat, in the order of the ticket's numbers. */
  tickets: readonly string[];
  needsAccessible: boolean;
  /** Tickets that an admin has fixed, by table. */
  pinned: readonly { ticketId: string; tableId: string }[];
}

export interface Unit {
  isGroup: boolean;
  orders: number[];
  size: number;
  needsAccessible: boolean;
}

export interface Hall {
  tables: readonly HallTable[];
  orders: readonly SeatedOrder[];
  units: readonly Unit[];
  unitOf: readonly number[];
  /** By row, tables that follow one another, as indices. */
  rows: readonly (readonly number[])[];
}

/** How many of an order sit where; the pinned ones among them never move. */
export interface PlanState {
  free: number[];
  at: Map<number, number>[];
}

export function emptyPlan(hall: Hall): PlanState {
  const index = new Map(hall.tables.map(({ id }, at) => [id, at]));
  const state: PlanState = { free: hall.tables.map(({ seats }) => seats), at: hall.orders.map(() => new Map()) };
  for (const [order, { pinned }] of hall.orders.entries()) {
    for (const { tableId } of pinned) {
      const table = index.get(tableId);
      if (table !== undefined) put(state, { order, table, count: 1 });
    }
  }
  return state;
}

export interface Move {
  order: number;
  table: number;
  count: number;
}

export function put(state: PlanState, { order, table, count }: Move): void {
  if (count === 0) return;
  const seats = itemAt(state.at, order);
  seats.set(table, (seats.get(table) ?? 0) + count);
  state.free[table]! -= count;
}

export function copyPlan(state: PlanState): PlanState {
  return { free: [...state.free], at: state.at.map((seats) => new Map(seats)) };
}

export function waitingOf(hall: Hall, state: PlanState, order: number): number {
  const { tickets, pinned } = itemAt(hall.orders, order);
  return tickets.length + pinned.length - seatedOf(state, order);
}

export function seatedOf(state: PlanState, order: number): number {
  let count = 0;
  for (const seats of itemAt(state.at, order).values()) count += seats;
  return count;
}

export function hasPins(hall: Hall, unit: number): boolean {
  return itemAt(hall.units, unit).orders.some((order) => itemAt(hall.orders, order).pinned.length > 0);
}

export function tablesOfUnit(hall: Hall, state: PlanState, unit: number): Map<number, number> {
  const tables = new Map<number, number>();
  for (const order of itemAt(hall.units, unit).orders) for (const [table, count] of itemAt(state.at, order)) tables.set(table, (tables.get(table) ?? 0) + count);
  return tables;
}

/** Takes all of a unit up that is not pinned. */
export function liftUnit(hall: Hall, state: PlanState, unit: number): void {
  const index = new Map(hall.tables.map(({ id }, at) => [id, at]));
  for (const order of itemAt(hall.units, unit).orders) {
    for (const [table, count] of itemAt(state.at, order)) state.free[table]! += count;
    state.at[order] = new Map();
    for (const { tableId } of itemAt(hall.orders, order).pinned) put(state, { order, table: index.get(tableId)!, count: 1 });
  }
}

/** The wishes in their order: fewer is better, the first that differs decides. */
export type PlanCost = readonly [unseated: number, notAccessible: number, ordersDivided: number, groupsDivided: number, groupsApart: number, strays: number, halfEmpty: number];

export function costOf(hall: Hall, state: PlanState): PlanCost {
  let [unseated, notAccessible, ordersDivided, groupsDivided, groupsApart, strays] = [0, 0, 0, 0, 0, 0];
  for (const [order, facts] of hall.orders.entries()) {
    unseated += waitingOf(hall, state, order);
    const tables = itemAt(state.at, order);
    if (tables.size > 1) ordersDivided += 1;
    if (facts.needsAccessible && ![...tables.keys()].every((table) => itemAt(hall.tables, table).accessible)) notAccessible += 1;
  }
  for (const [at, unit] of hall.units.entries()) {
    if (unit.size < 2) continue;
    const tables = tablesOfUnit(hall, state, at);
    if (tables.size < 2) continue;
    if (unit.isGroup) groupsDivided += 1;
    if (!areInOneRun([...tables.keys()].map((table) => itemAt(hall.tables, table)))) groupsApart += 1;
    strays += [...tables.values()].filter((count) => count === 1).length;
  }
  const halfEmpty = hall.tables.filter(({ seats }, table) => itemAt(state.free, table) < seats && itemAt(state.free, table) * 2 >= seats).length;
  return [unseated, notAccessible, ordersDivided, groupsDivided, groupsApart, strays, halfEmpty];
}

export function isBetter(one: PlanCost, other: PlanCost): boolean {
  for (const [at, value] of one.entries()) {
    if (value !== other[at]) return value < itemAt(other, at);
  }
  return false;
}

export function hallOf({ tables, orders }: { tables: readonly HallTable[]; orders: readonly SeatedOrder[] }): Hall {
  const sorted = tables.toSorted((a, b) => a.number - b.number);
  const people = orders.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const units: Unit[] = [];
  const unitOf: number[] = [];
  const byGroup = new Map<string, number>();
  for (const [at, order] of people.entries()) {
    const size = order.tickets.length + order.pinned.length;
    const known = order.groupId === null ? undefined : byGroup.get(order.groupId);
    const unit = known ?? units.push({ isGroup: order.groupId !== null, orders: [], size: 0, needsAccessible: false }) - 1;
    if (order.groupId !== null) byGroup.set(order.groupId, unit);
    itemAt(units, unit).orders.push(at);
    itemAt(units, unit).size += size;
    itemAt(units, unit).needsAccessible ||= order.needsAccessible;
    unitOf.push(unit);
  }
  const inRow = Map.groupBy(sorted.map((_, at) => at), (at) => `${itemAt(sorted, at).roomId} ${itemAt(sorted, at).rowName}`);
  const rows = [...inRow.values()].flatMap((row) => runsOf(row.toSorted((a, b) => itemAt(sorted, a).place - itemAt(sorted, b).place), sorted));
  return { tables: sorted, orders: people, units, unitOf, rows };
}

function runsOf(row: readonly number[], tables: readonly HallTable[]): number[][] {
  const runs: number[][] = [];
  for (const table of row) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && itemAt(tables, table).place - itemAt(tables, last).place === 1) run.push(table);
    else runs.push([table]);
  }
  return runs;
}
