import { z } from 'zod';

import { parseEmailAddress } from '#app/domain/people/email-address.ts';
import { assertQueued } from '#app/features/mail/resend/service.server.ts';
import { requestResend } from '#app/features/mail/service.server.ts';
import { buyerOf, selectOrder } from '#app/features/orders/service.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { BEARER_HEADERS, orderIdFrom } from '#app/platform/http/order-bearer.server.ts';
import { bodyOf, idempotencyKey, jsonOf, ORDER_ID, problems } from '#app/platform/http/openapi/openapi.server.ts';
import { readJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { answerJson } from '#app/platform/http/answers/json.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { readIdempotencyKey } from '#app/platform/http/idempotency-key.server.ts';

import { addressSchema, correctedOrderSchema, orderStateSchema } from './schema.ts';
import { calendarOfOrder, correctByBearer, printOrder, refreshOrder } from './service.server.ts';

export const calls: readonly Call[] = [
  call('GET', '/api/orders/:orderId', {
    audience: 'order_bearer',
    headers: BEARER_HEADERS,
    openapi: {
      summary: 'An order, for whoever knows its id',
      parameters: [ORDER_ID],
      responses: { 200: { description: 'The order', content: jsonOf(orderStateSchema) }, ...problems(404, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const order = await refreshOrder(deps, orderIdFrom(c.req.param('orderId')));
      if (!order) throw new Refusal('ORDER_NOT_FOUND');
      return answerJson(c, order);
    },
  }),
  call('POST', '/api/orders/:orderId/resend', {
    audience: 'order_bearer',
    headers: BEARER_HEADERS,
    openapi: {
      summary: 'Send the tickets again to the stored address, three times an hour at most',
      parameters: [ORDER_ID, idempotencyKey('the same key within 24 hours sends nothing more')],
      responses: {
        202: { description: 'Queued', content: jsonOf(z.object({ emailStatus: z.literal('pending') })) },
        ...problems(400, 403, 404, 409, 422, 429, 500, 503),
      },
    },
    async handle(c, { deps }) {
      const order = await selectOrder(deps.db.query, { bearer: orderIdFrom(c.req.param('orderId')) });
      if (!order) throw new Refusal('ORDER_NOT_FOUND');
      assertQueued(await requestResend(deps, order.id, readIdempotencyKey(c)));
      return c.json({ emailStatus: 'pending' as const }, 202);
    },
  }),
  call('POST', '/api/orders/:orderId/address', {
    audience: 'order_bearer',
    headers: BEARER_HEADERS,
    openapi: {
      summary: "Correct the address of one's own order, once within 15 minutes, in the browser that bought; the order gets another id",
      parameters: [ORDER_ID],
      requestBody: bodyOf(addressSchema),
      responses: { 200: { description: 'The tickets are on their way there', content: jsonOf(correctedOrderSchema) }, ...problems(400, 403, 404, 409, 429, 500, 503) },
    },
    async handle(c, { deps, limits }) {
      const { email } = await readJsonObject(c.req.raw);
      const to = typeof email === 'string' ? parseEmailAddress(email) : null;
      if (to === null) throw new Refusal('INVALID_EMAIL');
      await limits.count('corrected_mail_of_email', to);
      const outcome = await correctByBearer(deps, { bearer: orderIdFrom(c.req.param('orderId')), buyer: buyerOf(c.get('actor')), to });
      if (outcome === 'not_found') throw new Refusal('ORDER_NOT_FOUND');
      if (outcome === 'not_allowed') throw new Refusal('ADDRESS_NOT_CORRECTABLE');
      return c.json({ orderId: outcome.bearer, email: to });
    },
  }),
  call('GET', '/api/orders/:orderId/calendar', {
    audience: 'order_bearer',
    headers: BEARER_HEADERS,
    openapi: {
      summary: 'The event of an order for a calendar',
      parameters: [ORDER_ID],
      responses: { 200: { description: 'iCalendar', content: { 'text/calendar': { schema: { type: 'string' } } } }, ...problems(404, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const calendar = await calendarOfOrder(deps, orderIdFrom(c.req.param('orderId')));
      if (calendar === null) throw new Refusal('ORDER_NOT_FOUND');
      return c.body(calendar, 200, { 'Content-Type': 'text/calendar; charset=utf-8', 'Content-Disposition': 'attachment; filename="acte.ics"' });
    },
  }),
  call('GET', '/api/orders/:orderId/tickets.pdf', {
    audience: 'order_bearer',
    headers: BEARER_HEADERS,
    openapi: {
      summary: 'The tickets of a paid order as one document',
      parameters: [ORDER_ID],
      responses: { 200: { description: 'PDF', content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } }, ...problems(404, 429, 500, 503) },
    },
    async handle(c, { deps, limits }) {
      const printed = await printOrder(deps, { bearer: orderIdFrom(c.req.param('orderId')), network: c.get('address'), limits, signal: c.req.raw.signal });
      if (printed.outcome === 'nothing') throw new Refusal('ORDER_NOT_FOUND');
      if (printed.outcome === 'later') throw new Refusal('RATE_LIMITED', { retryAfterSeconds: printed.retryAfterSeconds });
      return c.body(new Uint8Array(printed.pdf), 200, { 'Content-Type': 'application/pdf', 'Content-Disposition': 'attachment; filename="tiquets.pdf"' });
    },
  }),
];
