import { expect, test } from 'vitest';

import { eventPhase, isComing, isEventPhase, tonightWord } from './event-phase.ts';

const DINNER = { date: '2027-03-13', time: '21:00', endTime: null };

test.each([
  ['2027-03-13T16:59:59Z', 'before'],
  ['2027-03-13T17:00:00Z', 'tonight'],
  ['2027-03-14T00:30:00Z', 'tonight'],
  ['2027-03-14T03:00:00Z', 'tonight'],
  ['2027-03-14T03:00:01Z', 'after'],
])('a dinner at nine without an end: at %s it is %s', (now, phase) => {
  expect(eventPhase(DINNER, new Date(now))).toBe(phase);
});

test('one that ends at two in the morning ends on the next day', () => {
  const night = { ...DINNER, endTime: '02:00' };
  expect([eventPhase(night, new Date('2027-03-14T02:00:00Z')), eventPhase(night, new Date('2027-03-14T02:00:01Z'))]).toEqual(['tonight', 'after']);
});

test('the night in which the clock goes forward counts hours, not what the wall says', () => {
  const night = { date: '2027-03-27', time: '23:00', endTime: '05:00' };
  expect(eventPhase(night, new Date('2027-03-28T04:00:00Z'))).toBe('tonight');
  expect(eventPhase(night, new Date('2027-03-28T04:00:01Z'))).toBe('after');
});

test.each([
  ['2027-03-13T23:30:00Z', true],
  ['2027-03-14T07:59:59Z', true],
  ['2027-03-14T08:00:00Z', false],
])('the tickets of a dinner at nine are those of a coming event for twelve hours: at %s, %s', (now, coming) => {
  expect(isComing(DINNER, new Date(now))).toBe(coming);
});

test('a paella at noon is no night', () => {
  expect([tonightWord('14:00'), tonightWord('18:00'), isEventPhase('tonight'), isEventPhase('x')]).toEqual(['Hui', 'Esta nit', true, false]);
});
