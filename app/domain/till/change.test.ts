import { expect, test } from 'vitest';

import { changeFor } from './change.ts';

test.each([
  [1_400, [[1_500, 100], [2_000, 600], [5_000, 3_600]]],
  [2_000, [[2_000, 0], [5_000, 3_000]]],
  [3_355, [[3_500, 145], [4_000, 645], [5_000, 1_645]]],
  [15_000, [[15_000, 0], [16_000, 1_000]]],
])('of %i cents', (total, expected) => {
  expect(changeFor(total).map(({ given, back }) => [given, back])).toEqual(expected);
});
