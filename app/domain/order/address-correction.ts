import { isPaid, type OrderStatus } from './status.ts';

/** Long enough to see the typing error on the page, short enough that nobody else finds the browser open. */
const CORRECTABLE_MS = 15 * 60_000;

export interface CorrectableOrder {
  status: OrderStatus;
  /** `visitor:…` for a guest. */
  buyer: string | null;
  paidAt: Date | null;
  addressCorrectedAt: Date | null;
}

/** Once, soon after the purchase, and only the guest's own browser: whoever got the mail by mistake has the link as well. */
export function mayCorrectAddress(order: CorrectableOrder, { buyer, now }: { buyer: string | null; now: Date }): boolean {
  if (!isPaid(order.status) || order.paidAt === null || order.addressCorrectedAt !== null) return false;
  if (buyer === null || buyer !== order.buyer || !buyer.startsWith('visitor:')) return false;
  return now.getTime() - order.paidAt.getTime() < CORRECTABLE_MS;
}
