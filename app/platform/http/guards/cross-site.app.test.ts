import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { aPaidOrder, aPlacedOrder, aTicket, order, sessionOf } from '#tests/support/people/buyers.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

import { CALLS } from '#app/features.server.ts';
import { PAGES } from '#app/features.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

/** What a browser sends along when another site's page makes it ask. */
const FOREIGN: Record<string, Record<string, string>> = {
  'a foreign origin': { Origin: 'https://evil.example' },
  'a page without an origin': { Origin: 'null' },
  'another port of this host': { Origin: 'http://127.0.0.1:3001' },
  'this host by https': { Origin: 'https://127.0.0.1:3000' },
  'a host that begins like ours': { Origin: 'http://127.0.0.1:3000.evil.example' },
  'another site': { 'Sec-Fetch-Site': 'cross-site' },
  'a neighbouring site': { 'Sec-Fetch-Site': 'same-site' },
  'another site that names our origin': { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://127.0.0.1:3000' },
};

/** What a page can send without asking first: a form, or JSON that calls itself text. */
const BODIES: Record<string, RequestInit> = {
  'a form': { body: new URLSearchParams({ action: 'pay' }), headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
  'a form of parts': { body: '--x\r\nContent-Disposition: form-data; name="action"\r\n\r\npay\r\n--x--\r\n', headers: { 'Content-Type': 'multipart/form-data; boundary=x' } },
  'JSON that calls itself text': { body: '{"action":"pay"}', headers: { 'Content-Type': 'text/plain' } },
  nothing: {},
};

const CHANGING = [
  ...CALLS.filter(({ method }) => method !== 'GET').map(({ method, path }): [string, string] => [method, path]),
  ...PAGES.map(({ path }): [string, string] => ['POST', path]),
];

describe('an order that waits for its payment is left alone where', () => {
  let event: EventDetail;
  let placed: PlacedOrder;
  beforeAll(async () => {
    event = await anEvent(app);
    placed = await aPlacedOrder(app, { event });
  });

  describe.each(CHANGING)('%s %s', (method, path) => {
    test.each(Object.keys(FOREIGN))('is refused to %s', async (who) => {
      const filled = path.replace(':orderId', placed.orderId).replace(':paymentId', sessionOf(placed)).replace(/:eventId\??/, String(event.id)).replace('*', 'anything');
      for (const body of Object.values(BODIES)) {
        const response = await app.ask(filled, { method, ...body, headers: { ...body.headers, ...FOREIGN[who] } });
        expect(response.status).toBe(403);
        expect(await response.json()).toMatchObject({ code: 'FOREIGN_ORIGIN' });
      }
      const { status } = await app.db.query.selectFrom('orders').select('status').where('id', '=', placed.orderId).executeTakeFirstOrThrow();
      expect(status).toBe('pending_payment');
      expect(await soldOf(app, event.id)).toBe(1);
    });
  });
});

describe('an order is taken', () => {
  test.each<[string, Record<string, string>]>([
    ['from a program that names no origin', {}],
    ['from our own page', { Origin: 'http://127.0.0.1:3000', 'Sec-Fetch-Site': 'same-origin' }],
    ['from somebody who typed localhost', { Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-origin' }],
    ['from an address typed into the browser', { 'Sec-Fetch-Site': 'none' }],
  ])('%s', async (_who, headers) => {
    const event = await anEvent(app);
    const response = await app.ask('/api/orders', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ eventId: event.id, email: 'ramon@example.com', tickets: [aTicket(event)] }),
    });
    expect(response.status).toBe(201);
  });
});

test('outside the demo localhost is a foreign origin like any other', async () => {
  const real = await aTestApp({
    env: {
      COMBOI_DEMO: '0',
      COMBOI_SECRET: 'a-long-enough-value-that-nobody-else-uses-0123456789',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      SMTP_URL: 'smtp://127.0.0.1:2525',
      MAIL_FROM: 'Comboi <hola@comboi.example>',
      PUBLIC_URL: 'http://127.0.0.1:3000',
    },
  });
  const response = await real.ask('/api/session', { method: 'DELETE', headers: { Origin: 'http://localhost:3000' } });
  expect(response.status).toBe(403);
  await real.close();
});

test('reading changes nothing, wherever it comes from: a foreign page may link to us', async () => {
  const event = await anEvent(app);
  const placed = await aPaidOrder(app, { event });
  for (const path of ['/tickets', `/order/${event.id}`, `/payment-success?order_id=${placed.orderId}`, new URL(placed.paymentUrl!).pathname]) {
    const response = await app.ask(path, { headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate' } });
    expect(response.status).toBe(200);
  }
});

test.each(['PUT', 'PATCH', 'OPTIONS', 'PROPFIND'])('%s is not a method of ours', async (method) => {
  for (const path of ['/', '/api/orders', '/tickets']) expect((await app.ask(path, { method })).status).toBe(405);
});

test('a foreign page is given no permission to read our answers', async () => {
  const event = await anEvent(app);
  const { headers } = await order(app, { event });
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

test.each([
  { origin: 'https://entrades.example', why: 'behind a proxy that ends the encryption' },
  { origin: 'null', why: 'on a page that says no address' },
])('our own form is answered by its screen $why', async ({ origin }) => {
  const site = await aTestApp({ env: { PUBLIC_URL: 'https://entrades.example' } });
  onTestFinished(() => site.close());
  const body = new URLSearchParams({ access_token: 'x', password: 'Quatre', repeat: 'Quatre' });
  // As the process hears it: the proxy has taken the encryption off.
  const request = new Request('http://entrades.example/reset-password', { method: 'POST', headers: { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }, body });
  const answer = await site.fetch(request, { address: '127.0.0.1' });
  expect(await answer.text()).toContain('La contrasenya ha de contindre almenys un nombre');
});
