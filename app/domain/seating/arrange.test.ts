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

test('no table ever has more people than seats, whatever comes', () => {
  let seed = 7;
  const next = (most: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (seed >> 8) % most;
  };
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
