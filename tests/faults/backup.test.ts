import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';

import { startEmbeddedPostgres } from '#app/platform/adapters/embedded-postgres/embedded-postgres.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { createS3Storage } from '#app/platform/adapters/storage/s3-storage.server.ts';
import { boughtOnline, eventOnline, startRush } from '#tests/support/people/online-buyers.ts';
import { admitOnline } from '#tests/support/people/online-scanners.ts';
import { startChild } from '#tests/support/process/child-process.ts';
import { NODE, ROOT, startServer } from '#tests/support/process/child-server.ts';
import { doctorBeside } from '#tests/support/process/doctor.ts';
import { postgresBinaries } from '#tests/support/process/postgres-binaries.ts';
import { sharedDatabaseEnv } from '#tests/support/process/shared-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { anS3Server, s3Env } from '#tests/support/s3/s3-server.ts';

const EVENT = 'Concert de la nit del foc';

const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

async function ownFolder(): Promise<string> {
  const folder = await temporaryFolder();
  closers.push(() => removeDataDir(folder));
  return folder;
}

interface Called {
  code: unknown;
  output: string;
  seconds: number;
  peakMb: number;
}

async function call(script: string, { args = [], env }: { args?: string[]; env: Record<string, string> }): Promise<Called> {
  const begun = performance.now();
  const child = startChild(NODE, [`scripts/${script}.ts`, ...args], { cwd: ROOT, env });
  let peakMb = 0;
  while (!child.hasEnded()) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peakMb = Math.max(peakMb, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1000);
    await Promise.race([child.ended, pause(50)]);
  }
  return { code: await child.ended, output: child.output(), seconds: (performance.now() - begun) / 1000, peakMb };
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A database of the oldest version whose owner is nobody special. */
async function anOlderDatabase(): Promise<string> {
  const cluster = await startEmbeddedPostgres({ dataDir: await ownFolder(), log: silentLogger, binaries: postgresBinaries('15') });
  closers.push(() => cluster.stop());
  await ask(cluster.url, `create role falla login password 'falla'`);
  await ask(cluster.url, 'create database elsewhere owner falla');
  return Object.assign(new URL(cluster.url), { username: 'falla', password: 'falla', pathname: '/elsewhere' }).href;
}

test('a backup taken during sales comes back on another version of PostgreSQL: the books are in order and an old ticket is admitted', async () => {
  await using server = await startServer({ dataDir: await ownFolder(), env: { COMBOI_RATE_LIMITS: '0' } });
  const { orderId } = await boughtOnline(server.url, { event: EVENT, email: 'ramon@example.com' });

  const rush = startRush(server.url, await eventOnline(server.url, EVENT), { buyers: 8, name: 'backup' });
  await expect.poll(() => rush.acknowledged.size).toBeGreaterThan(20);
  const before = new Set(rush.acknowledged.values());
  const file = join(await ownFolder(), 'festival.tgz');
  const taken = await call('backup', { args: ['--to', file], env: { DATA_DIR: server.dataDir } });
  expect(taken.output).toContain(`Wrote ${file}`);
  const during = rush.acknowledged.size - before.size;
  expect(during).toBeGreaterThan(0);
  await rush.end();

  const env = { DATA_DIR: await ownFolder(), DATABASE_URL: await anOlderDatabase(), COMBOI_DEMO: '1', COMBOI_RATE_LIMITS: '0' };
  const restored = await call('restore', { args: [file], env });
  expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/Restored what was there on .* with \d+ stored files?\./) });
  expect(await call('restore', { args: [file], env })).toMatchObject({ code: 1, output: expect.stringContaining('This database is not empty') });
  expect(await call('restore', { args: [file, '--replace'], env })).toMatchObject({ code: 0 });
  const orders = new Set((await ask<{ id: string }>(env.DATABASE_URL, 'select id from orders')).map(({ id }) => id));
  expect([orderId, ...before].filter((id) => !orders.has(id))).toEqual([]);
  const visit = await doctorBeside({ dataDir: env.DATA_DIR }, { env, args: ['--again', '0'] });
  expect(visit.output).toMatch(/^The books are in order\./m);

  const tickets = await ask<{ id: string }>(env.DATABASE_URL, `select id from tickets where order_id = '${orderId}'`);
  await using elsewhere = await startServer({ dataDir: env.DATA_DIR, env });
  expect(await admitOnline(elsewhere.url, tickets[0]!.id)).toMatchObject({ success: true });
  const event = await eventOnline(elsewhere.url, EVENT);
  const next = await boughtOnline(elsewhere.url, { event: event.title, email: 'vicenta@example.com' });
  expect(orders.has(next.orderId)).toBe(false);
  const running = await call('restore', { args: [file, '--replace'], env });
  expect(running).toMatchObject({ code: 1, output: expect.stringContaining('Comboi is running on this database') });

  figure('G17 orders placed while the backup was taken, doctor violations after it was restored', `${during}, ${visit.violations}`);
  figure('G17 backup, restore (with the start of each program)', `${taken.seconds.toFixed(1)} s, ${restored.seconds.toFixed(1)} s, ${((await stat(file)).size / 1e6).toFixed(1)} MB`);
});

