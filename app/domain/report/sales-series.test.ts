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
  expect(series.map(({ amount, amountSoFar }) => [amount, amountSoFar])).toEqual([[4_200, 4_200], [0, 4_200], [1_400, 5_600], [0, 5_600]]);
});

test('ends with the event, or with a sale after it', () => {
  expect(salesSeries('2027-03-11', SALES, '2027-04-01').at(-1)).toMatchObject({ day: '2027-03-12', daysBefore: -1 });
  expect(salesSeries('2027-03-14', SALES, '2027-04-01').at(-1)!.day).toBe('2027-03-14');
  expect(salesSeries('2027-03-14', [], '2027-04-01')).toEqual([]);
  expect(salesSeries('2027-03-14', SALES.toReversed(), '2027-04-01')).toEqual(salesSeries('2027-03-14', SALES, '2027-04-01'));
});

test('shows the last four hundred days of a long sale, which count what was sold before them', () => {
  const series = salesSeries('2027-03-20', [{ day: '2025-01-01', tickets: 7, amount: 9_800 }], '2027-03-20');
  expect([series.length, series[0], series.at(-1)!.day]).toMatchObject([400, { day: '2026-02-14', daysBefore: 399, ticketsSoFar: 7, amountSoFar: 9_800 }, '2027-03-20']);
});

test('counts days across the change of the clock', () => {
  expect(salesSeries('2027-03-29', [{ day: '2027-03-27', tickets: 1, amount: 0 }], '2027-03-29').map(({ daysBefore }) => daysBefore)).toEqual([2, 1, 0]);
});

test('says what was sold by a day before the event', () => {
  const series = salesSeries('2027-03-20', SALES, '2027-03-13');
  expect([20, 10, 9, 8, 0].map((days) => soldBy(series, days))).toEqual([0, 3, 3, 4, 4]);
});
