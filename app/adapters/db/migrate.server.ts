import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

import type { Logger } from '#app/adapters/log.server.ts';
import { StartRefusal } from '#app/start-refusal.server.ts';

const bundled = import.meta.glob<string>('/db/migrations/*.sql', { query: '?raw', import: 'default', eager: true });

/** "COMBOIMI" read as a number. */
const LOCK_KEY = '4850180270894697801';
const STILL_WAITING_MS = 3_000;
const HISTORY = 'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())';

interface Migration {
  name: string;
  text: string;
  checksum: string;
}

/** Each file is a transaction of its own; a lock that lives no longer lets one process migrate at a time, past a pooler too. */
export async function migrate({ url, log, files = bundled }: { url: string; log: Logger; files?: Record<string, string> }): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'comboi-migrate' });
  // A lost connection also fails the statement at work; without this the driver would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    const migrations = inOrder(files);
    for (;;) {
      const applied = await applyNext(client, { migrations, log });
      if (applied === null) return;
      log.info({ migration: applied.name }, 'Migrated');
    }
  } finally {
    await client.end();
  }
}

function inOrder(files: Record<string, string>): Migration[] {
  return Object.entries(files)
    .map(([path, text]) => ({ name: path.split('/').at(-1) ?? path, text, checksum: checksumOf(text) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

export function pendingMigrations(migrations: readonly Migration[], applied: readonly { name: string; checksum: string }[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = known.get(name);
    if (migration === undefined) {
      throw new StartRefusal(`The database is newer than this program: it has the migration ${name}. Start the newer version.`);
    }
    if (migration.checksum !== checksum) {
      throw new StartRefusal(`The migration ${name} was changed after it had been applied. Put it back as it was and write a new file.`);
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}

/** Brings an empty schema to where another one was, in the caller's transaction. */
export async function migrateTo(client: pg.Client, { reached, files = bundled }: { reached: readonly Pick<Migration, 'name' | 'checksum'>[]; files?: Record<string, string> }): Promise<void> {
  const migrations = inOrder(files);
  pendingMigrations(migrations, reached);
  const wanted = new Set(reached.map(({ name }) => name));
  await client.query(`select pg_advisory_xact_lock(${LOCK_KEY})`);
  await client.query(HISTORY);
  for (const migration of migrations) {
    if (wanted.has(migration.name)) await run(client, migration);
  }
}

/** Null when none is left. */
async function applyNext(client: pg.Client, { migrations, log }: { migrations: readonly Migration[]; log: Logger }): Promise<Migration | null> {
  await client.query('begin');
  // A migration takes its time, and so does whoever waits for it.
  await client.query('set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  const waiting = setInterval(() => log.info('Waiting for another process that migrates the database'), STILL_WAITING_MS);
  await client.query(`select pg_advisory_xact_lock(${LOCK_KEY})`).finally(() => clearInterval(waiting));
  await client.query(HISTORY);
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations order by name');
  const [next] = pendingMigrations(migrations, rows);
  try {
    if (next !== undefined) await run(client, next);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new Error(`The migration ${next?.name ?? ''} failed; nothing of it was kept`, { cause: error });
  }
  return next ?? null;
}

async function run(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  await client.query(text);
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
}

/** A checkout may change line ends. */
function checksumOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}

const OLDEST_VERSION = 150_000;
const TRY_EVERY_MS = 500;
const TELL_EVERY_TRIES = 10;
const TRIES = 1_200;
const INVALID_AUTHORIZATION = '28';

export async function waitForDatabase({ url, log, signal }: { url: string; log: Logger; signal?: AbortSignal }): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    signal?.throwIfAborted();
    try {
      await assertUsable(url);
      return;
    } catch (error) {
      const reason = error instanceof Error ? `${'code' in error ? `${String(error.code)} ` : ''}${error.message}` : String(error);
      if (error instanceof StartRefusal) throw error;
      if (error instanceof pg.DatabaseError && (error.code ?? '').startsWith(INVALID_AUTHORIZATION)) {
        throw new StartRefusal(`DATABASE_URL: the database refuses us: ${error.message}`);
      }
      if (tries >= TRIES) throw new StartRefusal(`DATABASE_URL: the database does not answer: ${reason}`);
      if (tries % TELL_EVERY_TRIES === 0) log.warn({ reason }, 'Waiting for the database');
    }
    await pause(TRY_EVERY_MS, undefined, { signal });
  }
}

async function assertUsable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 4_000, query_timeout: 4_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(`select current_setting('server_version_num')::int as version`);
    if ((rows[0]?.version ?? 0) < OLDEST_VERSION) throw new StartRefusal('DATABASE_URL: Comboi needs PostgreSQL 15 or newer.');
  } finally {
    await client.end().catch(() => {});
  }
}
