import pg from 'pg';
import { beforeEach, describe, expect, inject, test } from 'vitest';

import { sealAudit } from '#app/platform/adapters/db/audit.server.ts';
import { openDatabase } from '#app/platform/adapters/db/database.server.ts';
import { migrate } from '#app/platform/adapters/db/migrate.server.ts';
import { bundledSchema, type SchemaFiles } from '#app/platform/adapters/db/schema-files.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { examineRecords, type Violation } from '#app/features/doctor/doctor.server.ts';
import { fillYear, TICKETS_OF_AN_ORDER } from '#tests/support/process/filled-schema.ts';
import { count, examined, figure } from '#tests/support/reporting/counts.ts';

/** Without the functions, which know the tables of today. */
const BASELINE = { ...bundledSchema, migrations: {}, functions: {} };
const EVENTS: SchemaFiles = { baseline: 'create table events (id int primary key);', migrations: {}, functions: {} };
const TITLES = withMigration('0001_titles', 'alter table events add title text; insert into events values (1, $$Paella$$);');
const SLOW = withMigration('0001_slow', 'create table slow (id int); select pg_sleep(0.5); insert into slow values (1);');
const ENDLESS = withMigration('0001_slow', 'create table slow (id int); select pg_sleep(3600);');
const BROKEN = withMigration('0001_broken', 'create table half (id int); select 1 / 0;');

function withMigration(name: string, text: string, schema: SchemaFiles = EVENTS): SchemaFiles {
  return { ...schema, migrations: { ...schema.migrations, [`/db/migrations/${name}.sql`]: text } };
}

function withFunctions(functions: Record<string, string>, schema: SchemaFiles = EVENTS): SchemaFiles {
  return { ...schema, functions: Object.fromEntries(Object.entries(functions).map(([name, text]) => [`/db/functions/${name}.sql`, text])) };
}

