import { expect, test } from 'vitest';

import { largestGroup, ordinalText, parseGroupSize } from './group-size.ts';

test.each<[typed: string, maxTickets: number | null, size: number | null]>([
  ['1', null, 1],
  [' 20 ', 300, 20],
  ['21', 300, null],
  ['6', 5, null],
  ['5', 5, 5],
  ['0', null, null],
  ['-2', null, null],
  ['2.5', null, null],
  ['dos', null, null],
  ['', null, null],
  ['0005', null, null],
  ['5 persones', null, null],
  ['n5', null, null],
])('an entry of «%s» for an event of %s places is %s', (typed, maxTickets, size) => {
  expect(parseGroupSize(typed, maxTickets)).toBe(size);
});

test('no entry is larger than an order or than the event', () => {
  expect([largestGroup(null), largestGroup(300), largestGroup(8)]).toEqual([20, 20, 8]);
});

test('places in the list are said as in Valencian', () => {
  expect([1, 2, 3, 4, 5, 11, 21].map(ordinalText)).toEqual(['1r', '2n', '3r', '4t', '5é', '11é', '21é']);
});
