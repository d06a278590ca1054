import { MAX_TICKETS_PER_ORDER } from '../order/status.ts';

/** A party's way through a waiting list. The last four are ends: of the offer's time, by its own wish, by an admin's, with the list. */
export type WaitlistStatus = 'unconfirmed' | 'waiting' | 'offered' | 'taken' | 'expired' | 'left' | 'removed' | 'ended';

/** As many as one order takes, and as the event has. */
export function largestGroup(maxTickets: number | null): number {
  return Math.min(MAX_TICKETS_PER_ORDER, maxTickets ?? MAX_TICKETS_PER_ORDER);
}

/** Null for anything but a whole number of people that fits. */
export function parseGroupSize(typed: string, maxTickets: number | null): number | null {
  const size = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0;
  return size >= 1 && size <= largestGroup(maxTickets) ? size : null;
}

/** '1r', '2n', '3r', '4t', '5é' */
export function ordinalText(place: number): string {
  return `${place}${['r', 'n', 'r', 't'][place - 1] ?? 'é'}`;
}

/** Why a list is over. */
export type ListEnd = 'sale_over' | 'withdrawn' | 'archived' | 'closed';
