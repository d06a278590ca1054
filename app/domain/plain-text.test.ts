import { expect, test } from 'vitest';

import { graphemeLength, isStorableText, singleLine, withoutControls } from './plain-text.ts';

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

test.each([
  ['a turned text', 'Maria \u202egnp.exe', 'Maria gnp.exe'],
  ['isolates and marks of direction', '\u2066a\u2069\u200e\u200f\u061cb', 'ab'],
  ['escapes of a terminal', '\u001b[31mroig\u0007', '[31mroig'],
  ['control characters of the second set', 'a\u009bb\u0085c', 'abc'],
  ['what may stand in no XML', 'a\uFFFEb\uFFFFc', 'abc'],
  ['line breaks and tabs stay', 'un\n\tdos\r\ntres', 'un\n\tdos\r\ntres'],
  ['so do emoji of several parts', '👨‍👩‍👧‍👦 🏳️‍🌈', '👨‍👩‍👧‍👦 🏳️‍🌈'],
  ['NUL is for whoever refuses it', 'a\0b', 'a\0b'],
])('%s', (_name, text, clean) => {
  expect(withoutControls(text)).toBe(clean);
});

test('a name is one line', () => {
  expect(singleLine('  Maria\u202e\n\tAnglés  ')).toBe('Maria Anglés');
});
