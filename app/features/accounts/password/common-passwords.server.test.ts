import { expect, test } from 'vitest';

import { isCommonPassword } from './common-passwords.server.ts';

test.each(['Password1', 'P4ssw0rd1', 'Qwerty123', 'Valencia2027', 'Barcelona1!', 'Contrasenya1', '123Maria', 'Fallera2026', 'Aaaaaa1', 'HolaHola1'])('«%s» is tried first', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each(['Comboi2027', 'Tres taronges i 1 gos', 'Xu7kleMn', 'Ñandú ç 7', 'Ab1 🎆🔥'])('«%s» is not', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
