import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { aPaidOrder, aTicket, order } from '#tests/support/people/buyers.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { REAL_ENV } from '#tests/support/app/real-site.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

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
  const real = await aTestApp({ env: { ...REAL_ENV, PUBLIC_URL: 'http://127.0.0.1:3000' } });
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
