import { expect, test } from 'vitest';

import { graphemeLength, isStorableText } from './plain-text.ts';

test.each([
  ['plain text', 'Sense gluten, per favor'],
  ['an emoji', '🥘'],
  ['a family of four', '👨‍👩‍👧‍👦'],
  ['right-to-left override', 'a\u202eb'],
  ['zero-width space', 'a\u200bb'],
  ['ten thousand combining marks', `a${'\u0301'.repeat(10_000)}`],
  ['a line break', 'a\nb'],
])('%s can be stored', (_name, text) => {
  expect(isStorableText(text)).toBe(true);
});

test.each([
  ['NUL', 'a\0b'],
  ['the first half of an emoji', '🥘'.slice(0, 1)],
  ['the second half of an emoji', '🥘'.slice(1)],
  ['an emoji cut after four units', '👨‍👩‍👧‍👦'.slice(0, 4)],
])('%s cannot', (_name, text) => {
  expect(isStorableText(text)).toBe(false);
});

test.each([
  ['', 0],
  ['març', 4],
  ['març'.normalize('NFD'), 4],
  ['🥘', 1],
  ['👨‍👩‍👧‍👦', 1],
  ['🏳️‍🌈', 1],
  [`a${'\u0301'.repeat(10_000)}`, 1],
])('«%s» has a length of %i as a person counts it', (text, length) => {
  expect(graphemeLength(text)).toBe(length);
});
