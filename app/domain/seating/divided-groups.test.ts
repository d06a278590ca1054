import { expect, test } from 'vitest';

import { groupsToDivide } from './divided-groups.ts';

function divided(groups: readonly (readonly number[])[], { alone = [], rooms }: { alone?: readonly number[]; rooms: readonly number[] }): number[] | null {
  const found = groupsToDivide({ groups: groups.map((orders, unit) => ({ unit, orders })), alone, rooms }, { left: 1_000_000 });
  return found && [...found].toSorted((a, b) => a - b);
}

test('nobody is divided where all fit, however tight', () => {
  expect(divided([[4, 3], [3], [2, 2, 2], [4], [3, 2], [5]], { rooms: [10, 10, 10] })).toEqual([]);
});

test('a group that is larger than any table is, and no other', () => {
  expect(divided([[4, 4, 4], [8], [3, 3]], { rooms: [10, 10, 10] })).toEqual([0]);
});

test('where the largest can fill no gap, a smaller one is divided in its place', () => {
  // Seats for all: the ninth seat beside the first is for somebody of the last.
  expect(divided([[4, 4], [4, 4], [1, 1]], { rooms: [9, 9] })).toEqual([2]);
});

test('without a way to leave all orders whole there is no choice', () => {
  expect(divided([[6], [6]], { alone: [6], rooms: [10, 8] })).toBeNull();
});
