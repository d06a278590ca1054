import { expect, test } from 'vitest';

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
});

test('shifts that follow one another are one right', () => {
  const standing = standingOf([shift({ starts: '22:00', ends: '23:30' }), shift()], [], at('20:00'));
  expect(standing?.rights).toEqual([{ right: 'door', eventId: 1, until: at('22:45') }]);
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
