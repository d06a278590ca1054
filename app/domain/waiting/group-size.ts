import { MAX_TICKETS_PER_ORDER } from '../order/status.ts';

/** The last four are final: the offer expired, left by choice, removed by an admin, or the list ended. */
export type WaitlistStatus = 'unconfirmed' | 'waiting' | 'offered' | 'taken' | 'expired' | 'left' | 'removed' | 'ended';

/** Limited by the tickets of one order and by the event. */
export function largestGroup(maxTickets: number | null): number {
  return Math.min(MAX_TICKETS_PER_ORDER, maxTickets ?? MAX_TICKETS_PER_ORDER);
}

/** Null unless it is a whole number that fits. */
export function parseGroupSize(typed: string, maxTickets: number | null): number | null {
  const size = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0;
  return size >= 1 && size <= largestGroup(maxTickets) ? size : null;
}

/** '1r', '2n', '3r', '4t', '5é' */
export function ordinalText(position: number): string {
  return `${position}${['r', 'n', 'r', 't'][position - 1] ?? 'é'}`;
}

export type ListEnd = 'sale_over' | 'withdrawn' | 'archived' | 'closed';
