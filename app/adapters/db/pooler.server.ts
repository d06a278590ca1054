import pg from 'pg';

import type { Logger } from '#app/adapters/log.server.ts';

/** As PostgreSQL writes them. */
export type SessionSettings = Readonly<Record<'lock_timeout' | 'statement_timeout' | 'idle_in_transaction_session_timeout' | 'TimeZone', string>>;

/** No setting of anybody. */
const PROBE = '4242ms';
const PROTOCOL_VIOLATION = '08P01';
/** A pooler keeps connections that were opened before the settings were made. */
const MOST_OLD_CONNECTIONS = 200;

/** Whether something stands between us and PostgreSQL that keeps what a session says of itself, as PgBouncer does. */
export async function isPooled(url: string, { timeoutMs = 0 }: { timeoutMs?: number } = {}): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs, options: `-c lock_timeout=${PROBE}`, application_name: 'comboi-probe' });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ heard: string }>("select current_setting('lock_timeout') as heard");
    return rows[0]?.heard !== PROBE;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === PROTOCOL_VIOLATION) return true;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Behind a pooler no session is ours, so its settings are made the role's, in this database. */
export async function makeSettingsOfRole(url: string, { wanted, log }: { wanted: SessionSettings; log: Logger }): Promise<void> {
  for (let round = 0; round < MOST_OLD_CONNECTIONS; round += 1) {
    const client = new pg.Client({ connectionString: url, application_name: 'comboi-probe' });
    client.on('error', () => {});
    await client.connect();
    try {
      const { rows } = await client.query<Record<string, string>>(`select ${Object.keys(wanted).map((name) => `current_setting('${name}') as "${name}"`).join(', ')}`);
      if (Object.entries(wanted).every(([name, value]) => rows[0]?.[name] === value)) return;
      const { rows: place } = await client.query<{ role: string; database: string }>('select quote_ident(current_user) as role, quote_ident(current_database()) as database');
      const { role, database } = place[0]!;
      if (round === 0) log.info('Behind a pooler: time-outs are made settings of the role');
      for (const [name, value] of Object.entries(wanted)) await client.query(`alter role ${role} in database ${database} set ${name} = '${value}'`);
      // What the pooler keeps without them is not lent again; this connection is the last of those.
      await client.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and datname = current_database() and state = 'idle' and pid <> pg_backend_pid()");
      await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {});
    } finally {
      await client.end().catch(() => {});
    }
  }
  log.warn('The pooler still lends connections without our time-outs: restart it');
}
