import { orderOnline } from '../people/online-buyers.ts';
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

export interface PayableOrder {
  orderId: string;
  session: string;
}

/** An order whose page at the provider is open. Before, its buyer is sent to a page of ours, however often the order is sent. */
export async function payableOnline(url: string, input: Parameters<typeof orderOnline>[1]): Promise<PayableOrder> {
  for (;;) {
    const placed = await orderOnline(url, input);
    if (placed?.status !== 201) throw new Error(`not placed: ${placed?.status}`);
    const [session] = /cs_\w+$/.exec(placed.body.paymentUrl!) ?? [];
    if (session !== undefined) return { orderId: placed.body.orderId, session };
  }
}
