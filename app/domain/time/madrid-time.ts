import { Temporal } from 'temporal-polyfill';

import { addDays } from './dates.ts';

/** A time that happens twice (autumn) means its first occurrence; one that never happens (spring) moves an hour later. */
const ZONE = 'Europe/Madrid';
const MOST_REMEMBERED = 2_000;

/** Every page with events asks for the same few instants, and reckoning them costs as much as rendering it. */
function remembering<Key, Answer>(reckon: (key: Key) => Answer): (key: Key) => Answer {
  const known = new Map<Key, Answer>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const answer = reckon(key);
    if (known.size === MOST_REMEMBERED) known.clear();
    known.set(key, answer);
    return answer;
  };
}

export const startOfDayInMadrid = remembering((isoDate: string): number => Temporal.PlainDate.from(isoDate).toZonedDateTime(ZONE).epochMilliseconds);

const instantOfWall = remembering((wall: `${string} ${string}`): number => {
  const dateEnd = wall.indexOf(' ');
  return Temporal.PlainDate.from(wall.slice(0, dateEnd)).toPlainDateTime(Temporal.PlainTime.from(wall.slice(dateEnd + 1))).toZonedDateTime(ZONE, { disambiguation: 'compatible' }).epochMilliseconds;
});

export function instantInMadrid(isoDate: string, time: string): number {
  return instantOfWall(`${isoDate} ${time}`);
}

/** Of the day after where `end` is not later than `start`: 02:00 after 21:00. */
export function endInMadrid(isoDate: string, { start, end }: { start: string; end: string }): number {
  return instantInMadrid(end > start ? isoDate : addDays(isoDate, 1), end);
}

export const wallInMadrid = remembering((epochMilliseconds: number): Readonly<{ date: string; time: string }> => {
  const wall = Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toZonedDateTimeISO(ZONE);
  return { date: wall.toPlainDate().toString(), time: wall.toPlainTime().toString({ smallestUnit: 'minute' }) };
});

export function madridText(epochMilliseconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toString({ timeZone: ZONE, smallestUnit: 'second' });
}

export function dayInMadrid(instant: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(ZONE).toPlainDate().toString();
}
