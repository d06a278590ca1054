/** The sale and the pages beside references of the same run, as ratios. `npm run bench`. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { noCheckpoint } from '#app/adapters/checkpoint.server.ts';
import { systemClock } from '#app/adapters/clock.server.ts';
import { startEmbeddedPostgres } from '#app/adapters/embedded-postgres/embedded-postgres.server.ts';
import { randomIds } from '#app/adapters/ids.server.ts';
import { createSandbox } from '#app/adapters/payments/sandbox/sandbox.server.ts';
import { readEnv } from '#app/env.server.ts';
import type { EventDetail, EventSummary } from '#app/features/events/schema.ts';
import { placeOrder } from '#app/features/checkout/service.server.ts';
import { silentLogger } from '#app/adapters/log.server.ts';
import type { Deps } from '#app/deps.server.ts';
import { type Child, startChild } from '#tests/support/process/child-process.ts';
import { freePort, ROOT, statusOf } from '#tests/support/process/child-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';

import { recordOrder, replayOrders } from './bare-orders.ts';
import { load, type LoadResult, median } from './http-load.ts';

const BUYERS = 64;
const CONNECTIONS = 16;
const TICKETS = 4;
const READERS = 32;
const ROUND_MS = 5_000;
const ROUNDS = 3;
const NETWORK = 'the network of the benchmark';
const WARM_UP_MS = 2_000;
const NODE = join(ROOT, 'node_modules/.bin/node');

const dataDir = await temporaryFolder();
const postgres = await startEmbeddedPostgres({ dataDir, log: silentLogger });
const port = await freePort();
const { server, seconds } = await startTimed(port, { DATABASE_URL: postgres.url, COMBOI_DEMO: '1', COMBOI_RATE_LIMITS: '0', TRUST_PROXY: '1', DATA_DIR: dataDir });
try {
  await measure();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  server.send('SIGTERM');
  await server.ended;
  await postgres.stop();
  await removeDataDir(dataDir);
}

async function measure(): Promise<void> {
  const embedded = await startOfEmbedded();
  const event = await hotEvent();
  const orders = await measureOrders(event);
  const pages = await measurePages();
  const script = await scriptOf('/tickets');
  const memory = await residentMegabytes(server.pid);

  print('orders', [
    ['through POST /api/orders, 4 tickets each, one event, 64 buyers', `${orders.app.perSecond.toFixed(0)}/s`],
    ['the same statements over the driver, 16 connections', `${orders.reference.toFixed(0)}/s`],
    ['ratio (target: at least 0.60)', (orders.app.perSecond / orders.reference).toFixed(2)],
    ['p50 / p99 of an order at that load', `${orders.app.p50.toFixed(0)} ms / ${orders.app.p99.toFixed(0)} ms`],
    ['failed', String(orders.app.failures)],
  ]);
  print('/tickets', [
    ['pages', `${pages.app.toFixed(0)}/s`],
    ['bare node:http sending the same bytes', `${pages.reference.toFixed(0)}/s`],
    ['ratio', (pages.app / pages.reference).toFixed(2)],
    ['JavaScript, gzipped (target: at most 150 kB)', `${(script / 1000).toFixed(1)} kB`],
  ]);
  print('process', [
    ['memory of the server after the run (target: under 300 MB)', `${memory.toFixed(0)} MB`],
    ['start to ready, built, database there', `${seconds.toFixed(1)} s`],
    ['start to ready, built, embedded database made anew', `${embedded.first.toFixed(1)} s`],
    ['start to ready, built, embedded database there (target: 5 s)', `${embedded.again.toFixed(1)} s`],
  ]);
}

/** One address each, because holds are limited by network. */
function addressOf(n: number): string {
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
}

