import { Temporal } from 'temporal-polyfill';

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

/** The day on the wall in Madrid at an instant. */
export function dayInMadrid(instant: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(ZONE).toPlainDate().toString();
}
