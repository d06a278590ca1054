import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

import type { Logger } from '#app/platform/adapters/log.server.ts';
import { StartRefusal } from '#app/platform/start-refusal.server.ts';

import { applyFunctions, FUNCTION_SETS, insertFormerSets } from './functions.server.ts';
import { BASELINE, bundledSchema, functionsOf, migrationsOf, type SchemaFile, type SchemaFiles } from './schema-files.server.ts';

/** The last commit whose migrations were another history, in which nothing had been sold for money. */
const LAST_BEFORE_BASELINE = 'abd0a6f6';

const LOCK_KEY = '4850180270894697801';
const STILL_WAITING_MS = 3_000;
const HISTORY = 'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())';

type Reached = readonly Pick<SchemaFile, 'name' | 'checksum'>[];

export class BeforeBaseline extends StartRefusal {
  override name = 'StartRefusal';
}

/** One transaction for each migration, the functions with the last; transaction-level locks let one process migrate at a time, past a pooler too. */
export async function migrate({ url, log, schema = bundledSchema }: { url: string; log: Logger; schema?: SchemaFiles }): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'comboi-migrate' });
  // A lost connection also fails the statement at work; without this the driver would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    const migrations = migrationsOf(schema);
    const functions = functionsOf(schema);
    for (let isLast = false; !isLast; ) isLast = await applyNext(client, { migrations, functions, log });
  } finally {
    await client.end();
  }
}

function pendingMigrations(migrations: readonly SchemaFile[], { applied, of }: { applied: Reached; of: 'database' | 'backup' }): SchemaFile[] {
  if (applied.length > 0 && !applied.some(({ name }) => name === BASELINE)) {
    throw new BeforeBaseline(`This ${of} was made before the baseline of the schema (db/baseline.sql): the last commit that can read it is ${LAST_BEFORE_BASELINE}.`);
  }
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = known.get(name);
    if (migration === undefined) {
      throw new StartRefusal(`The ${of} is newer than this program: it has the migration ${name}. Start the newer version.`);
    }
    if (migration.checksum !== checksum) {
      throw new StartRefusal(`The migration ${name} was changed after it had been applied. Put it back as it was and write a new file.`);
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}

export function assertReachable(reached: Reached, { of, schema }: { of: 'database' | 'backup'; schema: SchemaFiles }): void {
  pendingMigrations(migrationsOf(schema), { applied: reached, of });
}

export async function migrateTo(client: pg.Client, { reached, functionSets, schema }: { reached: Reached; functionSets: readonly string[]; schema: SchemaFiles }): Promise<void> {
  const migrations = migrationsOf(schema);
  const wanted = new Set(reached.map(({ name }) => name));
  await client.query(`select pg_advisory_xact_lock(${LOCK_KEY})`);
  await client.query(HISTORY);
  for (const migration of migrations) {
    if (wanted.has(migration.name)) await run(client, migration);
  }
  await insertFormerSets(client, { sets: functionSets, files: functionsOf(schema), migrations });
}

interface Work {
  migrations: readonly SchemaFile[];
  functions: readonly SchemaFile[];
  log: Logger;
}

async function applyNext(client: pg.Client, { migrations, functions, log }: Work): Promise<boolean> {
  await client.query('begin; set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  const waiting = setInterval(() => log.info('Waiting for another process that migrates the database'), STILL_WAITING_MS);
  await client.query(`select pg_advisory_xact_lock(${LOCK_KEY})`).finally(() => clearInterval(waiting));
  await client.query(HISTORY);
  await client.query(FUNCTION_SETS);
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations');
  const [next, ...later] = pendingMigrations(migrations, { applied: rows, of: 'database' });
  const isLast = later.length === 0;
  let changed: string[] = [];
  try {
    if (next !== undefined) await run(client, next);
    if (isLast) changed = await applyFunctions(client, { files: functions, migrations });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    if (error instanceof StartRefusal) throw error;
    throw new Error(`${next === undefined ? 'Replacing functions' : `The migration ${next.name}`} failed; nothing of it was kept`, { cause: error });
  }
  if (next !== undefined) log.info({ migration: next.name }, 'Migrated');
  if (changed.length > 0) log.info({ functions: changed }, 'Replaced functions');
  return isLast;
}

async function run(client: pg.Client, { name, text, checksum }: SchemaFile): Promise<void> {
  await client.query(text);
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
}

const OLDEST_VERSION = 150_000;
const TRY_EVERY_MS = 500;
const REPORT_EVERY_TRIES = 10;
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
      if (tries % REPORT_EVERY_TRIES === 0) log.warn({ reason }, 'Waiting for the database');
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
