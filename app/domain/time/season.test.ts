import { expect, test } from 'vitest';

import { parseSeason, seasonDays, seasonOf, seasonText } from './season.ts';

test('the night of the fire ends a season, and the day after begins the next', () => {
  expect([seasonOf('2027-03-19'), seasonOf('2027-03-20'), seasonOf('2026-12-31'), seasonOf('2027-01-01')]).toEqual([2027, 2028, 2027, 2027]);
});

test('both days of a season belong to it, and those beside them to others', () => {
  const { from, to } = seasonDays(2027);
  expect([from, to, seasonOf(from), seasonOf(to)]).toEqual(['2026-03-20', '2027-03-19', 2027, 2027]);
  expect(seasonText(2027)).toBe('2026-2027');
});

test.each(['', '27', '20277', 'archived', '3027', '2027 '])('%j is no season', (text) => {
  expect(parseSeason(text)).toBeNull();
});
