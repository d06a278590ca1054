import { type Problems, withoutNulls } from '../fields/field.ts';
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
  startsAt: Date;
  orderedAt: Date;
  paidAt: Date | null;
  /** Cents that tickets nobody has used would bring back. */
  returnable: number;
  chosen: HolderChoice | null;
}

/** Whoever ordered after the change knew of it, whenever they paid. Tickets given back stay given back. */
export function mayChoose({ chooseUntil, announcedAt, startsAt, orderedAt, paidAt, returnable, chosen }: ChoiceFacts, now: Date): boolean {
  return isChoiceTime({ chooseUntil, startsAt }, now) && paidAt !== null && orderedAt <= announcedAt && returnable > 0 && chosen !== 'give_back';
}

export function isChoiceTime({ chooseUntil, startsAt }: Pick<ChoiceFacts, 'chooseUntil' | 'startsAt'>, now: Date): boolean {
  return chooseUntil !== null && dayInMadrid(now) <= chooseUntil && now < startsAt;
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
  const { saleEndDate, kitchenDeadline, groupsCloseAt } = event;
  const days = daysBetween(date, to);
  if (days === 0) return { saleEndDate, kitchenDeadline, groupsCloseAt };
  const moved = (instant: string | null): string | null => (instant === null || isInstantPast(instant, now) ? instant : laterInMadrid(instant, days));
  return {
    saleEndDate: saleEndDate === null || isDayPast(saleEndDate, now) ? saleEndDate : addDays(saleEndDate, days),
    kitchenDeadline: moved(kitchenDeadline),
    groupsCloseAt: moved(groupsCloseAt),
  };
}

function laterInMadrid(instant: string, days: number): string {
  const { date, time } = wallInMadrid(Date.parse(instant));
  return new Date(instantInMadrid(addDays(date, days), time)).toISOString();
}

const isInstantPast = (instant: string, now: Date): boolean => Date.parse(instant) <= now.getTime();
const isDayPast = (day: string, now: Date): boolean => day < dayInMadrid(now);

/** Deadlines that the move itself would end at once. */
export function overtakenDeadlines(before: Deadlines, after: Deadlines, now: Date): Problems {
  const named = (field: keyof Deadlines, isPast: typeof isDayPast, problem: string): string | null => {
    const deadline = after[field];
    return deadline !== null && deadline !== before[field] && isPast(deadline, now) ? problem : null;
  };
  return withoutNulls({
    saleEndDate: named('saleEndDate', isDayPast, "Amb la data nova, la venda ja s'hauria acabat"),
    kitchenDeadline: named('kitchenDeadline', isInstantPast, 'Amb la data nova, el termini de la cuina ja hauria passat'),
    groupsCloseAt: named('groupsCloseAt', isInstantPast, 'Amb la data nova, les taules ja estarien tancades'),
  });
}
