import { addDays, daysBetween } from '../time/dates.ts';
import { dayInMadrid, instantInMadrid, wallInMadrid } from '../time/madrid-time.ts';

export const ANNOUNCEMENT_KINDS = ['message', 'withdrawal', 'move', 'shrink'] as const;
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number];

export const HOLDER_CHOICES = ['keep', 'give_back'] as const;
export type HolderChoice = (typeof HOLDER_CHOICES)[number];

export interface ChoiceFacts {
  /** YYYY-MM-DD; the whole of that day in Madrid counts. */
  chooseUntil: string | null;
  announcedAt: Date;
  paidAt: Date | null;
  /** Cents that were paid and not given back. */
  left: number;
  hasValidTickets: boolean;
  chosen: HolderChoice | null;
}

/** Whoever bought after the change knew of it. Tickets given back stay given back. */
export function mayChoose({ chooseUntil, announcedAt, paidAt, left, hasValidTickets, chosen }: ChoiceFacts, today: string): boolean {
  return chooseUntil !== null && today <= chooseUntil && paidAt !== null && paidAt <= announcedAt && left > 0 && hasValidTickets && chosen !== 'give_back';
}

/** The fewest places an event can have: tickets, held ones and offers; what is set aside for the waiting list may go. */
export function fewestPlaces({ sold, setAside }: { sold: number; setAside: number }): number {
  return sold - setAside;
}

/** A day, and instants as ISO texts. */
export interface Deadlines {
  saleEndDate: string | null;
  kitchenDeadline: string | null;
  groupsCloseAt: string | null;
}

/** Those still to come keep their distance from the event, by the calendar of Madrid; what has passed stays, since the kitchen bought by it. */
export function movedDeadlines({ date, ...event }: Deadlines & { date: string }, to: string, now: Date): Deadlines {
  const days = daysBetween(date, to);
  const moved = (instant: string | null): string | null => {
    if (instant === null || Date.parse(instant) <= now.getTime()) return instant;
    const wall = wallInMadrid(Date.parse(instant));
    return new Date(instantInMadrid(addDays(wall.date, days), wall.time)).toISOString();
  };
  const { saleEndDate } = event;
  return {
    saleEndDate: saleEndDate === null || saleEndDate < dayInMadrid(now) ? saleEndDate : addDays(saleEndDate, days),
    kitchenDeadline: moved(event.kitchenDeadline),
    groupsCloseAt: moved(event.groupsCloseAt),
  };
}
