import { expect, test } from 'vitest';

import { MAX_LENGTH, passwordProblem } from './password.ts';

test.each([
  ['Ab1de', 'too_short'],
  ['Ab1def', null],
  ['AB1DEF', 'no_lower_case'],
  ['ab1def', 'no_upper_case'],
  ['Abcdef', 'no_digit'],
  ['', 'too_short'],
  ['Ab1 🎆🔥', null],
  ['🎆🎆🎆', 'too_short'],
  ['Ñandú ç 7', null],
])('«%s» is %s', (password, problem) => {
  expect(passwordProblem(password)).toBe(problem);
});

test('a password has at most 128 characters, however many bytes they take', () => {
  expect(passwordProblem(`Aa1${'🎆'.repeat(MAX_LENGTH - 3)}`)).toBeNull();
  expect(passwordProblem(`Aa1${'x'.repeat(MAX_LENGTH - 2)}`)).toBe('too_long');
});
