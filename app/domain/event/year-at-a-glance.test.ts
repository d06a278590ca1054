import { expect, test } from 'vitest';

import { yearAtAGlance } from './year-at-a-glance.ts';

const event = (id: number, date: string) => ({ id, title: `Acte ${id}`, image: '🎪', date });

test('twelve months from today on, over the turn of the year, each with its own events', () => {
  const months = yearAtAGlance('2026-11-22', [event(1, '2026-11-21'), event(2, '2026-11-30'), event(3, '2027-03-19'), event(4, '2027-10-31'), event(5, '2027-11-01')]);
  expect(months).toHaveLength(12);
  expect(months[0]).toMatchObject({ year: 2026, month: 11, events: [{ id: 2 }] });
  expect(months[4]).toMatchObject({ year: 2027, month: 3, events: [{ id: 3 }] });
  expect(months[11]).toMatchObject({ year: 2027, month: 10, events: [{ id: 4 }] });
  expect(months.flatMap(({ events }) => events.map(({ id }) => id))).toEqual([2, 3, 4]);
});
