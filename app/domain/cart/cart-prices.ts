import type { Menu } from '../event/menu.ts';
import type { VoucherTerms } from '../vouchers/voucher.ts';

/** What makes a cart cost anything else than its buyer's category: a quota, a code. */
export interface CartPrices {
  publicMenu: Menu;
  quota: CartQuota | null;
  voucher: { terms: VoucherTerms; categoryMenu: Menu | null } | null;
}

export interface CartQuota {
  limit: number;
  left: number;
  /** Unpaid orders of the account: what the cart holds itself is not taken by somebody else. */
  held: readonly { orderId: string; reduced: number }[];
}

export function quotaLeftFor(quota: CartQuota | null, ownOrders: readonly string[]): number | null {
  return quota === null ? null : quota.held.reduce((left, { orderId, reduced }) => left + (ownOrders.includes(orderId) ? reduced : 0), quota.left);
}
