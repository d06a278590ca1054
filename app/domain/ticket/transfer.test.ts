import { expect, test } from 'vitest';

import { mayBeTransferred, mayBeRevoked, parseRecipientName, type TransferFacts } from './transfer.ts';

const VALID: TransferFacts = { status: 'active', suspendedAt: null, orderStatus: 'paid', withdrawnAt: null };

test.each<[string, Partial<TransferFacts>, boolean]>([
  ['a valid ticket', {}, true],
  ['one of a free order', { orderStatus: 'completed' }, true],
  ['a used one', { status: 'used' }, false],
  ['a refunded one', { status: 'refunded' }, false],
  ['a suspended one', { suspendedAt: new Date(0) }, false],
  ['one of an order that waits', { orderStatus: 'pending_payment', status: 'pending_payment' }, false],
  ['one of an event that was withdrawn', { withdrawnAt: new Date(0) }, false],
])('%s: %o may be given: %s', (_, change, may) => {
  expect(mayBeTransferred({ ...VALID, ...change, givingAllowed: true })).toBe(may);
  expect(mayBeRevoked({ ...VALID, ...change })).toBe(may);
  // Where it was allowed once, what was given can still come back.
  expect(mayBeTransferred({ ...VALID, ...change, givingAllowed: false })).toBe(false);
});

test.each([
  ['  Marta\n Pons ', 'Marta Pons'],
  ['Ñ'.repeat(80), 'Ñ'.repeat(80)],
  ['x'.repeat(81), null],
  [' \u202e ', null],
  ['a\0b', null],
])('%j is the name %j', (text, name) => expect(parseRecipientName(text)).toBe(name));
