import pg from 'pg';

import type { Logger } from '#app/platform/adapters/log.server.ts';
import { StartRefusal } from '#app/platform/start-refusal.server.ts';

export type SessionSettings = Readonly<Record<'lock_timeout' | 'statement_timeout' | 'idle_in_transaction_session_timeout', string>>;

const PROBE = '4242ms';
const PROTOCOL_VIOLATION = '08P01';
const ADMIN_SHUTDOWN = '57P01';
const ENDED_WITHIN_MS = 2_000;
/** A pooler keeps connections that were opened before the settings were made. */
const ROUNDS = 20;

/** Whether something stands between us and PostgreSQL that keeps what a session says of itself, as PgBouncer does. */
export async function isPooled(url: string, { timeoutMs = 0 }: { timeoutMs?: number } = {}): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs, options: `-c lock_timeout=${PROBE}`, application_name: 'comboi-probe' });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ received: string }>("select current_setting('lock_timeout') as received");
    return rows[0]?.received !== PROBE;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === PROTOCOL_VIOLATION) return true;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Migrations, notifications and backups need sessions of their own. */
export async function assertDirect({ url, isGiven }: { url: string; isGiven: boolean }): Promise<void> {
  if (!(await isPooled(url))) return;
  throw new StartRefusal(
    isGiven
      ? 'DATABASE_DIRECT_URL leads through a pooler as well: set it to the address of PostgreSQL itself.'
      : 'DATABASE_URL leads through a pooler (PgBouncer or the like): set DATABASE_DIRECT_URL to the address of PostgreSQL itself as well, with the same database. Changes are heard there, migrations and backups run there.',
  );
}

/** Behind a pooler no session is ours, so its settings are made the role's, in this database. */
export async function makeSettingsOfRole(url: string, { wanted, log }: { wanted: SessionSettings; log: Logger }): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const client = new pg.Client({ connectionString: url, application_name: 'comboi-probe' });
    client.on('error', () => {});
    try {
      await client.connect();
      if (await hasSettings(client, wanted)) return;
      if (round === 0) log.info('Behind a pooler: time-outs are made settings of the role');
      await setForRole(client, wanted);
      await endOldConnections(client);
    } catch (error) {
      // The pooler may lend a connection that was just ended, by us or by another instance that starts.
      if (!wasEnded(error)) throw error;
    } finally {
      await client.end().catch(() => {});
    }
  }
  log.warn('The pooler still lends connections without our time-outs: restart it');
}

async function hasSettings(client: pg.Client, wanted: SessionSettings): Promise<boolean> {
  const { rows } = await client.query<Record<string, string>>(`select ${Object.keys(wanted).map((name) => `current_setting('${name}') as "${name}"`).join(', ')}`);
  return Object.entries(wanted).every(([name, value]) => rows[0]?.[name] === value);
}

async function setForRole(client: pg.Client, wanted: SessionSettings): Promise<void> {
  const { rows } = await client.query<{ role: string; database: string }>('select quote_ident(current_user) as role, quote_ident(current_database()) as database');
  const { role, database } = rows[0]!;
  for (const [name, value] of Object.entries(wanted)) await client.query(`alter role ${role} in database ${database} set ${name} = '${value}'`);
}

/** What the pooler keeps without the settings is not lent again. In one message, since the next one may have another connection. */
async function endOldConnections(client: pg.Client): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid, ${ENDED_WITHIN_MS}) from pg_stat_activity where usename = current_user and datname = current_database() and state = 'idle' and pid <> pg_backend_pid();
     select pg_terminate_backend(pg_backend_pid())`,
  );
}

function wasEnded(error: unknown): boolean {
  return error instanceof Error && (('code' in error && (error.code === ADMIN_SHUTDOWN || error.code === 'ECONNRESET')) || error.message.startsWith('Connection terminated'));
}
