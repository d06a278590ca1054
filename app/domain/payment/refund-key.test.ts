import { expect, test } from 'vitest';

import { refundKey, refundOfSame } from './refund-key.ts';

const FIRST = refundKey('ch_1', { amount: 1400, what: 'a ticket', taken: [] });

test('a refund that was decided twice has the same key, whatever else was given back in between', () => {
  expect(refundKey('ch_1', { amount: 1400, what: 'a ticket', taken: ['refund:ch_1', 'refund:ch_1:2', 'provider:re_1', FIRST.replace('ch_1', 'ch_2'), 'refund:ch_1:1400:another ticket of the same order:1'] })).toBe(FIRST);
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

test('the refund of the same tickets is found whatever it came to, and none of others, another charge or a key that is not ours', () => {
  const row = (idempotencyKey: string, amount = 1400) => ({ idempotencyKey, amount });
  const same = { charge: 'ch_1', what: 'a ticket' };
  expect(refundOfSame([row('provider:re_1'), row(FIRST)], same)).toEqual(row(FIRST));
  expect(refundOfSame([row(FIRST, 700), row(`${FIRST}0`.replace('ch_1', 'ch_2')), row('refund:ch_1:1400:a ticket too:1')], same)).toBeUndefined();
});
