import type { Readable, Writable } from 'node:stream';

import { sql } from 'kysely';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Query } from '#app/platform/adapters/db/database.server.ts';

import type { BackupManifest } from './archive.server.ts';

export type TableColumns = BackupManifest['tables'][number];

export async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'comboi-backup' });
  // Without a listener a lost connection would end the process; the query in progress rejects as well.
  client.on('error', () => {});
  await client.connect();
  return client;
}

export interface Restoration {
  at: Date;
  /** Of the backup that was restored. */
  madeAt: Date;
}

const RESTORED = { subject: 'settings', subjectId: 'database', action: 'database.restored' } as const;

export async function insertRestoration(query: Query, { at, madeAt }: Restoration): Promise<void> {
  await writeAudit(query, { ...RESTORED, at, actor: 'operator', detail: { madeAt: madeAt.toISOString() } });
}

export async function selectLastRestoration(query: Query, { since }: { since: Date }): Promise<Restoration | null> {
  const { rows } = await sql<Restoration>`
    select at, (detail ->> 'madeAt')::timestamptz as made_at from audit
    where subject = ${RESTORED.subject} and subject_id = ${RESTORED.subjectId} and action = ${RESTORED.action} and at > ${since}
    order by at desc limit 1`.execute(query);
  return rows[0] ?? null;
}

const BACKUP_LOCK = 8_312_027;

/** One backup at a time; the lock goes with its connection, however that ends. */
export async function underBackupLock<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const client = await openClient(url);
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [BACKUP_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}

/** Other connections join the snapshot by the returned name. */
export async function beginSnapshot(client: pg.Client): Promise<string> {
  await client.query('begin transaction isolation level repeatable read, read only');
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local timezone = UTC');
  return (await onlyRow<{ snapshot: string }>(client, 'select pg_export_snapshot() as snapshot')).snapshot;
}

export async function inSnapshot<Result>(query: Query, { snapshot, read }: { snapshot: string; read: (query: Query) => Promise<Result> }): Promise<Result> {
  return query.transaction().setIsolationLevel('repeatable read').execute(async (tx) => {
    await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(tx);
    return read(tx);
  });
}

export async function selectMigrations(client: pg.Client): Promise<BackupManifest['migrations']> {
  return (await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations order by name')).rows;
}

export async function selectFunctionSets(client: pg.Client): Promise<BackupManifest['functionSets']> {
  return (await client.query<{ checksum: string }>('select checksum from schema_functions order by place')).rows.map(({ checksum }) => checksum);
}

/** Logged tables, without the schema's own migration history. */
export async function selectTables(client: pg.Client): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(`
    select c.relname as name,
           (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
      from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname not in ('schema_migrations', 'schema_functions')
     order by c.relname`);
  return rows;
}

export async function selectReferences(client: pg.Client): Promise<{ from: string; to: string }[]> {
  const { rows } = await client.query<{ from: string; to: string }>(`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
     where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> confrelid`);
  return rows;
}

/** Read after the snapshot was taken, so that none is behind its rows. */
export async function selectSequences(client: pg.Client): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`,
  );
  const sequences: BackupManifest['sequences'] = [];
  for (const { name } of rows) {
    const state = await onlyRow<{ last: string; called: boolean }>(client, `select last_value::text as last, is_called as called from ${pg.escapeIdentifier(name)}`);
    sequences.push({ name, ...state });
  }
  return sequences;
}

export function copyOut(client: pg.Client, table: TableColumns): Readable {
  return client.query(copyTo(`copy ${named(table)} to stdout`));
}

export function copyIn(client: pg.Client, table: TableColumns): Writable {
  return client.query(copyFrom(`copy ${named(table)} from stdin`));
}

/** Everything in the schema except what extensions own. */
export async function dropEverything(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('drop %s if exists %I cascade', case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, relname) as statement
      from pg_class c where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('e', 'i', 'a'))
    union all
    select format('drop %s if exists %s cascade', case prokind when 'p' then 'procedure' else 'function' end, p.oid::regprocedure)
      from pg_proc p where pronamespace = current_schema()::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
  for (const { statement } of rows) await client.query(statement);
}

export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { tables } = await onlyRow<{ tables: number }>(
    client,
    `select count(*)::integer as tables from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
  );
  return tables === 0;
}

export async function countServers(client: pg.Client): Promise<number> {
  const { servers } = await onlyRow<{ servers: number }>(
    client,
    `select count(*)::integer as servers from pg_stat_activity where application_name = 'comboi' and datname = current_database()`,
  );
  return servers;
}

async function onlyRow<Row extends pg.QueryResultRow>(client: pg.Client, statement: string): Promise<Row> {
  const [row] = (await client.query<Row>(statement)).rows;
  if (row === undefined) throw new Error(`no row came back from: ${statement}`);
  return row;
}

/** Removes the rows that migrations insert. */
export async function emptyTables(client: pg.Client, tables: readonly TableColumns[]): Promise<void> {
  await client.query(`truncate ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`);
}

export async function setSequences(client: pg.Client, sequences: BackupManifest['sequences']): Promise<void> {
  for (const { name, last, called } of sequences) await client.query('select setval($1::regclass, $2::bigint, $3)', [pg.escapeIdentifier(name), last, called]);
}

function named({ name, columns }: TableColumns): string {
  return `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}
