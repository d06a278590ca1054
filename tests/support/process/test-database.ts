import { randomBytes } from 'node:crypto';

import pg from 'pg';
import { inject } from 'vitest';

/** The database that each test file copies: migrated, with the cast. */
export const TEMPLATE = 'comboi_template';

/** By this worker. */
const made: string[] = [];

/** A database of its own on the shared cluster; its URL. `of`: a copy of one that nobody uses now. */
export async function aTestDatabase(of: string = TEMPLATE): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Through the log it takes several times the processor.
  await onCluster((client) => client.query(`create database ${name} template ${of} strategy file_copy`));
  made.push(name);
  return Object.assign(new URL(inject('postgresUrl')), { pathname: `/${name}` }).href;
}

/** Those of files that are over. One that somebody still uses stays until the cluster is removed, at the end of the run. */
export async function dropTestDatabases(): Promise<void> {
  if (made.length === 0) return;
  await onCluster(async (client) => {
    for (const name of made.splice(0)) await client.query(`drop database ${name}`).catch(() => undefined);
  });
}

async function onCluster(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
