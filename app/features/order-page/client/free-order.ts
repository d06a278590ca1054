import type { CheckedCart } from '#app/domain/cart/cart.ts';
import { bannerFor } from '#app/domain/cart/checkout-banner.ts';
import type { EventDetail } from '#app/features/events/schema.ts';

import { submitOrder, isStalePage } from './submit-order.ts';

export interface FreeOrder {
  event: EventDetail;
  checked: CheckedCart;
  account: { email: string; name: string };
  termsVersion: string;
}

/** `reason` null: the outcome of the order is unknown. */
export type FreeOutcome = { orderId: string } | { reason: string | null; isOldPage: boolean };

export async function placeFreeOrder({ account, ...order }: FreeOrder): Promise<FreeOutcome> {
  const outcome = await submitOrder({ ...order, role: 'admin', offered: 0, account, email: account.email, name: account.name });
  if (outcome.kind === 'placed') return { orderId: outcome.order.orderId };
  const { refusal, eventIsPast } = outcome;
  const isLost = refusal.code === 'UNREACHABLE' || refusal.code === 'INTERNAL_ERROR';
  return { reason: isLost ? null : bannerFor(refusal, { eventIsPast }).text, isOldPage: isStalePage(refusal) };
}
