import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, expect, test } from 'vitest';

import { startEmbeddedPostgres } from '#app/adapters/db/embedded-postgres.server.ts';
import { silentLogger } from '#app/http/log.server.ts';
import { type ChildServer, startServer } from '#tests/helpers/child-server.ts';
import { eventOnline, orderOnline, orderStateOnline, type Rush, startRush } from '#tests/helpers/online-buyers.ts';
import { tcpProxy } from '#tests/helpers/tcp-proxy.ts';
import { removeDataDir, temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await removeDataDir(folder);
});

const UNLIMITED = 'Concert de la nit del foc';
const LIMITED = 'Paelles al carrer';
const BUYERS = 8;
const ENV = { COMBOI_RATE_LIMITS: '0' };

/** What was acknowledged is there; what was not is there once or not at all, and its key still gives one order. */
async function expectNothingLostOrDoubled(server: ChildServer, rush: Rush, title: string): Promise<void> {
  const event = await eventOnline(server.url, title);
  for (const [, orderId] of rush.acknowledged) {
    expect(await orderStateOnline(server.url, orderId)).toMatchObject({ orderId, status: 'pending_payment' });
  }
  const orders = new Set(rush.acknowledged.values());
  for (const key of rush.keys.filter((sent) => !rush.acknowledged.has(sent))) {
    const first = await orderOnline(server.url, { event, key });
    const again = await orderOnline(server.url, { event, key });
    expect(first).toMatchObject({ status: 201 });
    expect(again?.body.orderId).toBe(first?.body.orderId);
    expect(orders.has(first!.body.orderId)).toBe(false);
    orders.add(first!.body.orderId);
  }
  expect(orders.size).toBe(rush.keys.length);
}

async function ownFolder(): Promise<string> {
  const folder = await temporaryFolder();
  folders.push(folder);
  return folder;
}

test('orders acknowledged before a kill -9 of the server are there after the next start, and none is doubled', async () => {
  const dataDir = await ownFolder();
  for (let kill = 0; kill < 2; kill += 1) {
    const server = await startServer({ dataDir, env: ENV });
    const rush = startRush(server.url, await eventOnline(server.url, UNLIMITED), { buyers: BUYERS, name: `server-kill-${kill}` });
    await pause(700);
    await server.kill();
    await rush.end();
    expect(rush.acknowledged.size).toBeGreaterThan(0);

    await using next = await startServer({ dataDir, env: ENV });
    await expectNothingLostOrDoubled(next, rush, UNLIMITED);
  }
});

test('orders acknowledged before a kill -9 of server and database together are there after the next start', async () => {
  const dataDir = await ownFolder();
  const server = await startServer({ dataDir, env: ENV });
  const rush = startRush(server.url, await eventOnline(server.url, LIMITED), { buyers: BUYERS, name: 'both-killed' });
  await pause(700);
  await server.killWithDatabase();
  await rush.end();

  await using next = await startServer({ dataDir, env: ENV });
  await expectNothingLostOrDoubled(next, rush, LIMITED);
  const { remaining } = await eventOnline(next.url, LIMITED);
  expect(remaining).toBe(300 - rush.keys.length);
});

test('the server outlives a kill -9 of its database: buyers are told to try again, and then can', async () => {
  const dataDir = await ownFolder();
  await using server = await startServer({ dataDir, env: ENV });
  const event = await eventOnline(server.url, UNLIMITED);
  const rush = startRush(server.url, event, { buyers: BUYERS, name: 'database-kill' });
  await pause(500);
  process.kill(await server.postmasterPid(), 'SIGKILL');
  await pause(300);
  await server.ready(30_000);
  await pause(300);
  await rush.end();

  expect(new Set(rush.statuses.filter((status) => status !== 201 && status !== 503))).toEqual(new Set());
  expect(rush.statuses.at(-1)).toBe(201);
  await expectNothingLostOrDoubled(server, rush, UNLIMITED);
});

test('a network to the database that goes silent hangs no buyer for ever, and the pool heals', async () => {
  const databaseDir = await ownFolder();
  const postgres = await startEmbeddedPostgres({ dataDir: databaseDir, log: silentLogger });
  const direct = new URL(postgres.url);
  await using proxy = await tcpProxy({ host: direct.hostname, port: Number(direct.port) });
  direct.port = String(proxy.port);
  const server = await startServer({ env: { ...ENV, COMBOI_DEMO: '1', DATABASE_URL: direct.href } });
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
    await server.ready(30_000);
    const after = await orderOnline(server.url, { event, key: 'in-silence-1' });
    expect(after).toMatchObject({ status: 201 });
  } finally {
    await server.stop();
    await postgres.stop();
  }
});

test('requests at work when the server is told to stop are answered', async () => {
  const server = await startServer({ env: ENV });
  const event = await eventOnline(server.url, UNLIMITED);
  const rush = startRush(server.url, event, { buyers: BUYERS, name: 'drain' });
  await pause(400);
  const exit = await server.stop();
  await rush.end();

  expect(exit).toBe(0);
  expect(rush.statuses.filter((status) => status !== 201)).toEqual([]);
  // Of each buyer at most the one order that came after the door was closed went unanswered at a time.
  expect(rush.acknowledged.size).toBe(rush.statuses.length);
});
