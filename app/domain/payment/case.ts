import type { OrderStatus } from '../order/status.ts';

export type CaseKind =
  | 'late_payment'
  | 'second_payment'
  | 'event_cancelled'
  | 'amount_differs'
  | 'refund_failed'
  | 'refund_delayed'
  | 'dispute'
  | 'partial_refund'
  | 'unknown_charge'
  | 'mismatch'
  | 'provider_refuses'
  | 'clock_drift';

export type MismatchKind =
  /** The provider's charge is not in our books. */
  | 'charge_unknown'
  /** Our charge is not in the provider's books. */
  | 'charge_missing'
  | 'amount_differs'
  /** Money was kept, the order is neither paid nor refunded, and there is no case. */
  | 'paid_not_sold'
  | 'paid_twice'
  | 'refunds_differ'
  | 'refunded_twice'
  | 'dispute_unknown'
  /** The provider doesn't show what was paid in the session. */
  | 'session_unread';

/** Amounts in cents. */
export interface CaseFacts {
  amount?: number;
  /** The order's total, or the whole charge. */
  of?: number;
  currency?: string;
  outcome?: 'won' | 'lost';
  reason?: string;
  mismatch?: MismatchKind;
  theirs?: number;
  ours?: number;
  orderStatus?: OrderStatus;
  /** The provider's name of the other charge, or of the session that can't be read. */
  name?: string;
  /** Positive where the clock is ahead. */
  seconds?: number;
}
