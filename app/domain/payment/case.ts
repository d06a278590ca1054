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
  | 'charge_missing'
  | 'amount_differs'
  /** Money was kept, the order is neither paid nor refunded, and there is no case. */
  | 'paid_not_sold'
  | 'paid_twice'
  | 'refunds_differ'
  | 'refunded_twice'
  | 'dispute_unknown'
  | 'session_unread';

export interface CaseFacts {
  amount?: number;
  of?: number;
  currency?: string;
  outcome?: 'won' | 'lost';
  reason?: string;
  mismatch?: MismatchKind;
  theirs?: number;
  ours?: number;
  orderStatus?: OrderStatus;
  name?: string;
  seconds?: number;
}
