import { expect, test } from 'vitest';

import { ORDER_STATUSES } from '#app/domain/order/status.ts';

import { phaseOf } from './payment-phase.ts';

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
