import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, expect, test } from 'vitest';

import { startEmbeddedPostgres } from '#app/adapters/embedded-postgres/embedded-postgres.server.ts';
import { silentLogger } from '#app/adapters/log.server.ts';
import { boughtOnline, eventOnline, orderStateOnline, startRush } from '#tests/support/people/online-buyers.ts';
import { startChild } from '#tests/support/process/child-process.ts';
import { NODE, ROOT, startServer } from '#tests/support/process/child-server.ts';
import { doctorBeside } from '#tests/support/process/doctor.ts';
import { postgresBinaries } from '#tests/support/process/postgres-binaries.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';
import { figure } from '#tests/support/reporting/counts.ts';

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

async function call(script: string, { args = [], env }: { args?: string[]; env: Record<string, string> }): Promise<{ code: unknown; said: string; seconds: number }> {
  const begun = performance.now();
  const child = startChild(NODE, [`scripts/${script}.ts`, ...args], { cwd: ROOT, env });
  return { code: await child.ended, said: child.output(), seconds: (performance.now() - begun) / 1000 };
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

async function admitOnline(url: string, ticketId: string): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' };
  const login = await fetch(`${url}/api/session`, { method: 'POST', headers, body: JSON.stringify({ email: 'porta@comboi.test', password: 'Comboi2027' }) });
  const cookie = login.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ');
  const body = JSON.stringify({ ticketId, nonce: crypto.randomUUID(), device: 'Porta 1 · d1' });
  return (await fetch(`${url}/api/tickets/use`, { method: 'POST', headers: { ...headers, Cookie: cookie }, body })).json();
}

test('a backup taken during sales comes back on another version of PostgreSQL: the books are in order and an old ticket is admitted', async () => {
  await using server = await startServer({ dataDir: await ownFolder(), env: { COMBOI_RATE_LIMITS: '0' } });
  const { orderId } = await boughtOnline(server.url, { event: EVENT, email: 'ramon@example.com' });
  await expect.poll(async () => (await orderStateOnline(server.url, orderId))?.status).toBe('paid');

  const rush = startRush(server.url, await eventOnline(server.url, EVENT), { buyers: 8, name: 'backup' });
  await expect.poll(() => rush.acknowledged.size).toBeGreaterThan(20);
  const before = new Set(rush.acknowledged.values());
  const file = join(await ownFolder(), 'festival.tgz');
  const taken = await call('backup', { args: ['--to', file], env: { DATA_DIR: server.dataDir } });
  expect(taken.said).toContain(`Wrote ${file}`);
  const during = rush.acknowledged.size - before.size;
  expect(during).toBeGreaterThan(0);
  await rush.end();

  const env = { DATA_DIR: await ownFolder(), DATABASE_URL: await anOlderDatabase(), COMBOI_DEMO: '1', COMBOI_RATE_LIMITS: '0' };
  const restored = await call('restore', { args: [file], env });
  expect(restored).toMatchObject({ code: 0, said: expect.stringMatching(/Restored what was there on .* with \d+ stored files/) });
  expect(await call('restore', { args: [file], env })).toMatchObject({ code: 1, said: expect.stringContaining('This database is not empty') });
  expect(await call('restore', { args: [file, '--replace'], env })).toMatchObject({ code: 0 });
  const orders = new Set((await ask<{ id: string }>(env.DATABASE_URL, 'select id from orders')).map(({ id }) => id));
  expect([orderId, ...before].filter((id) => !orders.has(id))).toEqual([]);
  const visit = await doctorBeside({ dataDir: env.DATA_DIR }, { env, args: ['--again', '0'] });
  expect(visit.said).toMatch(/^The books are in order\./m);

  const tickets = await ask<{ id: string }>(env.DATABASE_URL, `select id from tickets where order_id = '${orderId}'`);
  await using elsewhere = await startServer({ dataDir: env.DATA_DIR, env });
  expect(await admitOnline(elsewhere.url, tickets[0]!.id)).toMatchObject({ success: true });
  const event = await eventOnline(elsewhere.url, EVENT);
  const next = await boughtOnline(elsewhere.url, { event: event.title, email: 'vicenta@example.com' });
  expect(orders.has(next.orderId)).toBe(false);
  const running = await call('restore', { args: [file, '--replace'], env });
  expect(running).toMatchObject({ code: 1, said: expect.stringContaining('Comboi is running on this database') });

  figure('G17 orders placed while the backup was taken, doctor violations after it was restored', `${during}, ${visit.violations}`);
  figure('G17 backup, restore (with the start of each program)', `${taken.seconds.toFixed(1)} s, ${restored.seconds.toFixed(1)} s, ${((await stat(file)).size / 1e6).toFixed(1)} MB`);
});
