import { expect, test } from 'vitest';

import { dayBars, quarterBars } from './time-bars.ts';

const clock = (instant: Date): string => instant.toISOString().slice(11, 16);

test('days without a sale have a bar of nothing, and today is still running', () => {
  const bars = dayBars([{ day: '2027-03-01', tickets: 4 }, { day: '2027-03-03', tickets: 2 }], { today: '2027-03-04', last: '2027-03-13' });
  expect(bars.map(({ label, value, isRunning }) => [label, value, isRunning])).toEqual([['1/3', 4, false], ['2/3', 0, false], ['3/3', 2, false], ['4/3', 0, true]]);
});

test('a sale of months is shown by weeks, and none of it is lost', () => {
  const sales = Array.from({ length: 60 }, (_, index) => ({ day: new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10), tickets: 1 }));
  const bars = dayBars(sales, { today: '2027-03-02', last: '2027-03-13' });
  expect([bars.length, bars[0]?.name, bars.reduce((sum, { value }) => sum + value, 0)]).toEqual([9, '1/1 a 7/1', 60]);
});

test('a past event ends with its own day, or with what was sold after it', () => {
  const sales = [{ day: '2027-03-12', tickets: 1 }];
  expect(dayBars(sales, { today: '2027-04-20', last: '2027-03-13' }).map(({ label }) => label)).toEqual(['12/3', '13/3']);
  expect(dayBars([], { today: '2027-04-20', last: '2027-03-13' })).toEqual([]);
});

test('quarters of an hour follow without gaps to the one that runs', () => {
  const counts = [{ at: new Date('2027-03-13T20:15:00Z'), count: 6 }, { at: new Date('2027-03-13T20:45:00Z'), count: 31 }];
  const bars = (now: string, isOn: boolean) => quarterBars(counts, { now: new Date(now), isOn, clock }).map(({ label, value, isRunning }) => [label, value, isRunning]);
  expect(bars('2027-03-13T21:04:00Z', true)).toEqual([['20:15', 6, false], ['20:30', 0, false], ['20:45', 31, false], ['21:00', 0, true]]);
  expect(bars('2027-03-15T21:04:00Z', false)).toEqual([['20:15', 6, false], ['20:30', 0, false], ['20:45', 31, false]]);
  expect(quarterBars([], { now: new Date(0), isOn: true, clock })).toEqual([]);
});
