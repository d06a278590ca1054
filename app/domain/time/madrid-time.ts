import { Temporal } from 'temporal-polyfill';

import { addDays } from './dates.ts';

/** A time that happens twice (autumn) means its first occurrence; one that never happens (spring) moves an hour later. */
const ZONE = 'Europe/Madrid';

export function startOfDayInMadrid(isoDate: string): number {
  return Temporal.PlainDate.from(isoDate).toZonedDateTime(ZONE).epochMilliseconds;
}

export function instantInMadrid(isoDate: string, time: string): number {
  return Temporal.PlainDate.from(isoDate)
    .toPlainDateTime(Temporal.PlainTime.from(time))
    .toZonedDateTime(ZONE, { disambiguation: 'compatible' }).epochMilliseconds;
}

/** Of the day after where `end` is not later than `start`: 02:00 after 21:00. */
export function endInMadrid(isoDate: string, { start, end }: { start: string; end: string }): number {
  return instantInMadrid(end > start ? isoDate : addDays(isoDate, 1), end);
}

export function wallInMadrid(epochMilliseconds: number): { date: string; time: string } {
  const wall = Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toZonedDateTimeISO(ZONE);
  return { date: wall.toPlainDate().toString(), time: wall.toPlainTime().toString({ smallestUnit: 'minute' }) };
}

export function madridText(epochMilliseconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toString({ timeZone: ZONE, smallestUnit: 'second' });
}

export function dayInMadrid(instant: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(ZONE).toPlainDate().toString();
}
