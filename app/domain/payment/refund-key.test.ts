import { expect, test } from 'vitest';

import { refundKey } from './refund-key.ts';

const FIRST = refundKey('ch_1', { amount: 1400, what: 'a ticket', taken: [] });

test('a refund that was decided twice has the same key, whatever else was given back in between', () => {
  expect(refundKey('ch_1', { amount: 1400, what: 'a ticket', taken: ['refund:ch_1', 'refund:ch_1:2', 'provider:re_1'] })).toBe(FIRST);
});

test.each([
  ['charge', refundKey('ch_2', { amount: 1400, what: 'a ticket', taken: [] })],
  ['amount', refundKey('ch_1', { amount: 140, what: 'a ticket', taken: [] })],
  ['ticket', refundKey('ch_1', { amount: 1400, what: 'another ticket', taken: [] })],
])('a refund of another %s has another key', (_, key) => {
  expect(key).not.toBe(FIRST);
});

test('a refund that is made again on purpose has a key that none of those before has', () => {
  const second = refundKey('ch_1', { amount: 1400, what: 'a ticket', taken: [FIRST] });
  expect(second).not.toBe(FIRST);
  expect([FIRST, second]).not.toContain(refundKey('ch_1', { amount: 1400, what: 'a ticket', taken: [second] }));
});
