/** The sale and the pages beside references of the same run, as ratios. `npm run bench`. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { startEmbeddedPostgres } from '#app/adapters/embedded-postgres/embedded-postgres.server.ts';
import type { EventDetail, EventSummary } from '#app/features/events/schema.ts';
import { silentLogger } from '#app/adapters/log.server.ts';
import { type Child, startChild } from '#tests/support/process/child-process.ts';
import { freePort, ROOT, statusOf } from '#tests/support/process/child-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';

import { load, type LoadResult, median } from './http-load.ts';
import { measureHolds, measureLastSeats, measureMessages, measureSale, type Rows } from './sale.ts';
import { countWire } from './wire-counter.ts';

const READERS = 32;
const ROUND_MS = 5_000;
const ROUNDS = 3;
const WARM_UP_MS = 2_000;
const NODE = join(ROOT, 'node_modules/.bin/node');

const dataDir = await temporaryFolder();
const postgres = await startEmbeddedPostgres({ dataDir, log: silentLogger });
const port = await freePort();
const ENV = { COMBOI_DEMO: '1', COMBOI_RATE_LIMITS: '0', TRUST_PROXY: '1', DATA_DIR: dataDir };
const { server, seconds } = await startTimed(port, { ...ENV, DATABASE_URL: postgres.url });
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

/** All of it, or with `sale` as its argument the sale alone. */
async function measure(): Promise<void> {
  const event = await hotEvent();
  const site = { port, databaseUrl: postgres.url, event };
  print('orders', await measureSale(site));
  print('the last seats', await measureLastSeats(site));
  print('messages to the database', await measureMessagesOf(event));
  if (process.argv[2] === 'sale') return;
  print('orders beside open holds', await measureHolds(site));
  const embedded = await startOfEmbedded();
  const pages = await measurePages();
  const script = await scriptOf('/tickets');
  const memory = await residentMegabytes(server.pid);

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

/** By a second server, whose messages to the database are counted on their way. */
async function measureMessagesOf(event: EventDetail): Promise<Rows> {
  const wire = await countWire(postgres.url);
  try {
    const second = await startTimed(await freePort(), { ...ENV, DATABASE_URL: wire.url });
    const rows = await measureMessages({ port: second.port, databaseUrl: postgres.url, event }, wire);
    second.server.send('SIGTERM');
    await second.server.ended;
    return rows;
  } finally {
    wire.close();
  }
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

async function startTimed(onPort: number, env: Record<string, string>): Promise<{ server: Child; port: number; seconds: number }> {
  const startedAt = performance.now();
  const child = startChild(NODE, [...(await startFlags()), 'server.js'], { cwd: ROOT, env: { PORT: String(onPort), ...env } });
  while ((await statusOf(`http://127.0.0.1:${onPort}/health/ready`)) !== 200) {
    if (child.hasEnded()) throw new Error(`the server did not start:\n${child.output()}`);
    await pause(20);
  }
  return { server: child, port: onPort, seconds: (performance.now() - startedAt) / 1000 };
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

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

function print(title: string, rows: [string, string][]): void {
  console.log(`\n${title}`);
  for (const [name, value] of rows) console.log(`  ${name.padEnd(68)} ${value}`);
}
