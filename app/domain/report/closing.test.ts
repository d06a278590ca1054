import { expect, test } from 'vitest';

import { addClosings, closingResult, NO_SUMS } from './closing.ts';

const DINNER = { tickets: 4, taken: 10_000, refunded: 2_500, owedByHand: 1_000, owedByCard: 500, fees: 175, costs: 3_000 };

test('what is left is what was taken less all that went, is owed or was spent', () => {
  expect(closingResult(DINNER)).toBe(2_825);
  expect(closingResult({ ...DINNER, costs: 10_000 })).toBe(-4_175);
});

test('the result of a season is the sum of the results of its events', () => {
  const lunch = { ...NO_SUMS, tickets: 2, taken: 333, fees: 30, costs: 7 };
  expect(closingResult(addClosings([DINNER, lunch]))).toBe(closingResult(DINNER) + closingResult(lunch));
  expect(addClosings([])).toEqual(NO_SUMS);
});
