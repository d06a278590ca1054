import { isPaid, type OrderStatus } from './status.ts';

/** Why a charge goes back as soon as it is found. */
export const CHARGE_REFUSALS = ['late_payment', 'second_payment', 'event_cancelled'] as const;
export type ChargeRefusal = (typeof CHARGE_REFUSALS)[number];

/** Why money goes back to a buyer. `requested`: by an admin; `provider`: by hand in the provider's own pages, or by the bank. */
export type RefundReason = ChargeRefusal | 'requested' | 'provider';

export interface ChargeFacts {
  order: { status: OrderStatus; holdExpiresAt: Date | null };
  event: { startsAt: Date; withdrawnAt: Date | null };
  /** By the provider's clock: what counts is when somebody paid, not when we hear of it. */
  paidAt: Date;
  now: Date;
}

/** `pays_if_seats_left`: the hold was released, its seats have to be taken anew; without them it is a late payment. */
export type ChargeVerdict = { kind: 'pays' } | { kind: 'pays_if_seats_left' } | { kind: 'goes_back'; reason: ChargeRefusal };

/** What becomes of a charge for the right sum. Whoever paid while the event was on and within the hold is not let down by us. */
export function judgeCharge({ order, event, paidAt, now }: ChargeFacts): ChargeVerdict {
  if (isPaid(order.status)) return { kind: 'goes_back', reason: 'second_payment' };
  if (event.withdrawnAt !== null && paidAt >= event.withdrawnAt) return { kind: 'goes_back', reason: 'event_cancelled' };
  if (order.status === 'pending_payment') return { kind: 'pays' };
  if (order.status !== 'cancelled' || now >= event.startsAt) return { kind: 'goes_back', reason: 'late_payment' };
  const isInTime = order.holdExpiresAt !== null && paidAt <= order.holdExpiresAt;
  if (event.withdrawnAt !== null && !isInTime) return { kind: 'goes_back', reason: 'event_cancelled' };
  return { kind: 'pays_if_seats_left' };
}
