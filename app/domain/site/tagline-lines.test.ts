import { expect, test } from 'vitest';

import { taglineLines } from './tagline-lines.ts';

test.each([
  ['TOTS JUNTS A FER COMBOI', ['TOTS JUNTS', 'A FER', 'COMBOI']],
  ['  Foc   i festa ', ['Foc i festa']],
  ['EXTRAORDINÀRIAMENT FALLERS', ['EXTRAORDINÀRIAMENT', 'FALLERS']],
  ['', []],
])('%j stands on the lines %j', (tagline, lines) => {
  expect(taglineLines(tagline)).toEqual(lines);
});
