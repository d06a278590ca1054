import { z } from 'zod';

import { parseEmailAddress } from '#app/domain/people/email-address.ts';
import { MAX_TICKETS_PER_ORDER } from '#app/domain/order/status.ts';
import type { OrderRefusal } from '#app/domain/order/placing.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import { requestResend } from '#app/features/mail/service.server.ts';
import { correctOwnAddress, selectOrder } from '#app/features/orders/service.server.ts';
import { offerOpenedBy } from '#app/features/waiting-list/service.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { bodyOf, idempotencyKey, jsonOf, ORDER_ID, problems } from '#app/platform/http/openapi.server.ts';
import { readJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { answerJson } from '#app/platform/http/answers/json.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { readIdempotencyKey } from '#app/platform/http/idempotency-key.server.ts';
import { visitorCookie } from '#app/platform/http/cookies/visitor.server.ts';

import { buyerOf } from './buyer.server.ts';
import { calendarOfOrder, printOrder, refreshOrder } from './result.server.ts';
import { addressSchema, correctedOrderSchema, orderStateSchema, placedOrderSchema, type PlaceOrderBody, placeOrderSchema } from './schema.ts';
import { cancelOrder, placeOrder } from './service.server.ts';

/** The order id is its own key: such answers, refusals too, are kept by nobody and name no referrer. */
const BEARER_HEADERS = { 'Referrer-Policy': 'no-referrer' };

export const calls: readonly Call[] = [
  call('POST', '/api/orders', {
    audience: 'anyone',
    limit: 'order',
    headers: BEARER_HEADERS,
    openapi: {
      summary: 'Place an order',
      parameters: [idempotencyKey('the same key and body within 24 hours give the same order')],
      requestBody: bodyOf(placeOrderSchema),
      responses: { 201: { description: 'The order in its present state', content: jsonOf(placedOrderSchema) }, ...problems(400, 403, 404, 409, 413, 422, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const body = parseOrder(await readJsonObject(c.req.raw), c.get('actor'));
      const key = readIdempotencyKey(c.req.header('Idempotency-Key'));
      const actor = c.get('actor');
      const visitor = actor.kind === 'guest' && actor.visitor === null ? deps.ids.uuid() : null;
      if (visitor !== null) c.header('Set-Cookie', visitorCookie(visitor, deps.env.publicUrl));
      const buyer: Actor = visitor === null ? actor : { kind: 'guest', visitor };
      const outcome = await placeOrder(deps, buyer, {
        ...body,
        offerId: offerOpenedBy(deps, c.req.raw.headers),
        idempotencyKey: key,
        networkHash: deps.keys.sign('network', c.get('address')),
        cookieless: visitor !== null,
      });
      deps.metrics.count('orders', 'refused' in outcome ? outcome.refused.code : 'placed');
      if ('refused' in outcome) throw refusalOf(outcome.refused);
      return answerJson(c, outcome.placed, 201);
    },
  }),
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
  call('POST', '/api/orders/:orderId/cancel', {
    audience: 'order_bearer',
    headers: BEARER_HEADERS,
    openapi: {
      summary: 'Give up an unpaid order',
      parameters: [ORDER_ID],
      responses: { 204: { description: 'Given up, or kept because it is paid or being paid' }, ...problems(403, 404, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const outcome = await cancelOrder(deps, orderIdFrom(c.req.param('orderId')));
      if (outcome === 'not_found') throw new Refusal('ORDER_NOT_FOUND');
      return c.body(null, 204);
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
      const outcome = await requestResend(deps, order.id, readIdempotencyKey(c.req.header('Idempotency-Key')));
      switch (outcome.outcome) {
        case 'queued':
          return c.json({ emailStatus: 'pending' as const }, 202);
        case 'too_many':
          throw new Refusal('RATE_LIMITED', { retryAfterSeconds: outcome.retryAfterSeconds });
        case 'key_reused':
          throw new Refusal('IDEMPOTENCY_KEY_REUSED');
        case 'not_paid':
        case 'no_address':
          throw new Refusal('ORDER_NOT_PAID');
        case 'not_found':
          throw new Refusal('ORDER_NOT_FOUND');
      }
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
      const outcome = await correctOwnAddress(deps, { bearer: orderIdFrom(c.req.param('orderId')), buyer: buyerOf(c.get('actor')), to });
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

/** Checks a body in the order in which the spec lists the codes (§8); unknown fields are ignored. */
function parseOrder(body: Record<string, unknown>, actor: Actor): PlaceOrderBody {
  const { tickets } = body;
  if (!Array.isArray(tickets) || tickets.length === 0) throw new Refusal('INVALID_QUANTITY');
  if (tickets.some((ticket) => typeof ticket !== 'object' || ticket === null || Array.isArray(ticket))) {
    throw new Refusal('INVALID_QUANTITY');
  }
  if (tickets.length > MAX_TICKETS_PER_ORDER) throw new Refusal('TOO_MANY_TICKETS');
  const parsed = placeOrderSchema.safeParse(actor.kind === 'user' ? { ...body, email: actor.email } : body);
  if (!parsed.success) {
    const fields = new Set(parsed.error.issues.map((issue) => issue.path[0]));
    if (fields.has('expectedTotal')) throw new Refusal('INVALID_AMOUNT');
    if (fields.has('email')) throw new Refusal('INVALID_EMAIL');
    if (fields.has('eventId')) throw new Refusal('INVALID_EVENT_ID');
    if (fields.has('tickets')) throw new Refusal('INVALID_SELECTION');
    throw new Refusal('INVALID_JSON', { message: 'El nom, el compte o la versió de les condicions no són vàlids' });
  }
  const email = parseEmailAddress(parsed.data.email);
  if (email === null) throw new Refusal('INVALID_EMAIL');
  return { ...parsed.data, email };
}

function orderIdFrom(text: string): string {
  if (!isUuid(text)) throw new Refusal('ORDER_NOT_FOUND');
  return text.toLowerCase();
}

function refusalOf(refused: OrderRefusal): Refusal {
  const { code, ...details } = refused;
  return new Refusal(code, details);
}
