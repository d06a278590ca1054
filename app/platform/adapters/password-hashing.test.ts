import { hashPassword as hashByLibrary } from 'better-auth/crypto';
import { expect, test } from 'vitest';

import { hashPassword, needsRehash, verifyPassword } from './password-hashing.server.ts';

const PASSWORD = 'Tres7Taronges i çñ🎆';

test('a hash says how it was made, is never the same twice, and opens by its password alone', async () => {
  const [one, other] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(other).not.toBe(one);
  expect(await Promise.all([PASSWORD, PASSWORD.normalize('NFD'), `${PASSWORD} `, PASSWORD.toLowerCase(), ''].map((password) => verifyPassword({ hash: one, password })))).toEqual([true, true, false, false, false]);
});

test('a hash of the library is read, and to be made anew', async () => {
  const hash = await hashByLibrary(PASSWORD);
  expect(await verifyPassword({ hash, password: PASSWORD })).toBe(true);
  expect(await verifyPassword({ hash, password: 'Quatre8Peres' })).toBe(false);
  expect([needsRehash(hash), needsRehash(await hashPassword(PASSWORD))]).toEqual([true, false]);
});
