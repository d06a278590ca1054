import { z } from 'zod';

import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { readText } from '#app/platform/http/guards/read-body.server.ts';
import { jsonOf, problems } from '#app/platform/http/openapi/openapi.server.ts';

import { receiveProviderEvent } from './provider-events/service.server.ts';

export const calls: readonly Call[] = [
  call('POST', '/api/payments/stripe', {
    audience: 'provider',
    limit: null,
    openapi: {
      summary: 'Where the payment provider tells of its events',
      parameters: [{ name: 'Stripe-Signature', in: 'header', required: true, schema: { type: 'string' } }],
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      responses: { 200: { description: 'Believed, now or before', content: jsonOf(z.object({ received: z.literal(true) })) }, ...problems(400, 413, 500, 503) },
    },
    async handle(c, { deps }) {
      const outcome = await receiveProviderEvent(deps, await readText(c.req.raw), c.req.raw.headers);
      if (outcome === 'not_believed') throw new Refusal('INVALID_SIGNATURE');
      if (outcome === 'not_now') throw new Refusal('PAYMENT_UNAVAILABLE');
      return c.json({ received: true });
    },
  }),
];
