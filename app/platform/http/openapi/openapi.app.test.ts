import { Ajv, type ValidateFunction } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { aPaidOrder, aPlacedOrder, aTicket, DEMO_PASSWORD, order, press, sessionOf, signedIn } from '#tests/support/people/buyers.ts';
import { aDoorkeeper, aPassHolder, soldTickets } from '#tests/support/people/scanners.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { eventBody, signed } from '#tests/support/app/webhooks.ts';

import { CALLS } from '#app/features.server.ts';
import { metricsCall } from '#app/features/operations/metrics-call.server.ts';

import { nameOfCall } from '../calls.server.ts';
import { healthCalls } from '../health.server.ts';

interface Answer {
  $ref?: string;
  content?: Record<string, { schema: object }>;
}

interface Described {
  paths: Record<string, Record<string, { responses: Record<string, Answer> }>>;
  components: { schemas: Record<string, object>; responses: Record<string, Answer> };
}

let app: TestApp;
let described: Described;
const ajv = new Ajv({ strict: false, allErrors: true });
const validators = new Map<object, ValidateFunction>();

beforeAll(async () => {
  app = await aTestApp();
  described = (await (await app.ask('/api/openapi.json')).json()) as Described;
});
afterAll(() => closeInOrder(app));

/** Asks, and holds the answer against what the description promises for its status; answers the status. */
async function heldAgainst(path: string, method: string, address: string, init: RequestInit = {}): Promise<{ status: number; problems: unknown }> {
  const response = await app.ask(address, { method, ...init });
  const declared = described.paths[path]?.[method.toLowerCase()]?.responses[String(response.status)];
  const promised = declared?.$ref === undefined ? declared : described.components.responses[declared.$ref.split('/').at(-1) ?? ''];
  if (!promised) return { status: response.status, problems: `${method} ${path} promises nothing for ${response.status}` };
  const text = await response.text();
  const [type, content] = Object.entries(promised.content ?? {})[0] ?? [];
  if (type !== undefined && type !== 'application/json') {
    return { status: response.status, problems: response.headers.get('Content-Type')?.startsWith(type) ? null : `not ${type}` };
  }
  const schema = content?.schema;
  if (!schema) return { status: response.status, problems: text === '' ? null : 'a body that was not promised' };
  const validate = validators.get(schema) ?? ajv.compile({ ...schema, components: described.components });
  validators.set(schema, validate);
  return { status: response.status, problems: validate(JSON.parse(text)) ? null : validate.errors };
}

function asJson(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { body: typeof body === 'string' ? body : JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } };
}

