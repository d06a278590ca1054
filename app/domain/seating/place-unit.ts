import { itemAt } from '#app/domain/list.ts';
import { type Hall, type PlanState, put, tablesOfUnit, waitingOf } from './plan-state.ts';
import type { Steps } from './pack-sizes.ts';
import { fillRoom, packItems } from './seat-packing.ts';

export interface Placing {
  hall: Hall;
  state: PlanState;
  steps: Steps;
}

interface Waiting {
  order: number;
  count: number;
}

function waitingOrders({ hall, state }: Placing, unit: number): Waiting[] {
  return itemAt(hall.units, unit).orders.map((order) => ({ order, count: waitingOf(hall, state, order) })).filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count || a.order - b.order);
}

/** All that wait of a unit at one table: the fullest that still has the room; where some sit already, only there. */
export function placeAtOneTable(placing: Placing, unit: number, { only }: { only?: (table: number) => boolean } = {}): boolean {
  const { hall, state } = placing;
  const waiting = waitingOrders(placing, unit);
  const size = waiting.reduce((sum, { count }) => sum + count, 0);
  const anchors = [...tablesOfUnit(hall, state, unit).keys()];
  const candidates = (anchors.length === 0 ? hall.tables.map((_, at) => at) : anchors).filter((table) => itemAt(state.free, table) >= size && (only === undefined || only(table)));
  const [best] = candidates.toSorted((a, b) => Number(itemAt(hall.tables, a).accessible) - Number(itemAt(hall.tables, b).accessible) || itemAt(state.free, a) - itemAt(state.free, b) || a - b);
  if (best === undefined) return false;
  for (const { order, count } of waiting) put(hall, state, { order, table: best, count });
  return true;
}

/** At neighbouring tables, orders whole: the shortest run, and of those the one that leaves the fewest seats. */
export function placeInRun(placing: Placing, unit: number): boolean {
  const { hall, state, steps } = placing;
  const waiting = waitingOrders(placing, unit);
  const sizes = waiting.map(({ count }) => count);
  const size = sizes.reduce((sum, count) => sum + count, 0);
  const anchors = tablesOfUnit(hall, state, unit);
  const runs = hall.rows.flatMap((row) => runsWithRoom(row, { state, size, anchors }));
  for (const run of runs.toSorted((a, b) => a.tables.length - b.tables.length || a.room - b.room || itemAt(a.tables, 0) - itemAt(b.tables, 0)).slice(0, 40)) {
    if (steps.left <= 0) return false;
    const placed = withoutStrays(sizes, run.tables.map((table) => itemAt(state.free, table)), { steps, alone: anchors.size === 0 });
    if (placed === null) continue;
    for (const [at, { order, count }] of waiting.entries()) put(hall, state, { order, table: itemAt(run.tables, itemAt(placed, at)), count });
    return true;
  }
  return false;
}

function runsWithRoom(row: readonly number[], { state, size, anchors }: { state: PlanState; size: number; anchors: ReadonlyMap<number, number> }): { tables: number[]; room: number }[] {
  const found: { tables: number[]; room: number }[] = [];
  for (let first = 0; first < row.length; first += 1) {
    let room = 0;
    let beyond = 0;
    for (let last = first; last < row.length; last += 1) {
      const table = itemAt(row, last);
      if (!anchors.has(table) && itemAt(state.free, table) < 1) break;
      room += itemAt(state.free, table);
      if (room < size) continue;
      const tables = row.slice(first, last + 1);
      if ([...anchors.keys()].every((anchor) => tables.includes(anchor))) found.push({ tables, room });
      // A longer run may let orders stay whole where the shortest does not.
      beyond += 1;
      if (beyond > 1) break;
    }
  }
  return found;
}

/** Null where the orders don't fit whole. Tries first that nobody sits alone at a table. */
function withoutStrays(sizes: readonly number[], rooms: readonly number[], { steps, alone }: { steps: Steps; alone: boolean }): number[] | null {
  const packed = packItems(sizes, rooms, { steps });
  if (packed.includes(-1)) return null;
  if (!alone || !hasStray(sizes, packed)) return packed;
  for (const [bin, room] of rooms.entries()) {
    const fewer = rooms.with(bin, Math.max(0, room - 1));
    const other = packItems(sizes, fewer, { steps });
    if (!other.includes(-1) && !hasStray(sizes, other)) return other;
  }
  return packed;
}

