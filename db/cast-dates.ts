import { addDays, type WEEKDAYS, weekdayName } from '#app/domain/time/dates.ts';
import { instantInMadrid } from '#app/domain/time/madrid-time.ts';

import type { CastEvent } from './cast.ts';

/** Christmas Eve, Christmas, New Year's Eve and Day, the Kings. */
const AT_HOME = ['12-24', '12-25', '12-31', '01-01', '01-05', '01-06'];

export interface CastDates {
  eventDate: string;
  saleEndDate: string | null;
  kitchenDeadline: Date | null;
}

/** On its own weekday, and never on such a night. */
export function datesOf(event: Pick<CastEvent, 'day' | 'weekday' | 'saleEnd' | 'kitchenDeadline'>, today: string): CastDates {
  const eventDate = firstEvening(addDays(today, event.day), event.weekday);
  return { eventDate, saleEndDate: saleEndOf(event, { eventDate, today }), kitchenDeadline: deadlineOf(event, eventDate) };
}

function saleEndOf({ saleEnd }: Pick<CastEvent, 'saleEnd'>, { eventDate, today }: { eventDate: string; today: string }): string | null {
  if (saleEnd === null) return null;
  return 'daysBefore' in saleEnd ? addDays(eventDate, -saleEnd.daysBefore) : addDays(today, -saleEnd.daysAgo);
}

function deadlineOf({ kitchenDeadline }: Pick<CastEvent, 'kitchenDeadline'>, eventDate: string): Date | null {
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
