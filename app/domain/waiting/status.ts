import type { Moves } from '../moves.ts';
import type { WaitlistStatus } from './group-size.ts';

/** `taken -> offered`: the order was cancelled before the offer's end. */
export const WAITLIST_MOVES = {
  unconfirmed: ['waiting', 'left', 'removed', 'ended'],
  waiting: ['offered', 'left', 'removed', 'ended'],
  offered: ['taken', 'expired', 'left', 'removed', 'ended'],
  taken: ['offered'],
  expired: [],
  left: [],
  removed: [],
  ended: [],
} as const satisfies Moves<WaitlistStatus>;
