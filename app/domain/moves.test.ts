import { expect, test } from 'vitest';

import { MAIL_MOVES } from './mail/status.ts';
import { originsOf } from './moves.ts';
import { PAYMENT_MOVES, REFUND_MOVES } from './payment/status.ts';
import { WAITLIST_MOVES } from './waiting/status.ts';

test('money that came late is taken, and what was paid is never unpaid', () => {
  expect(originsOf(PAYMENT_MOVES, 'paid')).toEqual(['creating', 'open', 'processing', 'expired']);
  expect(PAYMENT_MOVES.paid).toEqual([]);
});

test('a refund only moves forward, though the provider may take back that it succeeded', () => {
  expect(originsOf(REFUND_MOVES, 'due')).toEqual([]);
  expect(originsOf(REFUND_MOVES, 'failed')).toEqual(['due', 'pending', 'succeeded']);
});

test('a mail that left is not sent again', () => {
  expect(MAIL_MOVES.sent).toEqual([]);
});

test('who left the waiting list or was removed comes back as another entry', () => {
  expect([WAITLIST_MOVES.left, WAITLIST_MOVES.removed, WAITLIST_MOVES.ended, WAITLIST_MOVES.expired]).toEqual([[], [], [], []]);
});
