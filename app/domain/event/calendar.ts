import { parseDate } from '../time/dates.ts';

/** Months are written YYYY-MM, so that they sort by their text. */
export interface CalendarView {
  month: string;
  /** The day that is chosen, within the month; null when none is. */
  day: string | null;
}

/** What an address asks for, as it is written there. */
export interface CalendarQuery {
  month: string | null;
  day: string | null;
}

/** How far the calendar reaches, back and forth. */
export const MONTHS_IN_REACH = 24;

/** What is shown to whoever asks: the chosen day in its month, else a month, else the month that it is. Never beyond reach. */
export function calendarView(input: CalendarQuery, today: string): CalendarView {
  const day = requestedDay(input);
  const month = monthOf(day ?? firstRequestedDay(input) ?? today);
  const reached = [firstInReach(today), month, lastInReach(today)].toSorted()[1]!;
  return { month: reached, day: reached === month ? day : null };
}

/** The first of these days, in their order, that comes after what is shown: the chosen day, else all before the month. */
export function nextDayAfter({ month, day }: CalendarView, days: readonly string[]): string | null {
  return days.find((one) => (day === null ? one >= firstDayOf(month) : one > day)) ?? null;
}

/** The months to leaf to; null where the calendar ends. */
export function monthsBeside(month: string, today: string): { previous: string | null; next: string | null } {
  return {
    previous: month > firstInReach(today) ? addMonths(month, -1) : null,
    next: month < lastInReach(today) ? addMonths(month, 1) : null,
  };
}

/** From that day on the calendar shows nothing. */
export function firstDayBeyondReach(today: string): string {
  return firstDayOf(addMonths(lastInReach(today), 1));
}

export function monthOf(isoDate: string): string {
  return isoDate.slice(0, 7);
}

export function firstDayOf(month: string): string {
  return `${month}-01`;
}

/** The month so many months later (or earlier). */
export function addMonths(month: string, months: number): string {
  const [year, ordinal] = month.split('-').map(Number) as [number, number];
  const counted = year * 12 + (ordinal - 1) + months;
  return `${Math.floor(counted / 12)}-${String((counted % 12) + 1).padStart(2, '0')}`;
}

/** What the dot of a day says (spec §2 Calendar): tickets for all of its events, for some, for none. */
export type DayMark = 'all' | 'some' | 'none';

/** Null when nothing on that day has tickets: no dot. */
export function dayMark(events: readonly { hasTickets: boolean; available: boolean }[]): DayMark | null {
  const withTickets = events.filter((event) => event.hasTickets);
  if (withTickets.length === 0) return null;
  if (withTickets.every((event) => event.available)) return 'all';
  return withTickets.some((event) => event.available) ? 'some' : 'none';
}

function requestedDay({ day }: CalendarQuery): string | null {
  return day === null ? null : parseDate(day);
}

function firstRequestedDay({ month }: CalendarQuery): string | null {
  return month === null ? null : parseDate(firstDayOf(month));
}

function firstInReach(today: string): string {
  return addMonths(monthOf(today), -MONTHS_IN_REACH);
}

function lastInReach(today: string): string {
  return addMonths(monthOf(today), MONTHS_IN_REACH);
}
