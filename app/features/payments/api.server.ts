import { Hono } from 'hono';

import { Refusal } from '#app/http/answers/refusal.server.ts';
import type { EdgeEnv, EdgeParts } from '#app/http/edge.server.ts';
import { readText } from '#app/http/guards/read-body.server.ts';

import { receiveProviderEvent } from './webhook/webhook.server.ts';

export function paymentRoutes({ deps }: Pick<EdgeParts, 'deps'>): Hono<EdgeEnv> {
  return new Hono<EdgeEnv>().post('/payments/stripe', async (c) => {
    const outcome = await receiveProviderEvent(deps, await readText(c.req.raw), c.req.raw.headers);
    if (outcome === 'not_believed') throw new Refusal('INVALID_SIGNATURE');
    // Nothing was written down, so the provider's next delivery finds everything still to do.
    if (outcome === 'not_now') throw new Refusal('PAYMENT_UNAVAILABLE');
    return c.json({ received: true });
  });
}
