import { type Cents, cents, NOTHING, sumCents } from '../money.ts';
import type { VoucherTerms, VoucherWorth } from './voucher.ts';

/** A ticket as it is priced before the code: by category and quota. */
export interface TicketPrices {
  price: Cents;
  publicPrice: Cents;
  /** At the category that the code gives, where it gives one. */
  categoryPrice: Cents;
}

/** What the code takes off each ticket, never more than it costs. Without `combines` it is reckoned from the public price, and whoever pays a reduced price gets the better of both. */
export function voucherDiscounts({ worth, ticketLimit, combines }: VoucherTerms, tickets: readonly TicketPrices[]): Cents[] {
  if (worth.kind === 'unlock') return tickets.map(() => NOTHING);
  if (worth.kind === 'amount' && worth.per === 'order') return offTheOrder(worth.amount, { ticketLimit, combines }, tickets);
  const off = tickets.map(({ price, publicPrice, categoryPrice }) => {
    const base = combines ? price : publicPrice;
    return cents(Math.max(0, price - afterCode(worth, { base, categoryPrice })));
  });
  return onlyLargest(off, ticketLimit);
}

function afterCode(worth: Exclude<VoucherWorth, { kind: 'unlock' }>, { base, categoryPrice }: { base: Cents; categoryPrice: Cents }): number {
  switch (worth.kind) {
    case 'percent':
      // Half up, in whole cents.
      return Math.floor((base * (100 - worth.percent) + 50) / 100);
    case 'amount':
      return Math.max(0, base - worth.amount);
    case 'category':
      return Math.min(base, categoryPrice);
    case 'free':
      return 0;
  }
}

/** Of the same size the earlier ones. */
function onlyLargest(amounts: readonly Cents[], limit: number | null): Cents[] {
  const counted = largest(amounts, limit);
  return amounts.map((amount, at) => (counted.has(at) ? amount : NOTHING));
}

function largest(amounts: readonly Cents[], limit: number | null): ReadonlySet<number> {
  return new Set(largestFirst(amounts).slice(0, limit ?? amounts.length));
}

export function largestFirst(amounts: readonly number[]): number[] {
  return amounts.map((_, at) => at).toSorted((a, b) => (amounts[b] ?? 0) - (amounts[a] ?? 0));
}

/** Spread by price; what division leaves over goes to the largest remainders, so that single refunds add up to the whole. */
function offTheOrder(amount: Cents, { ticketLimit, combines }: Pick<VoucherTerms, 'ticketLimit' | 'combines'>, tickets: readonly TicketPrices[]): Cents[] {
  const counted = largest(tickets.map(({ price }) => price), ticketLimit);
  const prices = tickets.map(({ price }, at) => (counted.has(at) ? price : NOTHING));
  const saved = combines ? 0 : tickets.reduce((sum, { price, publicPrice }, at) => sum + (counted.has(at) ? Math.max(0, publicPrice - price) : 0), 0);
  const total = sumCents(prices);
  const off = Math.min(total, Math.max(0, amount - saved));
  if (off === 0) return prices.map(() => NOTHING);
  const shares = prices.map((price) => Math.floor((off * price) / total));
  const left = off - shares.reduce((sum, share) => sum + share, 0);
  const first = new Set(largestFirst(prices.map((price) => (off * price) % total)).slice(0, left));
  return shares.map((share, at) => cents(share + (first.has(at) ? 1 : 0)));
}
