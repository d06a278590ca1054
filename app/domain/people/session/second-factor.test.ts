import { expect, test } from 'vitest';

import { readTypedCode, recoveryCodeOf, secretInGroups } from './second-factor.ts';

test.each([
  ['123456', { kind: 'app', code: '123456' }],
  [' 123 456 ', { kind: 'app', code: '123456' }],
  ['abcde-fghij', { kind: 'recovery', code: 'ABCDEFGHIJ' }],
  ['ABCDE FGHI7', { kind: 'recovery', code: 'ABCDEFGHI7' }],
  ['12345', null],
  ['1234567', null],
  ['ABCDE-FGHI1', null],
  ['', null],
  ['١٢٣٤٥٦', null],
])('«%s» is read', (typed, code) => {
  expect(readTypedCode(typed)).toEqual(code);
});

test('a recovery code is read as it is written', () => {
  const code = recoveryCodeOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  expect(code).toBe('ABCDE-FGHIJ');
  expect(readTypedCode(code)).toEqual({ kind: 'recovery', code: 'ABCDEFGHIJ' });
});

test('a secret stands in groups of four', () => {
  expect(secretInGroups('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
});
