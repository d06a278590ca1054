import type { OrderStatus } from '../order/status.ts';

/** What about money waits for a person. Some close themselves once what they are about has passed. */
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
  /** Money came that our books know nothing of. */
  | 'charge_unknown'
  /** Our books say paid, the provider knows no such charge. */
  | 'charge_missing'
  | 'amount_differs'
  /** Money was kept and the order is neither paid nor refunded, and nobody was told. */
  | 'paid_not_sold'
  | 'paid_twice'
  | 'refunds_differ'
  /** The provider has carried out one refund of ours more than once. */
  | 'refunded_twice'
  | 'dispute_unknown'
  /** What was paid in a session can't be compared, because the provider doesn't show it. */
  | 'session_unread';

/** What a case is about, in numbers and codes: words and amounts are made where it is shown. All amounts in cents. */
export interface CaseFacts {
  /** Charged, given back or disputed. */
  amount?: number;
  /** What was expected: the order's total, or the whole charge. */
  of?: number;
  /** Of what was charged, as the provider writes it. */
  currency?: string;
  /** What became of a dispute at the bank. */
  outcome?: 'won' | 'lost';
  /** The provider's code for a refusal. */
  reason?: string;
  mismatch?: MismatchKind;
  /** By the provider's books and by ours. */
  theirs?: number;
  ours?: number;
  orderStatus?: OrderStatus;
  /** The provider's name of the other charge, or of the session that can't be read. */
  name?: string;
  /** Of a clock, ahead or (negative) behind. */
  seconds?: number;
}
