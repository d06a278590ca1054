import { expect, test } from 'vitest';

import { eventDoubts, newDoubts } from './event-doubts.ts';

const TODAY = '2027-03-01';
const DINNER = { date: '2027-03-15', time: '21:00', endTime: '02:00', maxTickets: 100 };

test('an ordinary dinner is not asked about', () => {
  expect(eventDoubts(DINNER, TODAY)).toEqual([]);
  expect(eventDoubts({ ...DINNER, endTime: null, maxTickets: null, date: TODAY }, TODAY)).toEqual([]);
});

test.each([
  [{ date: '2020-03-15' }, 'La data ja ha passat.'],
  [{ date: '2072-03-15' }, 'Falten més de deu anys'],
  [{ date: '2027-03-28', time: '02:30' }, 'les 02:30 no existixen, i seran les 03:30'],
  [{ endTime: '20:00' }, "Acabaria l'endemà a les 20:00, 23 hores després"],
  [{ maxTickets: 0 }, 'no se\'n pot vendre cap'],
])('%j is asked about', (change, doubt) => {
  expect(eventDoubts({ ...DINNER, ...change }, TODAY).join(' ')).toContain(doubt);
});

test('the hour that comes twice is one', () => {
  expect(eventDoubts({ ...DINNER, date: '2027-10-31', time: '02:30', endTime: null }, TODAY)).toEqual([]);
});

test('an edit asks only about what it brings', () => {
  const past = { ...DINNER, date: '2027-02-01' };
  expect(newDoubts({ ...past, time: '22:00' }, { saved: past, today: TODAY })).toEqual([]);
  expect(newDoubts({ ...past, maxTickets: 0 }, { saved: past, today: TODAY })).toHaveLength(1);
  expect(newDoubts(past, { saved: null, today: TODAY })).toHaveLength(1);
});
