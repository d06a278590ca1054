import { describe, expect, test } from 'vitest';

import { nextAttempt, secondsUntilResend } from './retry.ts';

const BORN = new Date('2027-03-15T20:00:00Z');

function after(seconds: number): Date {
  return new Date(BORN.getTime() + seconds * 1000);
}

describe('a mail that was not taken', () => {
  test.each([
    [1, 15],
    [2, 30],
    [3, 60],
    [6, 480],
    [7, 600],
    [100, 600],
  ])('is tried again after attempt %i in %i s', (attempts, pause) => {
    expect(nextAttempt({ since: BORN, attempts }, after(5))).toEqual(after(5 + pause));
  });

  test('is given up after 24 hours, not before', () => {
    const day = 24 * 60 * 60;
    expect(nextAttempt({ since: BORN, attempts: 150 }, after(day - 1))).not.toBeNull();
    expect(nextAttempt({ since: BORN, attempts: 151 }, after(day))).toBeNull();
  });
});

describe('asking for the tickets again', () => {
  test('is free three times an hour', () => {
    expect(secondsUntilResend([], BORN)).toBe(0);
    expect(secondsUntilResend([after(-10), after(-20)], BORN)).toBe(0);
  });

  test('waits until the third last request is an hour old', () => {
    expect(secondsUntilResend([after(-60), after(-600), after(-3000)], BORN)).toBe(600);
    expect(secondsUntilResend([after(0), after(-60), after(-600), after(-3000)], BORN)).toBe(3000);
  });
});
