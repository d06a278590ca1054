import { addDays, type WEEKDAYS, weekdayName } from '#app/domain/time/dates.ts';

import type { CastEvent } from './cast.ts';

/** Christmas Eve, Christmas, New Year's Eve and Day, the Kings. */
const AT_HOME = ['12-24', '12-25', '12-31', '01-01', '01-05', '01-06'];

export interface CastDates {
  eventDate: string;
  saleEndDate: string | null;
}

/** On its own weekday, and never on such a night. */
export function datesOf(event: Pick<CastEvent, 'day' | 'weekday' | 'saleEnd'>, today: string): CastDates {
  const eventDate = firstEvening(addDays(today, event.day), event.weekday);
  const { saleEnd } = event;
  if (saleEnd === null) return { eventDate, saleEndDate: null };
  return { eventDate, saleEndDate: 'daysBefore' in saleEnd ? addDays(eventDate, -saleEnd.daysBefore) : addDays(today, -saleEnd.daysAgo) };
}

function firstEvening(from: string, weekday: (typeof WEEKDAYS)[number]): string {
  let day = from;
  while (weekdayName(day) !== weekday || isAtHome(day)) day = addDays(day, 1);
  return day;
}

function isAtHome(day: string): boolean {
  return AT_HOME.includes(day.slice(5));
}
