import type { CartPrices, CartQuota } from '#app/domain/cart/cart-prices.ts';
import type { Menu } from '#app/domain/event/menu.ts';
import { type Cents, cents } from '#app/domain/money.ts';
import { type ChargeLimits, chargeLimitProblem } from '#app/domain/order/charge-limits.ts';
import type { Role, Visibility } from '#app/domain/people/roles.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import type { Sharing } from '#app/design/ui/share-link.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';

export interface EventForOrder {
  event: EventDetail;
  /** Incremented by each edit of the event. */
  version: number;
  /** Whether a sold-out event has a waiting list. */
  mayWait: boolean;
  /** Buyers may say what they can't eat. */
  asksNeeds: boolean;
  memberMenu: Menu | null;
  viewer: Viewer;
  /** Only looked at, by an admin, as this role sees it: nothing is bought, and nothing of it is cached. */
  viewedAs?: Visibility;
  /** Nobody has said who sells here. */
  notSelling?: true;
  paying: Paying;
  /** Seconds until the sale begins; null once it has. */
  opensIn: number | null;
  /** Held for this browser by a waiting list offer; seconds by the server's clock. */
  offer: { places: number; until: string; secondsLeft: number } | null;
  about: EventWords;
  /** That a link names; null without one. */
  linkedGroup: LinkedGroup | null;
  /** Where a quota or a code makes prices other than those of the viewer's category. */
  prices: CartPrices | null;
  /** A key of this browser opened it: its role alone would not see it. */
  byAccessCode: boolean;
  /** The code that this browser entered; null without one. */
  voucher: VoucherView | null;
  /** JSON-LD of schema.org. */
  structuredData?: Record<string, unknown>;
  /** Read from the offline cache. */
  isOld?: boolean;
}

export type VoucherView = { label: string; text: string; problem: null } | { label: string; problem: string };

/** Formatted on the server: time zone data is too heavy for a phone. */
export interface EventWords {
  saleText: string;
  mapUrl: string | null;
  share: Sharing;
}

export interface LinkedGroup {
  code: string;
  name: string;
  places: number;
}

export interface EventRefusal {
  signedIn: boolean;
}

export interface Paying {
  pageMs: number;
  sums: ChargeLimits;
}

export interface Viewer {
  role: Role;
  account: { email: string; name: string } | null;
  offered: number;
}

export function menuOf(event: EventDetail): Menu {
  return { referencePrice: cents(event.price), sections: event.sections, options: event.options };
}

export function countTickets(quantity: number): string {
  return quantity === 1 ? '1 tiquet' : `${quantity} tiquets`;
}

export function chargeLimitText(total: Cents, { sums }: Paying): { why: string; remedy: string } | null {
  switch (chargeLimitProblem(total, sums)) {
    case null:
      return null;
    case 'TOTAL_TOO_SMALL':
      return { why: `Amb targeta es paga com a mínim ${formatEuros(sums.smallest)}`, remedy: 'Afig algun tiquet o algun extra a la comanda per a poder pagar-la.' };
    case 'TOTAL_TOO_LARGE':
      return { why: `Amb targeta es paga com a màxim ${formatEuros(sums.largest)}`, remedy: 'Lleva algun tiquet de la comanda i fes-ne una altra per a la resta.' };
  }
}

export function quotaText({ limit, left }: Pick<CartQuota, 'limit' | 'left'>): string {
  const text = `Preu reduït: fins a ${countTickets(limit)} per persona`;
  return left === limit ? text : left === 0 ? `${text}. Ja els tens: els següents van a preu públic` : `${text}. Te'n ${left === 1 ? 'queda 1' : `queden ${left}`}`;
}

export function holdText({ pageMs }: Paying): string {
  const minutes = Math.floor(pageMs / 60_000);
  if (minutes < 1) return 'Et guardem els tiquets mentre pagues.';
  return `Et guardem els tiquets mentre pagues: tindràs ${minutes === 1 ? '1 minut' : `${minutes} minuts`}.`;
}