const LARGE = { orders: count({ test: 40, soak: 20_000 }), booklets: count({ test: 3, soak: 25 }), bookletBytes: count({ test: 1, soak: 20 }) * 1_000_000, admitted: count({ test: 0, soak: 3 }) };
const MOST_MB = 350;

/** Whether each code of these orders lets in where they were restored. */
async function admittedOf(orderIds: readonly string[], env: { DATABASE_URL: string; DATA_DIR: string } & Record<string, string>): Promise<boolean[]> {
  if (orderIds.length === 0) return [];
  const codes = await ask<{ id: string }>(env.DATABASE_URL, `select id from tickets where order_id in ('${orderIds.join("', '")}')`);
  await using server = await startServer({ dataDir: env.DATA_DIR, env });
  const answers: boolean[] = [];
  for (const { id } of codes) answers.push(((await admitOnline(server.url, id)) as { success: boolean }).success);
  return answers;
}

test.runIf(inject('soak'))('a large backup is kept in the store of files and comes back from there, whatever its size in the same memory', async () => {
  const s3 = await anS3Server();
  closers.push(() => s3.close());
  const shared = { COMBOI_RATE_LIMITS: '0', ...s3Env(s3) };
  const env = { ...shared, ...(await sharedDatabaseEnv()), DATA_DIR: await ownFolder() };
  const paid: string[] = [];
  {
    await using server = await startServer({ dataDir: env.DATA_DIR, env });
    const rush = startRush(server.url, await eventOnline(server.url, EVENT), { buyers: 16, name: 'large' });
    await expect.poll(() => rush.acknowledged.size, { timeout: 1_800_000 }).toBeGreaterThan(LARGE.orders);
    await rush.end();
    for (let n = 0; n < LARGE.admitted; n += 1) {
      const { orderId } = await boughtOnline(server.url, { event: EVENT, email: 'ramon@example.com' });
      paid.push(orderId);
    }
  }
  const storage = createS3Storage(s3.place);
  const booklets = new Map<string, string>();
  for (let n = 0; n < LARGE.booklets; n += 1) {
    const [id, body] = [crypto.randomUUID(), randomBytes(LARGE.bookletBytes)];
    await storage.put({ name: `booklets/${id}.pdf`, body, size: body.length, mediaType: 'application/pdf' });
    await ask(env.DATABASE_URL, `insert into files (id, bucket, state, bytes, created_at, changed_at) values ('${id}', 'booklets', 'ready', ${body.length}, now(), now())`);
    await ask(env.DATABASE_URL, `insert into file_variants (file_id, variant, name, media_type, bytes) values ('${id}', 'original', '${id}.pdf', 'application/pdf', ${body.length})`);
    booklets.set(`booklets/${id}.pdf`, createHash('sha256').update(body).digest('hex'));
  }

  const taken = await call('backup', { env });
  const [, name, megabytes] = /^Kept (\S+), (\S+) MB/m.exec(taken.output) ?? [taken.output];
  for (const object of booklets.keys()) await storage.remove(object);
  const elsewhere = { ...shared, DATABASE_URL: await anOlderDatabase(), COMBOI_DEMO: '1', DATA_DIR: await ownFolder() };
  await ask(elsewhere.DATABASE_URL, "alter role falla in database elsewhere set idle_in_transaction_session_timeout = '20ms'");
  const restored = await call('restore', { args: [name!], env: elsewhere });
  expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/Restored what was there on/) });
  for (const [object, hash] of booklets) expect(createHash('sha256').update(await buffer((await storage.read(object))!)).digest('hex')).toBe(hash);
  const [orders, back] = await Promise.all([env, elsewhere].map(({ DATABASE_URL }) => ask<{ orders: number }>(DATABASE_URL, 'select count(*)::integer as orders from orders')));
  expect(back).toEqual(orders);
  expect(await doctorBeside({ dataDir: elsewhere.DATA_DIR }, { env: elsewhere, args: ['--again', '0'] })).toMatchObject({ code: 0, violations: 0 });
  expect(Math.max(taken.peakMb, restored.peakMb)).toBeLessThan(MOST_MB);
  const admitted = await admittedOf(paid, elsewhere);
  expect(admitted).toEqual(Array.from({ length: LARGE.admitted * 2 }, () => true));
  figure('G17 old codes admitted after it', admitted.length);

  figure(`G17 a backup of ${orders![0]!.orders} orders, kept in S3 and restored from there`, `${megabytes} MB, ${taken.seconds.toFixed(0)} s and ${restored.seconds.toFixed(0)} s, at most ${taken.peakMb.toFixed(0)} and ${restored.peakMb.toFixed(0)} MB of memory`);
});

