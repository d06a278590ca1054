import { randomBytes } from 'node:crypto';

import type { Stripe } from 'stripe';

import type { Clock } from '#app/platform/adapters/clock.server.ts';

export const STRIPE_KEY = 'sk_test_speaks_stripe';
export const STRIPE_SECRET = 'whsec_speaks_stripe';

/** The books of the Stripe-speaking server, and the shapes in which it tells of them (API 2026-10-28). */
export interface StripeSession {
  id: string;
  created: number;
  expiresAt: number;
  status: 'open' | 'complete' | 'expired';
  paymentStatus: 'unpaid' | 'paid';
  amount: number;
  currency: string;
  reference: string | null;
  email: string | null;
  locale: string | null;
  metadata: Record<string, string>;
  lines: { name: string; description: string | null; amount: number; quantity: number }[];
  successUrl: string;
  cancelUrl: string;
  intent: StripeIntent | null;
  declines: number;
}

export interface StripeIntent {
  id: string;
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled';
  charge: StripeCharge | null;
}

export interface StripeCharge {
  id: string;
  created: number;
  amount: number;
  status: 'succeeded' | 'pending' | 'failed';
  refunds: StripeRefund[];
  dispute: { id: string; created: number; status: Stripe.Dispute['status']; amount: number } | null;
}

export interface StripeRefund {
  id: string;
  created: number;
  amount: number;
  status: 'succeeded' | 'pending' | 'failed';
  failureReason: string | null;
  metadata: Record<string, string>;
}

export interface StripePayout {
  id: string;
  created: number;
  amount: number;
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';
  /** False: somebody made it by hand. */
  automatic: boolean;
  /** What it took along. */
  moves: string[];
}

export interface StripeLedger {
  sessions: Map<string, StripeSession>;
  payouts: Map<string, StripePayout>;
  now(): number;
  newId(prefix: string): string;
  sessionOfCharge(charge: string): StripeSession | null;
  sessionOfIntent(intent: string): StripeSession | null;
  /** Pages whose time is over expire by themselves, as Stripe's do. */
  expireOverdue(): StripeSession[];
}

export function stripeLedger(clock: Clock): StripeLedger {
  const sessions = new Map<string, StripeSession>();
  const now = (): number => Math.floor(clock.now().getTime() / 1000);
  return {
    sessions,
    payouts: new Map(),
    now,
    newId: (prefix) => `${prefix}_${randomBytes(12).toString('hex')}`,
    sessionOfCharge: (charge) => [...sessions.values()].find((one) => one.intent?.charge?.id === charge) ?? null,
    sessionOfIntent: (intent) => [...sessions.values()].find((one) => one.intent?.id === intent) ?? null,
    expireOverdue() {
      const overdue = [...sessions.values()].filter((one) => one.status === 'open' && one.expiresAt <= now());
      for (const session of overdue) session.status = 'expired';
      return overdue;
    },
  };
}

type Shape = Record<string, unknown>;

export function sessionShape(session: StripeSession, base: string, expand: readonly string[]): Shape {
  return {
    id: session.id,
    object: 'checkout.session',
    amount_subtotal: session.amount,
    amount_total: session.amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: session.cancelUrl,
    client_reference_id: session.reference,
    created: session.created,
    currency: session.currency,
    customer: null,
    customer_details: session.email === null ? null : { email: session.email, address: null, name: null, phone: null, tax_exempt: 'none', tax_ids: null },
    customer_email: session.email,
    expires_at: session.expiresAt,
    livemode: false,
    locale: session.locale,
    metadata: session.metadata,
    mode: 'payment',
    payment_intent: intentField(session, expand),
    payment_method_types: ['card'],
    payment_status: session.paymentStatus,
    status: session.status,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? `${base}/pay/${session.id}` : null,
  };
}

function intentField(session: StripeSession, expand: readonly string[]): Shape | string | null {
  if (session.intent === null) return null;
  if (!expand.some((path) => path === 'payment_intent' || path.startsWith('payment_intent.'))) return session.intent.id;
  const deeper = expand.filter((path) => path.startsWith('payment_intent.')).map((path) => path.slice('payment_intent.'.length));
  return intentShape(session, deeper);
}

export function intentShape(session: StripeSession, expand: readonly string[] = []): Shape {
  const { intent } = session;
  const charge = intent?.charge ?? null;
  const isWhole = expand.some((path) => path === 'latest_charge' || path.startsWith('latest_charge.'));
  return {
    id: intent?.id,
    object: 'payment_intent',
    amount: session.amount,
    amount_received: charge?.status === 'succeeded' ? charge.amount : 0,
    created: session.created,
    currency: session.currency,
    latest_charge: charge === null ? null : isWhole ? chargeShape(session, { withRefunds: expand.includes('latest_charge.refunds') }) : charge.id,
    livemode: false,
    metadata: session.metadata,
    status: intent?.status,
  };
}

const MAX_REFUNDS = 10;

export function chargeShape(session: StripeSession, how: { withRefunds: boolean }): Shape {
  const charge = session.intent!.charge!;
  const back = charge.refunds.filter((refund) => refund.status !== 'failed').reduce((sum, refund) => sum + refund.amount, 0);
  const refunds = charge.refunds.map((refund) => refundShape(session, refund)).toReversed();
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: charge.status === 'succeeded' ? charge.amount : 0,
    amount_refunded: back,
    captured: charge.status === 'succeeded',
    created: charge.created,
    currency: session.currency,
    disputed: charge.dispute !== null,
    livemode: false,
    metadata: session.metadata,
    paid: charge.status === 'succeeded',
    payment_intent: session.intent!.id,
    refunded: back >= charge.amount,
    status: charge.status,
    // Not included unless asked for, since 2022-11-15. Newest first and ten at a time, as all lists.
    ...(how.withRefunds && { refunds: listShape(refunds.slice(0, MAX_REFUNDS), `/v1/charges/${charge.id}/refunds`, refunds.length > MAX_REFUNDS) }),
  };
}

export function refundShape(session: StripeSession, refund: StripeRefund): Shape {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: null,
    charge: session.intent!.charge!.id,
    created: refund.created,
    currency: session.currency,
    ...(refund.failureReason !== null && { failure_reason: refund.failureReason }),
    metadata: refund.metadata,
    payment_intent: session.intent!.id,
    reason: null,
    status: refund.status,
  };
}

export function disputeShape(session: StripeSession): Shape {
  const charge = session.intent!.charge!;
  return {
    id: charge.dispute!.id,
    object: 'dispute',
    amount: charge.dispute!.amount,
    charge: charge.id,
    created: charge.dispute!.created,
    currency: session.currency,
    livemode: false,
    metadata: {},
    payment_intent: session.intent!.id,
    reason: 'fraudulent',
    status: charge.dispute!.status,
  };
}

/** An event as it is listed and delivered. */
export function eventShape(event: { id: string; type: string; object: Shape; created: number }): Shape {
  return {
    id: event.id,
    object: 'event',
    api_version: null,
    created: event.created,
    data: { object: event.object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: event.type,
  };
}

export function listShape(data: readonly Shape[], url: string, hasMore = false): Shape {
  return { object: 'list', data, has_more: hasMore, url };
}

export function errorBody(type: string, message: string, extra: Record<string, string> = {}): string {
  return JSON.stringify({ error: { type, message, ...extra } });
}
