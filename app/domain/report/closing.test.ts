import { expect, test } from 'vitest';

import { addClosings, closingResult, type ClosingSums, isQuiet, NO_SUMS } from './closing.ts';

const DINNER = { tickets: 4, taken: 10_000, refunded: 2_500, owedByHand: 1_000, owedByCard: 500, fees: 175, costs: 3_000 };

test('what is left is what was taken less all that went, is owed or was spent', () => {
  expect(closingResult(DINNER)).toBe(2_825);
  expect(closingResult({ ...DINNER, costs: 10_000 })).toBe(-4_175);
});

test('the result of a season is the sum of the results of its events', () => {
  const lunch = { ...NO_SUMS, tickets: 2, taken: 333, fees: 30, costs: 7 };
  expect(closingResult(addClosings([DINNER, lunch]))).toBe(closingResult(DINNER) + closingResult(lunch));
  expect(addClosings([DINNER, lunch])).toMatchObject({ tickets: 6, taken: 10_333 });
  expect(addClosings([])).toEqual(NO_SUMS);
});

test.each(Object.keys(NO_SUMS) as (keyof ClosingSums)[])('an act of which nothing was sold, moved or spent is quiet, and %s alone make it one to account for', (side) => {
  expect(isQuiet(NO_SUMS)).toBe(true);
  expect(isQuiet({ ...NO_SUMS, [side]: 1 })).toBe(false);
});
