import { Temporal } from 'temporal-polyfill';

import { addDays } from './dates.ts';

/** A time that happens twice (autumn) means its first occurrence; one that never happens (spring) moves an hour later. */
const ZONE = 'Europe/Madrid';
const MOST_REMEMBERED = 2_000;

const days = new Map<string, number>();
const instants = new Map<string, number>();
const walls = new Map<number, Readonly<{ date: string; time: string }>>();

/** Every page with events asks for the same few instants, and reckoning them costs as much as rendering it. */
function remembered<Key, Answer>(known: Map<Key, Answer>, key: Key, reckon: () => Answer): Answer {
  const before = known.get(key);
  if (before !== undefined) return before;
  const answer = reckon();
  if (known.size === MOST_REMEMBERED) known.clear();
  known.set(key, answer);
  return answer;
}

export function startOfDayInMadrid(isoDate: string): number {
  return remembered(days, isoDate, () => Temporal.PlainDate.from(isoDate).toZonedDateTime(ZONE).epochMilliseconds);
}

export function instantInMadrid(isoDate: string, time: string): number {
  const reckon = (): number => Temporal.PlainDate.from(isoDate).toPlainDateTime(Temporal.PlainTime.from(time)).toZonedDateTime(ZONE, { disambiguation: 'compatible' }).epochMilliseconds;
  return remembered(instants, `${isoDate} ${time}`, reckon);
}

/** Of the day after where `end` is not later than `start`: 02:00 after 21:00. */
export function endInMadrid(isoDate: string, { start, end }: { start: string; end: string }): number {
  return instantInMadrid(end > start ? isoDate : addDays(isoDate, 1), end);
}

export function wallInMadrid(epochMilliseconds: number): Readonly<{ date: string; time: string }> {
  return remembered(walls, epochMilliseconds, () => {
    const wall = Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toZonedDateTimeISO(ZONE);
    return { date: wall.toPlainDate().toString(), time: wall.toPlainTime().toString({ smallestUnit: 'minute' }) };
  });
}

export function madridText(epochMilliseconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toString({ timeZone: ZONE, smallestUnit: 'second' });
}

export function dayInMadrid(instant: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(ZONE).toPlainDate().toString();
}
