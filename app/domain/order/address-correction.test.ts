import { expect, test } from 'vitest';

import { type CorrectableOrder, mayCorrectAddress } from './address-correction.ts';

const PAID_AT = new Date('2027-03-01T20:00:00Z');
const ORDER: CorrectableOrder = { status: 'paid', buyer: 'visitor:a', paidAt: PAID_AT, addressCorrectedAt: null };

function may(order: Partial<CorrectableOrder>, requested: { buyer?: string | null; after?: number } = {}): boolean {
  const { buyer = 'visitor:a', after = 60_000 } = requested;
  return mayCorrectAddress({ ...ORDER, ...order }, { buyer, now: new Date(PAID_AT.getTime() + after) });
}

test.each<[boolean, string, Partial<CorrectableOrder>, Parameters<typeof may>[1]?]>([
  [true, 'a guest, a minute after paying', {}],
  [true, 'a guest, at the last moment', {}, { after: 15 * 60_000 - 1 }],
  [false, 'a guest, a quarter of an hour later', {}, { after: 15 * 60_000 }],
  [false, 'a second time', { addressCorrectedAt: PAID_AT }],
  [false, 'somebody else with the link', {}, { buyer: 'visitor:b' }],
  [false, 'a program without a cookie, of a guest’s order', {}, { buyer: null }],
  [false, 'a program without a cookie, of an order made without one', { buyer: null }, { buyer: null }],
  [false, 'an account: its address is its own', { buyer: 'user:a' }, { buyer: 'user:a' }],
  [false, 'before anything is paid', { status: 'pending_payment', paidAt: null }],
  [false, 'where nobody knows when it was paid', { paidAt: null }],
  [false, 'when the money has gone back', { status: 'refunded' }],
  [true, 'of what was free', { status: 'completed' }],
])('%s: the address may be corrected by %s', (allowed, _who, order, requested) => {
  expect(may(order, requested)).toBe(allowed);
});
