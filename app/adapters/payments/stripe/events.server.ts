import type { Stripe } from 'stripe';

import type { ProviderEvent } from '../payment-provider.server.ts';

const TOLERANCE_S = 300;

/**
 * An event as Stripe sent it: the signature over the raw body by one of our secrets, not older than five minutes, of our
 * mode (test or live) and of our own account. Of its content only the names are read: the object is fetched again.
 */
export function readStripeEvent(
  stripe: Stripe,
  rawBody: string,
  trust: { headers: Headers; secrets: readonly string[]; now: Date; livemode: boolean },
): ProviderEvent | null {
  const header = trust.headers.get('stripe-signature');
  if (header === null) return null;
  const event = firstBelieved(trust.secrets, (secret) => stripe.webhooks.constructEvent(rawBody, header, secret, TOLERANCE_S, undefined, trust.now.getTime()));
  if (!event || event.livemode !== trust.livemode) return null;
  // Events of accounts that are connected to ours are none of our business.
  if (event.account !== undefined && event.account !== null) return null;
  if (typeof event.id !== 'string' || typeof event.type !== 'string') return null;
  return { id: event.id, type: event.type, ...subjectOf(event.data?.object) };
}

function firstBelieved<Result>(secrets: readonly string[], believe: (secret: string) => Result): Result | null {
  for (const secret of secrets) {
    try {
      return believe(secret);
    } catch {
      // Wrong signature, too old or no JSON: the library says all of it by throwing.
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
