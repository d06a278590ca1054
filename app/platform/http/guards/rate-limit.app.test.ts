import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { aMember, MEMBER_PASSWORD, tryLogin } from '#tests/support/people/accounts.ts';
import { order, post } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { fillPath, ROUTES } from '#tests/support/crawl/crawl.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { freezeMonotonicTime } from '#tests/support/process/frozen-time.ts';

import { limitOf } from '../calls.server.ts';
import { createRateLimits } from './rate-limit.server.ts';

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

test('over IPv6 a whole /64 is one, with eight times as much for the /48 around it', async () => {
  const attackedOf = async (addressOf: (n: number) => string, tries: number): Promise<number> => {
    const answers = await Promise.all(
      Array.from({ length: tries }, (_, n) => direct.ask('/api/session', { method: 'POST', body: '{}', address: addressOf(n) })),
    );
    return answers.length - refusedOf(answers).length;
  };
  const ofHousehold = await attackedOf((n) => `2001:db8:9:1::${n.toString(16)}`, 130);
  figure('S2 guesses of one /64 that were looked at in a minute', `${ofHousehold} of 130`);
  expect(ofHousehold).toBe(TRIES);
  const ofSite = await attackedOf((n) => `2001:db8:a:${n.toString(16)}::1`, 600);
  figure('S2 guesses of one /48 that were looked at in a minute', `${ofSite} of 600`);
  expect(ofSite).toBe(8 * TRIES);
  expect(await attackedOf((n) => `198.51.100.12:${40_000 + n}`, 80)).toBe(TRIES);
  expect(await attackedOf((n) => (n % 2 === 0 ? '::ffff:198.51.100.13' : '198.51.100.13'), 80)).toBe(TRIES);
});

test('sixty honest buyers behind one address all get their tickets', async () => {
  const event = await anEvent(direct);
  const answers = await Promise.all(Array.from({ length: 60 }, () => order(direct, { event, quantity: 4, address: '198.51.100.4', cookie: `comboi_visitor=${direct.deps.ids.uuid()}` })));
  expect(answers.filter((answer) => answer.status !== 201)).toEqual([]);
});

test('one that is refused for asking too often may ask for something else', async () => {
  await tryOften(direct, () => ({ address: '198.51.100.5' }));
  expect((await direct.ask('/api/events', { address: '198.51.100.5' })).status).toBe(200);
  expect((await post(direct, '/api/orders', { body: {} })).status).toBe(400);
});

test('a program that reads without end waits out its minute and no other network does, wherever the clock on the wall is set', async () => {
  let now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const limits = createRateLimits(direct.deps);
  const read = async (address: string): Promise<number | null> => limits.take('read', address);
  let pages = 0;
  while ((await read('198.51.100.90')) === null) pages += 1;
  expect(pages).toBe(12_000);
  const hour = 3_600_000;
  for (const wall of [-hour, 0, hour]) {
    vi.setSystemTime(Date.now() + wall);
    expect([await read('198.51.100.90'), await read('198.51.100.91')]).toEqual([60, null]);
  }
  now += 59_000;
  expect(await read('198.51.100.90')).toBe(1);
  now += 1_000;
  expect(await read('198.51.100.90')).toBeNull();
});

describe('two processes on one database', () => {
  let other: TestApp;
  beforeAll(async () => {
    other = await direct.another();
  });
  afterAll(() => other.close());

  test('count the tries of one address together', async () => {
    const address = '198.51.100.6';
    const answers = await Promise.all([tryOften(direct, () => ({ address })), tryOften(other, () => ({ address }))]);
    expect(answers.flat().length - refusedOf(answers.flat()).length).toBe(TRIES);
    expect(refusedOf(await tryOften(other, () => ({ address: '198.51.100.7' })))).toHaveLength(10);
  });

  test('count the failed logins of one account together, and what succeeds is counted by neither', async () => {
    const member = await aMember(direct);
    const fail = async (app: TestApp, n: number): Promise<number> => (await tryLogin(app, { email: member.email, password: 'Equivocada1' }, { address: `198.18.1.${n}` })).status;
    for (let n = 0; n < 6; n += 1) expect((await tryLogin(other, { email: member.email, password: MEMBER_PASSWORD }, { address: '198.18.2.1' })).status).toBe(204);
    const statuses: number[] = [];
    for (let n = 0; n < 14; n += 1) statuses.push(await fail(n % 2 === 0 ? direct : other, n));
    const answered = statuses.filter((status) => status === 401).length;
    expect([answered, statuses.filter((status) => status === 429).length]).toEqual([10, 4]);
    figure('J1 failed logins answered for one account, over two processes', `${answered} of ${statuses.length}`);
  });

  test('keep no address and no account that could be read', async () => {
    await tryLogin(direct, { email: 'algu@example.com', password: 'Equivocada1' }, { address: '198.51.100.9' });
    const counts = JSON.stringify(await direct.db.query.selectFrom('limitedActs').selectAll().execute());
    expect(counts).toContain('failed_login_of_account');
    expect(counts).not.toMatch(/198\.|example/);
  });

  test('forget what limits nothing any more', async () => {
    await tryLogin(direct, { email: 'algu@example.com', password: 'Equivocada1' }, { address: '198.51.100.9' });
    // Counts live by the machine's own clock.
    direct.clock.set(new Date(Date.now() + 2 * 60 * 60_000));
    await direct.round('retention');
    direct.clock.set(new Date());
    expect(await direct.db.query.selectFrom('limitedActs').select('key').execute()).toEqual([]);
  });

  test('count each by itself while the database can not', async () => {
    await sql`alter table limited_acts rename to limited_acts_away`.execute(direct.db.query);
    try {
      for (const app of [direct, other]) expect(refusedOf(await tryOften(app, () => ({ address: '198.51.100.10' })))).toHaveLength(10);
    } finally {
      await sql`alter table limited_acts_away rename to limited_acts`.execute(direct.db.query);
    }
  });
});

describe('every call and page that changes something', () => {
  test('is refused to a network that asked too often, before anything is read, and to no other', async () => {
    freezeMonotonicTime();
    const network = '198.51.100.77';
    const limits = ['write', 'order', 'scan'] as const;
    const cheap = { write: '/api/session', order: '/api/orders', scan: '/api/tickets/use' };
    for (const limit of limits) {
      const method = limit === 'write' ? 'DELETE' : 'POST';
      let status = 0;
      while (status !== 429) {
        const answers = await Promise.all(Array.from({ length: 100 }, () => direct.ask(cheap[limit], { method, address: network })));
        status = answers.at(-1)!.status;
      }
    }
    const routes = ROUTES.map((route) => ('screen' in route ? { ...route, method: 'POST' } : route)).filter((one) => one.method !== 'GET' && ('screen' in one || limitOf(one) !== null));
    const answered = await Promise.all(routes.map(async ({ method, path }) => [`${method} ${path}`, (await direct.ask(fillPath(path, {}), { method, address: network })).status] as const));
    expect(answered.filter(([, status]) => status !== 429)).toEqual([]);
    figure('routes that change something and answer a flood', `0 of ${routes.length}`);
    expect((await direct.ask('/api/session', { method: 'DELETE', address: '198.51.100.78' })).status).not.toBe(429);
  });
});
