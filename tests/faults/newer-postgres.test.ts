import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';
import { expect, inject, test } from 'vitest';

import { aTestDatabase } from '#tests/support/process/test-database.ts';
import { figure } from '#tests/support/reporting/counts.ts';

/** What can be prepared; all else is for transactions and sessions. */
const PREPARABLE = /^\s*(select|insert|update|delete|merge|with|values)\b/i;
/** A function of a later version that the tests of the restore make up. */
const MADE_UP = /\bseat_of\(/;

async function statementsOfTheRun(): Promise<string[]> {
  const folder = inject('statementLedger');
  const lists = await Promise.all((await readdir(folder)).map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as string[]));
  return [...new Set(lists.flat())].filter((statement) => PREPARABLE.test(statement) && !MADE_UP.test(statement));
}

// Run by itself, this file follows no tests of the app.
test.runIf(existsSync(inject('statementLedger')))('each statement that the tests of the app sent to the oldest PostgreSQL is one for the newest', async () => {
  const statements = await statementsOfTheRun();
  expect(statements.length).toBeGreaterThan(0);
  const client = new pg.Client({ connectionString: await aTestDatabase() });
  await client.connect();
  const refused: string[] = [];
  for (const statement of statements) {
    await client.query(`prepare looked_at as ${statement}`).then(
      () => client.query('deallocate looked_at'),
      (error: unknown) => refused.push(`${String(error)}: ${statement}`),
    );
  }
  await client.end();
  figure('statements that PostgreSQL 15 ran and 18 refuses', `${refused.length} of ${statements.length}`);
  expect(refused).toEqual([]);
});