function answering(name: string, answer: string): string {
  return `create or replace function ${name}() returns text language sql as $$ select '${answer}' $$;`;
}

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
    const history = 'select name, applied_at from schema_migrations union all select checksum, applied_at from schema_functions order by name';
    const before = await ask(url, history);
    expect(before.length).toBeGreaterThan(1);
    await migrate({ url, log: silentLogger });
    expect(await ask(url, history)).toEqual(before);
  });

  test('add only what is new', async () => {
    await migrate({ url, log: silentLogger, schema: EVENTS });
    await migrate({ url, log: silentLogger, schema: TITLES });
    expect(await ask(url, 'select title from events')).toEqual([{ title: 'Paella' }]);
  });

  test('by four processes at once are applied once', async () => {
    await Promise.all(Array.from({ length: 4 }, () => migrate({ url, log: silentLogger, schema: SLOW })));
    expect(await ask(url, 'select id from slow')).toEqual([{ id: 1 }]);
  });

  test('that fail leave nothing of themselves and keep what came before', async () => {
    await expect(migrate({ url, log: silentLogger, schema: BROKEN })).rejects.toThrow('0001_broken.sql failed');
    expect(await ask(url, `select to_regclass('half') as half, to_regclass('events')::text as events`)).toEqual([{ half: null, events: 'events' }]);
    expect(await ask(url, 'select name from schema_migrations')).toEqual([{ name: 'baseline.sql' }]);
  });

  test('killed half-way leave nothing of themselves, and the next run does them', async () => {
    const killed = migrate({ url, log: silentLogger, schema: ENDLESS }).catch(() => 'killed');
    await expect
      .poll(() => ask(url, `select pg_terminate_backend(pid) as ended from pg_stat_activity where datname = 'fresh' and wait_event = 'PgSleep'`))
      .toEqual([{ ended: true }]);
    expect(await killed).toBe('killed');
    expect(await ask(url, `select to_regclass('slow') as slow`)).toEqual([{ slow: null }]);
    await migrate({ url, log: silentLogger, schema: SLOW });
    expect(await ask(url, 'select id from slow')).toEqual([{ id: 1 }]);
  });

  test('changed after they were applied are refused by name', async () => {
    await migrate({ url, log: silentLogger, schema: EVENTS });
    const changed = { ...EVENTS, baseline: 'create table events (id bigint primary key);' };
    await expect(migrate({ url, log: silentLogger, schema: changed })).rejects.toThrow('baseline.sql was changed');
  });

  test('that this program does not know mean the database is newer, and it says so', async () => {
    await migrate({ url, log: silentLogger, schema: TITLES });
    await expect(migrate({ url, log: silentLogger, schema: EVENTS })).rejects.toThrow('newer than this program');
  });

  test('before the baseline are refused with the commit that can read them, and nothing is touched', async () => {
    await ask(url, 'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())');
    await ask(url, `insert into schema_migrations (name, checksum) values ('0001_accounts.sql', 'a'), ('0085_told_changes.sql', 'b')`);
    await expect(migrate({ url, log: silentLogger })).rejects.toThrow(/This database was made before the baseline .* the last commit that can read it is abd0a6f6\./);
    expect(await ask(url, `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)).toEqual([{ relname: 'schema_migrations' }]);
  });

  test('bring the passwords of the baseline along, and leave who is signed in signed in', async () => {
    await migrate({ url, log: silentLogger, schema: BASELINE });
    await ask(url, `
      insert into users (id, name, email, created_at, updated_at) values (md5('a')::uuid, 'Neus', 'neus@example.com', now(), now()), (md5('b')::uuid, 'Pau', 'pau@example.com', now(), now());
      insert into accounts (id, user_id, account_id, provider_id, password, created_at, updated_at) values (md5('c')::uuid, md5('a')::uuid, 'a', 'credential', 'salt:key', now(), now());
      insert into sessions (id, user_id, token, expires_at, created_at, updated_at) values (md5('d')::uuid, md5('a')::uuid, 'standing', now() + interval '1 day', now(), now());`);
    await migrate({ url, log: silentLogger });
    expect(await ask(url, 'select name, password_hash, token from users left join sessions on user_id = users.id order by name')).toEqual([
      { name: 'Neus', password_hash: 'salt:key', token: 'standing' },
      { name: 'Pau', password_hash: null, token: null },
    ]);
  });

  test('an upgrade from the baseline, with a year of sales: two processes do it once, the books are in order, and nobody waits for long', async () => {
    const orders = count({ test: 200, soak: 100_000 }) / TICKETS_OF_AN_ORDER;
    await migrate({ url, log: silentLogger, schema: BASELINE });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await fillYear(client, { orders });
    await client.end();

    const column = 'alter table tickets add column seat text; alter table tickets add check (seat <> $$$$) not valid;';
    const rows = `update mails set failure = 'later' where failure = 'unknown'; create index tickets_seat on tickets (event_id, seat) where seat is not null;`;
    const next = withMigration('9902_rows', rows, withMigration('9901_column', column, { ...bundledSchema, functions: { ...bundledSchema.functions, '/db/functions/seat_of.sql': answering('seat_of', 'A1') } }));
    // Each process logs after its commit, when the other may have committed the next.
    const migrated: string[] = [];
    const replaced: string[][] = [];
    const log = {
      ...silentLogger,
      info({ migration, functions }: { migration?: string; functions?: string[] }) {
        if (migration !== undefined) migrated.push(migration);
        if (functions !== undefined) replaced.push(functions);
      },
    };
    const waits = watchWaits(url);
    const begun = performance.now();
    await Promise.all([migrate({ url, log, schema: next }), migrate({ url, log, schema: next })]);
    const seconds = (performance.now() - begun) / 1000;
    const longest = await waits.end();
    const ours = Object.keys(bundledSchema.migrations).map((path) => path.slice('/db/migrations/'.length));
    expect(migrated.toSorted()).toEqual([...ours, '9901_column.sql', '9902_rows.sql']);
    expect(replaced.map((functions) => functions.length)).toEqual([Object.keys(next.functions).length]);

    expect(await ask(url, 'select count(*)::integer as tickets from tickets where seat is null')).toEqual([{ tickets: orders * TICKETS_OF_AN_ORDER }]);
    expect(await ask(url, `select count(*)::integer as unmoved from mails where status = 'failed' and failure <> 'later'`)).toEqual([{ unmoved: 0 }]);
    expect(await ask(url, 'select seat_of()')).toEqual([{ seat_of: 'A1' }]);
    expect(await examinedBooks(url)).toEqual([]);
    figure(`G19 ${orders * TICKETS_OF_AN_ORDER} tickets: an upgrade by a column, an index and the rows of a table`, `${seconds.toFixed(1)} s`);
    figure('G19 who reads, writes a ticket, an order, a mail meanwhile waits at most', longest.map((ms) => `${(ms / 1000).toFixed(2)} s`).join(', '));
  });
});

describe('functions', () => {
  const ONE = withFunctions({ greeting: answering('greeting', 'Bon dia') });
  const OTHER = withFunctions({ greeting: answering('greeting', 'Bona nit') });
  const greeting = async (): Promise<unknown> => (await ask(url, 'select greeting()'))[0]!['greeting'];
  const go = async (schema: SchemaFiles): Promise<void> => migrate({ url, log: silentLogger, schema });

  test('are replaced when their text changes, by four processes at once, and those that stayed are left alone', async () => {
    const same = 'create or replace function same() returns int language sql as $$ select 1 $$;';
    await go(withFunctions({ greeting: answering('greeting', 'Bon dia'), same }));
    const before = await ask(url, `select xmin::text from pg_proc where proname = 'same'`);
    const later = withFunctions({ greeting: answering('greeting', 'Bona nit'), same });
    await Promise.all(Array.from({ length: 4 }, () => go(later)));
    expect([await greeting(), await ask(url, 'select place from schema_functions')]).toEqual(['Bona nit', [{ place: 1 }, { place: 2 }]]);
    expect(await ask(url, `select xmin::text from pg_proc where proname = 'same'`)).toEqual(before);
  });

  test('may call one of a later file, and a column of the last migration', async () => {
    const zone = 'create or replace function zone() returns text language sql as $$ select title from events $$;';
    await go(withFunctions({ greeting: `create or replace function greeting() returns text language sql as $$ select 'Bon dia, ' || zone() $$;`, zone }, TITLES));
    expect(await greeting()).toBe('Bon dia, Paella');
  });

  test('that fail take the last migration along, and what was there stays', async () => {
    await go(ONE);
    await expect(go(withFunctions({ greeting: answering('greeting', 'Bona nit'), later: 'create or replace function later() returns nothing;' }, TITLES))).rejects.toThrow('0001_titles.sql failed');
    expect(await greeting()).toBe('Bon dia');
    expect(await ask(url, 'select name from schema_migrations')).toEqual([{ name: 'baseline.sql' }]);
  });

  test('killed in the middle are those of before, and the next run replaces them', async () => {
    await go(ONE);
    const endless = withFunctions({ greeting: answering('greeting', 'Bona nit'), sleep: `select pg_sleep(3600); ${answering('sleep', '')}` });
    const killed = go(endless).catch(() => 'killed');
    await expect
      .poll(() => ask(url, `select pg_terminate_backend(pid) as ended from pg_stat_activity where datname = 'fresh' and wait_event = 'PgSleep'`))
      .toEqual([{ ended: true }]);
    expect(await killed).toBe('killed');
    expect(await greeting()).toBe('Bon dia');
    await go(OTHER);
    expect(await greeting()).toBe('Bona nit');
  });

  test('that are in no file any more are dropped with their triggers, and a trigger that left its file alone', async () => {
    const trigger = (name: string): string => `create or replace trigger ${name} before insert on events for each row execute function stamp();`;
    const stamp = 'create or replace function stamp() returns trigger language plpgsql as $$ begin return new; end $$;';
    const triggers = `select tgname from pg_trigger where not tgisinternal order by tgname`;
    await go(withFunctions({ stamp: `${stamp} ${trigger('first')} ${trigger('second')}` }));
    const deferred = 'drop trigger if exists third on events; create constraint trigger third after insert on events deferrable initially deferred for each row execute function stamp();';
    await go(withFunctions({ stamp: `${stamp} ${trigger('second')} ${deferred}` }));
    expect(await ask(url, triggers)).toEqual([{ tgname: 'second' }, { tgname: 'third' }]);
    await go(withFunctions({ stamp: `${stamp} ${deferred}` }));
    expect(await ask(url, triggers)).toEqual([{ tgname: 'third' }]);
    await go(ONE);
    expect([await ask(url, triggers), await ask(url, `select proname from pg_proc where pronamespace = 'public'::regnamespace`)]).toEqual([[], [{ proname: 'greeting' }]]);
  });

  test('that take other arguments are refused: who runs the release before still calls them', async () => {
    await go(ONE);
    const other = withFunctions({ greeting: 'create or replace function greeting(whom text) returns text language sql as $$ select whom $$;' });
    await expect(go(other)).rejects.toMatchObject({ cause: { message: expect.stringContaining('gets a new name') } });
    expect(await greeting()).toBe('Bon dia');
  });

  test.each([
    ['by a migration', withFunctions({ greeting: answering('greeting', 'Bona nit') }, TITLES)],
    ['by functions alone', OTHER],
  ])('of a release that is newer %s are left alone by the older one, which is refused when it starts again', async (_by, newer) => {
    await go(ONE);
    await go(newer);
    await expect(go(ONE)).rejects.toThrow('newer than this program');
    expect(await greeting()).toBe('Bona nit');
    await go(newer);
  });

  test('are nowhere made by replacing text in a definition', () => {
    const texts = Object.entries({ '/db/baseline.sql': bundledSchema.baseline, ...bundledSchema.migrations, ...bundledSchema.functions });
    expect(texts.filter(([, text]) => /pg_get_functiondef|pg_get_triggerdef|prosrc/.test(text)).map(([path]) => path)).toEqual([]);
    const elsewhere = Object.entries({ '/db/baseline.sql': bundledSchema.baseline, ...bundledSchema.migrations }).filter(([, text]) => /create (or replace )?(function|trigger)/i.test(text));
    expect(elsewhere.map(([path]) => path)).toEqual([]);
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
