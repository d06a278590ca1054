import { afterAll, beforeAll, expect, test } from 'vitest';

import { order, post } from '#tests/helpers/buyers.ts';
import { anEvent } from '#tests/helpers/events.ts';
import { aTestApp, type TestApp } from '#tests/helpers/test-app.ts';

/** Passwords may be tried sixty times a minute from one address. */
const TRIES = 60;

let direct: TestApp;
let proxied: TestApp;
beforeAll(async () => {
  direct = await aTestApp({ env: { COMBOI_RATE_LIMITS: '1' } });
  proxied = await aTestApp({ env: { COMBOI_RATE_LIMITS: '1', TRUST_PROXY: '1' } });
});
afterAll(async () => {
  await direct.close();
  await proxied.close();
});

/** Tries a password without one, which costs the server nothing but the count. */
async function tryOften(app: TestApp, from: (n: number) => { address: string; forwarded?: string }): Promise<Response[]> {
  return Promise.all(
    Array.from({ length: TRIES + 10 }, async (_, n) => {
      const { address, forwarded } = from(n);
      return app.ask('/api/session', { method: 'POST', body: '{}', address, headers: forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded } });
    }),
  );
}

function refusedOf(answers: readonly Response[]): Response[] {
  return answers.filter((answer) => answer.status === 429);
}

test('an address that asks too often is RATE_LIMITED, with the seconds to wait', async () => {
  const refused = refusedOf(await tryOften(direct, () => ({ address: '198.51.100.1' })));
  expect(refused).toHaveLength(10);
  expect(await refused[0]!.json()).toMatchObject({ code: 'RATE_LIMITED' });
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('without a proxy, an address that pretends to be many is one', async () => {
  expect(refusedOf(await tryOften(direct, (n) => ({ address: '198.51.100.2', forwarded: `203.0.113.${n}` })))).toHaveLength(10);
});

test('behind a proxy, an address that pretends to be many is one', async () => {
  expect(refusedOf(await tryOften(proxied, (n) => ({ address: '10.0.0.1', forwarded: `203.0.113.${n}, 198.51.100.3` })))).toHaveLength(10);
});

test('behind a proxy, many addresses are many', async () => {
  expect(refusedOf(await tryOften(proxied, (n) => ({ address: '10.0.0.1', forwarded: `198.51.100.${100 + n}` })))).toHaveLength(0);
});

test('sixty honest buyers behind one address all get their tickets', async () => {
  const event = await anEvent(direct);
  const answers = await Promise.all(Array.from({ length: 60 }, () => order(direct, { event, quantity: 4, address: '198.51.100.4' })));
  expect(answers.filter((answer) => answer.status !== 201)).toEqual([]);
});

test('one that is refused for asking too often may ask for something else', async () => {
  await tryOften(direct, () => ({ address: '198.51.100.5' }));
  expect((await direct.ask('/api/events', { address: '198.51.100.5' })).status).toBe(200);
  expect((await post(direct, '/api/orders', { body: {} })).status).toBe(400);
});
