import { describe, expect, test } from 'vitest';

import { mayBeRemindedAt, quietUntil, reminderDueAt } from './reminder.ts';

const iso = (instant: number): string => new Date(instant).toISOString();

describe('a reminder', () => {
  test('is due at its hour in Madrid on the day before, whatever the clocks do in between', () => {
    expect(iso(reminderDueAt({ date: '2031-03-15', reminderAt: '10:00' }))).toBe('2031-03-14T09:00:00.000Z');
    expect(iso(reminderDueAt({ date: '2031-03-30', reminderAt: '10:00' }))).toBe('2031-03-29T09:00:00.000Z');
    expect(iso(reminderDueAt({ date: '2031-03-31', reminderAt: '10:00' }))).toBe('2031-03-30T08:00:00.000Z');
    expect(iso(reminderDueAt({ date: '2031-10-27', reminderAt: '10:00' }))).toBe('2031-10-26T09:00:00.000Z');
    expect(iso(reminderDueAt({ date: '2031-01-01', reminderAt: '20:59' }))).toBe('2030-12-31T19:59:00.000Z');
  });

  test.each([
    ['2031-07-14T18:59:59Z', null],
    ['2031-07-14T19:00:00Z', '2031-07-15T07:00:00.000Z'],
    ['2031-07-14T23:30:00Z', '2031-07-15T07:00:00.000Z'],
    ['2031-07-15T06:59:59Z', '2031-07-15T07:00:00.000Z'],
    ['2031-07-15T07:00:00Z', null],
    // The night in which the clocks go forward, and the one in which they go back.
    ['2031-03-29T21:00:00Z', '2031-03-30T07:00:00.000Z'],
    ['2031-03-30T06:59:00Z', '2031-03-30T07:00:00.000Z'],
    ['2031-10-25T20:00:00Z', '2031-10-26T08:00:00.000Z'],
    ['2031-10-26T00:30:00Z', '2031-10-26T08:00:00.000Z'],
  ])('at %s waits until %s', (now, until) => {
    expect(quietUntil(new Date(now))?.toISOString() ?? null).toBe(until);
  });

  test('has no hour in the night', () => {
    expect(['08:59', '21:00', '23:30', '00:00'].map(mayBeRemindedAt)).toEqual([false, false, false, false]);
    expect(['09:00', '10:00', '20:59'].map(mayBeRemindedAt)).toEqual([true, true, true]);
  });
});
