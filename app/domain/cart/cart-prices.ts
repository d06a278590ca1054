import type { Menu } from '../event/menu.ts';
import type { PricedTicket } from '../order/ticket-prices.ts';
import type { Role } from '../people/roles.ts';
import type { VoucherTerms } from '../vouchers/voucher.ts';
import { draftTicket, type TicketChoice } from './ticket-choice.ts';

/** What makes a cart cost anything else than its buyer's category: a quota, a code. */
export interface CartPrices {
  publicMenu: Menu;
  quota: CartQuota | null;
  voucher: { terms: VoucherTerms; categoryMenu: Menu | null } | null;
}

/** Whose prices a code gives; null: no code gives any. */
export function categoryOf(prices: CartPrices | null): { menu: Menu; role: Role } | null {
  const { terms: { worth } = { worth: null }, categoryMenu = null } = prices?.voucher ?? {};
  return categoryMenu === null || worth?.kind !== 'category' ? null : { menu: categoryMenu, role: worth.category };
}

export interface CartQuota {
  limit: number;
  left: number;
  /** Unpaid orders of the account: what the cart holds itself is not taken by somebody else. */
  held: readonly { orderId: string; reduced: number }[];
}

/** How many more tickets go at the reduced price, and what the others cost. */
export interface NextTicketQuota {
  left: number;
  publicMenu: Menu;
}

/** What an account buys at from its first ticket on: the public menu once its quota is used, unless its own cart may hold it. */
export function menuFromNow(own: Menu, prices: CartPrices | null): Menu {
  const quota = prices?.quota ?? null;
  return prices !== null && quota !== null && quota.left === 0 && quota.held.length === 0 ? prices.publicMenu : own;
}

export function quotaLeftFor(quota: CartQuota | null, ownOrders: readonly string[]): number | null {
  return quota === null ? null : quota.held.reduce((left, { orderId, reduced }) => left + (ownOrders.includes(orderId) ? reduced : 0), quota.left);
}

export function costsMoreToPublic(choice: TicketChoice, { menu, role, publicMenu }: { menu: Menu; role: Role; publicMenu: Menu }): boolean {
  return draftTicket(publicMenu, choice, 'public').ticket.price > draftTicket(menu, choice, role).ticket.price;
}

export function ticketsBeyondQuota({ tickets }: { tickets: readonly { ticket: PricedTicket; choice: TicketChoice }[] }, at: { menu: Menu; role: Role; publicMenu: Menu }): number[] {
  return tickets.flatMap(({ ticket, choice }, index) => (ticket.pricedAs === 'public' && costsMoreToPublic(choice, at) ? [index + 1] : []));
}
