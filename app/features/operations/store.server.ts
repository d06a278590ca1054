import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { AlarmFacts, AlarmKind, Problem } from '#app/domain/operations/alarms.ts';

export interface JobRun {
  name: string;
  finishedAt: Date;
  tookMs: number;
  everyMs: number;
  failingSince: Date | null;
  error: string | null;
}

export async function selectJobRuns(query: Query): Promise<JobRun[]> {
  return query.selectFrom('jobRuns').selectAll().orderBy('name').execute();
}

export async function upsertJobRun(query: Query, { name, finishedAt, tookMs, everyMs, error }: Omit<JobRun, 'failingSince'>): Promise<void> {
  const failingSince = error === null ? null : finishedAt;
  await query
    .insertInto('jobRuns')
    .values({ name, finishedAt, tookMs, everyMs, failingSince, error })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ fn, ref, val }) => ({ finishedAt, tookMs, everyMs, error, failingSince: error === null ? null : fn.coalesce(ref('jobRuns.failingSince'), val(finishedAt)) })),
    )
    .execute();
}

/** Jobs of an older release that no longer exist. */
export async function deleteOtherJobRuns(query: Query, names: readonly string[]): Promise<void> {
  await query.deleteFrom('jobRuns').where('name', 'not in', [...names]).execute();
}

export interface Alarm {
  kind: AlarmKind;
  facts: AlarmFacts;
  since: Date;
  toldAt: Date | null;
}

export async function selectAlarms(query: Query): Promise<Alarm[]> {
  return query.selectFrom('alarms').select(['kind', 'facts', 'since', 'toldAt']).orderBy('since').orderBy('kind').execute();
}

/** A problem that was never announced and had gone meanwhile starts anew. */
export async function noteProblems(tx: Tx, problems: readonly Problem[], { now, goneBefore }: { now: Date; goneBefore: Date }): Promise<void> {
  for (const { kind, facts } of problems) {
    await sql`
      insert into alarms (kind, facts, since, seen_at) values (${kind}, ${JSON.stringify(facts)}::jsonb, ${now}, ${now})
      on conflict (kind) do update set facts = excluded.facts, seen_at = excluded.seen_at,
        since = case when alarms.told_at is null and alarms.seen_at < ${goneBefore} then excluded.since else alarms.since end`.execute(tx);
  }
}

/** Claims the problems not announced so far: each is returned to one caller only. */
export async function markAnnounced(tx: Tx, { now, sinceBefore }: { now: Date; sinceBefore: Date }): Promise<Alarm[]> {
  return tx
    .updateTable('alarms')
    .set({ toldAt: now })
    .where('toldAt', 'is', null)
    .where('since', '<=', sinceBefore)
    .where('seenAt', '=', now)
    .returning(['kind', 'facts', 'since', 'toldAt'])
    .execute();
}

/** Claims the ended problems that had been announced. */
export async function removeGone(tx: Tx, goneBefore: Date): Promise<Alarm[]> {
  const gone = await tx.deleteFrom('alarms').where('seenAt', '<', goneBefore).returning(['kind', 'facts', 'since', 'toldAt']).execute();
  return gone.filter(({ toldAt }) => toldAt !== null);
}

export async function selectAdminAddresses(query: Query | Tx): Promise<string[]> {
  const admins = await query.selectFrom('users').select('email').where('role', '=', 'admin').where('banned', '=', false).orderBy('email').execute();
  return admins.map(({ email }) => email);
}

export interface DatabaseFacts {
  version: string;
  bytes: number;
  schema: string;
  bornAt: Date;
  now: Date;
}

export async function selectDatabaseFacts(query: Query): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes, clock_timestamp() as now,
      (select name from schema_migrations order by name = 'baseline.sql', name desc limit 1) as schema, (select min(applied_at) from schema_migrations) as born_at`.execute(query);
  return rows[0]!;
}

const PROBE_ROWS = 1_024;

/** A megabyte of a table that goes again at once: its file has to grow for it. */
export async function writeIntoFreeSpace(query: Query): Promise<void> {
  await query.transaction().execute(async (tx) => {
    await sql`create temporary table free_space_probe on commit drop as select repeat(md5(n::text), 32) as filling from generate_series(1, ${sql.lit(PROBE_ROWS)}) n`.execute(tx);
  });
}

/** Tables that our role may not fully read and write, and sequences that it may not use. */
export async function selectLackingRights(query: Query): Promise<{ tables: number; example: string } | null> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace
      and case relkind
        when 'r' then not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert') and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
        when 'S' then not has_sequence_privilege(oid, 'usage')
        else false end
    order by relname`.execute(query);
  const [first] = rows;
  return first === undefined ? null : { tables: rows.length, example: first.name };
}

export async function wasAnyMailSent(query: Query): Promise<boolean> {
  const sent = await query.selectFrom('mails').select('id').where('status', '=', 'sent').limit(1).executeTakeFirst();
  return sent !== undefined;
}
