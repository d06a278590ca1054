import { addDays, dateParts, daysBetween } from '../time/dates.ts';

export interface TimeBar {
  /** Short, below the bar. */
  label: string;
  /** Whole, for the table and for who listens. */
  name: string;
  value: number;
  /** What it counts is not over yet. */
  isRunning: boolean;
}

/** More would be too thin for a phone: then they are weeks. */
const MOST_DAYS = 21;
const MOST_WEEKS = 26;

/** Without gaps, from the first sale to today, or to the day of the event if that is past. */
export function dayBars(sales: readonly { day: string; tickets: number }[], { today, last }: { today: string; last: string }): TimeBar[] {
  const first = sales.map(({ day }) => day).toSorted()[0];
  if (first === undefined) return [];
  const end = [today < last ? today : last, ...sales.map(({ day }) => day)].toSorted().at(-1) ?? first;
  const step = daysBetween(first, end) < MOST_DAYS ? 1 : 7;
  const count = Math.floor(daysBetween(first, end) / step) + 1;
  return Array.from({ length: count }, (_, index) => {
    const from = addDays(first, index * step);
    const to = addDays(from, step - 1);
    const value = sales.reduce((sum, { day, tickets }) => sum + (day >= from && day <= to ? tickets : 0), 0);
    return { label: shortDay(from), name: step === 1 ? shortDay(from) : `${shortDay(from)} a ${shortDay(to)}`, value, isRunning: from <= today && today <= to };
  }).slice(-MOST_WEEKS);
}

function shortDay(isoDate: string): string {
  const { day, month } = dateParts(isoDate);
  return `${day}/${month}`;
}

const QUARTER_MS = 15 * 60_000;
const MOST_QUARTERS = 24;

/** `counts` by the instant at which a quarter of an hour begins. The running one is the last while the event goes on. */
export function quarterBars(counts: readonly { at: Date; count: number }[], { now, isOn, clock }: { now: Date; isOn: boolean; clock: (instant: Date) => string }): TimeBar[] {
  const quarterOf = (instant: Date): number => Math.floor(instant.getTime() / QUARTER_MS);
  const quarters = counts.map(({ at }) => quarterOf(at));
  if (quarters.length === 0) return [];
  const current = quarterOf(now);
  const latest = Math.max(...quarters);
  const last = isOn ? Math.max(latest, current) : latest;
  const first = Math.max(Math.min(...quarters), last - MOST_QUARTERS + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const quarter = first + index;
    const label = clock(new Date(quarter * QUARTER_MS));
    return { label, name: label, value: counts.reduce((sum, { at, count }) => sum + (quarterOf(at) === quarter ? count : 0), 0), isRunning: isOn && quarter === current };
  });
}
