import { expect, test } from 'vitest';

import { relyingParty } from './relying-party.ts';

test.each([
  ['https://falla.example', { id: 'falla.example', origin: 'https://falla.example' }],
  ['https://falla.example:8443/', { id: 'falla.example', origin: 'https://falla.example:8443' }],
  ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://127.0.0.1:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://[::1]', { id: 'localhost', origin: 'http://localhost' }],
  ['http://falla.example', null],
  ['https://203.0.113.7', null],
  ['https://[2001:db8::1]', null],
])('passkeys of %s are for %o', (publicUrl, expected) => {
  expect(relyingParty(new URL(publicUrl))).toEqual(expected);
});
