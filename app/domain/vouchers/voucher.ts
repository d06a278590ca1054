import { moneyFieldText } from '../money-text.ts';
import type { Cents } from '../money.ts';

export const VOUCHER_KINDS = ['percent', 'amount', 'category', 'free', 'unlock'] as const;
export type VoucherKind = (typeof VOUCHER_KINDS)[number];

export const VOUCHER_CATEGORIES = ['socio', 'comision'] as const;
export type VoucherCategory = (typeof VOUCHER_CATEGORIES)[number];

/** What a code takes off, or `unlock`: a hidden event is shown. */
export type VoucherWorth =
  | { kind: 'percent'; percent: number }
  | { kind: 'amount'; amount: Cents; per: 'order' | 'ticket' }
  | { kind: 'category'; category: VoucherCategory }
  | { kind: 'free' }
  | { kind: 'unlock' };

export interface VoucherTerms {
  worth: VoucherWorth;
  /** How many tickets of an order it is for. */
  ticketLimit: number | null;
  /** Also off the reduced price of members. */
  combines: boolean;
}

export interface VoucherWindow {
  /** None: every event. */
  eventIds: readonly number[];
  startsAt: Date | null;
  endsAt: Date | null;
  endedAt: Date | null;
}

export const VOUCHER_OVER_TEXT = 'Este codi ja no val';
export const VOUCHER_NOTHING_OFF_TEXT = 'Este codi no fa baixar el preu de la teua comanda: lleva-lo i compra sense';

/** Null where it may be used for the event now. */
export function voucherWindowProblem(voucher: VoucherWindow, at: { eventId: number; now: Date }): string | null {
  const { eventIds, startsAt } = voucher;
  if (isOver(voucher, at.now)) return VOUCHER_OVER_TEXT;
  if (startsAt !== null && at.now < startsAt) return 'Este codi encara no val';
  return eventIds.length > 0 && !eventIds.includes(at.eventId) ? 'Este codi no és per a este acte' : null;
}

export function isOver({ endsAt, endedAt }: Pick<VoucherWindow, 'endsAt' | 'endedAt'>, now: Date): boolean {
  return endedAt !== null || (endsAt !== null && now >= endsAt);
}

const CATEGORY_TEXTS: Record<VoucherCategory, string> = { socio: 'preu de soci', comision: 'preu de comissió' };

/** 'un 20 % menys, com a molt 2 tiquets' */
export function voucherText({ worth, ticketLimit }: Pick<VoucherTerms, 'worth' | 'ticketLimit'>): string {
  return ticketLimit === null || worth.kind === 'unlock' ? worthText(worth) : `${worthText(worth)}, ${ticketLimit === 1 ? '1 tiquet' : `fins a ${ticketLimit} tiquets`}`;
}

function worthText(worth: VoucherWorth): string {
  switch (worth.kind) {
    case 'percent':
      return `un ${worth.percent}\u00a0% menys`;
    case 'amount':
      return `${moneyFieldText(worth.amount)}\u00a0€ menys ${worth.per === 'order' ? 'per comanda' : 'per tiquet'}`;
    case 'category':
      return CATEGORY_TEXTS[worth.category];
    case 'free':
      return 'gratis';
    case 'unlock':
      return 'obri un acte amagat';
  }
}
