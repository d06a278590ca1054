import { expect, test } from 'vitest';

import { groupAnswer, groupNonce, groupVerdict, undoneText, unmarked } from './answer.ts';
import { UNMARKED, verdictOf } from './verdict.ts';

test.each([
  ['all of it', ['ADMITTED', 'ADMITTED'], true, 2],
  ['one of it', ['ALREADY_USED', 'ADMITTED', 'REFUNDED'], false, 1],
  ['nobody', ['CANCELLED'], false, 0],
] as const)('a group of which %s came in is let in only where nobody of it is left outside', (_who, codes, success, admitted) => {
  const results = codes.map((code, at) => ({ ...verdictOf(code), ticketId: `t${at}` }));
  expect(groupAnswer(results)).toEqual({ success, admitted, results });
});

test.each([
  ['all of it', ['ADMITTED', 'ADMITTED'], 'ADMITTED', 'Endavant: han entrat 2'],
  ['one of it', ['ALREADY_USED', 'ADMITTED', 'REFUNDED'], 'ALREADY_USED', 'Han entrat 1 de 3: Tiquet ja usat'],
  ['nobody', ['CANCELLED'], 'CANCELLED', 'Han entrat 0 de 1: Tiquet cancel·lat'],
] as const)('a group of which %s came in is told by whoever was refused, else by the last one', (_who, codes, code, message) => {
  const results = codes.map((one, at) => ({ ...verdictOf(one), ticketId: `t${at}` }));
  expect(groupVerdict(groupAnswer(results))).toMatchObject({ code, message });
});

test('a group of nobody is told nothing', () => {
  expect(groupVerdict(groupAnswer([]))).toBeNull();
});

test('each ticket of a group is admitted by a nonce of its own, which is the same when the group is sent again', () => {
  expect(groupNonce('n', 'A')).toBe(groupNonce('n', 'A'));
  expect(new Set([groupNonce('n', 'A'), groupNonce('n', 'B'), groupNonce('m', 'A')]).size).toBe(3);
});

test.each([
  ['of one ticket says what it did', true, 1, 'Tiquet vàlid'],
  ['of several counts them', true, 3, 'Desfetes 3 entrades'],
  ['that was refused says why', false, 3, 'Tiquet vàlid'],
])('an undo %s', (_what, success, scans, text) => {
  expect(undoneText({ ...verdictOf('VALID'), success }, scans)).toBe(text);
});

test('a ticket whose dishes could not be marked stays what it was, and is no success', () => {
  expect(unmarked(verdictOf('ALREADY_USED'))).toEqual({ success: false, code: 'ALREADY_USED', message: UNMARKED.message });
});
