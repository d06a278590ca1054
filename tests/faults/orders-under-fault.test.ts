import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';

import { startEmbeddedPostgres } from '#app/platform/adapters/embedded-postgres/embedded-postgres.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { type ChildServer, ROOT, startServer } from '#tests/support/process/child-server.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { sharedDatabaseEnv } from '#tests/support/process/shared-server.ts';
import { doctorBeside } from '#tests/support/process/doctor.ts';
import { eventOnline, orderOnline, orderStateOnline, type Rush, startRush } from '#tests/support/people/online-buyers.ts';
import { tcpProxy } from '#tests/support/process/between/tcp-proxy.ts';
import { removeDataDir } from '#tests/support/process/temporary-folder.ts';
import { aUsedDataDir } from '#tests/support/process/used-data-dir.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await removeDataDir(folder);
});

const UNLIMITED = 'Concert de la nit del foc';
const BUYERS = 8;
const ORDERS_BEFORE_A_BLOW = 25;
const ENV = { COMBOI_RATE_LIMITS: '0' };

/** What became of all that was ordered on one folder. */
interface Harm {
  orders: number;
  lost: number;
  doubled: number;
}

const NO_HARM: Harm = { orders: 0, lost: 0, doubled: 0 };

/** What was acknowledged is there; what was not is there once or not at all, and its key still gives one order. */
async function expectNothingLostOrDoubled(server: ChildServer, rush: Rush, folder: { dataDir: string; before: Harm }): Promise<Harm> {
  expect(rush.acknowledged.size).toBeGreaterThan(0);
  const event = await eventOnline(server.url, UNLIMITED);
  const states = [];
  for (const [, orderId] of rush.acknowledged) states.push(await orderStateOnline(server.url, orderId));
  const lost = states.filter((state) => state?.status !== 'pending_payment').length;
  const named = new Set(rush.acknowledged.values());
  for (const key of rush.keys.filter((sent) => !rush.acknowledged.has(sent))) {
    const first = await orderOnline(server.url, { event, key });
    const again = await orderOnline(server.url, { event, key });
    expect(first).toMatchObject({ status: 201 });
    expect(again?.body.orderId).toBe(first?.body.orderId);
    named.add(first!.body.orderId);
  }
  expect(named.size).toBe(rush.keys.length);
  const orders = folder.before.orders + rush.keys.length;
  const harm = { orders, lost: folder.before.lost + lost, doubled: (await pendingOrders(await ownDatabase(folder))) - orders };
  expect(harm).toEqual({ orders, lost: 0, doubled: 0 });
  return harm;
}

async function expectSoundLedger(row: string, server: Pick<ChildServer, 'dataDir'>, env: Record<string, string> = {}): Promise<void> {
  const { output, violations } = await doctorBeside(server, { env });
  expect(output).toMatch(/^The books are in order\./m);
  figure(`${row} doctor violations afterwards`, violations);
}

/** Starts, and says how many seconds that took. */
async function timedStart(dataDir: string): Promise<{ server: ChildServer; seconds: number }> {
  const begun = performance.now();
  const server = await startServer({ dataDir, env: ENV });
  return { server, seconds: (performance.now() - begun) / 1000 };
}

/** Orders under way until a blow falls, again and again on one folder; after each the next start has them all. */
async function ordersUnderBlows(blow: 'kill' | 'killWithDatabase', times: number): Promise<Harm & { longestStart: number; dataDir: string }> {
  const dataDir = await ownFolder();
  let harm = NO_HARM;
  let longestStart = 0;
  for (let round = 0; round < times; round += 1) {
    await using server = await startServer({ dataDir, env: ENV });
    const rush = startRush(server.url, await eventOnline(server.url, UNLIMITED), { buyers: BUYERS, name: `${blow}-${round}` });
    await inMidSale(rush);
    await server[blow]();
    await rush.end();
    const next = await timedStart(dataDir);
    await using after = next.server;
    harm = await expectNothingLostOrDoubled(after, rush, { dataDir, before: harm });
    longestStart = Math.max(longestStart, next.seconds);
  }
  return { ...harm, longestStart, dataDir };
}

/** The database that a server brought along. */
async function ownDatabase({ dataDir }: Pick<ChildServer, 'dataDir'>): Promise<string> {
  const [, , , port] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const password = await readFile(join(dataDir, 'postgres/comboi-password'), 'utf8');
  return `postgres://comboi:${password}@127.0.0.1:${port}/comboi`;
}

