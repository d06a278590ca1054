import type pg from 'pg';

import { StartRefusal } from '#app/platform/start-refusal.server.ts';

import { checksumOf, type SchemaFile } from './schema-files.server.ts';

export const FUNCTION_SETS = `create table if not exists schema_functions (
  place integer primary key, checksum text not null, files jsonb not null, applied_at timestamptz not null default now())`;

interface FunctionSet {
  checksum: string;
  files: Record<string, string>;
}

/** In the caller's transaction and under its lock; returns the functions that changed. A set once replaced belongs to an older program. */
export async function applyFunctions(client: pg.Client, { files, migrations }: { files: readonly SchemaFile[]; migrations: readonly SchemaFile[] }): Promise<string[]> {
  const wanted = setOf(files, migrations);
  const { rows } = await client.query<FunctionSet>('select checksum, files from schema_functions order by place desc');
  const [present, ...former] = rows;
  if (present?.checksum === wanted.checksum) return [];
  if (former.some(({ checksum }) => checksum === wanted.checksum)) {
    throw new StartRefusal('The database is newer than this program: its functions were replaced by a later one. Start the newer version.');
  }
  const gone = Object.keys(present?.files ?? {}).filter((name) => !(name in wanted.files));
  const changed = files.filter(({ name, checksum }) => present?.files[name] !== checksum);
  for (const name of gone) await drop(client, functionOf(name));
  // One may call another that stands in a later file.
  await client.query('set local check_function_bodies = off');
  for (const file of changed) await apply(client, file);
  await client.query('insert into schema_functions (place, checksum, files) values ($1, $2, $3)', [rows.length + 1, wanted.checksum, wanted.files]);
  return [...gone, ...changed.map(({ name }) => name)];
}

export async function insertFormerSets(client: pg.Client, { sets, files, migrations }: { sets: readonly string[]; files: readonly SchemaFile[]; migrations: readonly SchemaFile[] }): Promise<void> {
  const wanted = sets.indexOf(setOf(files, migrations).checksum);
  const former = wanted === -1 ? sets : sets.slice(0, wanted);
  await client.query(FUNCTION_SETS);
  await client.query(`insert into schema_functions (place, checksum, files) select place, checksum, '{}' from unnest($1::text[]) with ordinality as former (checksum, place)`, [former]);
}

function setOf(files: readonly SchemaFile[], migrations: readonly SchemaFile[]): FunctionSet {
  const lines = [...migrations, ...files].map(({ name, checksum }) => `${name} ${checksum}`);
  return { checksum: checksumOf(lines.join('\n')), files: Object.fromEntries(files.map(({ name, checksum }) => [name, checksum])) };
}

async function apply(client: pg.Client, { name: file, text }: SchemaFile): Promise<void> {
  const name = functionOf(file);
  try {
    await client.query(text);
  } catch (error) {
    throw new Error(`db/functions/${file} failed`, { cause: error });
  }
  const { rows } = await client.query<{ variants: number }>(
    `select count(*)::integer as variants from pg_proc where pronamespace = current_schema()::regnamespace and proname = $1`, [name]);
  if (rows[0]?.variants !== 1) throw new Error(`db/functions/${file} must make the function ${name}, with the arguments it always had: one that takes others gets a new name`);
  const triggers = [...text.matchAll(/create (?:or replace|constraint) trigger (\w+)/g)].map(([, trigger]) => trigger);
  await dropTriggers(client, { name, except: triggers });
}

async function drop(client: pg.Client, name: string): Promise<void> {
  await dropTriggers(client, { name, except: [] });
  await dropEach(client, {
    statements: `select format('drop function %s', oid::regprocedure) as statement from pg_proc where pronamespace = current_schema()::regnamespace and proname = $1`,
    values: [name],
  });
}

async function dropTriggers(client: pg.Client, { name, except }: { name: string; except: readonly (string | undefined)[] }): Promise<void> {
  await dropEach(client, {
    statements: `select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where not tgisinternal and pronamespace = current_schema()::regnamespace and proname = $1 and tgname <> all ($2)`,
    values: [name, except],
  });
}

async function dropEach(client: pg.Client, { statements, values }: { statements: string; values: unknown[] }): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(statements, values);
  for (const { statement } of rows) await client.query(statement);
}

function functionOf(file: string): string {
  return file.replace(/\.sql$/, '');
}
