import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { aPaidOrder, aPlacedOrder, order, post, signedIn } from '#tests/support/people/buyers.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { nameAssociation, REAL_ENV } from '#tests/support/app/real-site.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { htmlFaults } from '#tests/support/site/html-validate.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

test('what is no valid HTML is found', async () => {
  expect(await htmlFaults('<!DOCTYPE html><html lang="ca"><head><title>Falla</title></head><body><span><h2 id="1">Falla</h2></span></body></html>')).toEqual([
    expect.stringContaining('element-permitted-content'),
    expect.stringContaining('id-pattern'),
  ]);
});

test('what an order id opens is kept by nobody and told to nobody', async () => {
  const event = await anEvent(app);
  const { orderId } = await aPaidOrder(app, { event });
  const answers = await Promise.all([
    app.ask(`/payment-success?order_id=${orderId}`),
    app.ask(`/api/orders/${orderId}`),
    app.ask(`/api/orders/${app.deps.ids.uuid()}`),
    app.ask(`/payment-success?order_id=${app.deps.ids.uuid()}`),
    app.ask(`/api/orders/${orderId}/cancel`, { method: 'POST' }),
    app.ask(`/api/orders/${orderId}/resend`, { method: 'POST' }),
    app.ask('/api/orders', { method: 'POST', body: '{}' }),
    order(app, { event }),
  ]);
  for (const { headers } of answers) {
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  }
});

test('what depends on the caller or on the stock is kept by nobody', async () => {
  const { id } = await anEvent(app);
  for (const path of ['/api/events', `/api/events/${id}`, '/api/events/2147483647', '/health/live', '/health/ready']) {
    expect((await app.ask(path)).headers.get('cache-control')).toContain('no-store');
  }
});

describe('an address that does not exist', () => {
  test.each(['/api', '/api/', '/api/nothing', '/api/events/1/x', '/api/tickets', '/assets/nothing.js', '/assets/', '/assets/..%2fserver%2findex.js', '/dev/', '/dev/nothing', '/dev/pay', '/dev/pay/x/y'])(
    'is 404 where programs ask: %s',
    async (path) => {
      const response = await app.ask(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
    },
  );

  test.each(['/nothing', '/no/such/page', '/index.php', '/.env', '/wp-admin/', '/tickets/1', '/order', '/admin/x', '/TICKETS.html', '/%00', '/%E0%A4%A', '/.git/config', '/server/index.js'])(
    'leads home otherwise: %s',
    async (path) => {
      const response = await app.ask(path);
      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toBe('/');
    },
  );

  test.each(['/', '/no/such/page', '/index.php'])('or to the reset screen, where it brings a recovery link: %s', async (path) => {
    const response = await app.ask(`${path}?access_token=a.b.c&refresh_token=r&type=recovery&next=https://evil.example`);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/reset-password?access_token=a.b.c&refresh_token=r&type=recovery');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toContain('no-store');
  });

  test.each(['/reset-password', '/reset-password.data'])('but not from the reset screen, nor from what its scripts ask: %s', async (path) => {
    const response = await app.ask(`${path}?access_token=a.b.c&refresh_token=r&type=recovery`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toContain('no-store');
  });

  test('is never another host', async () => {
    for (const path of ['/%2F%2Fevil.example', '/\\evil.example', '/./%2e%2e//evil.example']) {
      const location = (await app.ask(path)).headers.get('location');
      expect(location === null || new URL(location, 'http://127.0.0.1:3000').host === '127.0.0.1:3000').toBe(true);
    }
  });
});

test('outside the demo nothing of the demo exists', async () => {
  const real = await aTestApp({ env: REAL_ENV });
  await nameAssociation(real);
  const event = await anEvent(real);
  const placed = await order(real, { event });
  for (const path of ['/dev/mail', '/dev/mail.json', '/dev/pay/x', new URL(placed.body.paymentUrl!).pathname]) expect((await real.ask(path)).status).toBe(404);
  expect((await real.ask(new URL(placed.body.paymentUrl!).pathname, { method: 'POST', body: new URLSearchParams({ action: 'pay' }) })).status).toBe(404);
  for (const path of ['/Dev/pay/x', '/DEV/PAY/x.data', '/%64ev/pay/x', '/Dev/Mail']) {
    for (const method of ['GET', 'POST']) {
      const answer = await real.ask(path, { method });
      expect([path, method, answer.status, (await answer.text()).includes('Pagar')]).toEqual([path, method, path === '/Dev/Mail' ? (method === 'GET' ? 302 : 405) : 404, false]);
    }
  }
  expect((await real.ask(`/api/orders/${placed.body.orderId}`)).headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
  expect(placed.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-comboi_visitor=[0-9a-f-]{36}; .*Secure/)]);
  await real.close();
});

describe('a cookie', () => {
  test('of a buyer is http-only, for this site, and sent when the buyer comes back from paying', async () => {
    const event = await anEvent(app);
    const { headers } = await order(app, { event });
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^comboi_visitor=[0-9a-f-]{36}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)]);
  });

  test('is not given again to whoever has one', async () => {
    const event = await anEvent(app);
    const { headers } = await order(app, { event, cookie: `comboi_visitor=${app.deps.ids.uuid()}` });
    expect(headers.getSetCookie()).toEqual([]);
  });

  test('is given with a refusal as well: the hold may exist already', async () => {
    const event = await anEvent(app, { maxTickets: 1 });
    await aPlacedOrder(app, { event });
    const { status, headers } = await order(app, { event });
    expect(status).toBe(409);
    expect(headers.getSetCookie()).toHaveLength(1);
  });

  test('of a session is http-only and for this site, and dead once signed out', async () => {
    const answer = await post(app, '/api/session', { body: { email: 'soci@comboi.test', password: 'Comboi2027' } });
    expect(answer.status).toBe(204);
    for (const cookie of answer.headers.getSetCookie()) {
      expect(cookie).toMatch(/HttpOnly/i);
      expect(cookie).toMatch(/SameSite=Lax/i);
      expect(cookie).toMatch(/Path=\//i);
    }
    const cookie = await signedIn(app, 'soci@comboi.test');
    const seen = async (): Promise<string> => (await app.ask('/api/events', { headers: { Cookie: cookie } })).text();
    expect(await seen()).toContain('Sopar de socis');
    await app.ask('/api/session', { method: 'DELETE', headers: { Cookie: cookie } });
    expect(await seen()).not.toContain('Sopar de socis');
  });

  test.each(['comboi.session_token=nonsense', 'comboi.session_token=a.b', 'comboi.session_token=%00', 'comboi_visitor=%E0%A4%A', '=;;=', 'comboi.session_token='])(
    'that is nonsense makes a guest, not an error: %s',
    async (cookie) => {
      expect((await app.ask('/api/events', { headers: { Cookie: cookie } })).status).toBe(200);
      expect((await app.ask('/tickets', { headers: { Cookie: cookie } })).status).toBe(200);
    },
  );
});

