import { z } from 'zod';

import { credentialsSchema, sessionSchema } from './features/accounts/schema.ts';
import { eventDetailSchema, eventListSchema } from './features/events/schema.ts';
import { orderStateSchema, placedOrderSchema, placeOrderSchema } from './features/checkout/schema.ts';
import { printableTicketSchema } from './ticket-rendering/printable-ticket.ts';

import { REFUSALS, type RefusalCode } from './http/answers/refusal.server.ts';

/** What an error of the API looks like. */
export const problemSchema = z.object({
  code: z.enum(Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]]),
  message: z.string(),
  requested: z.int().optional(),
  available: z.int().optional(),
  saleEndDate: z.string().optional(),
  total: z.int().optional(),
});

const json = (schema: z.ZodType, io: 'input' | 'output' = 'output'): object => ({
  'application/json': { schema: z.toJSONSchema(schema, { io, target: 'openapi-3.0' }) },
});

const problems = (...statuses: number[]): Record<string, object> =>
  Object.fromEntries(statuses.map((status) => [String(status), { description: codesOf(status), content: json(problemSchema) }]));

const path = (name: string, schema: object): object => ({ name, in: 'path', required: true, schema });
const orderId = path('orderId', { type: 'string', format: 'uuid' });
const ticketNumber = path('number', { type: 'string', example: 'ORD-1795355757-0009-T1' });
const health = (status: string): object => ({ description: status, content: json(z.object({ status: z.literal(status) })) });

const idempotencyKey = (promise: string): object => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 8, maxLength: 200 },
  description: `Visible ASCII; ${promise}`,
});

/** The API for programs, described by the very schemas that check it. */
export function openApiDocument(publicUrl: URL): object {
  return {
    openapi: '3.0.3',
    info: {
      title: 'Comboi',
      version: '1',
      description: 'Events, orders and tickets. Amounts are integer euro cents, dates YYYY-MM-DD and times HH:MM in Europe/Madrid, instants RFC 3339 in UTC.',
    },
    servers: [{ url: publicUrl.origin }],
    paths: {
      '/api/events': {
        get: { summary: 'Events the caller may see', responses: { 200: { description: 'Open events first, then by date', content: json(eventListSchema) }, ...problems(429, 500, 503) } },
      },
      '/api/events/{id}': {
        get: {
          summary: "One event with its menu, at the caller's prices",
          parameters: [path('id', { type: 'integer' })],
          responses: { 200: { description: 'The event', content: json(eventDetailSchema) }, ...problems(400, 404, 429, 500, 503) },
        },
      },
      '/api/orders': {
        post: {
          summary: 'Place an order',
          parameters: [idempotencyKey('the same key and body within 24 hours give the same order')],
          requestBody: { required: true, content: json(placeOrderSchema, 'input') },
          responses: { 201: { description: 'The order in its present state', content: json(placedOrderSchema) }, ...problems(400, 403, 404, 409, 413, 422, 429, 500, 503) },
        },
      },
      '/api/orders/{orderId}': {
        get: { summary: 'An order, for whoever knows its id', parameters: [orderId], responses: { 200: { description: 'The order', content: json(orderStateSchema) }, ...problems(404, 429, 500, 503) } },
      },
      '/api/orders/{orderId}/cancel': {
        post: { summary: 'Give up an unpaid order', parameters: [orderId], responses: { 204: { description: 'Given up, or kept because it is paid or being paid' }, ...problems(403, 404, 429, 500, 503) } },
      },
      '/api/orders/{orderId}/resend': {
        post: {
          summary: 'Send the tickets again to the stored address, three times an hour at most',
          parameters: [orderId, idempotencyKey('the same key within 24 hours sends nothing more')],
          responses: {
            202: { description: 'Queued', content: json(z.object({ emailStatus: z.literal('pending') })) },
            ...problems(400, 403, 404, 409, 422, 429, 500, 503),
          },
        },
      },
      '/api/session': {
        get: { summary: 'Who is signed in', responses: { 200: { description: 'A person, or nobody', content: json(sessionSchema) }, ...problems(429, 500, 503) } },
        post: {
          summary: 'Sign in; the cookie that comes back is the session',
          requestBody: { required: true, content: json(credentialsSchema, 'input') },
          responses: { 204: { description: 'Signed in' }, ...problems(400, 401, 403, 413, 429, 500, 503) },
        },
        delete: { summary: 'Sign out', responses: { 204: { description: 'Nobody is signed in' }, ...problems(403, 500, 503) } },
      },
      '/api/my-tickets/{number}/calendar': {
        get: {
          summary: "The event of one's own ticket for a calendar; for whoever is signed in",
          parameters: [ticketNumber],
          responses: { 200: { description: 'iCalendar', content: { 'text/calendar': { schema: { type: 'string' } } } }, ...problems(401, 404, 500, 503) },
        },
      },
      '/api/admin/tickets/{number}': {
        get: {
          summary: 'Any ticket as it is printed; for admins, and leaves a row in the audit',
          parameters: [ticketNumber],
          responses: { 200: { description: 'The ticket', content: json(printableTicketSchema) }, ...problems(401, 403, 404, 500, 503) },
        },
      },
      '/api/payments/stripe': {
        post: {
          summary: 'Where the payment provider tells of its events',
          parameters: [{ name: 'Stripe-Signature', in: 'header', required: true, schema: { type: 'string' } }],
          requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
          responses: { 200: { description: 'Believed, now or before', content: json(z.object({ received: z.literal(true) })) }, ...problems(400, 413, 500, 503) },
        },
      },
      '/api/openapi.json': { get: { summary: 'This description', responses: { 200: { description: 'OpenAPI 3.0', content: { 'application/json': { schema: { type: 'object' } } } } } } },
      '/health/live': { get: { summary: 'Whether the process lives', responses: { 200: health('live') } } },
      '/health/ready': { get: { summary: 'Whether it can serve: the database answers', responses: { 200: health('ready'), 503: health('not ready') } } },
    },
  };
}

function codesOf(status: number): string {
  return Object.entries(REFUSALS)
    .filter(([, refusal]) => refusal.status === status)
    .map(([code]) => code)
    .join(', ');
}
