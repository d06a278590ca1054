import { parseEmailAddress } from '#app/domain/people/email-address.ts';
import { MAX_TICKETS_PER_ORDER } from '#app/domain/order/status.ts';
import type { OrderRefusal } from '#app/domain/order/placing.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import { offerOpenedBy } from '#app/features/waiting-list/service.server.ts';
import { guardGroupGuessing } from '#app/features/groups/codes/service.server.ts';
import { guardGuessing, keyHeldFor } from '#app/features/vouchers/link/service.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { BEARER_HEADERS, orderIdFrom } from '#app/platform/http/order-bearer.server.ts';
import { bodyOf, idempotencyKey, jsonOf, ORDER_ID, problems } from '#app/platform/http/openapi/openapi.server.ts';
import { readJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { answerJson } from '#app/platform/http/answers/json.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { readIdempotencyKey } from '#app/platform/http/idempotency-key.server.ts';
import { visitorCookie } from '#app/platform/http/cookies/visitor.server.ts';

import { placedOrderSchema, type PlaceOrderBody, placeOrderSchema } from './schema.ts';
import { cancelOrder, placeOrder } from './service.server.ts';

/** A key that nobody made leaves its hidden event missing. */
const UNKNOWN_CODE: ReadonlySet<OrderRefusal['code']> = new Set(['VOUCHER_NOT_FOUND', 'EVENT_NOT_FOUND']);

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
    async handle(c, { deps, limits }) {
      const body = parseOrder(await readJsonObject(c.req.raw), c.get('actor'));
      const key = readIdempotencyKey(c);
      const actor = c.get('actor');
      const visitor = actor.kind === 'guest' && actor.visitor === null ? deps.ids.uuid() : null;
      if (visitor !== null) c.header('Set-Cookie', visitorCookie(visitor, deps.env.publicUrl));
      const buyer: Actor = visitor === null ? actor : { kind: 'guest', visitor };
      const network = c.get('address');
      const groupGuess = body.group?.code === undefined ? null : await guardGroupGuessing(deps, { network, limits });
      const guess = body.voucher === undefined ? null : await guardGuessing(deps, limits, network);
      const outcome = await placeOrder(deps, buyer, {
        ...body,
        accessCode: keyHeldFor(deps, c.req.raw.headers, body.eventId),
        offerId: offerOpenedBy(deps, c.req.raw.headers),
        idempotencyKey: key,
        networkHash: deps.keys.sign('network', network),
        cookieless: visitor !== null,
      });
      deps.metrics.count('orders', 'refused' in outcome ? outcome.refused.code : 'placed');
      if (groupGuess !== null && !('refused' in outcome && outcome.refused.code === 'GROUP_NOT_FOUND')) await groupGuess.wasKnown();
      if (guess !== null && !('refused' in outcome && UNKNOWN_CODE.has(outcome.refused.code))) await guess.wasKnown();
      if ('refused' in outcome) throw toRefusal(outcome.refused);
      return answerJson(c, outcome.placed, 201);
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
];

/** Checks in the order in which the spec lists the codes (§8); unknown fields are ignored. */
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
    if (fields.has('voucher')) throw new Refusal('VOUCHER_NOT_FOUND');
    if (fields.has('group')) throw new Refusal('VALIDATION', { fields: { group: 'Posa el codi o el nom de la colla' } });
    throw new Refusal('INVALID_JSON', { message: 'El nom, el compte o la versió de les condicions no són vàlids' });
  }
  const email = parseEmailAddress(parsed.data.email);
  if (email === null) throw new Refusal('INVALID_EMAIL');
  return { ...parsed.data, email };
}

function toRefusal(refused: OrderRefusal): Refusal {
  const { code, ...details } = refused;
  return new Refusal(code, details);
}
