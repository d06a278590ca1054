import { itemAt } from '#app/domain/list.ts';
import { type HallTable, placesOf, spreadOf } from './hall.ts';

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
  /** By order, how many are pinned to which table. */
  pins: readonly ReadonlyMap<number, number>[];
}

/** How many of an order sit where; the pinned ones among them never move. */
export interface PlanState {
  free: number[];
  at: ReadonlyMap<number, number>[];
  /** What was reckoned of a unit, until somebody of it moves. */
  reckoned: (ReckonedUnit | undefined)[];
}

/** Somebody alone at a table is as bad as so many tables in between, and so is each table more than one. */
const STRAY = 5;
const TABLE = 5;

interface ReckonedUnit {
  tables: ReadonlyMap<number, number>;
  cost: readonly number[];
  /** How far from one another they sit. */
  spread: number;
}

export function emptyPlan(hall: Hall): PlanState {
  const state: PlanState = { free: hall.tables.map(({ seats }) => seats), at: hall.orders.map(() => new Map()), reckoned: [] };
  for (const [order, tables] of hall.pins.entries()) reseat(hall, state, { order, tables });
  return state;
}

export interface Move {
  order: number;
  table: number;
  count: number;
}

export function put(hall: Hall, state: PlanState, { order, table, count }: Move): void {
  if (count === 0) return;
  const seats = itemAt(state.at, order);
  reseat(hall, state, { order, tables: new Map(seats).set(table, (seats.get(table) ?? 0) + count) });
}

/** From where an order sits to where it is to sit. */
export function reseat(hall: Hall, state: PlanState, { order, tables }: { order: number; tables: ReadonlyMap<number, number> }): void {
  for (const [table, count] of itemAt(state.at, order)) state.free[table]! += count;
  for (const [table, count] of tables) state.free[table]! -= count;
  state.at[order] = tables;
  state.reckoned[itemAt(hall.unitOf, order)] = undefined;
}

export function copyPlan({ free, at, reckoned }: PlanState): PlanState {
  return { free: [...free], at: [...at], reckoned: [...reckoned] };
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

export function tablesOfUnit(hall: Hall, state: PlanState, unit: number): ReadonlyMap<number, number> {
  return reckonedUnit(hall, state, unit).tables;
}

/** Takes all of a unit up that is not pinned. */
export function liftUnit(hall: Hall, state: PlanState, unit: number): void {
  for (const order of itemAt(hall.units, unit).orders) reseat(hall, state, { order, tables: itemAt(hall.pins, order) });
}

/**
 * The objectives in their order: fewer is better, the first that differs decides. `places`: at how many places of the hall a group sits, beyond the
 * first; `strays`: how many sit at a table without anybody of their group; `tables`: at how many tables a group sits, beyond the first.
 */
export type PlanCost = readonly [unseated: number, notAccessible: number, ordersDivided: number, groupsDivided: number, groupsApart: number, places: number, strays: number, tables: number, halfEmpty: number];

export function costOf(hall: Hall, state: PlanState): PlanCost {
  const cost: [number, number, number, number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (const unit of hall.units.keys()) {
    for (const [at, value] of reckonedUnit(hall, state, unit).cost.entries()) cost[at]! += value;
  }
  cost[8] = hall.tables.filter(({ seats }, table) => itemAt(state.free, table) < seats && itemAt(state.free, table) * 2 >= seats).length;
  return cost;
}

function reckonedUnit(hall: Hall, state: PlanState, unit: number): ReckonedUnit {
  const known = state.reckoned[unit];
  if (known !== undefined) return known;
  const tables = new Map<number, number>();
  for (const order of itemAt(hall.units, unit).orders) for (const [table, count] of itemAt(state.at, order)) tables.set(table, (tables.get(table) ?? 0) + count);
  const reckoned = { tables, cost: unitCost(hall, state, { unit, tables }), spread: spreadAt(hall, tables) };
  state.reckoned[unit] = reckoned;
  return reckoned;
}

function spreadAt(hall: Hall, tables: ReadonlyMap<number, number>): number {
  if (tables.size < 2) return 0;
  return spreadOf([...tables.keys()].map((table) => itemAt(hall.tables, table))) + STRAY * alone(tables) + TABLE * (tables.size - 1) + scatteredShare(tables);
}

/** Below 1, and the less the more of them sit together: so it tells of an order that goes to where others of its group are. */
function scatteredShare(tables: ReadonlyMap<number, number>): number {
  let [all, together] = [0, 0];
  for (const count of tables.values()) {
    all += count;
    together += count * count;
  }
  return 1 - together / (all * all);
}

function unitCost(hall: Hall, state: PlanState, { unit, tables }: { unit: number; tables: ReadonlyMap<number, number> }): number[] {
  const { orders, isGroup } = itemAt(hall.units, unit);
  let [unseated, notAccessible, ordersDivided] = [0, 0, 0];
  for (const order of orders) {
    const own = itemAt(state.at, order);
    unseated += waitingOf(hall, state, order);
    if (own.size > 1) ordersDivided += 1;
    if (itemAt(hall.orders, order).needsAccessible && ![...own.keys()].every((table) => itemAt(hall.tables, table).accessible)) notAccessible += 1;
  }
  if (tables.size < 2) return [unseated, notAccessible, ordersDivided];
  const places = placesOf([...tables.keys()].map((table) => itemAt(hall.tables, table)));
  return [unseated, notAccessible, ordersDivided, isGroup ? 1 : 0, places > 1 ? 1 : 0, places - 1, alone(tables), tables.size - 1];
}

function alone(tables: ReadonlyMap<number, number>): number {
  return [...tables.values()].filter((count) => count === 1).length;
}

/** Of all divided groups together; unlike the objectives it tells of each step on the way to a better plan. */
export function spreadOfAll(hall: Hall, state: PlanState): number {
  let all = 0;
  for (const unit of hall.units.keys()) all += reckonedUnit(hall, state, unit).spread;
  return all;
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
  const index = new Map(sorted.map(({ id }, at) => [id, at]));
  const pins = people.map(({ pinned }) => countTables(pinned.flatMap(({ tableId }) => index.get(tableId) ?? [])));
  return { tables: sorted, orders: people, units, unitOf, rows, pins };
}

function countTables(tables: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const table of tables) counts.set(table, (counts.get(table) ?? 0) + 1);
  return counts;
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
