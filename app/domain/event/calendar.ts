import { parseDate } from '../time/dates.ts';

export interface CalendarView {
  month: string;
  day: string | null;
}

export interface CalendarQuery {
  month: string | null;
  day: string | null;
  opensOn?: string | undefined;
}

export const MONTHS_IN_REACH = 24;

export function calendarView(input: CalendarQuery, today: string): CalendarView {
  const day = requestedDay(input);
  const month = monthOf(day ?? firstRequestedDay(input) ?? input.opensOn ?? today);
  const reached = [firstInReach(today), month, lastInReach(today)].toSorted()[1]!;
  return { month: reached, day: reached === month ? day : null };
}

export function nextDayAfter({ month, day }: CalendarView, days: readonly string[]): string | null {
  return days.find((one) => (day === null ? one >= firstDayOf(month) : one > day)) ?? null;
}

export function monthsBeside(month: string, today: string): { previous: string | null; next: string | null } {
  return {
    previous: month > firstInReach(today) ? addMonths(month, -1) : null,
    next: month < lastInReach(today) ? addMonths(month, 1) : null,
  };
}

export function firstDayBeyondReach(today: string): string {
  return firstDayOf(addMonths(lastInReach(today), 1));
}

export function monthOf(isoDate: string): string {
  return isoDate.slice(0, 7);
}

export function firstDayOf(month: string): string {
  return `${month}-01`;
}

export function addMonths(month: string, months: number): string {
  const [year, ordinal] = month.split('-').map(Number);
  const counted = Number(year) * 12 + (Number(ordinal) - 1) + months;
  return `${Math.floor(counted / 12)}-${String((counted % 12) + 1).padStart(2, '0')}`;
}

/** Spec §2: tickets for all of the day's events, for some, for none; `plain`: none of them ever had tickets. */
export type DayMark = 'all' | 'some' | 'none' | 'plain';

export function dayMark(events: readonly { hasTickets: boolean; available: boolean }[]): DayMark | null {
  const withTickets = events.filter((event) => event.hasTickets);
  if (withTickets.length === 0) return events.length === 0 ? null : 'plain';
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
