import { expect, test } from 'vitest';

import { loginEmailProblem } from './login-email.ts';

test.each([
  ['', 'El correu ha de contenir @'],
  ['maria.example', 'El correu ha de contenir @'],
  ['maria@example', 'El correu ha de contenir un punt (.)'],
  ['m.aria@example', 'Format de correu invàlid'],
  ['@a.b', 'Correu massa curt'],
  ['a@b.c', null],
  ['maria@example.com', null],
])('of «%s» it says %s', (email, problem) => {
  expect(loginEmailProblem(email)).toBe(problem);
});
