import { expect, test } from 'vitest';

import { believedScanTime } from './scan-time.ts';

const at = (text: string): Date => new Date(text);

test.each([
  ['within the evening it is believed', '2027-03-15T20:30:00Z', '2027-03-15T20:30:00.000Z'],
  ['of another year it is the first moment of the day', '2020-01-01T00:00:00Z', '2027-03-14T23:00:00.000Z'],
  ['to come it is now', '2027-03-15T22:00:00Z', '2027-03-15T21:00:00.000Z'],
])('%s', (_what, said, believed) => {
  expect(believedScanTime(at(said), { eventDate: '2027-03-15', now: at('2027-03-15T21:00:00Z'), listAsOf: null }).toISOString()).toBe(believed);
});

test('no scan is older than the list that it was decided by, and a list to come makes none later than now', () => {
  const bounds = { eventDate: '2027-03-15', now: at('2027-03-15T21:00:00Z') };
  expect(believedScanTime(at('2027-03-15T12:00:00Z'), { ...bounds, listAsOf: at('2027-03-15T19:00:00Z') })).toEqual(at('2027-03-15T19:00:00Z'));
  expect(believedScanTime(at('2027-03-15T12:00:00Z'), { ...bounds, listAsOf: at('2030-01-01T00:00:00Z') })).toEqual(at('2027-03-15T21:00:00Z'));
});

test('a night goes on the day after, not longer', () => {
  const late = { eventDate: '2027-03-15', now: at('2027-03-20T10:00:00Z'), listAsOf: null };
  expect(believedScanTime(at('2027-03-16T02:00:00Z'), late)).toEqual(at('2027-03-16T02:00:00Z'));
  expect(believedScanTime(at('2027-03-19T02:00:00Z'), late)).toEqual(at('2027-03-16T23:00:00Z'));
});

test('a door that is tried before the event believes times of a day', () => {
  const early = { eventDate: '2027-03-15', now: at('2027-03-01T10:00:00Z'), listAsOf: null };
  expect(believedScanTime(at('2027-03-01T09:00:00Z'), early)).toEqual(at('2027-03-01T09:00:00Z'));
  expect(believedScanTime(at('2027-02-01T09:00:00Z'), early)).toEqual(at('2027-02-27T23:00:00Z'));
});
