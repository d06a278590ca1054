import { expect, test } from 'vitest';

import { drawingOf } from '#app/domain/event/drawing/event-drawing.ts';
import { saleStatus } from '#app/domain/event/sale.ts';
import { addDays, weekdayName } from '#app/domain/time/dates.ts';

import { EVENTS } from './cast.ts';
import { datesOf } from './cast-dates.ts';
import { YEAR } from './cast-year.ts';

/** Every day on which somebody may try the demo, for four years. */
const DAYS = Array.from({ length: 4 * 366 }, (_, index) => addDays('2026-11-01', index));

test('each event of the demo falls on its own weekday and on no night that people spend at home, whenever one looks', () => {
  const wrong = DAYS.flatMap((today) =>
    EVENTS.filter((event) => {
      const { eventDate } = datesOf(event, today);
      return weekdayName(eventDate) !== event.weekday || /-(12-2[45]|12-31|01-0[156])$/.test(eventDate) || eventDate < addDays(today, event.day);
    }).map((event) => `${today} ${event.key}`),
  );
  expect(wrong).toEqual([]);
  expect(EVENTS.filter(({ title }) => title.startsWith('Sopar')).every(({ weekday }) => ['divendres', 'dissabte'].includes(weekday))).toBe(true);
});

test('one event of the demo is closed and one is sold out, and the day of today makes no other so', () => {
  const seen = new Set<string>();
  for (const today of DAYS) {
    for (const hour of ['00:00', '12:00', '23:00']) {
      const now = new Date(`${today}T${hour}:00+01:00`);
      const states = EVENTS.map((event) => {
        const { eventDate: date, saleEndDate } = datesOf(event, today);
        const { key, time, maxTickets, handedOut: sold = 0 } = event;
        return `${key} ${saleStatus({ date, time, saleStart: null, saleEndDate, maxTickets, sold }, now)}`;
      });
      seen.add(states.filter((state) => !state.endsWith(' open')).join(', '));
    }
  }
  expect([...seen]).toEqual(['presentacio soldout, xaranga closed']);
});

test('each act of the year falls on its day within the year to come, but for those of a festival that has begun', () => {
  const wrong = DAYS.flatMap((today) =>
    YEAR.filter((act) => {
      const { eventDate } = datesOf(act, today);
      const isOver = eventDate < today;
      const mayBeOver = act.from.startsWith('03') && today.slice(5) >= '03-01' && today.slice(5) <= '03-19';
      return (isOver && !mayBeOver) || eventDate > addDays(today, 372) || (act.weekday === undefined ? eventDate.slice(5) !== act.from : weekdayName(eventDate) !== act.weekday);
    }).map(({ key }) => `${today} ${key}`),
  );
  expect(wrong).toEqual([]);
});

test('March is full whenever one looks: on most of its first nineteen days something is on, on each of the last five as well with tickets as without, under eight posters at least', () => {
  const thin = DAYS.filter((today) => {
    const acts = YEAR.map((act) => ({ ...act, date: datesOf(act, today).eventDate })).filter(({ date }) => date.slice(5, 7) === '03');
    const years = new Set(acts.map(({ date }) => date.slice(0, 4)));
    const days = new Set(acts.map(({ date }) => date.slice(8)));
    const lastFive = ['15', '16', '17', '18', '19'].every((day) => [true, false].every((hasTickets) => acts.some(({ date, maxTickets }) => date.endsWith(day) && (maxTickets !== 0) === hasTickets)));
    return years.size !== 1 || days.size < 14 || !lastFive || new Set(acts.map(({ image }) => drawingOf(image))).size < 8;
  });
  expect(thin).toEqual([]);
});

test('dishes of the first dinner may be changed for nearly three weeks at least, whenever one looks', () => {
  const [dinner] = EVENTS;
  const tooLate = DAYS.filter((today) => {
    const { eventDate, kitchenDeadline } = datesOf(dinner!, today);
    return kitchenDeadline === null || kitchenDeadline < new Date(`${addDays(today, 20)}T00:00:00Z`) || kitchenDeadline > new Date(`${eventDate}T00:00:00Z`);
  });
  expect(tooLate).toEqual([]);
});
