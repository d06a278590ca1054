import { sql } from 'kysely';

import type { TestApp } from './test-app.ts';

/** How many statements in this app's database wait for a lock just now. */
export async function statementsThatWait({ db }: Pick<TestApp, 'db'>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db.query);
  return rows[0]!.waiting;
}
