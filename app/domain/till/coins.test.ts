import { expect, test } from 'vitest';

import { DENOMINATIONS, sumOfPieces } from './coins.ts';

const pieces = (typed: Record<number, string>) => sumOfPieces((denomination) => typed[denomination] ?? '');

test('notes and coins add up to the cent', () => {
  expect(pieces({ 5_000: '3', 2_000: ' 2 ', 50: '7', 1: '4' })).toBe(19_354);
  expect(pieces({})).toBe(0);
  expect(pieces({ 100: '25', 1: '99999' })).toBe(102_499);
  expect(sumOfPieces(() => '1')).toBe(DENOMINATIONS.reduce((sum, one) => sum + one, 0));
});

test.each(['1,5', '-1', 'tres', '123456'])('%s is no number of pieces', (typed) => {
  expect(pieces({ 5_000: '3', 200: typed })).toBeNull();
});
