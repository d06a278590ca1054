import { STRIPE_KEY, STRIPE_SECRET } from './stripe-server-ledger.ts';
import type { Carrier, StripeServer } from './stripe-server.ts';

/** What a server under test needs to take its money through the Stripe-speaking server. */
export function stripeEnv(stripe: StripeServer): Record<string, string> {
  return { COMBOI_DEMO: '1', COMBOI_RATE_LIMITS: '0', STRIPE_SECRET_KEY: STRIPE_KEY, STRIPE_WEBHOOK_SECRET: STRIPE_SECRET, STRIPE_API_BASE: stripe.url };
}

/** Carries Stripe's deliveries to whichever server is up; 0 when nobody answers. */
export function carrierTo(target: { url: string | null }): Carrier {
  return async ({ body, signature }) => {
    if (target.url === null) return 0;
    return fetch(`${target.url}/api/payments/stripe`, { method: 'POST', headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature }, body }).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.status;
      },
      () => 0,
    );
  };
}
