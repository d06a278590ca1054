import pg from 'pg';
import { beforeEach, describe, expect, inject, test } from 'vitest';

import { sealAudit } from '#app/adapters/db/audit.server.ts';
import { openDatabase } from '#app/adapters/db/database.server.ts';
import { migrate } from '#app/adapters/db/migrate.server.ts';
import { silentLogger } from '#app/adapters/log.server.ts';
import { examineRecords, type Violation } from '#app/features/doctor/doctor.server.ts';
import { fillFirstSchema, FIRST_THAT_SOLD, TICKETS_OF_AN_ORDER } from '#tests/support/process/filled-schema.ts';
import { count, examined, figure } from '#tests/support/reporting/counts.ts';

const EVENTS = { '/db/migrations/0001_events.sql': 'create table events (id int primary key);' };
const TITLES = { ...EVENTS, '/db/migrations/0002_titles.sql': 'alter table events add title text; insert into events values (1, $$Paella$$);' };
const SLOW = { ...EVENTS, '/db/migrations/0002_slow.sql': 'create table slow (id int); select pg_sleep(0.5); insert into slow values (1);' };
const ENDLESS = { ...EVENTS, '/db/migrations/0002_slow.sql': 'create table slow (id int); select pg_sleep(3600);' };
const BROKEN = { ...EVENTS, '/db/migrations/0002_broken.sql': 'create table half (id int); select 1 / 0;' };

const cluster = inject('postgresUrl');
let url: string;

beforeEach(async () => {
  await ask(cluster, 'drop database if exists fresh with (force)');
  await ask(cluster, 'create database fresh');
  url = Object.assign(new URL(cluster), { pathname: '/fresh' }).href;
});

async function ask(address: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: address });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

describe('migrations', () => {
  test('of the product apply to an empty database, and again to nothing', async () => {
    await migrate({ url, log: silentLogger });
    const before = await ask(url, 'select name, applied_at from schema_migrations order by name');
    expect(before.length).toBeGreaterThan(0);
    await migrate({ url, log: silentLogger });
    expect(await ask(url, 'select name, applied_at from schema_migrations order by name')).toEqual(before);
  });

  test('add only what is new', async () => {
    await migrate({ url, log: silentLogger, files: EVENTS });
    await migrate({ url, log: silentLogger, files: TITLES });
    expect(await ask(url, 'select title from events')).toEqual([{ title: 'Paella' }]);
  });

  test('by four processes at once are applied once', async () => {
    await Promise.all(Array.from({ length: 4 }, () => migrate({ url, log: silentLogger, files: SLOW })));
    expect(await ask(url, 'select id from slow')).toEqual([{ id: 1 }]);
  });

  test('that fail leave nothing of themselves and keep what came before', async () => {
    await expect(migrate({ url, log: silentLogger, files: BROKEN })).rejects.toThrow('0002_broken.sql failed');
    expect(await ask(url, `select to_regclass('half') as half, to_regclass('events')::text as events`)).toEqual([{ half: null, events: 'events' }]);
    expect(await ask(url, 'select name from schema_migrations')).toEqual([{ name: '0001_events.sql' }]);
  });

  test('killed half-way leave nothing of themselves, and the next run does them', async () => {
    const killed = migrate({ url, log: silentLogger, files: ENDLESS }).catch(() => 'killed');
    await expect
      .poll(() => ask(url, `select pg_terminate_backend(pid) as ended from pg_stat_activity where datname = 'fresh' and wait_event = 'PgSleep'`))
      .toEqual([{ ended: true }]);
    expect(await killed).toBe('killed');
    expect(await ask(url, `select to_regclass('slow') as slow`)).toEqual([{ slow: null }]);
    await migrate({ url, log: silentLogger, files: SLOW });
    expect(await ask(url, 'select id from slow')).toEqual([{ id: 1 }]);
  });

  test('changed after they were applied are refused by name', async () => {
    await migrate({ url, log: silentLogger, files: EVENTS });
    const changed = { '/db/migrations/0001_events.sql': 'create table events (id bigint primary key);' };
    await expect(migrate({ url, log: silentLogger, files: changed })).rejects.toThrow('0001_events.sql was changed');
  });

  test('that this program does not know mean the database is newer, and it says so', async () => {
    await migrate({ url, log: silentLogger, files: TITLES });
    await expect(migrate({ url, log: silentLogger, files: EVENTS })).rejects.toThrow('newer than this program');
  });

  test('of a year of sales: two processes migrate them once, the books are in order, and nobody waits for long', async () => {
    const orders = count({ test: 200, soak: 100_000 }) / TICKETS_OF_AN_ORDER;
    const all = import.meta.glob<string>('/db/migrations/*.sql', { query: '?raw', import: 'default', eager: true });
    await migrate({ url, log: silentLogger, files: Object.fromEntries(Object.entries(all).filter(([path]) => path.slice('/db/migrations/'.length) <= FIRST_THAT_SOLD)) });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await fillFirstSchema(client, { orders });
    await client.end();

    const applied: { name: string; seconds: number }[] = [];
    let last = performance.now();
    const log = {
      ...silentLogger,
      info(told: { migration?: string }) {
        if (told.migration !== undefined) applied.push({ name: told.migration, seconds: (performance.now() - last) / 1000 });
        last = performance.now();
      },
    };
    const waits = watchWaits(url);
    await Promise.all([migrate({ url, log }), migrate({ url, log })]);
    const longest = await waits.end();
    const names = applied.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    await migrate({ url, log });
    expect(applied).toHaveLength(names.length);

    expect(await ask(url, 'select count(*)::integer as tickets from tickets')).toEqual([{ tickets: orders * TICKETS_OF_AN_ORDER }]);
    expect(await ask(url, `select count(*)::integer as unnamed from mails where status = 'failed' and failure is null`)).toEqual([{ unnamed: 0 }]);
    expect(await examinedBooks(url)).toEqual([]);
    const slowest = applied.toSorted((one, other) => other.seconds - one.seconds).slice(0, 5).map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`);
    figure(`G19 ${orders * TICKETS_OF_AN_ORDER} tickets: all migrations since the first sale, the longest`, `${applied.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(1)} s, ${slowest.join(', ')}`);
    figure('G19 who reads, writes a ticket, an order, a mail meanwhile waits at most', longest.map((ms) => `${(ms / 1000).toFixed(2)} s`).join(', '));
  });
});

const STATEMENTS = ['select count(*) from tickets where order_id = md5(\'order 1\')::uuid', ...['tickets', 'orders', 'mails'].map((table) => `update ${table} set created_at = created_at where id = (select id from ${table} limit 1)`)];

/** Asks over and over, as a process of the release before would, and tells how long each statement took at most. */
function watchWaits(address: string): { end(): Promise<number[]> } {
  let going = true;
  const longest = STATEMENTS.map(async (statement) => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    let most = 0;
    while (going) {
      const begun = performance.now();
      await client.query(statement);
      most = Math.max(most, performance.now() - begun);
    }
    await client.end();
    return most;
  });
  return {
    async end() {
      going = false;
      return Promise.all(longest);
    },
  };
}

async function examinedBooks(address: string): Promise<Violation[]> {
  const db = openDatabase({ url: address, poolSize: 2, log: silentLogger });
  try {
    await sealAudit(db.query);
    const found = await examineRecords(db.query, new Date());
    examined(found.length);
    return found;
  } finally {
    await db.close();
  }
}
