import { isPaid, type OrderStatus } from './status.ts';

export const CHARGE_REFUSALS = ['late_payment', 'second_payment', 'event_cancelled'] as const;
export type ChargeRefusal = (typeof CHARGE_REFUSALS)[number];

export type RefundReason = ChargeRefusal | 'requested' | 'provider';

export interface ChargeFacts {
  order: { status: OrderStatus; holdExpiresAt: Date | null };
  event: { startsAt: Date; withdrawnAt: Date | null };
  /** The provider's clock: what counts is when somebody paid. */
  paidAt: Date;
  now: Date;
}

/** `pays_if_seats_left`: the hold was released, so its seats must be taken anew; without them it is a late payment. */
export type ChargeVerdict = { kind: 'pays' } | { kind: 'pays_if_seats_left' } | { kind: 'goes_back'; reason: ChargeRefusal };

export function judgeCharge({ order, event, paidAt, now }: ChargeFacts): ChargeVerdict {
  if (isPaid(order.status)) return { kind: 'goes_back', reason: 'second_payment' };
  if (event.withdrawnAt !== null && paidAt >= event.withdrawnAt) return { kind: 'goes_back', reason: 'event_cancelled' };
  if (order.status === 'pending_payment') return { kind: 'pays' };
  if (order.status !== 'cancelled' || now >= event.startsAt) return { kind: 'goes_back', reason: 'late_payment' };
  const isInTime = order.holdExpiresAt !== null && paidAt <= order.holdExpiresAt;
  if (event.withdrawnAt !== null && !isInTime) return { kind: 'goes_back', reason: 'event_cancelled' };
  return { kind: 'pays_if_seats_left' };
}
