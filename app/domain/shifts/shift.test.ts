import { describe, expect, test } from 'vitest';

import { decideSignup, heldShiftReason, isInForce, isReminderDue, maySignOff, overlaps, shiftHours, type ShiftTimes, type SignupFacts } from './shift.ts';

const at = (text: string): Date => new Date(text);
const times = (input: Partial<ShiftTimes> = {}): ShiftTimes => ({ eventDate: '2027-03-18', dayOffset: 0, starts: '20:00', ends: '23:00', ...input });

describe('the hours of a shift', () => {
  test('are counted from the day of the event, and go on into the next', () => {
    expect(shiftHours(times())).toEqual({ start: Date.parse('2027-03-18T19:00Z'), end: Date.parse('2027-03-18T22:00Z') });
    expect(shiftHours(times({ dayOffset: -1 })).start).toBe(Date.parse('2027-03-17T19:00Z'));
    expect(shiftHours(times({ starts: '23:00', ends: '03:00' })).end).toBe(Date.parse('2027-03-19T02:00Z'));
  });

  test.each([
    ['in spring an hour shorter', '2027-03-27', 4],
    ['in autumn an hour longer', '2026-10-24', 6],
  ])('are %s on the night that the clocks change', (_, eventDate, hours) => {
    const { start, end } = shiftHours(times({ eventDate, starts: '23:00', ends: '04:00' }));
    expect((end - start) / 3_600_000).toBe(hours);
  });

  test('never end before they begin, where the hour does not exist', () => {
    const { start, end } = shiftHours(times({ eventDate: '2027-03-28', starts: '02:30', ends: '03:15' }));
    expect(end).toBe(start);
  });

  test('that touch do not overlap, also in the hour that comes twice', () => {
    const night = { eventDate: '2026-10-25', starts: '00:00', ends: '02:30' };
    expect(overlaps(shiftHours(times(night)), shiftHours(times({ ...night, starts: '02:30', ends: '04:00' })))).toBe(false);
    expect(overlaps(shiftHours(times(night)), shiftHours(times({ ...night, starts: '02:00', ends: '04:00' })))).toBe(true);
  });
});

test('a right begins a quarter of an hour earlier and ends a quarter later', () => {
  const hours = shiftHours(times());
  expect(['2027-03-18T18:44:59Z', '2027-03-18T18:45:00Z', '2027-03-18T22:14:59Z', '2027-03-18T22:15:00Z'].map((text) => isInForce(hours, at(text)))).toEqual([false, true, true, false]);
  expect([maySignOff(hours, at('2027-03-18T18:44:59Z')), maySignOff(hours, at('2027-03-18T18:45:00Z'))]).toEqual([true, false]);
});

describe('signing up', () => {
  const facts = (input: Partial<SignupFacts> = {}): SignupFacts => ({ kind: 'bar', hours: shiftHours(times()), places: 2, confirmed: 1, own: null, others: [], ...input });
  const before = at('2027-03-01T10:00Z');

  test.each([
    ['the bar is taken at once', {}, 'confirm'],
    ['the kitchen too', { kind: 'kitchen' }, 'confirm'],
    ['the door is asked for', { kind: 'door' }, 'ask'],
    ['so is the till', { kind: 'till' }, 'ask'],
    ['what is full is refused', { confirmed: 2 }, 'full'],
    ['whoever is in it stays', { own: 'confirmed', confirmed: 2 }, 'already'],
    ['whoever was refused does not come back by themselves', { own: 'refused' }, 'turned_down'],
    ['nobody is in two places', { others: [shiftHours(times({ starts: '22:59', ends: '23:30' }))] }, 'overlap'],
    ['one shift may follow another', { others: [shiftHours(times({ starts: '23:00', ends: '23:30' }))] }, 'confirm'],
    ['or come before it', { others: [shiftHours(times({ starts: '19:00', ends: '20:00' }))] }, 'confirm'],
  ] as const)('%s', (_, input, decision) => {
    expect(decideSignup(facts(input), before)).toBe(decision);
  });

  test('ends with the shift', () => {
    expect([decideSignup(facts(), at('2027-03-18T21:59:59Z')), decideSignup(facts(), at('2027-03-18T22:00:00Z'))]).toEqual(['confirm', 'over']);
  });
});

describe('a reminder', () => {
  const confirmedAt = at('2027-03-01T10:00Z');
  const due = (now: string, input: { confirmedAt?: Date } = {}): boolean => isReminderDue({ ...times(), confirmedAt, ...input }, at(now));

  test('goes out from ten of the day before on, and never at night', () => {
    expect(['2027-03-17T08:59:59Z', '2027-03-17T09:00:00Z', '2027-03-17T19:59:59Z', '2027-03-17T20:00:00Z', '2027-03-18T07:59:59Z', '2027-03-18T08:00:00Z', '2027-03-18T19:00:00Z'].map((now) => due(now))).toEqual([false, true, true, false, false, true, false]);
  });

  test('is not for who came after its hour', () => {
    expect(due('2027-03-17T12:00Z', { confirmedAt: at('2027-03-17T09:00:00Z') })).toBe(false);
    expect(due('2027-03-17T12:00Z', { confirmedAt: at('2027-03-17T08:59:59Z') })).toBe(true);
  });

  test('keeps to the wall on the day that the clocks change', () => {
    const sunday = { ...times({ eventDate: '2027-03-29' }), confirmedAt };
    expect([isReminderDue(sunday, at('2027-03-28T07:59:59Z')), isReminderDue(sunday, at('2027-03-28T08:00:00Z'))]).toEqual([false, true]);
  });
});

test('what was scanned without network counts for 48 hours, if it was scanned in the shift', () => {
  const shift = { hours: shiftHours(times()), ended: false };
  const scannedAt = at('2027-03-18T21:00Z');
  expect(heldShiftReason([shift], { scannedAt, now: at('2027-03-20T22:15:00Z') })).toBeNull();
  expect(heldShiftReason([shift], { scannedAt, now: at('2027-03-20T22:15:01Z') })).toBe('late');
  expect(heldShiftReason([shift], { scannedAt: at('2027-03-18T22:15:00Z'), now: at('2027-03-19T10:00Z') })).toBe('after_end');
  expect(heldShiftReason([{ ...shift, ended: true }], { scannedAt, now: at('2027-03-19T10:00Z') })).toBe('revoked');
  expect(heldShiftReason([{ ...shift, ended: true }, shift], { scannedAt, now: at('2027-03-19T10:00Z') })).toBeNull();
});
