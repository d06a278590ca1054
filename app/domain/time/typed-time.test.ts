import { expect, test } from 'vitest';

import { addDays, formatDate } from './dates.ts';
import { parseTypedDate, parseTypedTime } from './typed-time.ts';

test.each([
  ['15 de març, 2027', '2027-03-15'],
  ['2027-03-15', '2027-03-15'],
  ['15/3/2027', '2027-03-15'],
  ['15/03/2027', '2027-03-15'],
  ['5-3-2027', '2027-03-05'],
  ['15.3.2027', '2027-03-15'],
  [' 29/2/2028 ', '2028-02-29'],
])('«%s» is the day %s', (text, day) => {
  expect(parseTypedDate(text)).toBe(day);
});

test.each(['', '15/3', '3/15/2027', '29/2/2027', '15/3-2027', '15/3/27', '0/3/2027', '115/3/2027', '15//2027', 'demà', '1'.repeat(100_000)])('«%s» is no day', (text) => {
  expect(parseTypedDate(text)).toBeNull();
});

test('each day of three years is read from all its writings', () => {
  for (let day = '2026-01-01'; day < '2029-01-01'; day = addDays(day, 1)) {
    const [year, month, date] = day.split('-').map(Number);
    expect([formatDate(day), day, `${date}/${month}/${year}`].map(parseTypedDate)).toEqual([day, day, day]);
  }
});

test.each([
  ['14:30', '14:30'],
  ['9:05', '09:05'],
  ['09:05', '09:05'],
  ['00:00', '00:00'],
  ['23:59', '23:59'],
  ['21.30', '21:30'],
  ['21h30', '21:30'],
  ['2130', '21:30'],
  [' 8:00 ', '08:00'],
])('«%s» is %s', (text, time) => {
  expect(parseTypedTime(text)).toBe(time);
});

test.each(['', '24:00', '12:60', '2460', '12', '930', '12:5', '12:345', '1:2:3', '9:30 pm', '-1:30', '١٢:٣٠', '1'.repeat(100_000)])('«%s» is no time', (text) => {
  expect(parseTypedTime(text)).toBeNull();
});