function hasStray(sizes: readonly number[], packed: readonly number[]): boolean {
  const sums = new Map<number, number>();
  for (const [at, bin] of packed.entries()) sums.set(bin, (sums.get(bin) ?? 0) + itemAt(sizes, at));
  return sums.size > 1 && [...sums.values()].includes(1);
}

/** Orders whole wherever they fit, near the others of their unit; then divided, then left without a table. */
export function placeAnywhere(placing: Placing, unit: number): void {
  const { hall, state } = placing;
  for (const { order, count } of waitingOrders(placing, unit)) {
    const near = [...tablesOfUnit(hall, state, unit).keys()];
    const distance = (table: number): number => Math.min(...near.map((other) => Math.abs(table - other)), near.length === 0 ? 0 : Infinity);
    const [whole] = hall.tables.map((_, at) => at).filter((table) => itemAt(state.free, table) >= count).toSorted((a, b) => distance(a) - distance(b) || itemAt(state.free, a) - itemAt(state.free, b) || a - b);
    if (whole !== undefined) put(hall, state, { order, table: whole, count });
    else divideOrder(placing, { order, count });
  }
}

/** The fewest tables of one row that hold it, nobody alone where that can be. */
function divideOrder({ hall, state }: Placing, { order, count }: Waiting): void {
  const runs = hall.rows.flatMap((row) => runsWithRoom(row, { state, size: count, anchors: itemAt(state.at, order) }));
  const [run] = runs.toSorted((a, b) => a.tables.length - b.tables.length || a.room - b.room || itemAt(a.tables, 0) - itemAt(b.tables, 0));
  const tables = run?.tables ?? hall.tables.map((_, at) => at).filter((table) => itemAt(state.free, table) > 0).toSorted((a, b) => itemAt(state.free, b) - itemAt(state.free, a) || a - b);
  let left = count;
  for (const [at, table] of tables.entries()) {
    const room = itemAt(state.free, table);
    const isLast = at === tables.length - 1;
    const here = Math.min(room, left - (left - room === 1 && !isLast && room > 1 ? 1 : 0));
    const taken = here < left && left - here === 1 && here > 2 ? here - 1 : here;
    put(hall, state, { order, table, count: taken });
    left -= taken;
    if (left === 0) return;
  }
}

/** People who are to sit at one table: a unit, or an order of one that is divided anyway. */
export interface Bundle {
  unit: number;
  orders: readonly number[];
}

/** Bundles that fit one table, packed together; those that found none are given back, the largest first. */
export function packBundles({ hall, state, steps }: Placing, bundles: readonly Bundle[], { mayUse = () => true }: { mayUse?: (table: number) => boolean } = {}): Bundle[] {
  const sizes = bundles.map(({ orders }) => orders.reduce((sum, order) => sum + waitingOf(hall, state, order), 0));
  const placed = packItems(sizes, state.free.map((room, table) => (mayUse(table) ? room : 0)), { steps });
  const left: { bundle: Bundle; size: number }[] = [];
  for (const [at, bundle] of bundles.entries()) {
    const table = itemAt(placed, at);
    if (table === -1) left.push({ bundle, size: itemAt(sizes, at) });
    else for (const order of bundle.orders) put(hall, state, { order, table, count: waitingOf(hall, state, order) });
  }
  return left.toSorted((a, b) => b.size - a.size || a.bundle.unit - b.bundle.unit).map(({ bundle }) => bundle);
}

export function bundleOf(hall: Hall, unit: number): Bundle {
  return { unit, orders: itemAt(hall.units, unit).orders };
}

/** Which units to take away from a table so that as few as can be make room for `wanted`. */
export function smallestRoom(sizes: readonly number[], wanted: number): number[] {
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if (all < wanted) return [];
  const staying = new Set(fillRoom(sizes, all - wanted));
  return sizes.map((_, at) => at).filter((at) => !staying.has(at));
}
