import { expect, test } from 'vitest';

import { maskEmailAddress, parseEmailAddress } from './email-address.ts';

test.each([
  ['ramon@example.com', 'ramon@example.com'],
  [' Ramon@Example.COM ', 'ramon@example.com'],
  ['a@b.co', 'a@b.co'],
  ["d'arc.o+falla@sub.domini.example", "d'arc.o+falla@sub.domini.example"],
  ['x_1-2@my-host.example', 'x_1-2@my-host.example'],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
])('«%s» is the address %s', (input, address) => {
  expect(parseEmailAddress(input)).toBe(address);
});

test.each([
  '', ' ', 'ramon', '@example.com', 'ramon@', 'ramon@example', 'ramon@.com', 'ramon@example.', 'ramon@example..com', '.ramon@example.com',
  'ramon.@example.com', 'ra..mon@example.com', 'ra mon@example.com', 'ramon@exam ple.com', 'ramon@-example.com', 'ramon@example-.com',
  // More than one recipient, in each way that mail programs know.
  'a@x.com, b@evil.com', 'a@x.com;b@evil.com', 'a@x.com b@evil.com', 'a@x.com,b@evil.com', 'grp: a@x.com, b@y.com;', 'a@evil.com@x.com', 'a@x.com\tb@evil.com',
  '<a@x.com>', 'Ramon <a@x.com>', '<@evil.com:a@x.com>', 'b@evil.com <a@x.com>',
  // Comments, quotes, escapes and literals.
  'a@x(c)evil.com', 'a(comment)@x.com', '"a@evil.com"@x.com', '"a b"@x.com', 'a\\@evil.com@x.com', '"<b@evil.com>"@x.com', 'a@[127.0.0.1]', 'a@[IPv6:::1]',
  // Header and command injection.
  'a@x.com\r\nBcc: b@evil.com', 'a@x.com\nBcc: b@evil.com', 'a@x.com\rb@evil.com', 'a@x.com\0', 'a\0@x.com', 'a@x.com%0ABcc:b@evil.com',
  'a@x.com\u2028Bcc: b@evil.com', 'a@x.com\r\n.\r\nMAIL FROM:<b@evil.com>', '=?utf-8?q?b=40evil.com=2C?= a@x.com',
  // Letters that look like others, and hosts that are read in two ways.
  'a@exаmple.com', 'ramón@example.com', 'a@x．com', 'a＠x.com', 'a@x.com\u200b', '\u202ea@x.com', 'a@ex_ample.com', 'a@x.com:25', 'a@x.com/..', 'mailto:a@x.com?bcc=b@evil.com',
  `${'a'.repeat(65)}@example.com`, `a@${'b'.repeat(64)}.com`, `a@${'b.'.repeat(130)}com`,
])('«%s» is no address', (input) => {
  expect(parseEmailAddress(input)).toBeNull();
});

test('a very long text is no address, at once', () => {
  const long = 100_000;
  for (const input of ['a'.repeat(long), `${'a'.repeat(long)}@x.com`, `a@${'b.'.repeat(long)}com`, '@'.repeat(long), `a@${'-'.repeat(long)}`, `${' '.repeat(long)}a@x.com`, `${'.'.repeat(long)}@x.com`]) {
    expect(parseEmailAddress(input)).toBeNull();
  }
});

test('elsewhere an address shows its first letter and its host', () => {
  expect(maskEmailAddress('ramon@example.com')).toBe('r***@example.com');
  expect(maskEmailAddress('nonsense')).toBe('***');
});
