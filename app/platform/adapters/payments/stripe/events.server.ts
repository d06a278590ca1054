import type { Stripe } from 'stripe';

import type { ProviderEvent } from '../payment-provider.server.ts';

const TOLERANCE_S = 300;

/** Believed with a signature over the raw body by one of our secrets, five minutes old at most, of our mode and account. */
export function readStripeEvent(
  stripe: Stripe,
  rawBody: string,
  trust: { headers: Headers; secrets: readonly string[]; now: Date; livemode: boolean },
): ProviderEvent | null {
  const header = trust.headers.get('stripe-signature');
  if (header === null) return null;
  const event = firstBelieved(trust.secrets, (secret) => stripe.webhooks.constructEvent(rawBody, header, secret, TOLERANCE_S, undefined, trust.now.getTime()));
  if (!event || event.livemode !== trust.livemode) return null;
  // Connected accounts' events name their account.
  if (event.account !== undefined && event.account !== null) return null;
  return eventOf(event);
}

/** A list of events can be filtered by twenty types at most. */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
];

export function eventOf(event: Pick<Stripe.Event, 'id' | 'type' | 'created' | 'data'>): ProviderEvent | null {
  if (typeof event.id !== 'string' || typeof event.type !== 'string') return null;
  const seconds = Number.isSafeInteger(event.created) ? event.created : 0;
  return { id: event.id, type: event.type, createdAt: new Date(seconds * 1000), ...subjectOf(event.data?.object) };
}

function firstBelieved<Result>(secrets: readonly string[], believe: (secret: string) => Result): Result | null {
  for (const secret of secrets) {
    try {
      return believe(secret);
    } catch {
      // The library throws for a wrong signature, an old one and no JSON alike.
    }
  }
  return null;
}

function subjectOf(object: unknown): { session: string | null; payment: string | null } {
  const { id, object: kind, payment_intent: payment } = (object ?? {}) as { id?: unknown; object?: unknown; payment_intent?: unknown };
  if (kind === 'checkout.session' && typeof id === 'string') return { session: id, payment: null };
  if (kind === 'payment_intent' && typeof id === 'string') return { session: null, payment: id };
  return { session: null, payment: typeof payment === 'string' ? payment : null };
}
