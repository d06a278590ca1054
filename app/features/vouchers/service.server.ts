import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Menu } from '#app/domain/event/menu.ts';
import { cents } from '#app/domain/money.ts';
import type { OrderRefusal } from '#app/domain/order/placing.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { type VoucherTerms, voucherText, type VoucherWindow, voucherWindowProblem, type VoucherWorth } from '#app/domain/vouchers/voucher.ts';
import { parseVoucherCode } from '#app/domain/vouchers/voucher-code.ts';

import { selectVouchersByCodes, type VoucherRow } from './store.server.ts';

export interface Voucher extends VoucherTerms, VoucherWindow {
  code: string;
  label: string;
  uses: number;
}

/** By code, as it is compared. */
export type KnownVouchers = ReadonlyMap<string, Voucher>;

/** What was typed or came with a link; no statement where nobody asks. */
export async function findVouchers(query: Query | Tx, typed: readonly (string | null | undefined)[]): Promise<KnownVouchers> {
  const codes = typed.flatMap((text) => (text == null ? [] : (parseVoucherCode(text) ?? [])));
  const rows = await selectVouchersByCodes(query, codes);
  return new Map(rows.map((row) => [row.code, toVoucher(row)]));
}

function toVoucher({ code, label, uses, eventIds, startsAt, endsAt, endedAt, ...row }: VoucherRow & { code: string; label: string }): Voucher {
  return { code, label, uses, eventIds, startsAt, endsAt, endedAt, worth: worthOf(row), ticketLimit: row.ticketLimit, combines: row.combines };
}

export function worthOf({ kind, value, per, category }: Pick<VoucherRow, 'kind' | 'value' | 'per' | 'category'>): VoucherWorth {
  switch (kind) {
    case 'percent':
      return { kind, percent: value ?? 0 };
    case 'amount':
      return { kind, amount: cents(value ?? 0), per: per ?? 'order' };
    case 'category':
      return { kind, category: category ?? 'socio' };
    case 'free':
    case 'unlock':
      return { kind };
  }
}

export interface VoucherInput {
  typed: string | undefined;
  /** The key of a hidden event that this browser holds. */
  accessCode: string | null;
  role: Role;
  eventIsHidden: boolean;
}

/** What an order's codes make of it; `refused` is said only after what stands against the order itself. */
export interface OrderVouchers {
  byAccessCode: boolean;
  terms: VoucherTerms | null;
  discountCode: string | null;
  accessCode: string | null;
  refused: OrderRefusal | null;
}

const NO_VOUCHERS: OrderVouchers = { byAccessCode: false, terms: null, discountCode: null, accessCode: null, refused: null };

export function vouchersOfOrder(known: KnownVouchers, { typed, accessCode, role, eventIsHidden }: VoucherInput, at: { eventId: number; now: Date }): OrderVouchers {
  if (typed === undefined && accessCode === null) return NO_VOUCHERS;
  const entered = typed === undefined ? null : (known.get(parseVoucherCode(typed) ?? '') ?? null);
  const held = accessCode === null ? null : (known.get(parseVoucherCode(accessCode) ?? '') ?? null);
  const key = eventIsHidden ? ([entered, held].find((one) => one !== null && opens(one, at)) ?? null) : null;
  const base = { ...NO_VOUCHERS, byAccessCode: key !== null, accessCode: key?.code ?? null };
  if (typed === undefined || (entered !== null && entered === key)) return base;
  if (role === 'admin') return { ...base, refused: { code: 'VOUCHER_NOT_APPLICABLE', message: 'Els tiquets gratuïts no porten codi' } };
  if (entered === null) return { ...base, refused: { code: 'VOUCHER_NOT_FOUND' } };
  const problem = voucherWindowProblem(entered, at);
  if (problem !== null) return { ...base, refused: { code: 'VOUCHER_NOT_APPLICABLE', message: problem } };
  // Whoever sees the event anyway needs no key.
  if (entered.worth.kind === 'unlock') return base;
  return { ...base, terms: entered, discountCode: entered.code };
}

/** It names its events: no key opens all of them. */
export function opens(voucher: Voucher, at: { eventId: number; now: Date }): boolean {
  return voucher.worth.kind === 'unlock' && voucher.eventIds.includes(at.eventId) && voucherWindowProblem(voucher, at) === null;
}

/** The code that a buyer entered, as pages show and reckon it. */
export type StandingVoucher =
  | { label: string; text: string; terms: VoucherTerms; categoryMenu: Menu | null; problem?: undefined }
  | { label: string; problem: string };

export function standingVoucher(voucher: Voucher, at: { eventId: number; now: Date }, menuAs: (role: Role) => Menu): StandingVoucher | null {
  const { label, worth, ticketLimit, combines } = voucher;
  if (worth.kind === 'unlock') return null;
  const problem = voucherWindowProblem(voucher, at);
  if (problem !== null) return { label, problem };
  return { label, text: voucherText(voucher), terms: { worth, ticketLimit, combines }, categoryMenu: worth.kind === 'category' ? menuAs(worth.category) : null };
}
