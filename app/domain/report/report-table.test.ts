import { expect, test } from 'vitest';

import { isMoneyCell, type ReportCell } from './report-table.ts';

test.each<[ReportCell, boolean]>([
  [{ cents: 1_400 }, true],
  [{ cents: 0 }, true],
  [1_400, false],
  ['14,00 €', false],
  ['', false],
  [null, false],
])('a cell of %j is an amount of money: %s', (cell, isMoney) => {
  expect(isMoneyCell(cell)).toBe(isMoney);
});
