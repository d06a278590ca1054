import { describe, expect, test } from 'vitest';

import { areInOneRun, areNeighbours, readHallText, rowLetter } from './hall.ts';
import { planNotes } from './plan-notes.ts';
import { tablesText } from './table-text.ts';

describe('the generator', () => {
  test("'20 taules de 10' are round tables, eight in a row", () => {
    const read = readHallText('20 taules de 10');
    if ('problem' in read) throw new Error(read.problem);
    expect(read.tables).toHaveLength(20);
    expect(read.tables[8]).toEqual({ rowName: 'B', place: 0, shape: 'round', seats: 10 });
  });

  test.each([
    ['6 files de 40', 24, [10, 10, 10, 10]],
    ['1 fila de 48', 4, [12, 12, 12, 12]],
    ['1 fila de 43', 4, [11, 11, 11, 10]],
    ['2 files de 40 en trams de 8', 10, [8, 8, 8, 8, 8]],
  ])('%j are long tables in stretches', (text, count, row) => {
    const read = readHallText(text);
    if ('problem' in read) throw new Error(read.problem);
    expect(read.tables).toHaveLength(count);
    expect(read.tables.filter(({ rowName }) => rowName === 'A').map(({ seats }) => seats)).toEqual(row);
  });

  test('several at once go on with the rows', () => {
    const read = readHallText('2 files de 20, 3 taules de 8', { firstRow: 2 });
    if ('problem' in read) throw new Error(read.problem);
    expect([...new Set(read.tables.map(({ rowName }) => rowName))]).toEqual(['C', 'D', 'E']);
  });

  test.each(['', 'moltes taules', '0 taules de 10', '5 taules de 99', '999 files de 40'])('%j is refused in words', (text) => {
    expect(readHallText(text)).toHaveProperty('problem');
  });

  test('rows are lettered as in a theatre', () => {
    expect([0, 25, 26, 51, 52].map(rowLetter)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA']);
  });
});

test('neighbours have the next place in the same row, never across the aisle', () => {
  const at = (rowName: string, place: number) => ({ roomId: 'r', rowName, place });
  expect(areNeighbours(at('A', 1), at('A', 2))).toBe(true);
  expect(areNeighbours(at('A', 1), at('B', 1))).toBe(false);
  expect(areNeighbours({ ...at('A', 1), roomId: 'x' }, at('A', 2))).toBe(false);
  expect(areInOneRun([at('A', 3), at('A', 1), at('A', 2)])).toBe(true);
  expect(areInOneRun([at('A', 1), at('A', 3)])).toBe(false);
});

test('tables are told as people tell them', () => {
  expect([[], [7], [7, 8], [1, 2, 5]].map(tablesText)).toEqual([null, 'Taula 7', 'Taules 7 i 8', 'Taules 1, 2 i 5']);
});

test('a plan says in words what it could not do', () => {
  const tables = [7, 8, 12].map((number, place) => ({ id: `t${number}`, number, roomId: 'r', rowName: number === 12 ? 'B' : 'A', place, shape: 'long' as const, seats: 10, label: null, accessible: false }));
  const people = (count: number, name: string, tableId: string | null) =>
    Array.from({ length: count }, () => ({ orderId: name, orderNumber: 'ORD-1-0433', groupId: name === 'sol' ? null : name, groupName: name === 'sol' ? null : name, tableId, needsAccessible: name === 'sol' }));
  expect(planNotes([...people(10, 'Els de sempre', 't7'), ...people(4, 'Els de sempre', 't8'), ...people(3, 'Quintos', 't8'), ...people(1, 'Quintos', 't12'), ...people(2, 'sol', null)], tables)).toEqual([
    "La comanda 0433 ha demanat un lloc accessible i no n'hi ha per a tots 2: marca'n una altra taula o fes-los lloc.",
    'La colla Els de sempre: 14, en dues taules veïnes: la 7 i la 8.',
    'La colla Quintos: 4, en dues taules, que no són veïnes: la 8 i la 12. Queda algú a soles a la 12.',
    'La comanda 0433: 2, sense taula.',
  ]);
});
