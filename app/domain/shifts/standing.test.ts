import { describe, expect, test } from 'vitest';

import { shiftHours } from './shift.ts';
import { hasShift, type HeldShift, shiftEvents, standingOf } from './standing.ts';

const shift = (input: Partial<HeldShift> & { starts?: string; ends?: string } = {}): HeldShift => {
  const { starts = '20:00', ends = '22:00', ...rest } = input;
  return { right: 'door', eventId: 1, hours: shiftHours({ eventDate: '2027-03-18', dayOffset: 0, starts, ends }), ended: false, calledOff: false, moved: false, ...rest };
};
const at = (time: string): Date => new Date(`2027-03-18T${time}Z`);

test('a shift gives its right for its event and hours alone', () => {
  const standing = standingOf([shift(), shift({ right: 'till', eventId: 2, starts: '23:00', ends: '23:30' })], [], at('20:00'));
  expect(standing?.rights).toEqual([{ right: 'door', eventId: 1, until: at('21:15') }]);
  expect([hasShift(standing, 'door'), hasShift(standing, 'door', 1), hasShift(standing, 'door', 2), hasShift(standing, 'till')]).toEqual([true, true, false, false]);
  expect([shiftEvents(standing, 'door'), shiftEvents(standing, 'till'), shiftEvents(null, 'door')]).toEqual([[1], [], []]);
  expect([hasShift(null, 'door'), hasShift(undefined, 'door', 1)]).toEqual([false, false]);
});

test('shifts of the same hours give a right each, for the event of each', () => {
  const standing = standingOf([shift(), shift({ right: 'till', eventId: 2 }), shift({ eventId: 3 })], [], at('20:00'));
  expect(standing?.rights.map(({ right, eventId }) => [right, eventId])).toEqual([['door', 1], ['till', 2], ['door', 3]]);
  expect([hasShift(standing, 'door'), hasShift(standing, 'till', 2), hasShift(standing, 'till', 1), hasShift(standing, 'door', 2)]).toEqual([true, true, false, false]);
  expect([shiftEvents(standing, 'door'), shiftEvents(standing, 'till')]).toEqual([[1, 3], [2]]);
});

describe('shifts of one event', () => {
  test.each([
    ['that follow one another are one right', '22:00', '23:30', '22:45'],
    ['between which there is half an hour are one right', '22:30', '23:30', '22:45'],
    ['between which there is more are none', '22:31', '23:30', '21:15'],
    ['of which one lies within the other end with the longer', '20:30', '21:00', '21:15'],
  ])('%s', (_, starts, ends, until) => {
    expect(standingOf([shift({ starts, ends }), shift()], [], at('20:00'))?.rights).toEqual([{ right: 'door', eventId: 1, until: at(until) }]);
  });
});

test('scans are handed in by a shift at the door, from the beginning of its right', () => {
  expect(['18:44', '18:45', '23:00'].map((now) => standingOf([shift()], [], at(now))?.handsIn ?? [])).toEqual([[], [1], [1]]);
  expect(standingOf([shift({ right: 'till' }), shift({ eventId: 2 })], [], at('20:00'))?.handsIn).toEqual([2]);
});

test('what an admin has ended opens nothing, and is handed in still', () => {
  for (const how of [{ ended: true }, { calledOff: true }]) expect(standingOf([shift(how)], [], at('20:00'))).toEqual({ rights: [], handsIn: [1], drawers: [] });
});

test('one that was moved with its event has its right at the new hours, and what was scanned at the old ones is handed in at once', () => {
  expect(standingOf([shift({ moved: true })], [], at('10:00'))).toEqual({ rights: [], handsIn: [1], drawers: [] });
});

test('before the shift there is nothing, and after it what waits in phone and drawer', () => {
  expect(standingOf([shift()], [], at('18:44'))).toBeNull();
  expect(standingOf([shift()], ['drawer'], at('21:15'))).toEqual({ rights: [], handsIn: [1], drawers: ['drawer'] });
});