async function measureOrders(event: EventDetail): Promise<{ app: LoadResult; reference: number }> {
  const ticket = { sections: Object.fromEntries(event.sections.filter((section) => section.required).map((section) => [section.id, [section.items[0]!.id]])), options: [] };
  const tickets = Array.from({ length: TICKETS }, () => ticket);
  const body = JSON.stringify({ eventId: event.id, email: 'carregada@example.com', tickets });
  const statements = await recordOrder(postgres.url, async (query) => {
    await placeOrder(depsOn(query), { kind: 'guest', visitor: randomIds.uuid() }, { eventId: event.id, email: 'carregada@example.com', tickets, offerId: null, idempotencyKey: null, networkHash: NETWORK, cookieless: false });
  });
  const viaApp = (milliseconds: number): Promise<LoadResult> =>
    load({ port, clients: BUYERS, milliseconds, expected: 201, call: (n) => ({ method: 'POST', path: '/api/orders', headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': addressOf(n) }, body }) });
  const straight = (milliseconds: number): Promise<number> => replayOrders({ url: postgres.url, statements, connections: CONNECTIONS, milliseconds });

  await viaApp(WARM_UP_MS);
  await straight(WARM_UP_MS);
  const app: LoadResult[] = [];
  const reference: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    reference.push(await straight(ROUND_MS));
    app.push(await viaApp(ROUND_MS));
  }
  return {
    app: {
      perSecond: median(app.map((result) => result.perSecond)),
      p50: median(app.map((result) => result.p50)),
      p95: median(app.map((result) => result.p95)),
      p99: median(app.map((result) => result.p99)),
      failures: app.reduce((sum, result) => sum + result.failures, 0),
    },
    reference: median(reference),
  };
}

async function measurePages(): Promise<{ app: number; reference: number }> {
  const page = await (await fetch(`http://127.0.0.1:${port}/tickets`, { headers: { 'Accept-Encoding': 'identity' } })).text();
  const file = join(dataDir, 'tickets.html');
  await writeFile(file, page);
  const barePort = await freePort();
  const bare = startChild(NODE, ['bench/bare-server.ts', file, String(barePort)], { cwd: ROOT, env: {} });
  while ((await statusOf(`http://127.0.0.1:${barePort}/`)) !== 200) await pause(25);
  const on = (target: number, milliseconds: number): Promise<LoadResult> =>
    load({ port: target, clients: READERS, milliseconds, expected: 200, call: () => ({ method: 'GET', path: '/tickets' }) });
  await on(port, WARM_UP_MS);
  await on(barePort, WARM_UP_MS);
  const app: number[] = [];
  const reference: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    reference.push((await on(barePort, ROUND_MS)).perSecond);
    app.push((await on(port, ROUND_MS)).perSecond);
  }
  bare.send('SIGTERM');
  return { app: median(app), reference: median(reference) };
}

async function scriptOf(path: string): Promise<number> {
  const html = await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  const scripts = new Set([...html.matchAll(/["'](\/assets\/[^"']+\.js)["']/g)].map(([, address]) => address!));
  const sizes = await Promise.all(
    [...scripts].map(async (address) => gzipSync(Buffer.from(await (await fetch(`http://127.0.0.1:${port}${address}`)).arrayBuffer())).byteLength),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function startOfEmbedded(): Promise<{ first: number; again: number }> {
  const folder = await temporaryFolder();
  const times: number[] = [];
  for (let start = 0; start < 2; start += 1) {
    const started = await startTimed(await freePort(), { DATA_DIR: folder });
    times.push(started.seconds);
    started.server.send('SIGTERM');
    await started.server.ended;
  }
  await removeDataDir(folder);
  return { first: times[0]!, again: times[1]! };
}

async function startTimed(onPort: number, env: Record<string, string>): Promise<{ server: Child; seconds: number }> {
  const startedAt = performance.now();
  const child = startChild(NODE, [...(await startFlags()), 'server.ts'], { cwd: ROOT, env: { PORT: String(onPort), ...env } });
  while ((await statusOf(`http://127.0.0.1:${onPort}/health/ready`)) !== 200) {
    if (child.hasEnded()) throw new Error(`the server did not start:\n${child.output()}`);
    await pause(20);
  }
  return { server: child, seconds: (performance.now() - startedAt) / 1000 };
}

async function startFlags(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

async function hotEvent(): Promise<EventDetail> {
  const { events } = (await (await fetch(`http://127.0.0.1:${port}/api/events`)).json()) as { events: EventSummary[] };
  const open = events.find((event) => event.saleStatus === 'open' && event.maxTickets === null && event.price > 0)!;
  return (await (await fetch(`http://127.0.0.1:${port}/api/events/${open.id}`)).json()) as EventDetail;
}

function depsOn(query: Deps['db']['query']): Deps {
  const env = readEnv({ COMBOI_DEMO: '1' });
  const parts = { query, clock: systemClock, ids: randomIds, log: silentLogger, publicUrl: env.publicUrl, webhookSecret: '', deliver: async () => true };
  const db = { query } as Deps['db'];
  return { env, db, clock: systemClock, ids: randomIds, checkpoint: noCheckpoint, log: silentLogger, payments: createSandbox(parts) } as unknown as Deps;
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

function print(title: string, rows: [string, string][]): void {
  console.log(`\n${title}`);
  for (const [name, value] of rows) console.log(`  ${name.padEnd(68)} ${value}`);
}
