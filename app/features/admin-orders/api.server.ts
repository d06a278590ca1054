import { z } from 'zod';

import { parseEventId } from '#app/domain/event/event-id.ts';
import { parseEmailAddress } from '#app/domain/people/email-address.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { correctAddress } from '#app/features/orders/address-correction/service.server.ts';
import { assertQueued } from '#app/features/mail/resend/service.server.ts';
import { requestResend } from '#app/features/mail/service.server.ts';
import { refundByAdmin } from '#app/features/payments/service.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { requireAdmin } from '#app/platform/http/guards/guards.server.ts';
import { eventsOfToken, mayReadPeople } from '#app/platform/http/guards/token-access.server.ts';
import { readJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { readIdempotencyKey } from '#app/platform/http/idempotency-key.server.ts';
import { bodyOf, idempotencyKey, jsonOf, ORDER_ID, pathParameter, problems, queryParameter } from '#app/platform/http/openapi/openapi.server.ts';
import { readValid } from '#app/platform/http/validation.server.ts';

import { readOrderFilter } from './order-filter.ts';
import { adminTicketSchema, emailSchema, orderDetailsSchema, orderListSchema, statsSchema, ticketActionSchema } from './schema.ts';
import { type AdminTicketRow, cancelByAdmin, listOrders, type OrderDetails, readOrderDetails, readTicketStats } from './service.server.ts';

const ADMIN = { audience: { right: 'admin' }, headers: { 'Referrer-Policy': 'no-referrer' } } as const;
const EVENT_ID = pathParameter('id', { type: 'integer' });
const KEY = idempotencyKey('the same key and body within 24 hours act once, and are answered alike');
const done = { 204: { description: 'Done' } };

export const calls: readonly Call[] = [
  call('GET', '/api/admin/events/:id/stats', {
    ...ADMIN,
    token: { scopes: ['events:read'], event: 'path' },
    openapi: { summary: 'Tickets sold of an event, and what became of them', parameters: [EVENT_ID], responses: { 200: { description: 'Counts', content: jsonOf(statsSchema) }, ...problems(400, 401, 403, 500, 503) } },
    async handle(c, { deps }) {
      const eventId = parseEventId(c.req.param('id'));
      if (eventId === null) throw new Refusal('INVALID_EVENT_ID');
      return c.json(await readTicketStats(deps, requireAdmin(c.get('actor')), eventId));
    },
  }),
  call('GET', '/api/admin/orders', {
    ...ADMIN,
    touches: 'everybody',
    token: { scopes: ['orders:read'], event: 'handler' },
    openapi: {
      summary: 'Orders with their tickets, newest first',
      parameters: [queryParameter('eventId', { type: 'integer' }), queryParameter('q', { type: 'string' }), queryParameter('status', { type: 'string', enum: ['all', 'paid', 'pending_payment'] }), queryParameter('notes', { type: 'string', enum: ['1'] }), queryParameter('unused', { type: 'string', enum: ['1'] }), queryParameter('cursor', { type: 'string' })],
      responses: { 200: { description: 'A page of orders; `next` is the cursor of the one that follows', content: jsonOf(orderListSchema) }, ...problems(400, 401, 403, 500, 503) },
    },
    async handle(c, { deps }) {
      const actor = c.get('actor');
      const admin = requireAdmin(actor);
      const [people, only] = [mayReadPeople(actor), eventsOfToken(actor)];
      const query = new URL(c.req.url).searchParams;
      const eventText = query.get('eventId') ?? '';
      const eventId = eventText === '' ? null : parseEventId(eventText);
      if (eventText !== '' && eventId === null) throw new Refusal('INVALID_EVENT_ID');
      if (eventId !== null && only !== null && !only.includes(eventId)) throw new Refusal('EVENT_NOT_FOUND');
      const { orders, next } = await listOrders(deps, admin, { ...readOrderFilter(query), eventId, only, people, cursor: query.get('cursor') });
      return c.json({
        orders: orders.map(({ id, totalAmount, createdAt, paidAt, tickets, eventDate: _date, ...order }) => ({
          ...(people ? order : { ...order, email: null, userName: null }),
          orderId: people ? id : null,
          total: totalAmount,
          createdAt: createdAt.toISOString(),
          paidAt: paidAt?.toISOString() ?? null,
          tickets: tickets.map((ticket) => toTicket(ticket, people)),
        })),
        next,
      });
    },
  }),
  call('GET', '/api/admin/orders/:orderId', {
    ...ADMIN,
    token: { scopes: ['orders:read'], event: 'handler' },
    openapi: { summary: 'An order with all that happened to it, by its id or its number', parameters: [pathParameter('orderId', { type: 'string' })], responses: { 200: { description: 'The order', content: jsonOf(orderDetailsSchema) }, ...problems(401, 403, 404, 500, 503) } },
    async handle(c, { deps }) {
      const actor = c.get('actor');
      const [people, only] = [mayReadPeople(actor), eventsOfToken(actor)];
      const found = await readOrderDetails(deps, requireAdmin(actor), c.req.param('orderId'));
      if (!found || (only !== null && !only.includes(found.order.eventId))) throw new Refusal('ORDER_NOT_FOUND');
      return c.json(toDetails(found, people));
    },
  }),
  call('POST', '/api/admin/orders/:orderId/refund', {
    ...ADMIN,
    touches: 'money',
    openapi: {
      summary: 'Give the money of an order, or of some of its tickets, back through the payment provider',
      parameters: [ORDER_ID, KEY],
      requestBody: bodyOf(ticketActionSchema),
      responses: { 202: { description: 'Decided; the provider is asked next. `by_hand`: the card can take none of it, and the money waits at the till', content: jsonOf(z.object({ outcome: z.enum(['due', 'by_hand']) })) }, ...problems(400, 401, 403, 404, 409, 413, 422, 500, 503) },
    },
    async handle(c, { deps }) {
      const admin = requireAdmin(c.get('actor'));
      const { ticketIds, reason } = await readTicketAction(c.req.raw);
      const what = ticketIds === undefined ? ({ kind: 'order' } as const) : ({ kind: 'tickets', ticketIds } as const);
      const outcome = await refundByAdmin(deps, admin, { orderId: orderIdFrom(c.req.param('orderId')), what, reason, idempotencyKey: readIdempotencyKey(c) });
      if (outcome === 'key_reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
      if (outcome === 'right_lost') throw new Refusal('NOT_ADMIN');
      if (outcome === 'not_found') throw new Refusal('ORDER_NOT_FOUND');
      if (outcome === 'not_paid') throw new Refusal('ORDER_NOT_PAID');
      if (outcome !== 'due' && outcome !== 'by_hand') throw new Refusal('NOTHING_TO_REFUND');
      return c.json({ outcome }, 202);
    },
  }),
  call('POST', '/api/admin/orders/:orderId/cancel', {
    ...ADMIN,
    touches: 'tickets',
    openapi: { summary: 'End an order, or some of its tickets, without giving money back', parameters: [ORDER_ID, KEY], requestBody: bodyOf(ticketActionSchema), responses: { ...done, ...problems(400, 401, 403, 404, 409, 413, 422, 500, 503) } },
    async handle(c, { deps }) {
      const admin = requireAdmin(c.get('actor'));
      const { ticketIds = null, reason } = await readTicketAction(c.req.raw);
      const outcome = await cancelByAdmin(deps, admin, { orderId: c.req.param('orderId'), ticketIds, reason, idempotencyKey: readIdempotencyKey(c) });
      if (outcome === 'key_reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
      if (outcome === 'not_found') throw new Refusal('ORDER_NOT_FOUND');
      if (outcome === 'right_lost') throw new Refusal('NOT_ADMIN');
      if (outcome !== 'done') throw new Refusal('NOTHING_TO_CANCEL');
      return c.body(null, 204);
    },
  }),
  call('POST', '/api/admin/orders/:orderId/email', {
    ...ADMIN,
    touches: 'tickets',
    openapi: { summary: 'Correct the address of an order; its tickets are sent there', parameters: [ORDER_ID], requestBody: bodyOf(emailSchema), responses: { ...done, ...problems(400, 401, 403, 404, 409, 413, 500, 503) } },
    async handle(c, { deps }) {
      const admin = requireAdmin(c.get('actor'));
      const { email } = await readJsonObject(c.req.raw);
      const to = typeof email === 'string' ? parseEmailAddress(email) : null;
      if (to === null) throw new Refusal('INVALID_EMAIL');
      const found = await readOrderDetails(deps, admin, c.req.param('orderId'));
      if (!found) throw new Refusal('ORDER_NOT_FOUND');
      const outcome = await correctAddress(deps, admin, { orderNumber: found.order.orderNumber, from: found.order.email, to });
      if (outcome === 'right_lost') throw new Refusal('NOT_ADMIN');
      const current = outcome === 'changed_meanwhile' ? await readOrderDetails(deps, admin, found.order.orderNumber) : null;
      if (current !== null) throw new Refusal('VERSION_CONFLICT', { current: toDetails(current, true) });
      if (outcome !== 'done') throw new Refusal('ORDER_NOT_FOUND');
      return c.body(null, 204);
    },
  }),
  call('POST', '/api/admin/orders/:orderId/resend', {
    ...ADMIN,
    touches: 'mail',
    openapi: {
      summary: 'Send the tickets of an order again',
      parameters: [ORDER_ID, KEY],
      responses: { 202: { description: 'Queued', content: jsonOf(z.object({ emailStatus: z.literal('pending') })) }, ...problems(400, 401, 403, 404, 409, 422, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      requireAdmin(c.get('actor'));
      assertQueued(await requestResend(deps, orderIdFrom(c.req.param('orderId')), readIdempotencyKey(c)));
      return c.json({ emailStatus: 'pending' as const }, 202);
    },
  }),
];

function toDetails({ order, tickets, timeline }: Pick<OrderDetails, 'order' | 'tickets' | 'timeline'>, people: boolean): z.infer<typeof orderDetailsSchema> {
  return {
    orderId: people ? order.id : null,
    orderNumber: order.orderNumber,
    eventId: order.eventId,
    eventTitle: order.event.title,
    status: order.status,
    email: people ? order.email : null,
    total: order.totalAmount,
    discount: order.discount && { code: order.discount.label, amount: order.discount.amount },
    ticketQuantity: order.ticketQuantity,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    tickets: tickets.map((ticket) => toTicket(ticket, people)),
    timeline: timeline.map((row) => ({ ...row, ...(!people && { who: null, reason: null }), at: row.at.toISOString() })),
  };
}

function toTicket({ orderId: _order, hasDishIds: _ids, suspendedAt, usedAt, ...ticket }: AdminTicketRow, people: boolean): z.infer<typeof adminTicketSchema> {
  return { ...ticket, ...(!people && { id: null, note: null, noteName: null }), suspended: suspendedAt !== null, usedAt: usedAt?.toISOString() ?? null };
}

function orderIdFrom(text: string): string {
  if (!isUuid(text)) throw new Refusal('ORDER_NOT_FOUND');
  return text.toLowerCase();
}

async function readTicketAction(request: Request): Promise<z.infer<typeof ticketActionSchema>> {
  return readValid(ticketActionSchema, await readJsonObject(request));
}
