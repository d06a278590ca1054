import { describe, expect, test } from 'vitest';

import { arrangeSeats } from './arrange.ts';
import type { HallTable } from './hall.ts';
import type { SeatedOrder } from './plan-state.ts';

/** Rows of long tables, so many stretches each. */
function aHall({ rows, stretches, seats, accessible = [] }: { rows: number; stretches: number; seats: number; accessible?: number[] }): HallTable[] {
  return Array.from({ length: rows * stretches }, (_, at) => ({
    id: `t${at + 1}`,
    number: at + 1,
    roomId: 'sala',
    rowName: String.fromCharCode(65 + Math.floor(at / stretches)),
    place: at % stretches,
    shape: 'long',
    seats,
    label: null,
    accessible: accessible.includes(at + 1),
  }));
}

let made = 0;
function anOrder(size: number, groupId: string | null = null, more: Partial<SeatedOrder> = {}): SeatedOrder {
  made += 1;
  const id = `o${String(made).padStart(4, '0')}`;
  return { id, groupId, tickets: Array.from({ length: size }, (_, at) => `${id}-T${at + 1}`), needsAccessible: false, pinned: [], ...more };
}

function tablesOf(plan: ReturnType<typeof arrangeSeats>, orders: readonly SeatedOrder[]): string[] {
  const ids = new Set(orders.flatMap(({ tickets, pinned }) => [...tickets, ...pinned.map(({ ticketId }) => ticketId)]));
  return [...new Set(plan.seats.filter(({ ticketId }) => ids.has(ticketId)).map(({ tableId }) => tableId))].toSorted();
}

describe('a plan', () => {
  test('keeps orders whole and groups at one table, and seats as many as there are seats', () => {
    const groups = ['a', 'b', 'c', 'd'].map((id) => [anOrder(4, id), anOrder(3, id), anOrder(1, id)]);
    const alone = [anOrder(2), anOrder(2), anOrder(2), anOrder(2)];
    const plan = arrangeSeats({ tables: aHall({ rows: 2, stretches: 2, seats: 10 }), orders: [...groups.flat(), ...alone] });
    expect(plan.unseated).toEqual([]);
    for (const orders of [...groups, ...alone.map((order) => [order])]) expect(tablesOf(plan, orders)).toHaveLength(1);
  });

  test('seats a group that is too large at neighbouring tables of one row, and nobody of it alone', () => {
    const large = [anOrder(5, 'gran'), anOrder(5, 'gran'), anOrder(4, 'gran'), anOrder(1, 'gran')];
    const others = Array.from({ length: 8 }, (_, at) => anOrder(8, `g${at}`));
    const plan = arrangeSeats({ tables: aHall({ rows: 4, stretches: 3, seats: 10 }), orders: [...others, ...large] });
    const tables = tablesOf(plan, large).map((id) => Number(id.slice(1))).toSorted((a, b) => a - b);
    expect(tables).toHaveLength(2);
    expect(tables[1]! - tables[0]!).toBe(1);
    expect(Math.ceil(tables[0]! / 3)).toBe(Math.ceil(tables[1]! / 3));
    for (const group of others) expect(tablesOf(plan, [group])).toHaveLength(1);
    const counts = Object.values(Object.groupBy(plan.seats.filter(({ ticketId }) => large.some(({ tickets }) => tickets.includes(ticketId))), ({ tableId }) => tableId)).map((here) => here!.length);
    expect(Math.min(...counts)).toBeGreaterThan(1);
  });

  test('gives an accessible place to whoever asked, with the whole order', () => {
    const needs = anOrder(4, 'a', { needsAccessible: true });
    const rest = anOrder(8, 'a');
    const plan = arrangeSeats({ tables: aHall({ rows: 2, stretches: 3, seats: 10, accessible: [5] }), orders: [...Array.from({ length: 4 }, () => anOrder(9, null)), rest, needs] });
    expect(tablesOf(plan, [needs])).toEqual(['t5']);
    expect(tablesOf(plan, [rest])).toHaveLength(1);
  });

  test('leaves what is pinned where it is, and seats the others of its group there', () => {
    const pinned = anOrder(2, 'a', { pinned: [{ ticketId: 'fixed', tableId: 't4' }] });
    const friends = anOrder(3, 'a');
    const plan = arrangeSeats({ tables: aHall({ rows: 2, stretches: 2, seats: 8 }), orders: [anOrder(7), anOrder(8, 'b'), friends, pinned] });
    expect(plan.seats).toContainEqual({ ticketId: 'fixed', tableId: 't4', pinned: true });
    expect(tablesOf(plan, [pinned, friends])).toEqual(['t4']);
  });

  test('of a full hall divides one colla, as somebody has to be, and seats it at neighbouring tables', () => {
    const colles = [[4, 1, 1, 2], [4, 3, 2], [3, 1, 3], [4, 3, 1, 3, 4, 2, 1], [3], [2, 2, 2], [4]].map((sizes, at) => sizes.map((size) => anOrder(size, `g${at}`)));
    const plan = arrangeSeats({ tables: aHall({ rows: 1, stretches: 5, seats: 11 }), orders: colles.flat() });
    expect(plan.unseated).toEqual([]);
    const divided = colles.map((orders) => tablesOf(plan, orders)).filter((tables) => tables.length > 1);
    expect(divided).toHaveLength(1);
    const [first, last] = [divided[0]![0]!, divided[0]!.at(-1)!].map((id) => Number(id.slice(1)));
    expect(last! - first!).toBe(divided[0]!.length - 1);
  });

  test('has a divided colla at as few tables as can be, not at three where two would do', () => {
    const colles = [[3, 3, 2], [3, 2, 1], [2, 2, 2, 1], [1, 1, 1, 4]].map((sizes, at) => sizes.map((size) => anOrder(size, `g${at}`)));
    const plan = arrangeSeats({ tables: aHall({ rows: 1, stretches: 3, seats: 10 }), orders: colles.flat() });
    expect(plan.unseated).toEqual([]);
    expect(colles.map((orders) => tablesOf(plan, orders).length).toSorted()).toEqual([1, 1, 1, 2]);
  });

  test('leaves without a table only as many as there are seats too few', () => {
    const plan = arrangeSeats({ tables: aHall({ rows: 1, stretches: 2, seats: 4 }), orders: [anOrder(3), anOrder(3), anOrder(3), anOrder(2)] });
    expect(plan.unseated).toHaveLength(3);
    expect(plan.seats).toHaveLength(8);
  });

  test('is the same for the same input, however it is ordered', () => {
    const orders = Array.from({ length: 40 }, (_, at) => anOrder(1 + (at % 4), at % 3 === 0 ? null : `g${at % 9}`));
    const tables = aHall({ rows: 3, stretches: 4, seats: 10 });
    const one = arrangeSeats({ tables, orders });
    const other = arrangeSeats({ tables: tables.toReversed(), orders: orders.toReversed() });
    const sorted = ({ seats }: typeof one) => seats.toSorted((a, b) => (a.ticketId < b.ticketId ? -1 : 1));
    expect(sorted(other)).toEqual(sorted(one));
  });
});

