import { expect, test } from 'vitest';

import { hashPassword, needsRehash, verifyPassword } from './password-hashing.server.ts';

const PASSWORD = 'Tres7Taronges i çñ🎆';

test('a hash says how it was made, is never the same twice, and opens by its password alone', async () => {
  const [one, other] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(other).not.toBe(one);
  expect(await Promise.all([PASSWORD, PASSWORD.normalize('NFD'), `${PASSWORD} `, PASSWORD.toLowerCase(), ''].map((password) => verifyPassword({ hash: one, password })))).toEqual([true, true, false, false, false]);
});

test('a hash of scrypt, as they used to be, is read, and to be made anew', async () => {
  const hash = '82c80da6226bc899203503f29435a745:46c2e2ecd593940183039b1320d0fc4faac29896b17937cefe2dbe57f659f79c588171d101b275c1060cb7cdce66832cb07ea6b04ec644c0086832e1845e9dd5';
  expect(await verifyPassword({ hash, password: PASSWORD })).toBe(true);
  expect(await verifyPassword({ hash, password: 'Quatre8Peres' })).toBe(false);
  expect([needsRehash(hash), needsRehash(await hashPassword(PASSWORD))]).toEqual([true, false]);
});
