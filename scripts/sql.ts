import { parseArgs } from 'node:util';

import pg from 'pg';

import { createLogger } from '../app/platform/adapters/log.server.ts';
import { readEnv } from '../app/platform/env.server.ts';
import { StartRefusal } from '../app/platform/start-refusal.server.ts';
import { findPostgres } from './find-postgres.ts';

/* `npm run sql -- "select status, count(*) from orders group by 1"`: in a transaction that can only read, unless `--write` is said.
   Without a statement it prints the address for psql and the like. */

try {
  await run();
} catch (error) {
  if (!(error instanceof StartRefusal || error instanceof pg.DatabaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { write: { type: 'boolean', default: false } }, allowPositionals: true });
  const postgres = await findPostgres(readEnv(process.env), createLogger({ level: 'error', pretty: true }));
  const statement = positionals.join(' ').trim();
  if (statement === '') {
    console.log(postgres.url);
    await postgres.stop?.();
    return;
  }
  const client = new pg.Client({ connectionString: postgres.url, application_name: 'comboi-sql' });
  try {
    await client.connect();
    await client.query(values.write ? 'begin' : 'begin read only');
    const results = [await client.query(statement)].flat();
    await client.query('commit');
    for (const { rows, rowCount } of results) {
      if (rows.length > 0) console.table(rows);
      console.log(`${rowCount ?? 0} rows`);
    }
  } finally {
    await client.end();
    await postgres.stop?.();
  }
}
