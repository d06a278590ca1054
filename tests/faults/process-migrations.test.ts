import pg from 'pg';
import { beforeEach, describe, expect, inject, test } from 'vitest';

import { migrate } from '#app/adapters/db/migrate.server.ts';
import { silentLogger } from '#app/adapters/log.server.ts';

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
});