describe('signing in', () => {
  test.each([
    ['a wrong password', { email: 'soci@comboi.test', password: 'Comboi2026' }],
    ['an account that is not there', { email: 'ningu@comboi.test', password: 'Comboi2027' }],
    ['no password', { email: 'soci@comboi.test' }],
    ['a password that is a list', { email: 'soci@comboi.test', password: ['Comboi2027'] }],
    ['a very long password', { email: 'soci@comboi.test', password: 'x'.repeat(5_000) }],
    ['an address that is none', { email: "' or 1=1 --", password: 'Comboi2027' }],
  ])('with %s is INVALID_CREDENTIALS, and looks the same', async (_what, body) => {
    const answer = await post(app, '/api/session', { body });
    expect(answer).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS', message: 'Credencials incorrectes' } });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('takes no role from whoever signs in', async () => {
    const answer = await post(app, '/api/session', { body: { email: 'public@comboi.test', password: 'Comboi2027', role: 'admin', user: { role: 'admin' }, data: { role: 'admin' } } });
    expect(answer.status).toBe(204);
    const { role } = await app.db.query.selectFrom('users').select('role').where('email', '=', 'public@comboi.test').executeTakeFirstOrThrow();
    expect(role).toBe('public');
  });
});

test('the server says that it lives, and that it is ready', async () => {
  expect(await (await app.ask('/health/live')).json()).toEqual({ status: 'live' });
  expect(await (await app.ask('/health/ready')).json()).toEqual({ status: 'ready' });
});

describe('a host that is not ours', () => {
  test.each(['evil.example', 'comboi.evil.example', '10.1.2.3'])('is answered nowhere but for its health: %s', async (host) => {
    const statusOf = async (path: string, method = 'GET'): Promise<number> => (await app.fetch(new Request(`http://${host}${path}`, { method }), { address: '127.0.0.1' })).status;
    for (const path of ['/', '/tickets', '/api/events', '/dev/mail.json', '/assets/x.js', '/favicon.svg', '/dev/pay/x']) expect([path, await statusOf(path)]).toEqual([path, 421]);
    expect(await statusOf('/api/session', 'POST')).toBe(421);
    expect(await statusOf('/health/live')).toBe(200);
    expect(await statusOf('/health/ready')).toBe(200);
  });

  test('is not one of the names of this machine', async () => {
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:8080']) {
      expect((await app.fetch(new Request(`http://${host}/tickets`), { address: '127.0.0.1' })).status).toBe(200);
    }
  });
});

test('whatever may not be asked of an address, its answer names what may', async () => {
  const allowed = async (method: string, path: string): Promise<string | null> => {
    const answer = await app.ask(path, { method });
    expect([path, answer.status]).toEqual([path, 405]);
    return answer.headers.get('allow');
  };
  expect(await allowed('DELETE', '/tickets')).toBe('GET, HEAD, POST');
  expect(await allowed('POST', '/condicions')).toBe('GET, HEAD');
  expect(await allowed('GET', '/api/orders')).toBe('POST');
  expect(await allowed('PROPFIND', '/')).toMatch(/GET, HEAD, POST/);
});