/** How many orders wait for their payment, by the books themselves. */
async function pendingOrders(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ orders: number }>(`select count(*)::integer as orders from orders where status = 'pending_payment'`);
  await client.end();
  return rows[0]!.orders;
}

async function inMidSale(rush: Rush): Promise<void> {
  await expect.poll(() => rush.acknowledged.size, { interval: 5 }).toBeGreaterThan(ORDERS_BEFORE_A_BLOW);
}

/** Buyers who were told to try again get through. */
async function expectSaleToGoOn(rush: Rush): Promise<void> {
  const before = rush.acknowledged.size;
  await expect.poll(() => rush.acknowledged.size - before, { interval: 5 }).toBeGreaterThan(BUYERS);
}

async function ownFolder(): Promise<string> {
  const folder = await aUsedDataDir();
  folders.push(folder);
  return folder;
}

test('orders acknowledged before a kill -9 of the server are there after the next start, and none is doubled', async () => {
  const kills = count({ test: 1, soak: 20 });
  const { orders, lost, doubled, longestStart, dataDir } = await ordersUnderBlows('kill', kills);
  expect(orders).toBeGreaterThan(kills * ORDERS_BEFORE_A_BLOW);
  figure(`G1 orders lost, doubled in ${kills} kills of the server among ${orders} orders`, `${lost}, ${doubled}`);
  figure('G1 longest start after a kill', `${longestStart.toFixed(1)} s`);
  await expectSoundLedger('G1', { dataDir });
});

test.runIf(inject('soak'))('orders acknowledged before a kill -9 of server and database together are there after the next start', async () => {
  const kills = count({ test: 1, soak: 25 });
  const { orders, lost, doubled, longestStart, dataDir } = await ordersUnderBlows('killWithDatabase', kills);
  expect(orders).toBeGreaterThan(kills * ORDERS_BEFORE_A_BLOW);
  figure(`G6 orders lost, doubled in ${kills} kills of server and database among ${orders} orders`, `${lost}, ${doubled}`);
  figure('G6 longest start after a kill of both', `${longestStart.toFixed(1)} s`);
  await expectSoundLedger('G6', { dataDir });
});

test('the server outlives a kill -9 of its database: buyers are told to try again, and then can', async () => {
  const dataDir = await ownFolder();
  await using server = await startServer({ dataDir, env: ENV });
  const event = await eventOnline(server.url, UNLIMITED);
  const kills = count({ test: 1, soak: 20 });
  let harm = NO_HARM;
  let longestMs = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const rush = startRush(server.url, event, { buyers: BUYERS, name: `database-kill-${kill}` });
    await inMidSale(rush);
    const killedAt = performance.now();
    process.kill(await server.postmasterPid(), 'SIGKILL');
    await expect.poll(() => rush.statuses.includes(503), { interval: 5 }).toBe(true);
    await server.ready();
    longestMs = Math.max(longestMs, performance.now() - killedAt);
    await expectSaleToGoOn(rush);
    await rush.end();

    expect(new Set(rush.statuses.filter((status) => status !== 201 && status !== 503))).toEqual(new Set());
    harm = await expectNothingLostOrDoubled(server, rush, { dataDir, before: harm });
  }
  figure(`G2 orders lost, doubled in ${kills} kills of the database among ${harm.orders} orders`, `${harm.lost}, ${harm.doubled}`);
  figure('G2 longest recovery', `${(longestMs / 1000).toFixed(1)} s`);
  await expectSoundLedger('G2', server);
});

test('a restart of the database in mid-sale, with connections idle and at work, ends no process and loses no order', async () => {
  const databaseDir = await ownFolder();
  const first = await startEmbeddedPostgres({ dataDir: databaseDir, log: silentLogger });
  const server = await startServer({ dataDir: databaseDir, env: { ...ENV, COMBOI_DEMO: '1', DATABASE_URL: first.url } });
  const restarts = count({ test: 1, soak: 10 });
  let postgres = first;
  let harm = NO_HARM;
  let ends = 0;
  try {
    const event = await eventOnline(server.url, UNLIMITED);
    for (let restart = 0; restart < restarts; restart += 1) {
      const rush = startRush(server.url, event, { buyers: BUYERS, name: `restart-${restart}` });
      await inMidSale(rush);
      await postgres.stop();
      postgres = await startEmbeddedPostgres({ dataDir: databaseDir, log: silentLogger });
      await server.ready();
      await expectSaleToGoOn(rush);
      await rush.end();
      if (server.hasEnded()) ends += 1;
      expect(ends).toBe(0);
      expect(new Set(rush.statuses)).toEqual(new Set([201, 503]));
      harm = await expectNothingLostOrDoubled(server, rush, { dataDir: databaseDir, before: harm });
    }
    figure(`G3 ends of the process, orders lost, doubled in ${restarts} restarts of the database in mid-sale`, `${ends}, ${harm.lost}, ${harm.doubled}`);
    await expectSoundLedger('G3', { dataDir: databaseDir });
  } finally {
    await server.stop();
    await postgres.stop();
  }
});

