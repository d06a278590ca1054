import { expect, test } from 'vitest';

import { suggestDomain, withDomain } from './email-suggestion.ts';

test.each([
  ['joana@gmial.com', 'gmail.com'],
  ['joana@gmail.con', 'gmail.com'],
  ['joana@gmail.co', 'gmail.com'],
  ['joana@gmil.com', 'gmail.com'],
  ['joana@GMIAL.com ', 'gmail.com'],
  ['joana@hotmial.es', 'hotmail.es'],
  ['joana@hotmai.com', 'hotmail.com'],
  ['joana@outlok.com', 'outlook.com'],
  ['joana@yaho.es', 'yahoo.es'],
  ['joana@iclud.com', 'icloud.com'],
])('%s was meant to end in %s', (typed, meant) => {
  expect(suggestDomain(typed)).toBe(meant);
});

test.each(['joana@gmail.com', 'Joana@Gmail.com ', 'joana@mail.com', 'joana@gmx.com', 'joana@live.es', 'joana@benicarlo.org', 'joana@example.com', 'joana@uji.es', 'joana@proton.me', 'joana', 'joana@', '@', '', `joana@${'gmail'.repeat(20)}.com`])(
  '%s is left alone',
  (typed) => {
    expect(suggestDomain(typed)).toBeNull();
  },
);

test('only what follows the last @ is changed', () => {
  expect(withDomain('"a@b"@gmial.com', 'gmail.com')).toBe('"a@b"@gmail.com');
});
