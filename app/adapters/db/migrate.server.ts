import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

import type { Logger } from '#app/adapters/log.server.ts';
import { StartRefusal } from '#app/start-refusal.server.ts';

const bundled = import.meta.glob<string>('/db/migrations/*.sql', { query: '?raw', import: 'default', eager: true });

/** "COMBOIMI" read as a number. */
const LOCK_KEY = '4850180270894697801';
const STILL_WAITING_MS = 3_000;

interface Migration {
  name: string;
  text: string;
  checksum: string;
}

/** Each file is a transaction of its own; an advisory lock lets one process migrate at a time. */
export async function migrate({ url, log, files = bundled }: { url: string; log: Logger; files?: Record<string, string> }): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'comboi-migrate' });
  // A lost connection also fails the statement at work; without this the driver would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    const waiting = setInterval(() => log.info('Waiting for another process that migrates the database'), STILL_WAITING_MS);
    await client.query(`select pg_advisory_lock(${LOCK_KEY})`).finally(() => clearInterval(waiting));
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const applied = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations order by name');
    for (const migration of pendingMigrations(inOrder(files), applied.rows)) {
      await apply(client, migration);
      log.info({ migration: migration.name }, 'Migrated');
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

async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(text);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new Error(`The migration ${name} failed; nothing of it was kept`, { cause: error });
  }
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
