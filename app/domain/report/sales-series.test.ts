import { expect, test } from 'vitest';

import { salesSeries, soldBy } from './sales-series.ts';

const SALES = [
  { day: '2027-03-10', tickets: 3, amount: 4_200 },
  { day: '2027-03-12', tickets: 1, amount: 1_400 },
];

test('has a point for each day, days without sales too, up to today', () => {
  const series = salesSeries('2027-03-20', SALES, '2027-03-13');
  expect(series.map(({ day, tickets, ticketsSoFar, daysBefore }) => [day, tickets, ticketsSoFar, daysBefore])).toEqual([
    ['2027-03-10', 3, 3, 10],
    ['2027-03-11', 0, 3, 9],
    ['2027-03-12', 1, 4, 8],
    ['2027-03-13', 0, 4, 7],
  ]);
  expect(series.at(-1)!.amountSoFar).toBe(5_600);
});

test('ends with the event, or with a sale after it', () => {
  expect(salesSeries('2027-03-11', SALES, '2027-04-01').at(-1)).toMatchObject({ day: '2027-03-12', daysBefore: -1 });
  expect(salesSeries('2027-03-14', SALES, '2027-04-01').at(-1)!.day).toBe('2027-03-14');
  expect(salesSeries('2027-03-14', [], '2027-04-01')).toEqual([]);
});

test('counts days across the change of the clock', () => {
  expect(salesSeries('2027-03-29', [{ day: '2027-03-27', tickets: 1, amount: 0 }], '2027-03-29').map(({ daysBefore }) => daysBefore)).toEqual([2, 1, 0]);
});

test('says what was sold by a day before the event', () => {
  const series = salesSeries('2027-03-20', SALES, '2027-03-13');
  expect([20, 10, 9, 8, 0].map((days) => soldBy(series, days))).toEqual([0, 3, 3, 4, 4]);
});
