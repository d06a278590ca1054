import { expect, test } from 'vitest';

import { owedByHand, refundable, splitRefund } from './refundable.ts';

const NOTHING_BACK = { refundedByCard: 0, refundedByHand: 0 };

test.each([
  ['by card alone', { paidByCard: 1_400, paidByHand: 0, ...NOTHING_BACK }, { byCard: 1_400, byHand: 0 }],
  ['at the till alone', { paidByCard: 0, paidByHand: 1_800, ...NOTHING_BACK }, { byCard: 0, byHand: 1_800 }],
  ['a dearer dish paid in cash', { paidByCard: 1_400, paidByHand: 400, ...NOTHING_BACK }, { byCard: 1_400, byHand: 400 }],
  ['a cheaper dish given back in cash', { paidByCard: 1_400, paidByHand: -400, ...NOTHING_BACK }, { byCard: 1_000, byHand: 0 }],
  ['part of it back by card', { paidByCard: 1_400, paidByHand: 400, refundedByCard: 1_000, refundedByHand: 0 }, { byCard: 400, byHand: 400 }],
  ['more back than was left, at the bank', { paidByCard: 1_400, paidByHand: -400, refundedByCard: 1_400, refundedByHand: 0 }, { byCard: 0, byHand: 0 }],
])('what was paid %s goes back the way it came', (_how, paid, left) => {
  expect(refundable(paid)).toEqual(left);
});

test('a part goes back by card as long as the card can take it', () => {
  expect(splitRefund({ byCard: 2_800, byHand: 400 }, 1_800)).toEqual({ byCard: 1_800, byHand: 0 });
  expect(splitRefund({ byCard: 1_000, byHand: 400 }, 1_400)).toEqual({ byCard: 1_000, byHand: 400 });
});

test('owed by hand is what the card could not take of tickets that went back, and nothing for those that still hold', () => {
  const paid = { paidByCard: 2_800, paidByHand: 400, refundedByHand: 0 };
  const tickets = (...statuses: string[]) => statuses.map((status, at) => ({ status, price: at === 0 ? 1_400 : 1_800 }));
  expect(owedByHand({ ...paid, refundedByCard: 0, tickets: tickets('active', 'active') })).toBe(0);
  expect(owedByHand({ ...paid, refundedByCard: 1_800, tickets: tickets('used', 'refunded') })).toBe(0);
  expect(owedByHand({ ...paid, refundedByCard: 2_800, tickets: tickets('refunded', 'refunded') })).toBe(400);
  expect(owedByHand({ ...paid, refundedByCard: 2_800, tickets: tickets('cancelled', 'cancelled') })).toBe(400);
  expect(owedByHand({ ...paid, refundedByCard: 2_800, refundedByHand: 400, tickets: tickets('refunded', 'refunded') })).toBe(0);
  expect(owedByHand({ ...paid, refundedByCard: 1_400, tickets: tickets('cancelled', 'cancelled') })).toBe(0);
  // While a ticket still holds, only what those that went back had cost.
  expect(owedByHand({ ...paid, refundedByCard: 2_800, tickets: tickets('refunded', 'active') })).toBe(0);
  expect(owedByHand({ ...paid, refundedByCard: 2_800, tickets: tickets('refunded', 'used') })).toBe(0);
  expect(owedByHand({ ...paid, refundedByCard: 1_400, tickets: tickets('active', 'refunded') })).toBe(400);
  expect(owedByHand({ ...paid, refundedByCard: 1_400, tickets: tickets('refunded', 'refunded') })).toBe(400);
  expect(owedByHand({ paidByCard: 2_800, paidByHand: 600, refundedByCard: 1_400, refundedByHand: 100, tickets: tickets('active', 'refunded') })).toBe(300);
  expect(owedByHand({ ...paid, refundedByCard: 0, tickets: tickets('refunded', 'used') })).toBe(400);
});
