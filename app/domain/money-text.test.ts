import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { formatEuros } from '#app/ui/format-money.ts';

import { MAX_TYPED_CENTS, type MoneyProblem, moneyFieldText, moneyProblemText, parseMoney } from './money-text.ts';

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
  ['9'.repeat(31), 'not_money'],
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

describe('every amount', () => {
  const amounts = fc.integer({ min: 0, max: MAX_TYPED_CENTS });

  test('comes back from its field', () => {
    fc.assert(fc.property(amounts, (amount) => void expect(parseMoney(moneyFieldText(amount))).toEqual({ cents: amount })), { numRuns: 5_000, seed: 28 });
  });

  test('comes back from how prices are shown, copied and pasted', () => {
    fc.assert(fc.property(amounts, (amount) => void expect(parseMoney(formatEuros(amount))).toEqual({ cents: amount })), { numRuns: 5_000, seed: 28 });
  });

  test('is read alike with comma and point', () => {
    fc.assert(
      fc.property(amounts, (amount) => void expect(parseMoney(moneyFieldText(amount).replace(',', '.'))).toEqual({ cents: amount })),
      { numRuns: 2_000, seed: 28 },
    );
  });
});

test('whatever is typed is either a whole number of cents within the limit or a reason', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'0123456789.,\' €-'), maxLength: 14 });
  fc.assert(
    fc.property(fc.oneof(typed, fc.string()), (text) => {
      const read = parseMoney(text);
      if ('problem' in read) expect(moneyProblemText(read.problem)).not.toBe('');
      else {
        expect(Number.isSafeInteger(read.cents)).toBe(true);
        expect(read.cents).toBeGreaterThanOrEqual(0);
        expect(read.cents).toBeLessThanOrEqual(MAX_TYPED_CENTS);
        // No digit is lost, and none is made up.
        expect(moneyFieldText(read.cents).replaceAll(/\D|^0+/g, '').replace(/^0+/, '').replace(/0+$/, '')).toBe(text.replaceAll(/\D/g, '').replace(/^0+/, '').replace(/0+$/, ''));
      }
    }),
    { numRuns: 20_000, seed: 28 },
  );
});
