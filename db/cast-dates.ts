import { addDays, type WEEKDAYS, weekdayName } from '#app/domain/time/dates.ts';
import { instantInMadrid } from '#app/domain/time/madrid-time.ts';

import type { CastAct, CastEvent, YearAct } from './cast.ts';

/** Christmas Eve, Christmas, New Year's Eve and Day, the Kings. */
const AT_HOME = ['12-24', '12-25', '12-31', '01-01', '01-05', '01-06'];

export interface CastDates {
  eventDate: string;
  saleEndDate: string | null;
  kitchenDeadline: Date | null;
}

type Deadlines = Pick<CastAct, 'saleEnd' | 'kitchenDeadline'>;
type CountedDay = Pick<CastEvent, 'day' | 'weekday'>;
type CalendarDay = Pick<YearAct, 'from' | 'weekday'>;

/** Counted from today: on its own weekday, and never on such a night. An act of the year: on its day. */
export function datesOf(event: Deadlines & (CountedDay | CalendarDay), today: string): CastDates {
  const eventDate = 'day' in event ? firstEvening(addDays(today, event.day), event.weekday) : nextOfYear(event, today);
  return { eventDate, saleEndDate: saleEndOf(event, { eventDate, today }), kitchenDeadline: deadlineOf(event, eventDate) };
}

/** The festival ends on Saint Joseph's day; until then its acts that are over stay in their month. */
const FESTIVAL = { month: '03', lastDay: '03-19' };

function nextOfYear(act: CalendarDay, today: string): string {
  const year = Number(today.slice(0, 4));
  const over = (day: string): string => (act.from.startsWith(FESTIVAL.month) ? `${year}-${FESTIVAL.lastDay}` : day);
  const thisYear = dayOfYear(act, year);
  return over(thisYear) < today ? dayOfYear(act, year + 1) : thisYear;
}

function dayOfYear({ from, weekday }: CalendarDay, year: number): string {
  let day = `${year}-${from}`;
  if (weekday === undefined) return day;
  while (weekdayName(day) !== weekday) day = addDays(day, 1);
  return day;
}

function saleEndOf({ saleEnd }: Deadlines, { eventDate, today }: { eventDate: string; today: string }): string | null {
  if (saleEnd === null) return null;
  return 'daysBefore' in saleEnd ? addDays(eventDate, -saleEnd.daysBefore) : addDays(today, -saleEnd.daysAgo);
}

function deadlineOf({ kitchenDeadline }: Deadlines, eventDate: string): Date | null {
  return kitchenDeadline === undefined ? null : new Date(instantInMadrid(addDays(eventDate, -kitchenDeadline.daysBefore), kitchenDeadline.time));
}

function firstEvening(from: string, weekday: (typeof WEEKDAYS)[number]): string {
  let day = from;
  while (weekdayName(day) !== weekday || isAtHome(day)) day = addDays(day, 1);
  return day;
}

function isAtHome(day: string): boolean {
  return AT_HOME.includes(day.slice(5));
}
