import pg from 'pg';
import { expect, inject, test } from 'vitest';

import { boughtOnline, eventOnline, orderOnline, orderStateOnline } from '#tests/support/people/online-buyers.ts';
import { startChild } from '#tests/support/process/child-process.ts';
import { type ChildServer, NODE, ROOT, startServer } from '#tests/support/process/child-server.ts';
import { doctorBeside } from '#tests/support/process/doctor.ts';
import { PGBOUNCER, pgbouncer } from '#tests/support/process/between/pgbouncer.ts';
import { transactionPooler } from '#tests/support/process/between/transaction-pooler.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';
import { aTestDatabase } from '#tests/support/process/test-database.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';

/* A pooler in transaction mode lends each transaction another connection: nothing may hang on a session. */

const UNLIMITED = 'Concert de la nit del foc';
/** A pooler lends sessions in the zone of whoever opened them, and this one is far from Madrid and from UTC, by three quarters of an hour. */
const ZONE = 'Pacific/Chatham';
const BUYERS = count({ test: 24, soak: 400 });

async function ask<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** As a provider hands it out. */
async function anEmptyDatabase(): Promise<string> {
  const url = new URL(await aTestDatabase());
  const name = `${url.pathname.slice(1)}_empty`;
  await ask(inject('postgresUrl'), `create database ${name}`);
  await ask(inject('postgresUrl'), `alter database ${name} set timezone = '${ZONE}'`);
  url.pathname = `/${name}`;
  return url.href;
}

async function sellThrough(server: ChildServer): Promise<void> {
  const event = await eventOnline(server.url, UNLIMITED);
  const answers = await Promise.all(Array.from({ length: BUYERS }, (_, n) => orderOnline(server.url, { event, key: `past-the-pooler-${n}` })));
  expect(answers.map((answer) => answer?.status)).toEqual(answers.map(() => 201));
  const paid = await boughtOnline(server.url, { event: UNLIMITED, email: 'neus@example.com' });
  await expect.poll(async () => (await orderStateOnline(server.url, paid.orderId))?.emailStatus).toBe('sent');
}

async function expectTimeoutsAndSoundLedger(server: ChildServer, { url, direct }: { url: string; direct: string }): Promise<void> {
  const settings = await Promise.all(Array.from({ length: 4 }, () => ask<{ lock: string; statement: string; zone: string }>(url, "select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement, current_setting('TimeZone') as zone")));
  expect(settings.flat()).toEqual(settings.map(() => ({ lock: '3s', statement: '10s', zone: ZONE })));
  expect(await doctorBeside(server, { env: { DATABASE_URL: url, DATABASE_DIRECT_URL: direct, COMBOI_DEMO: '1' } })).toMatchObject({ code: 0, violations: 0 });
}

/** From a change that another process makes until a page that was kept shows it. */
async function secondsUntilVisible(server: ChildServer, url: string): Promise<number> {
  const list = async (): Promise<string> => (await fetch(`${server.url}/tickets`)).text();
  expect(await list()).toContain(UNLIMITED);
  const begun = performance.now();
  await ask(url, `update events set title = 'Concert canviat' where title = '${UNLIMITED}'`);
  await expect.poll(list, { interval: 20 }).toContain('Concert canviat');
  const seconds = (performance.now() - begun) / 1000;
  await ask(url, `update events set title = '${UNLIMITED}' where title = 'Concert canviat'`);
  return seconds;
}

/** What the day of an event and the instant of a payment are, told by the database itself, and what guests and exports are told. */
async function expectTimesToBeRight(server: ChildServer, direct: string): Promise<void> {
  const [event] = await ask<{ day: string; time: string }>(direct, `select event_date::text as day, to_char(event_time, 'HH24:MI') as time from events where title = '${UNLIMITED}'`);
  const { events } = (await (await fetch(`${server.url}/api/events`)).json()) as { events: { title: string; date: string; time: string | null }[] };
  const { date, time } = events.find(({ title }) => title === UNLIMITED)!;
  expect([date, time?.slice(0, 5) ?? null]).toEqual([event!.day, event!.time]);
  const [paid] = await ask<{ epoch: string; local: string }>(direct, "select floor(extract(epoch from paid_at))::text as epoch, to_char(paid_at at time zone 'Europe/Madrid', 'YYYY-MM-DD HH24:MI') as local from orders where status = 'paid' and email = 'neus@example.com'");
  expect(Math.abs(Number(paid!.epoch) * 1000 - Date.now())).toBeLessThan(HOUR_MS / 2);
  expect(paid!.local).toBe(new Date(Number(paid!.epoch) * 1000).toLocaleString('sv-SE', { timeZone: 'Europe/Madrid' }).slice(0, 16));
}