function dice(from: number): (most: number) => number {
  let seed = from;
  return (most) => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (seed >> 8) % most;
  };
}

test('no table ever has more people than seats, whatever comes', () => {
  const next = dice(7);
  for (let run = 0; run < 40; run += 1) {
    const tables = aHall({ rows: 1 + next(3), stretches: 1 + next(4), seats: 4 + next(9) });
    const orders = Array.from({ length: 1 + next(40) }, () => anOrder(1 + next(6), next(3) === 0 ? null : `g${run}-${next(8)}`, { needsAccessible: next(12) === 0 }));
    const plan = arrangeSeats({ tables, orders });
    const tickets = orders.flatMap((order) => order.tickets);
    expect([...plan.seats.map(({ ticketId }) => ticketId), ...plan.unseated].toSorted()).toEqual(tickets.toSorted());
    for (const table of tables) expect(plan.seats.filter(({ tableId }) => tableId === table.id).length).toBeLessThanOrEqual(table.seats);
    expect(plan.unseated.length).toBe(Math.max(0, tickets.length - tables.reduce((sum, { seats }) => sum + seats, 0)));
  }
});

describe('accessible places', () => {
  const inTables = (plan: ReturnType<typeof arrangeSeats>, orders: readonly SeatedOrder[], numbers: readonly number[]): boolean => tablesOf(plan, orders).every((id) => numbers.includes(Number(id.slice(1))));

  test('go to each order that asked before whole colles take them, and the smaller colla still sits whole', () => {
    const needs = { needsAccessible: true };
    const port = [anOrder(2, 'port', needs), anOrder(1, 'port', needs), anOrder(4, 'port'), anOrder(4, 'port')];
    const cadafal = [anOrder(3, 'cadafal', needs), anOrder(5, 'cadafal')];
    const xaranga = [anOrder(1, 'xaranga', needs), anOrder(3, 'xaranga'), anOrder(3, 'xaranga')];
    const single = [anOrder(3, null, needs), anOrder(1, null, needs)];
    const sempre = [anOrder(4, 'sempre'), anOrder(4, 'sempre'), anOrder(3, 'sempre'), anOrder(2, 'sempre')];
    const plan = arrangeSeats({ tables: aHall({ rows: 2, stretches: 4, seats: 10, accessible: [1, 7] }), orders: [...sempre, ...port, ...cadafal, ...xaranga, ...single] });
    for (const order of [...port, ...cadafal, ...xaranga, ...single].filter(({ needsAccessible }) => needsAccessible)) expect(inTables(plan, [order], [1, 7])).toBe(true);
    expect(tablesOf(plan, xaranga)).toHaveLength(1);
    expect(plan.unseated).toEqual([]);
  });

  test('go to who asked, also where somebody of the colla is fixed at a table that is not accessible', () => {
    const needs = anOrder(2, 'a', { needsAccessible: true });
    const fixed = anOrder(1, 'a', { pinned: [{ ticketId: 'fixed', tableId: 't2' }] });
    const plan = arrangeSeats({ tables: aHall({ rows: 1, stretches: 4, seats: 8, accessible: [3] }), orders: [anOrder(7, 'b'), fixed, needs] });
    expect(tablesOf(plan, [needs])).toEqual(['t3']);
    expect(tablesOf(plan, [fixed])).toEqual(['t2']);
  });

  test('are given to as many as they hold, whatever comes', () => {
    for (let run = 0; run < 60; run += 1) {
      const next = dice(run * 7_919 + 13);
      const tables = aHall({ rows: 2, stretches: 4, seats: 10, accessible: [2, 7] });
      // Each of two accessible tables could be filled with these, to the last seat.
      const accessible = [5, 3, 2, 4, 4, 1, 1].map((size) => anOrder(size, next(3) === 0 ? null : `g${run}-${next(4)}`, { needsAccessible: true }));
      const others = Array.from({ length: 8 }, () => anOrder(1 + next(4), next(3) === 0 ? null : `g${run}-${next(6)}`));
      const plan = arrangeSeats({ tables, orders: [...others, ...accessible] });
      expect(plan.cost.slice(0, 3)).toEqual([0, 0, 0]);
      for (const order of accessible) expect(inTables(plan, [order], [2, 7])).toBe(true);
    }
  });
});
