import { expect, test } from 'vitest';

import { isIdle, isToBeSeen } from './session-life.ts';

const NOW = new Date('2027-03-15T20:00:00Z');
const HOUR_MS = 60 * 60_000;
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);

test("an admin's session ends after twelve hours without use", () => {
  expect(isIdle({ role: 'admin', seenAt: ago(12 * HOUR_MS) }, NOW)).toBe(false);
  expect(isIdle({ role: 'admin', seenAt: ago(12 * HOUR_MS + 1) }, NOW)).toBe(true);
});

test("a member's does not, nor one from before this was noted", () => {
  expect(isIdle({ role: 'comision', seenAt: ago(300 * HOUR_MS) }, NOW)).toBe(false);
  expect(isIdle({ role: 'admin', seenAt: null }, NOW)).toBe(false);
});

test('a use is noted again after five minutes', () => {
  expect([null, ago(5 * 60_000 + 1), ago(5 * 60_000), NOW].map((seenAt) => isToBeSeen(seenAt, NOW))).toEqual([true, true, false, false]);
});