const HOUR_MS = 3_600_000;
const ENV = { COMBOI_DEMO: '1', COMBOI_RATE_LIMITS: '0' };

test('behind a pooler in transaction mode an empty database is migrated, sold from, paid and mailed, and no statement is one of a session', async () => {
  const direct = await anEmptyDatabase();
  await using pooler = await transactionPooler(direct);
  await using server = await startServer({ env: { ...ENV, DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct } });
  await sellThrough(server);
  await expectTimesToBeRight(server, direct);
  const seconds = await secondsUntilVisible(server, pooler.url);
  await expectTimeoutsAndSoundLedger(server, { url: pooler.url, direct });
  expect(pooler.refused).toEqual([]);
  expect(pooler.connectionsUsed()).toBeGreaterThan(2);
  figure('behind a pooler a change of a kept page is shown after', `${seconds.toFixed(1)} s`);
  figure('statements of a session past a pooler', `${pooler.refused.length} of ${pooler.transactions()} transactions`);
});

test('behind a pooler a start without the address past it says what to set, and so does one whose address past it is none', async () => {
  const direct = await aTestDatabase();
  await using pooler = await transactionPooler(direct);
  for (const [env, words] of [[{}, /set DATABASE_DIRECT_URL to the address of PostgreSQL itself/], [{ DATABASE_DIRECT_URL: pooler.url.replace('127.0.0.1', 'localhost') }, /DATABASE_DIRECT_URL leads through a pooler as well/]] as const) {
    await expect(startServer({ env: { ...ENV, DATABASE_URL: pooler.url, ...env } })).rejects.toThrow(words);
  }
});

test('behind a pooler a restore without the address past it says what to set before it reads its backup', async ({ onTestFinished }) => {
  await using pooler = await transactionPooler(await aTestDatabase());
  const folder = await temporaryFolder();
  onTestFinished(() => removeDataDir(folder));
  const restore = startChild(NODE, ['scripts/restore.ts', 'none.tgz', '--replace'], { cwd: ROOT, env: { ...ENV, DATA_DIR: folder, DATABASE_URL: pooler.url } });
  expect(await restore.ended).toBe(1);
  expect(restore.output()).toMatch(/^DATABASE_URL leads through a pooler .* set DATABASE_DIRECT_URL/m);
});

test('a session is refused there, so that the test above can fail', async () => {
  await using pooler = await transactionPooler(await aTestDatabase());
  for (const statement of ['listen changes', "set lock_timeout = '1s'", 'select pg_advisory_lock(1)', 'prepare one as select 1', 'create temp table t (id int)']) {
    await expect(ask(pooler.url, statement)).rejects.toThrow(/of a session|Connection terminated/);
  }
  expect(await ask(pooler.url, "set local lock_timeout = '1s'")).toEqual([]);
  expect(pooler.refused).toHaveLength(5);
});

test.runIf(inject('soak') && PGBOUNCER !== null)('the same behind PgBouncer itself', async () => {
  const direct = await anEmptyDatabase();
  await using pooler = await pgbouncer(PGBOUNCER!, direct);
  await using server = await startServer({ env: { ...ENV, DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct } });
  await sellThrough(server);
  await expectTimesToBeRight(server, direct);
  await expectTimeoutsAndSoundLedger(server, { url: pooler.url, direct });
  expect(await ask(direct, "select from orders where status = 'paid' and email = 'neus@example.com'")).toHaveLength(1);
});

test('reads that may be old go to the replica, and nothing else does', async () => {
  const primary = await aTestDatabase();
  const replica = await aTestDatabase();
  await ask(replica, "update events set title = 'From the replica' where title = 'Concert de la nit del foc'");
  await using server = await startServer({ env: { ...ENV, DATABASE_URL: primary, DATABASE_REPLICA_URL: replica } });
  const [feed, list] = await Promise.all(['/api/calendar.ics', '/api/events'].map(async (path) => (await fetch(server.url + path)).text()));
  expect(feed).toContain('From the replica');
  expect(list).not.toContain('From the replica');
  await sellThrough(server);
});
