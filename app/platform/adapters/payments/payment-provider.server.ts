import { type Cents, cents } from '#app/domain/money.ts';
import type { ChargeLimits } from '#app/domain/order/charge-limits.ts';
import type { SoldTicket, SoldUse } from '#app/domain/payment/sale-record.ts';

/** Every call may fail with `PaymentUnavailable` and may then be repeated with the same key. */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe';
  readonly chargeLimits: ChargeLimits;
  /** Sessions wait in a queue where it takes no more: what was never claimed, it was never asked about. */
  readonly isPaced: boolean;
  /** The last request for a payment page, as this process saw it, got no answer. */
  isSilent(): boolean;
  /** The same key gives the same session. `queued`: its turn comes later, by itself. Throws `SessionRejected`. */
  openSession(request: CheckoutRequest): Promise<OpenedSession | 'queued'>;
  /** The session of a key whose name may never have reached us, whatever the pace. Throws `SessionRejected` or `ExpiryTooShort`. */
  recoverSession(request: SessionRequest): Promise<OpenedSession>;
  fetchSession(session: string): Promise<SessionSnapshot | null>;
  fetchPayment(payment: string): Promise<SessionSnapshot | null>;
  /** One that can't be read hides no other. */
  listSessions(filter: { since: Date }): AsyncIterable<SessionSnapshot | UnreadSession>;
  /** Sessions of any age whose money was given back or disputed since then. */
  listReversals(filter: { since: Date; except: (payment: string) => boolean }): AsyncIterable<SessionSnapshot | UnreadSession>;
  /** Oldest first; kept for 30 days. */
  listEvents(filter: { since: Date }): Promise<readonly ProviderEvent[]>;
  /** Leaves a session that was or is being paid as it is, and answers what is true afterwards. */
  expireSession(session: string): Promise<SessionSnapshot | null>;
  /** The same key refunds once. `isRetry`: may have been asked for before, perhaps so long ago that the provider has forgotten the key. */
  refund(request: { charge: string; amount: Cents; key: string; isRetry: boolean }): Promise<RefundOutcome>;
  /** Null when the signature doesn't fit the raw body. */
  readEvent(rawBody: string, headers: Headers): ProviderEvent | null;
  /** `until` is exclusive. In euros only. */
  listBalanceMoves(filter: { since: Date; until: Date }): Promise<readonly BalanceMove[]>;
  listPayouts(filter: { since: Date }): Promise<readonly Payout[]>;
  /** The moves that a payout took to the bank; empty where the provider can't tell. */
  listMovesOfPayout(payout: string): Promise<readonly string[]>;
  clockAheadMs(): number | null;
}

export interface ProviderWithoutPace extends PaymentProvider {
  openSession(request: SessionRequest): Promise<OpenedSession>;
}

/** Stripe's limits in euros, which the sandbox keeps to as well. */
export const CARD_SUMS: ChargeLimits = { smallest: cents(50), largest: cents(99_999_999) };

export interface SessionRequest {
  key: string;
  orderId: string;
  orderNumber: string;
  eventId: number;
  eventTitle: string;
  email: string | null;
  amount: Cents;
  currency: 'eur';
  ticketQuantity: number;
  /** Never notes: they may hold an allergy. */
  contents(): Promise<SessionContents>;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
}

export interface CheckoutRequest extends SessionRequest {
  /** The same with more time, under a key of its own, where the provider finds too little left; null: it waits no more. */
  renew(): Promise<CheckoutRequest | null>;
  opened(session: OpenedSession): Promise<void>;
  failed(error: unknown): Promise<void>;
}

export interface OpenedSession {
  key: string;
  session: string;
  url: string | null;
}

export interface SessionContents {
  lines: readonly SessionLine[];
  uses: readonly SoldUse[];
  /** Of whoever bought; null: a guest. */
  account: string | null;
}

export interface SessionLine {
  name: string;
  description: string;
  amount: Cents;
  ticket: SoldTicket;
}

export interface SessionSnapshot {
  session: string;
  /** `processing`: somebody is paying, or a delayed method has not answered; the hold must stay. */
  state: 'open' | 'processing' | 'paid' | 'expired';
  payment: string | null;
  orderId: string;
  amount: Cents;
  currency: string;
  /** Oldest first, refunded ones included. */
  charges: readonly ChargeSnapshot[];
  /** What was noted with the payment; null where that is too little to place the order again. */
  sale: NotedSale | null;
}

export interface NotedSale {
  key: string;
  orderNumber: string;
  eventId: number;
  email: string | null;
  origin: string;
  createdAt: Date;
  expiresAt: Date;
  tickets: readonly SoldTicket[];
  uses: readonly SoldUse[];
  account: string | null;
}

export interface UnreadSession {
  session: string;
  state: 'unread';
  payment: string | null;
}

export interface ChargeSnapshot {
  id: string;
  amount: Cents;
  paidAt: Date;
  refunds: readonly RefundSnapshot[];
  /** `lost`: the bank has taken the money back. */
  dispute: { id: string; state: 'open' | 'won' | 'lost'; amount: Cents } | null;
}

export interface RefundSnapshot {
  id: string;
  /** Our idempotency key; null when it was made by hand. */
  key: string | null;
  amount: Cents;
  status: 'pending' | 'succeeded' | 'failed';
  createdAt: Date;
}

export type RefundOutcome = { status: 'succeeded' | 'pending'; refund: string } | { status: 'failed'; refund: string | null; reason: string };

export interface ProviderEvent {
  id: string;
  type: string;
  createdAt: Date;
  session: string | null;
  payment: string | null;
}

export const MOVE_KINDS = ['charge', 'refund', 'dispute', 'payout', 'fee', 'other'] as const;

/** Cents. What left the balance is below zero; a fee above zero, unless one is given back. */
export interface BalanceMove {
  id: string;
  kind: (typeof MOVE_KINDS)[number];
  amount: number;
  fee: number;
  charge: string | null;
  createdAt: Date;
}

export const PAYOUT_STATES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const;

export interface Payout {
  id: string;
  amount: number;
  status: (typeof PAYOUT_STATES)[number];
  /** YYYY-MM-DD */
  arrivesOn: string;
  createdAt: Date;
}

export class PaymentUnavailable extends Error {
  override name = 'PaymentUnavailable';
}

/** Asked more often than the provider takes: it did nothing, and will later. */
export class RateLimited extends PaymentUnavailable {
  override name = 'RateLimited';
}

/** The key was withdrawn, or lacks the permission. */
export class KeyRefused extends PaymentUnavailable {
  override name = 'KeyRefused';
}

/** Nothing was opened under this key, and asking again won't help. */
export class SessionRejected extends Error {
  override name = 'SessionRejected';
}

export class ExpiryTooShort extends SessionRejected {
  override name = 'ExpiryTooShort';
}
