import { type Cents, cents } from '#app/domain/money.ts';
import type { ChargeLimits } from '#app/domain/order/charge-limits.ts';

/**
 * The port to whoever takes the money on a hosted page. Two sides stand behind it: the sandbox of the demo and Stripe.
 * Every call may fail with `PaymentUnavailable` (network, time-out, whatever is no answer of theirs) and may then be repeated with the same key.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe';
  /** Of other sums it opens no checkout session. */
  readonly chargeLimits: ChargeLimits;
  /** Opens a checkout session. The same key gives the same one. Throws `SessionRejected`, or `ExpiryTooShort` when it can't live so shortly. */
  openSession(request: SessionRequest): Promise<{ session: string; url: string | null }>;
  /** What the provider's books say about a session now; null when they know no such session. */
  fetchSession(session: string): Promise<SessionSnapshot | null>;
  /** The same for the session of a payment, when all that is known is the provider's name of the payment. */
  fetchPayment(payment: string): Promise<SessionSnapshot | null>;
  /** Every session opened since then, as the provider's books have it now. One that can't be read hides no other. */
  listSessions(filter: { since: Date }): AsyncIterable<SessionSnapshot | UnreadSession>;
  /** Sessions of whatever age whose money was given back or disputed since then, but for those of the payments that are excepted. */
  listMoneyBack(filter: { since: Date; except: (payment: string) => boolean }): AsyncIterable<SessionSnapshot | UnreadSession>;
  /** What has happened since then and may concern us, oldest first. Kept for 30 days. */
  listEvents(filter: { since: Date }): Promise<readonly ProviderEvent[]>;
  /** Closes a session so that it can't be paid any more, unless it has been or is being paid; says what is true afterwards. */
  expireSession(session: string): Promise<SessionSnapshot | null>;
  /** Gives one charge back, whole or in part. The same key refunds once; `isRetry`: it was asked for before, perhaps so long ago that the key is forgotten. */
  refund(request: { charge: string; amount: Cents; key: string; isRetry: boolean }): Promise<RefundOutcome>;
  /** Checks the signature over the raw body and reads what the event is about; null when it is not to be believed. */
  readEvent(rawBody: string, headers: Headers): ProviderEvent | null;
  /** How far the provider's clock is ahead of ours in milliseconds; null before it was heard. */
  clockAheadMs(): number | null;
}

/** What Stripe takes in euros; the sandbox keeps to the same. */
export const CARD_SUMS: ChargeLimits = { smallest: cents(50), largest: cents(99_999_999) };

export interface SessionRequest {
  key: string;
  orderId: string;
  orderNumber: string;
  eventId: number;
  eventTitle: string;
  /** Null where none is known: the page asks for one. */
  email: string | null;
  amount: Cents;
  currency: 'eur';
  ticketQuantity: number;
  /** What is bought, for providers that list it on their page. Never notes: they may hold an allergy. */
  lines(): Promise<readonly SessionLine[]>;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
}

export interface SessionLine {
  name: string;
  /** The dishes and extras; empty when there are none. */
  description: string;
  amount: Cents;
}

export interface SessionSnapshot {
  session: string;
  /** `processing`: somebody is paying, or a delayed method has not answered; the hold must stay. */
  state: 'open' | 'processing' | 'paid' | 'expired';
  /** The provider's name of the payment, once there is one. */
  payment: string | null;
  orderId: string;
  amount: Cents;
  currency: string;
  /** Every successful charge of the session, oldest first, by the provider's clock; refunded amounts included. */
  charges: readonly ChargeSnapshot[];
}

/** A session that is there and whose books the provider doesn't show. */
export interface UnreadSession {
  session: string;
  state: 'unread';
  payment: string | null;
}

export interface ChargeSnapshot {
  id: string;
  amount: Cents;
  paidAt: Date;
  /** All that was or is being given back of it, by us or by hand in the provider's own pages. */
  refunds: readonly RefundSnapshot[];
  /** The cardholder's objection at their bank; `lost`: the bank has taken the money back. */
  dispute: { id: string; state: 'open' | 'won' | 'lost'; amount: Cents } | null;
}

export interface RefundSnapshot {
  id: string;
  /** The key we asked for it with; null when it was made by hand. */
  key: string | null;
  amount: Cents;
  status: 'pending' | 'succeeded' | 'failed';
  createdAt: Date;
}

/** `refund`: the provider's name of it; null where they made none. */
export type RefundOutcome = { status: 'succeeded' | 'pending'; refund: string } | { status: 'failed'; refund: string | null; reason: string };

export interface ProviderEvent {
  id: string;
  type: string;
  createdAt: Date;
  /** The session it is about; null for events that change nothing here. */
  session: string | null;
  /** For events about money already paid (refunds, disputes): the provider's name of the payment. */
  payment: string | null;
}

export class PaymentUnavailable extends Error {
  override name = 'PaymentUnavailable';
}

/** The provider does not let us in: the key was withdrawn, or may not do this. */
export class KeyRefused extends PaymentUnavailable {
  override name = 'KeyRefused';
}

/** The provider refuses to open this session, and will again; nothing was opened under this key. */
export class SessionRejected extends Error {
  override name = 'SessionRejected';
}

/** It would close too soon. */
export class ExpiryTooShort extends SessionRejected {
  override name = 'ExpiryTooShort';
}
