import { randomBytes } from 'node:crypto';

import pg from 'pg';
import { inject } from 'vitest';

/** The database that each test file copies: migrated, with the cast. */
export const TEMPLATE = 'comboi_template';

/** A database of its own on the shared cluster, which is removed as a whole at the end of the run; its URL. `of`: a copy of one that nobody uses now. */
export async function aTestDatabase(of: string = TEMPLATE): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  const name = `test_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    // Through the log it takes several times the processor.
    await client.query(`create database ${name} template ${of} strategy file_copy`);
  } finally {
    await client.end();
  }
  url.pathname = `/${name}`;
  return url.href;
}
