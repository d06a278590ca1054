import fc from 'fast-check';
import { expect, test } from 'vitest';

import { formatEuros } from '#app/design/ui/format-money.ts';

import { cents, sumCents } from './money.ts';

test.each([1998.9999999999998, 0.1 + 0.2, 1.005, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is no amount in cents', (amount) => {
  expect(() => cents(amount)).toThrow(new RangeError(`not an amount in cents: ${amount}`));
});

test('nothing at all costs nothing', () => {
  expect(sumCents([])).toBe(0);
});

test('three times 19.99 is 59.97, to the cent', () => {
  expect(sumCents([cents(1999), cents(1999), cents(1999)])).toBe(5997);
});

test('a sum is the same in whichever order a cart is filled, and is never off by a cent', () => {
  const cart = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 1000 });
  fc.assert(
    fc.property(cart, (amounts) => {
      const exact = amounts.reduce((total, amount) => total + BigInt(amount), 0n);
      expect(BigInt(sumCents(amounts.map(cents)))).toBe(exact);
      expect(sumCents(amounts.toReversed().map(cents))).toBe(Number(exact));
    }),
    { numRuns: 10_000, seed: 28 },
  );
});

test('every amount is shown with exactly its cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (amount) => {
      const [euros, rest] = formatEuros(cents(amount)).replace(/[^\d,]/g, '').split(',');
      expect(Number(euros) * 100 + Number(rest)).toBe(amount);
    }),
    { numRuns: 2_000, seed: 28 },
  );
});
