import { expect, test } from 'vitest';

import { totalOf, totalsBy } from './totals.ts';

const LINES = [
  { day: '2027-03-01', means: 'card', role: 'public', tickets: 2, taken: 2_800, refunded: 0 },
  { day: '2027-03-01', means: 'cash', role: 'socio', tickets: 1, taken: 1_200, refunded: 0 },
  { day: '2027-03-02', means: 'card', role: 'public', tickets: 0, taken: 0, refunded: 1_400 },
];

test('each side adds up to the same sum', () => {
  for (const side of ['day', 'means', 'role'] as const) expect(totalOf(totalsBy(LINES, side))).toEqual({ tickets: 3, taken: 4_000, refunded: 1_400 });
});

test('keys come in the order asked for, and only those that have lines', () => {
  expect(totalsBy(LINES, 'means', ['cash', 'bizum', 'card']).map(({ key }) => key)).toEqual(['cash', 'card']);
  expect(totalsBy(LINES, 'means', ['terminal', 'cash'])).toEqual([
    { key: 'cash', tickets: 1, taken: 1_200, refunded: 0 },
    { key: 'card', tickets: 2, taken: 2_800, refunded: 1_400 },
  ]);
  expect(totalsBy(LINES, 'day')).toEqual([
    { key: '2027-03-01', tickets: 3, taken: 4_000, refunded: 0 },
    { key: '2027-03-02', tickets: 0, taken: 0, refunded: 1_400 },
  ]);
});
