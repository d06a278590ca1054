import { expect, test } from 'vitest';

import { dayBars, quarterBars } from './time-bars.ts';

const clock = (instant: Date): string => instant.toISOString().slice(11, 16);

test('days without a sale have a bar of nothing, and today is still running', () => {
  const bars = dayBars([{ day: '2027-03-01', tickets: 4 }, { day: '2027-03-03', tickets: 2 }], { today: '2027-03-04', last: '2027-03-13' });
  expect(bars.map(({ label, value, isRunning }) => [label, value, isRunning])).toEqual([['1/3', 4, false], ['2/3', 0, false], ['3/3', 2, false], ['4/3', 0, true]]);
  expect(bars.map(({ name }) => name)).toEqual(bars.map(({ label }) => label));
});

test('of a sale dated after today its day is not running yet', () => {
  const bars = dayBars([{ day: '2027-03-04', tickets: 1 }, { day: '2027-03-05', tickets: 1 }], { today: '2027-03-04', last: '2027-03-13' });
  expect(bars.map(({ label, isRunning }) => [label, isRunning])).toEqual([['4/3', true], ['5/3', false]]);
});

test.each([
  ['twenty-one days is shown by days', '2027-03-01', 21, '1/3'],
  ['twenty-two by weeks', '2027-02-28', 4, '28/2 a 6/3'],
  ['more than half a year by its last twenty-six weeks', '2026-08-01', 26, '26/9 a 2/10'],
])('a sale of %s', (_what, day, count, name) => {
  const bars = dayBars([{ day, tickets: 1 }], { today: '2027-03-21', last: '2027-03-31' });
  expect([bars.length, bars[0]?.name, bars.at(-1)?.isRunning]).toEqual([count, name, true]);
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

test('of a long night the last six hours are shown, whoever came in before', () => {
  const counts = [{ at: new Date('2027-03-13T17:00:00Z'), count: 8 }, { at: new Date('2027-03-14T01:00:00Z'), count: 2 }];
  const bars = quarterBars(counts, { now: new Date('2027-03-14T01:10:00Z'), isOn: true, clock });
  expect([bars.length, bars[0]?.label, bars.at(-1)]).toEqual([24, '19:15', { label: '01:00', name: '01:00', value: 2, isRunning: true }]);
});
