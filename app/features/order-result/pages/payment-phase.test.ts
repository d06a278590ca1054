import { expect, test } from 'vitest';

import { ORDER_STATUSES } from '#app/domain/order/status.ts';

import { paceOf, phaseOf } from './payment-phase.ts';

test('only a paid or completed order is a success; one still to be paid is waited for; any other has failed', () => {
  expect(ORDER_STATUSES.map((status) => [status, phaseOf(status)])).toEqual([
    ['draft', 'processing'],
    ['pending_payment', 'processing'],
    ['paid', 'success'],
    ['completed', 'success'],
    ['cancelled', 'failed'],
    ['refunded', 'failed'],
  ]);
});

test('a cancelled order is still asked about while money for it may come, which for a free one it never does', () => {
  expect(paceOf('failed', { status: 'cancelled', total: 1_400 })).toBe('seldom');
  expect(paceOf('failed', { status: 'cancelled', total: 0 })).toBe('never');
  expect(paceOf('failed', { status: 'refunded', total: 1_400 })).toBe('never');
});
