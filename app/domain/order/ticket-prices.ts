import type { ComposedTicket } from '../event/menu.ts';
import { type Cents, cents, NOTHING, sumCents } from '../money.ts';
import { voucherDiscounts } from '../vouchers/reckoning.ts';
import type { VoucherTerms } from '../vouchers/voucher.ts';
import { keepsReducedPrice } from './member-quota.ts';

/** Its price is what is paid for it, the discount already taken off. */
export interface PricedTicket extends ComposedTicket {
  discount: Cents;
  /** Beyond the quota of its buyer it costs what it costs the public. */
  pricedAs: 'public' | null;
}

export interface PricedTickets {
  tickets: PricedTicket[];
  total: Cents;
  discount: Cents;
  /** How many tickets take a place of the buyer's quota. */
  reduced: number;
}

/** The same tickets at other prices. */
export interface OtherPrices {
  asPublic: readonly ComposedTicket[];
  /** At those of the category that the voucher gives. */
  asCategory: readonly ComposedTicket[];
  /** Tickets that the buyer's account may still buy at its reduced price; null: any number. */
  quotaLeft: number | null;
  voucher: VoucherTerms | null;
}

/** By category, then by quota, then by code. */
export function priceTickets(own: readonly ComposedTicket[], { asPublic, asCategory, quotaLeft, voucher }: OtherPrices): PricedTickets {
  const fullPrice = (at: number): Cents => asPublic[at]?.price ?? NOTHING;
  const keeps = quotaLeft === null ? null : keepsReducedPrice(own.map(({ price }, at) => ({ reduced: price, full: fullPrice(at) })), quotaLeft);
  const beforeCode = own.map((ticket, at): PricedTicket => {
    const full = keeps === null || keeps[at] === true ? undefined : asPublic[at];
    return { ...(full ?? ticket), discount: NOTHING, pricedAs: full === undefined ? null : 'public' };
  });
  const off = voucher === null ? [] : voucherDiscounts(voucher, beforeCode.map(({ price }, at) => ({ price, publicPrice: fullPrice(at), categoryPrice: asCategory[at]?.price ?? price })));
  const tickets = beforeCode.map((ticket, at) => ({ ...ticket, price: cents(ticket.price - (off[at] ?? 0)), discount: off[at] ?? NOTHING }));
  return { tickets, total: sumCents(tickets.map(({ price }) => price)), discount: sumCents(off), reduced: keeps?.filter(Boolean).length ?? 0 };
}
