import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { formatEuros } from '#app/design/ui/format-money.ts';

import { MAX_TYPED_CENTS, type MoneyProblem, moneyFieldText, moneyProblemText, parseBalance, parseMoney } from './money-text.ts';

const NO_BREAK = '\u00a0';

test.each([
  ['12', 1200],
  ['0', 0],
  ['012', 1200],
  ['12,5', 1250],
  ['12,50', 1250],
  ['12.50', 1250],
  ['12.5', 1250],
  [',50', 50],
  ['.5', 50],
  ['0,05', 5],
  ['1234', 123_400],
  ['1234,50', 123_450],
  ['1.234,50', 123_450],
  ['1,234.50', 123_450],
  ['1 234,50', 123_450],
  [`1${NO_BREAK}234,50${NO_BREAK}€`, 123_450],
  ["1'234,50", 123_450],
  ['1’234.50', 123_450],
  ['12.345,6', 1_234_560],
  ['1 234', 123_400],
  ["1'234", 123_400],
  ['12 345', 1_234_500],
  ['1  234,50', 123_450],
  ['1\u202f234,50', 123_450],
  ["12'345,67", 1_234_567],
  ['€12', 1200],
  ['12 EUROS', 1200],
  ['12 €', 1200],
  ['12€', 1200],
  ['€ 12,50', 1250],
  ['12,50 euros', 1250],
  ['1 euro', 100],
  ['  12,50  ', 1250],
  ['100000', 10_000_000],
])('«%s» is %i cents', (text, amount) => {
  expect(parseMoney(text)).toEqual({ cents: amount });
});

const REFUSED: [string, MoneyProblem][] = [
  ['', 'empty'],
  ['   ', 'empty'],
  ['€', 'empty'],
  ['1.234', 'ambiguous'],
  ['1,234', 'ambiguous'],
  ['12.000 €', 'ambiguous'],
  ['12,505', 'ambiguous'],
  ['1234,505', 'decimals'],
  ['1.234,505', 'decimals'],
  ['0.1234', 'decimals'],
  ['-1', 'negative'],
  ['−12,50', 'negative'],
  ['100000,01', 'too_much'],
  ['9'.repeat(29), 'too_much'],
  ['9'.repeat(30), 'too_much'],
  ['9'.repeat(31), 'not_money'],
  ['1.234.567', 'too_much'],
  ['1.234.567,50', 'too_much'],
  ['12’50', 'not_money'],
  ['- 1', 'negative'],
  ['–,50', 'negative'],
  ['x-1', 'not_money'],
  ['12-1', 'not_money'],
  ['-x', 'not_money'],
  ['€ 12 €', 'not_money'],
  ['12€50', 'not_money'],
  ['12 euros 50', 'not_money'],
  ['x12,50', 'not_money'],
  ['12,50x', 'not_money'],
  ['x1 234', 'not_money'],
  ['1 234x', 'not_money'],
  ['1 2345', 'not_money'],
  ['1 234 56', 'not_money'],
  ['1234 567', 'not_money'],
  ["1 234'567", 'not_money'],
  ['1.2345,50', 'not_money'],
  ['1234.567,50', 'not_money'],
  ['1,2345', 'decimals'],
  ['1.234,567', 'decimals'],
  ['x1,2345', 'not_money'],
  ['1,2345x', 'not_money'],
  ['12,', 'not_money'],
  [',', 'not_money'],
  ['12,5,0', 'not_money'],
  ['1.23.4', 'not_money'],
  ['1.234.50', 'not_money'],
  ['1.234 567,50', 'not_money'],
  ['1e3', 'not_money'],
  ['0x10', 'not_money'],
  ['dotze', 'not_money'],
  ['12 $', 'not_money'],
  ['١٢', 'not_money'],
  ['Infinity', 'not_money'],
];

test.each(REFUSED)('«%s» is refused: %s', (text, problem) => {
  expect(parseMoney(text)).toEqual({ problem });
  expect(moneyProblemText(problem)).toMatch(/\p{L}{3}/u);
});

/** The cents of what is an amount, and nothing of what is none. */
function centsOf(text: string): number | null {
  const read = parseMoney(text);
  return 'problem' in read ? null : read.cents;
}

describe('every amount', () => {
  const amounts = fc.integer({ min: 0, max: MAX_TYPED_CENTS });

  test.each([
    ['its field', moneyFieldText],
    ['how prices are shown, copied and pasted', formatEuros],
    ['a field with a point', (amount: number) => moneyFieldText(amount).replace(',', '.')],
  ])('comes back from %s', (_, write) => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(centsOf(write(amount))).toBe(amount);
      }),
      { numRuns: 5_000, seed: 28 },
    );
  });
});

test('whatever is typed is either a whole number of cents within the limit, of the same digits, or a reason', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'0123456789.,\' €-'), maxLength: 14 });
  const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '');
  fc.assert(
    fc.property(fc.oneof(typed, fc.string()), (text) => {
      const amount = centsOf(text);
      const isSound = amount === null || (Number.isSafeInteger(amount) && amount >= 0 && amount <= MAX_TYPED_CENTS && digitsOf(moneyFieldText(amount)) === digitsOf(text));
      expect(isSound).toBe(true);
    }),
    { numRuns: 20_000, seed: 28 },
  );
});

test.each([
  ['-20', -2000],
  ['-20,50 €', -2050],
  ['€ -0,05', -5],
  ['− 1.234,50', -123_450],
  ['-0', 0],
  ['12,50', 1250],
])('as a balance «%s» is %i cents, and is shown so that it reads the same', (text, amount) => {
  expect(parseBalance(text)).toEqual({ cents: amount });
  expect(parseBalance(moneyFieldText(amount))).toEqual({ cents: amount });
});

test.each([['--5', 'not_money'], ['-', 'empty'], ['-1.234', 'ambiguous'], ['-100000,01', 'too_much'], ['5-', 'not_money']])('«%s» is no balance: %s', (text, problem) => {
  expect(parseBalance(text)).toEqual({ problem });
});
