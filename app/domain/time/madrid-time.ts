import { Temporal } from 'temporal-polyfill';

import { addDays } from './dates.ts';

/**
 * Wall clock of the festival (Europe/Madrid) and instants, whatever the time zone of the machine.
 * A time that happens twice (autumn) means its first occurrence; one that never happens (spring) moves an hour later.
 */
const ZONE = 'Europe/Madrid';

/** First instant of a day, as epoch milliseconds. */
export function startOfDayInMadrid(isoDate: string): number {
  return Temporal.PlainDate.from(isoDate).toZonedDateTime(ZONE).epochMilliseconds;
}

/** The instant of a wall-clock time (HH:MM or HH:MM:SS) on a day, as epoch milliseconds. */
export function instantInMadrid(isoDate: string, time: string): number {
  return Temporal.PlainDate.from(isoDate)
    .toPlainDateTime(Temporal.PlainTime.from(time))
    .toZonedDateTime(ZONE, { disambiguation: 'compatible' }).epochMilliseconds;
}

/** The first instant after `start` (HH:MM on a day) at which the clock says `end`: 02:00 after 21:00 is of the day after. */
export function endInMadrid(isoDate: string, { start, end }: { start: string; end: string }): number {
  return instantInMadrid(end > start ? isoDate : addDays(isoDate, 1), end);
}

/** Day and clock (HH:MM) on the wall in Madrid at an instant. */
export function wallInMadrid(epochMilliseconds: number): { date: string; time: string } {
  const wall = Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toZonedDateTimeISO(ZONE);
  return { date: wall.toPlainDate().toString(), time: wall.toPlainTime().toString({ smallestUnit: 'minute' }) };
}

/** RFC 3339 with Madrid's own offset, such as "2027-03-15T21:00:00+01:00". */
export function madridText(epochMilliseconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toString({ timeZone: ZONE, smallestUnit: 'second' });
}

/** The day on the wall in Madrid at an instant. */
export function dayInMadrid(instant: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(ZONE).toPlainDate().toString();
}