test('a network to the database that goes silent hangs no buyer for ever, and the pool heals', async () => {
  const env = { ...ENV, ...(await sharedDatabaseEnv()) };
  const direct = new URL(env.DATABASE_URL);
  await using proxy = await tcpProxy({ host: direct.hostname, port: Number(direct.port) });
  direct.port = String(proxy.port);
  const server = await startServer({ env: { ...env, DATABASE_URL: direct.href } });
  try {
    const event = await eventOnline(server.url, UNLIMITED);
    expect(await orderOnline(server.url, { event, key: 'before-silence' })).toMatchObject({ status: 201 });

    proxy.silence();
    const during = await Promise.all([1, 2, 3].map((n) => orderOnline(server.url, { event, key: `in-silence-${n}` })));
    for (const answer of during) {
      expect(answer?.status).toBe(503);
      expect(Number(answer?.retryAfter)).toBeGreaterThan(0);
    }

    proxy.heal();
    await server.ready();
    const after = await orderOnline(server.url, { event, key: 'in-silence-1' });
    expect(after).toMatchObject({ status: 201 });
  } finally {
    await server.stop();
  }
});

test('every order that was carried out when the server was told to stop was also answered', async () => {
  const env = { ...ENV, ...(await sharedDatabaseEnv()) };
  const stops = count({ test: 1, soak: 20 });
  let answered = 0;
  for (let stop = 0; stop < stops; stop += 1) {
    await using server = await startServer({ env });
    const event = await eventOnline(server.url, UNLIMITED);
    const rush = startRush(server.url, event, { buyers: BUYERS, name: `drain-${stop}` });
    await inMidSale(rush);
    expect(await server.stop()).toBe(0);
    await rush.end();
    expect(rush.statuses.filter((status) => status !== 201)).toEqual([]);
    answered += rush.acknowledged.size;
  }
  const carriedOut = await pendingOrders(env.DATABASE_URL);
  expect(carriedOut).toBe(answered);
  figure(`G9 orders carried out and not answered in ${stops} stops among ${carriedOut} orders`, carriedOut - answered);
});

const UNLUCKY = { ...ENV, NODE_OPTIONS: `--import=${join(ROOT, 'tests/support/process/crash-on-signal.ts')}` };

test('a promise that nobody awaited is logged, and no request notices', async () => {
  const env = { ...UNLUCKY, ...(await sharedDatabaseEnv()) };
  await using server = await startServer({ env });
  const rush = startRush(server.url, await eventOnline(server.url, UNLIMITED), { buyers: BUYERS, name: 'rejected' });
  for (let time = 0; time < 5; time += 1) {
    await pause(100);
    server.send('SIGUSR2');
  }
  await server.says(/A promise failed that nobody awaited/);
  await rush.end();
  const failed = rush.statuses.filter((status) => status !== 201).length + (rush.keys.length - rush.statuses.length);
  expect(failed).toBe(0);
  expect(server.hasEnded()).toBe(false);
  figure(`G10 requests failed beside 5 rejected promises among ${rush.keys.length}`, failed);
  await expectSoundLedger('G10', server, env);
});

test('an exception that nobody caught ends the process after what is at work was answered, and leaves nothing half-done', async () => {
  const env = { ...UNLUCKY, ...(await sharedDatabaseEnv()) };
  await using server = await startServer({ env });
  const rush = startRush(server.url, await eventOnline(server.url, UNLIMITED), { buyers: BUYERS, name: 'thrown' });
  await inMidSale(rush);
  server.send('SIGPWR');
  expect(await server.ended).toBe(1);
  await rush.end();
  expect(server.output()).toMatch(/An exception nobody caught/);

  expect(rush.statuses.filter((status) => status !== 201)).toEqual([]);
  const unanswered = (await pendingOrders(env.DATABASE_URL)) - rush.acknowledged.size;
  expect(unanswered).toBe(0);
  figure('G10 orders carried out and not answered beside an uncaught exception', unanswered);
  await expectSoundLedger('G10', server, env);
});