const run = promisify(execFile);
/** Debian's package is `postgresql-15`: its tools take copies of servers of their own version. */
const TOOLS = '/usr/lib/postgresql/15/bin';

async function clusterIn(dataDir: string, version: '15' | '18'): Promise<string> {
  const cluster = await startEmbeddedPostgres({ dataDir, log: silentLogger, binaries: postgresBinaries(version) });
  closers.push(() => cluster.stop());
  return cluster.url;
}

/** Whether a copy has what was acknowledged before it was taken, its books in order, and lets a buyer of then in; how many orders it has. */
async function ordersOf(url: string, { dataDir, orderId, before }: { dataDir: string; orderId: string; before: ReadonlySet<string> }): Promise<number> {
  const env = { DATA_DIR: dataDir, DATABASE_URL: url, COMBOI_DEMO: '1', COMBOI_RATE_LIMITS: '0' };
  const orders = new Set((await ask<{ id: string }>(url, 'select id from orders')).map(({ id }) => id));
  expect([orderId, ...before].filter((id) => !orders.has(id))).toEqual([]);
  const { output } = await doctorBeside({ dataDir: env.DATA_DIR }, { env, args: ['--again', '0'] });
  expect(output).toMatch(/^The books are in order\./m);
  await using server = await startServer({ dataDir: env.DATA_DIR, env });
  const [ticket] = await ask<{ id: string }>(url, `select id from tickets where order_id = '${orderId}'`);
  expect(await admitOnline(server.url, ticket!.id)).toMatchObject({ success: true });
  return orders.size;
}

test.runIf(inject('soak') && existsSync(TOOLS))("copies by PostgreSQL's own tools during sales, and ours, come back, on a newer version too", async () => {
  const source = await ownFolder();
  const url = await clusterIn(source, '15');
  const env = { DATA_DIR: source, DATABASE_URL: url, COMBOI_DEMO: '1', COMBOI_RATE_LIMITS: '0' };
  const [copied, dumped, restored] = [await ownFolder(), await ownFolder(), await ownFolder()];
  const [dump, ours] = [join(dumped, 'dump.sql'), join(restored, 'ours.tgz')];
  await using server = await startServer({ dataDir: source, env });
  const { orderId } = await boughtOnline(server.url, { event: EVENT, email: 'ramon@example.com' });
  const rush = startRush(server.url, await eventOnline(server.url, EVENT), { buyers: 8, name: 'copies' });
  await expect.poll(() => rush.acknowledged.size).toBeGreaterThan(20);
  const before = new Set(rush.acknowledged.values());
  await run(join(TOOLS, 'pg_dump'), ['--no-owner', '--file', dump, url]);
  await run(join(TOOLS, 'pg_basebackup'), ['--pgdata', join(copied, 'postgres'), '--checkpoint', 'fast', '--dbname', url]);
  expect(await call('backup', { args: ['--to', ours], env })).toMatchObject({ code: 0 });
  await rush.end();

  // They copy the database alone.
  for (const folder of [copied, dumped]) await run('cp', ['-a', join(source, 'files'), folder]);
  const { uid, gid } = await stat(join(source, 'postgres'));
  await run('chown', ['-R', `${uid}:${gid}`, join(copied, 'postgres')]);
  const orders = [await ordersOf(await clusterIn(copied, '15'), { dataDir: copied, orderId, before })];
  const [fromDump, fromOurs] = [await clusterIn(dumped, '18'), await clusterIn(restored, '18')];
  await run(join(TOOLS, 'psql'), ['--quiet', '--set', 'ON_ERROR_STOP=1', '--output', '/dev/null', '--file', dump, fromDump]);
  orders.push(await ordersOf(fromDump, { dataDir: dumped, orderId, before }));
  expect(await call('restore', { args: [ours], env: { ...env, DATA_DIR: restored, DATABASE_URL: fromOurs } })).toMatchObject({ code: 0 });
  orders.push(await ordersOf(fromOurs, { dataDir: restored, orderId, before }));
  figure(`G8 ${before.size} orders before the first copy; in pg_basebackup's on 15, in pg_dump's and ours on 18`, orders.join(', '));
});