describe('the description of the API', () => {
  test('is of the calls that programs may make, and of no others', () => {
    const ours = [...CALLS, ...healthCalls, metricsCall].filter(({ audience }) => audience !== 'demo').map((call) => nameOfCall(call).replace(/:(\w+)/g, '{$1}'));
    const theirs = Object.entries(described.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
    expect(theirs.toSorted()).toEqual([...ours, 'GET /api/openapi.json'].toSorted());
  });

  test('is true of events, as everyone sees them', async () => {
    const event = await anEvent(app, { extras: { Vi: [250, 200, 150] }, maxTickets: 5 });
    for (const Cookie of ['', await signedIn(app, 'soci@comboi.test'), await signedIn(app, 'admin@comboi.test')]) {
      expect(await heldAgainst('/api/events', 'GET', '/api/events', { headers: { Cookie } })).toEqual({ status: 200, problems: null });
      expect(await heldAgainst('/api/events/{id}', 'GET', `/api/events/${event.id}`, { headers: { Cookie } })).toEqual({ status: 200, problems: null });
    }
    expect(await heldAgainst('/api/events/{id}', 'GET', '/api/events/2147483647')).toEqual({ status: 404, problems: null });
    expect(await heldAgainst('/api/events/{id}', 'GET', '/api/events/x')).toEqual({ status: 400, problems: null });
  });

  test('is true of orders that are placed, and of each refusal', async () => {
    const event = await anEvent(app, { maxTickets: 30 });
    const good = { eventId: event.id, email: 'ramon@example.com', tickets: [aTicket(event)] };
    const key = { 'Idempotency-Key': 'described-once' };
    const closed = await anEvent(app, { date: '2099-01-10', saleEndDate: '2020-01-01' });
    const requests: [number, RequestInit][] = [
      [201, asJson(good)],
      [201, asJson(good, key)],
      [201, asJson(good, key)],
      [201, asJson(good, { Cookie: await signedIn(app, 'admin@comboi.test') })],
      [400, asJson('no JSON')],
      [400, asJson({ ...good, tickets: [] })],
      [400, asJson({ ...good, email: 'x' })],
      [400, asJson({ ...good, eventId: 'x' })],
      [400, asJson({ ...good, expectedTotal: -1 })],
      [400, asJson(good, { 'Idempotency-Key': 'x' })],
      [403, asJson(good, { Origin: 'https://evil.example' })],
      [404, asJson({ ...good, eventId: 2_147_483_647 })],
      [409, asJson({ ...good, eventId: closed.id })],
      [409, asJson({ ...good, expectedTotal: 1 })],
      [409, asJson({ ...good, tickets: Array.from({ length: 20 }, () => aTicket(event)) })],
      [413, asJson('x'.repeat(200_000))],
      [422, asJson({ ...good, tickets: [{}] })],
      [422, asJson({ ...good, tickets: Array.from({ length: 21 }, () => aTicket(event)) })],
      [422, asJson({ ...good, email: 'altra@example.com' }, key)],
    ];
    await aPlacedOrder(app, { event, quantity: 10 });
    for (const [status, init] of requests) expect(await heldAgainst('/api/orders', 'POST', '/api/orders', init)).toEqual({ status, problems: null });
  });

  test('is true of an order in each of its states', async () => {
    const event = await anEvent(app);
    const waiting = await aPlacedOrder(app, { event });
    const paid = await aPaidOrder(app, { event });
    const cancelled = await aPlacedOrder(app, { event });
    await press(app, cancelled, 'cancel');
    for (const { orderId } of [waiting, paid, cancelled]) {
      expect(await heldAgainst('/api/orders/{orderId}', 'GET', `/api/orders/${orderId}`)).toEqual({ status: 200, problems: null });
    }
    const unknown = app.deps.ids.uuid();
    expect(await heldAgainst('/api/orders/{orderId}', 'GET', `/api/orders/${unknown}`)).toEqual({ status: 404, problems: null });

    const cancel = (orderId: string, init?: RequestInit) => heldAgainst('/api/orders/{orderId}/cancel', 'POST', `/api/orders/${orderId}/cancel`, init);
    expect(await cancel(waiting.orderId, { headers: { Origin: 'https://evil.example' } })).toEqual({ status: 403, problems: null });
    expect(await cancel(waiting.orderId)).toEqual({ status: 204, problems: null });
    expect(await cancel(unknown)).toEqual({ status: 404, problems: null });

    const resend = (orderId: string) => heldAgainst('/api/orders/{orderId}/resend', 'POST', `/api/orders/${orderId}/resend`);
    expect(await resend(waiting.orderId)).toEqual({ status: 409, problems: null });
    expect(await resend(unknown)).toEqual({ status: 404, problems: null });
    for (const status of [202, 202, 202, 429]) expect(await resend(paid.orderId)).toEqual({ status, problems: null });
  });

  test('is true of sessions, from signing in to signing out', async () => {
    const session = (method: string, init?: RequestInit) => heldAgainst('/api/session', method, '/api/session', init);
    const Cookie = await signedIn(app, 'soci@comboi.test');
    expect(await session('GET')).toEqual({ status: 200, problems: null });
    expect(await session('GET', { headers: { Cookie } })).toEqual({ status: 200, problems: null });
    expect(await session('POST', asJson({ email: 'soci@comboi.test', password: DEMO_PASSWORD }))).toEqual({ status: 204, problems: null });
    expect(await session('POST', asJson({ email: 'soci@comboi.test', password: 'no' }))).toEqual({ status: 401, problems: null });
    expect(await session('POST', asJson('no JSON'))).toEqual({ status: 400, problems: null });
    expect(await session('DELETE', { headers: { Cookie } })).toEqual({ status: 204, problems: null });
  });

  test('is true of tickets, one’s own and those an admin prints', async () => {
    const Cookie = await signedIn(app, 'soci@comboi.test');
    const placed = await order(app, { event: await anEvent(app), cookie: Cookie });
    await press(app, placed.body, 'pay');
    const number = `${placed.body.orderNumber}-T1`;
    const calendar = (of: string, headers = {}) => heldAgainst('/api/my-tickets/{number}/calendar', 'GET', `/api/my-tickets/${of}/calendar`, { headers });
    expect(await calendar(number)).toEqual({ status: 401, problems: null });
    expect(await calendar(number, { Cookie })).toEqual({ status: 200, problems: null });
    expect(await calendar('ORD-1', { Cookie })).toEqual({ status: 404, problems: null });

    const print = (of: string, headers = {}) => heldAgainst('/api/admin/tickets/{number}', 'GET', `/api/admin/tickets/${of}`, { headers });
    const admin = { Cookie: await signedIn(app, 'admin@comboi.test') };
    expect(await print(number)).toEqual({ status: 401, problems: null });
    expect(await print(number, { Cookie })).toEqual({ status: 403, problems: null });
    expect(await print(number, admin)).toEqual({ status: 200, problems: null });
    expect(await print('ORD-1', admin)).toEqual({ status: 404, problems: null });
  });

  test('is true of the door, by account and by evening pass', async () => {
    const event = await anEvent(app, { extras: { Vi: [250, 200, 150] } });
    const [ticket, other] = await soldTickets(app, { event, quantity: 2 });
    const [admin, keeper] = [await aDoorkeeper(app, { admin: true }), await aDoorkeeper(app)];
    const pass = await aPassHolder(app, { admin, events: [event] });
    const id = String(event.id);
    const nonce = 'described-nonce';
    const posts: [string, unknown][] = [
      ['/api/tickets/verify', { qrData: ticket!.id }],
      ['/api/tickets/verify', { qrData: '{' }],
      ['/api/tickets/use', { ticketId: ticket!.id, nonce }],
      ['/api/tickets/use', { ticketId: ticket!.id, nonce: `${nonce}-2` }],
      ['/api/tickets/party', { ticketId: ticket!.id }],
      ['/api/tickets/use-party', { ticketIds: [ticket!.id, other!.id], nonce, eventId: event.id }],
      ['/api/tickets/undo', { ticketId: ticket!.id, nonce }],
    ];
    for (const { headers } of [keeper, pass]) {
      for (const [path, body] of posts) expect([path, await heldAgainst(path, 'POST', path, asJson(body, headers))]).toEqual([path, { status: 200, problems: null }]);
      expect(await heldAgainst('/api/door', 'GET', '/api/door', { headers })).toEqual({ status: 200, problems: null });
      for (const call of ['list', 'live']) {
        expect(await heldAgainst(`/api/door/{eventId}/${call}`, 'GET', `/api/door/${id}/${call}`, { headers })).toEqual({ status: 200, problems: null });
        expect(await heldAgainst(`/api/door/{eventId}/${call}`, 'GET', `/api/door/x/${call}`, { headers })).toEqual({ status: 400, problems: null });
      }
      const scans = [{ ticketId: other!.id, nonce: `${nonce}-offline`, scannedAt: app.clock.now().toISOString(), decision: 'ADMITTED' }];
      expect(await heldAgainst('/api/door/{eventId}/scans', 'POST', `/api/door/${id}/scans`, asJson({ scans }, headers))).toEqual({ status: 200, problems: null });
    }
    for (const [path, body] of posts) expect(await heldAgainst(path, 'POST', path, asJson(body))).toEqual({ status: 401, problems: null });
    const found = (headers: Record<string, string>) => heldAgainst('/api/door/{eventId}/search', 'GET', `/api/door/${id}/search?q=ORD-`, { headers });
    expect(await found(keeper.headers)).toEqual({ status: 200, problems: null });
    expect(await found(pass.headers)).toEqual({ status: 401, problems: null });
    const passes = '/api/admin/evening-passes';
    expect(await heldAgainst(passes, 'POST', passes, asJson({}, admin.headers))).toEqual({ status: 400, problems: null });
    expect(await heldAgainst(passes, 'POST', passes, asJson({}, keeper.headers))).toEqual({ status: 403, problems: null });
    for (const status of [204, 404]) expect(await heldAgainst(`${passes}/{passId}`, 'DELETE', `${passes}/${pass.id}`, { headers: admin.headers })).toEqual({ status, problems: null });
  });

  test('is true of the provider’s events, of health and of itself', async () => {
    const event = await aPlacedOrder(app, { event: await anEvent(app) });
    const body = eventBody({ session: sessionOf(event) });
    const deliver = (signature: string) => heldAgainst('/api/payments/stripe', 'POST', '/api/payments/stripe', asJson(body, { 'Stripe-Signature': signature }));
    expect(await deliver(signed(app, body))).toEqual({ status: 200, problems: null });
    expect(await deliver('t=1,v1=no')).toEqual({ status: 400, problems: null });
    for (const path of ['/health/live', '/health/ready', '/api/openapi.json']) expect(await heldAgainst(path, 'GET', path)).toEqual({ status: 200, problems: null });
  });

  test('is true when something of ours is broken, and tells nothing of it', async () => {
    const event = await anEvent(app);
    app.onCheckpoint('after-facts-read', () => {
      throw new Error('a secret detail');
    });
    const init = asJson({ eventId: event.id, email: 'ramon@example.com', tickets: [aTicket(event)] });
    expect(await heldAgainst('/api/orders', 'POST', '/api/orders', init)).toEqual({ status: 500, problems: null });
    const answer = await (await app.ask('/api/orders', { method: 'POST', ...init })).json();
    app.onCheckpoint('after-facts-read', null);
    expect(answer).toEqual({ code: 'INTERNAL_ERROR', message: 'Hi ha hagut un error inesperat. Torna-ho a provar' });
  });
});
