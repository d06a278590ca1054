import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';

import { isDatabaseBusy } from './database.server.ts';

const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(() => null, (error: unknown) => error);
}

test('a database that closes under a request is busy: another process answers the same key', async () => {
  const query = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool() }) });
  await query.destroy();
  expect(isDatabaseBusy(await errorOf(sql`select 1`.execute(query)))).toBe(true);
  const pool = new pg.Pool();
  await pool.end();
  expect(isDatabaseBusy(await errorOf(pool.connect()))).toBe(true);
});

test('what wraps a busy database is busy, and what wraps a bug is none', () => {
  expect(isDatabaseBusy(new Error('session', { cause: refused }))).toBe(true);
  expect(isDatabaseBusy(new AggregateError([new Error('::1'), refused]))).toBe(true);
  expect(isDatabaseBusy(new Error('outer', { cause: new Error('inner', { cause: new pg.DatabaseError('lock', 4, 'error') }) }))).toBe(false);
  expect(isDatabaseBusy(new Error('session', { cause: new TypeError('x is undefined') }))).toBe(false);
});
