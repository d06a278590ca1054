import { expect, test } from 'vitest';

import { isCommonPassword } from './common-passwords.server.ts';

test.each([
  'Password1', 'P4ssw0rd1', 'Qwerty123', 'Valencia2027', 'Barcelona1!', 'Contrasenya1', '123Maria', 'Fallera2026', 'Aaaaaa1', 'HolaHola1',
  'Zaq12wsx', '1qaz2wsX', 'Blink182', 'Samantha1', 'Michael1', 'Trustno1', 'Jordan23', '8J4yE3Uz', '7uGd5HIp2J', '!QAZxsw2', 'KoRnOgR1',
])('«%s» is tried first', async (password) => {
  expect(await isCommonPassword(password)).toBe(true);
});

test.each(['Tres taronges i 1 gos', 'Xu7kleMn', 'Ñandú ç 7', 'Ab1 🎆🔥', 'Quatre8Peres', '', '1'])('«%s» is not', async (password) => {
  expect(await isCommonPassword(password)).toBe(false);
});
