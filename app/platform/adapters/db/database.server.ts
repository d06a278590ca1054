import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely';
import pg from 'pg';

import type { Logger } from '#app/platform/adapters/log.server.ts';

import { isPooled, makeSettingsOfRole, type SessionSettings } from './pooler.server.ts';
import { PromptClient } from './prompt-client.server.ts';
import type { DatabaseTables } from './tables.server.ts';

export type Query = Kysely<DatabaseTables>;
export type Tx = Transaction<DatabaseTables>;

export interface Database {
  /** For work that needs a connection of its own, without these time-outs. */
  directUrl: string;
  query: Query;
  /** Repeats on serialization failures and deadlocks. Locks are taken stock -> order -> tickets -> payment -> outbox. */
  inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  ping(): Promise<void>;
  lend(): Promise<pg.PoolClient>;
  connections(): Readonly<Record<'used' | 'idle' | 'waiting', number>>;
  close(): Promise<void>;
}

const LOCK_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 15_000;
/** Longer than the statement time-out, so that only a silent connection reaches it. */
const SILENCE_TIMEOUT_MS = 12_000;
const WAIT_FOR_CONNECTION_MS = 5_000;
const ATTEMPTS = 4;

/** A `date` is a day on the wall: as a Date it would move with the machine's time zone. A `time` is HH:MM. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === pg.types.builtins.DATE) return (value: string) => value;
    if (oid === pg.types.builtins.TIME) return (value: string) => value.slice(0, 'HH:MM'.length);
    return pg.types.getTypeParser(oid, format);
  },
};

export interface DatabaseOptions {
  url: string;
  directUrl?: string;
  /** Behind a pooler session settings are lost, so the role has them (`prepareDatabase`). */
  pooled?: boolean;
  poolSize: number;
  log: Logger;
  timeoutFactor?: number;
}

function sessionSettings(timeoutFactor: number): SessionSettings {
  const seconds = (ms: number): string => `${(ms * timeoutFactor) / 1000}s`;
  return { lock_timeout: seconds(LOCK_TIMEOUT_MS), statement_timeout: seconds(STATEMENT_TIMEOUT_MS), idle_in_transaction_session_timeout: seconds(IDLE_TIMEOUT_MS) };
}

/** Answers whether a pooler stands before the database, which has our time-outs then. */
export async function prepareDatabase({ url, log }: Pick<DatabaseOptions, 'url' | 'log'>): Promise<boolean> {
  const pooled = await isPooled(url);
  if (pooled) await makeSettingsOfRole(url, { wanted: sessionSettings(1), log });
  return pooled;
}

export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options);
  return databaseOver(pool, {
    directUrl: options.directUrl ?? options.url,
    connections: () => ({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  });
}

export function openPool(options: DatabaseOptions & { connectionTimeoutMs?: number }): pg.Pool {
  const { timeoutFactor = 1, connectionTimeoutMs = WAIT_FOR_CONNECTION_MS * timeoutFactor } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    types: columnTypes,
    Client: PromptClient,
    connectionTimeoutMillis: connectionTimeoutMs,
    query_timeout: SILENCE_TIMEOUT_MS * timeoutFactor,
    keepAlive: true,
    ...(options.pooled !== true && { options: Object.entries(sessionSettings(timeoutFactor)).map(([name, value]) => `-c ${name}=${value}`).join(' ') }),
    application_name: 'comboi',
  });
  // Without listeners the driver ends the process when the database restarts.
  const onError = (error: Error): void => {
    // The pool doesn't wait for its clients' farewell, so a server that stops with us may still answer with an error.
    if (!pool.ending) options.log.warn({ err: error }, 'database connection lost');
  };
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

type LendingPool = Omit<PostgresPool, 'connect'> & { connect(): Promise<pg.PoolClient> };

export function databaseOver(pool: LendingPool, { directUrl, connections }: Pick<Database, 'directUrl' | 'connections'>): Database {
  const query = new Kysely<DatabaseTables>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
  return {
    directUrl,
    query,
    async inTransaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await query.transaction().execute(work);
        } catch (error) {
          if (attempt >= ATTEMPTS || !isWorthRepeating(error)) throw error;
        }
      }
    },
    async ping() {
      await sql`select 1`.execute(query);
    },
    lend: () => pool.connect(),
    connections,
    async close() {
      await query.destroy();
    },
  };
}

/** Thrown by work that finds it took its locks for a state that has changed meanwhile: the transaction starts anew. */
export class RepeatTransaction extends Error {
  override name = 'RepeatTransaction';
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

function isWorthRepeating(error: unknown): boolean {
  if (error instanceof RepeatTransaction) return true;
  return error instanceof pg.DatabaseError && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK);
}

export function violatedConstraint(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code === '23505' ? (error.constraint ?? '') : null;
}

const DISK_FULL = '53100';

/** Lock and statement time-outs, too many connections, a full or failing disk, shutdown and start-up of the server, a primary that has become a replica. */
const BUSY_STATES = new Set([DISK_FULL, '53200', '58030', '55P03', '57014', '53300', '53400', '57P01', '57P02', '57P03', '25P03', '25006', SERIALIZATION_FAILURE, DEADLOCK]);

export function isDatabaseDiskFull(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === DISK_FULL;
  if (!(error instanceof Error)) return false;
  return error instanceof AggregateError ? error.errors.some(isDatabaseDiskFull) : error.cause !== undefined && isDatabaseDiskFull(error.cause);
}

export function isDatabaseBusy(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    return BUSY_STATES.has(error.code ?? '') || (error.code ?? '').startsWith('08');
  }
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError ? error.errors.some(isDatabaseBusy) : error.cause !== undefined && isDatabaseBusy(error.cause)) return true;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)$/.test(code) ||
    /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed|driver has already been destroyed|Cannot use a pool after calling end/i.test(
      error.message,
    )
  );
}
