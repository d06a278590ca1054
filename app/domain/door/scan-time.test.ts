import { expect, test } from 'vitest';

import { heldReason } from './held-scan.ts';
import { believedScanTime } from './scan-time.ts';

const at = (text: string): Date => new Date(text);

test.each([
  ['within the evening it is believed', '2027-03-15T20:30:00Z', '2027-03-15T20:30:00.000Z'],
  ['of another year it is the first moment of the day', '2020-01-01T00:00:00Z', '2027-03-14T23:00:00.000Z'],
  ['to come it is now', '2027-03-15T22:00:00Z', '2027-03-15T21:00:00.000Z'],
])('%s', (_what, given, believed) => {
  expect(believedScanTime(at(given), { eventDate: '2027-03-15', now: at('2027-03-15T21:00:00Z'), listAsOf: null }).toISOString()).toBe(believed);
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
  const eve = { eventDate: '2027-03-15', now: at('2027-03-14T23:30:00Z'), listAsOf: null };
  expect(believedScanTime(at('2027-03-14T12:00:00Z'), eve)).toEqual(at('2027-03-14T23:00:00Z'));
});

test.each<[string, { expiresAt?: string; revokedAt?: string }, { scannedAt: string; handedIn: string }, string | null]>([
  ['while the pass is valid is taken', {}, { scannedAt: '2027-03-15T23:00:00Z', handedIn: '2027-03-15T23:00:05Z' }, null],
  ['at the last moment of the pass is taken', {}, { scannedAt: '2027-03-16T04:00:00Z', handedIn: '2027-03-16T04:00:00Z' }, null],
  ['after the pass ran out waits', {}, { scannedAt: '2027-03-16T04:00:00.001Z', handedIn: '2027-03-16T05:00:00Z' }, 'after_end'],
  ['in time and handed in within two days is taken', {}, { scannedAt: '2027-03-15T23:00:00Z', handedIn: '2027-03-18T04:00:00Z' }, null],
  ['in time and handed in later than that waits', {}, { scannedAt: '2027-03-15T23:00:00Z', handedIn: '2027-03-18T04:00:00.001Z' }, 'late'],
  ['with a pass that was ended by hand waits, whenever it was made', { revokedAt: '2027-03-15T23:30:00Z' }, { scannedAt: '2027-03-15T20:00:00Z', handedIn: '2027-03-15T20:00:01Z' }, 'revoked'],
])('a scan %s', (_what, { expiresAt = '2027-03-16T04:00:00Z', revokedAt }, { scannedAt, handedIn }, reason) => {
  expect(heldReason({ expiresAt: at(expiresAt), revokedAt: revokedAt === undefined ? null : at(revokedAt) }, { scannedAt: at(scannedAt), now: at(handedIn) })).toBe(reason);
});
