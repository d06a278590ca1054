/** In cents. By hand: at the till, and what the change to a dish of another price brought (below zero: cost). */
export interface PaidAndRefunded {
  paidByCard: number;
  paidByHand: number;
  refundedByCard: number;
  refundedByHand: number;
}

export interface Refundable {
  byCard: number;
  byHand: number;
}

/** What can still go back: by card at most what came by card, the rest by hand. */
export function refundable({ paidByCard, paidByHand, refundedByCard, refundedByHand }: PaidAndRefunded): Refundable {
  const left = Math.max(0, paidByCard + paidByHand - refundedByCard - refundedByHand);
  const byCard = Math.min(left, Math.max(0, paidByCard - refundedByCard));
  return { byCard, byHand: left - byCard };
}

export function totalRefundable({ byCard, byHand }: Refundable): number {
  return byCard + byHand;
}

/** By hand only what the card can't take. */
export function splitRefund(left: Refundable, amount: number): Refundable {
  const byCard = Math.min(amount, left.byCard);
  return { byCard, byHand: Math.min(amount - byCard, left.byHand) };
}

interface RefundedOrder extends PaidAndRefunded {
  tickets: readonly { status: string; price: number }[];
}

/** Of an order paid by card whose tickets went back: what the card could not take. */
export function owedByHand(order: RefundedOrder): number {
  const left = refundable(order);
  const isUsedUp = left.byCard === 0 && order.tickets.every(({ status }) => status !== 'active' && status !== 'used');
  if (isUsedUp) return left.byHand;
  const back = order.tickets.reduce((sum, { status, price }) => (status === 'refunded' ? sum + price : sum), 0);
  const given = order.refundedByCard + order.refundedByHand;
  return Math.max(0, Math.min(left.byHand, back - given));
}
