import { expect, test } from 'vitest';

import { DELIVERY_FAILURES, isDeliveryFailure, isSystemic } from './delivery-failure.ts';

test('what is wrong with one address, one mailbox or one mail is no failure of all', () => {
  expect(DELIVERY_FAILURES.filter(isSystemic)).toEqual(['not_drawn', 'login', 'sender', 'refused', 'later', 'silent', 'unknown']);
});

test('a code is one of the list', () => {
  expect(DELIVERY_FAILURES.every(isDeliveryFailure)).toBe(true);
  expect(['', 'toString', 'LOGIN'].some(isDeliveryFailure)).toBe(false);
});
