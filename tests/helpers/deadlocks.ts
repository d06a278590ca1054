import { setTimeout as pause } from 'node:timers/promises';

import { sql } from 'kysely';

import type { TestApp } from './test-app.ts';

/** PostgreSQL's sessions report at most once a second. */
const REPORTED_WITHIN_MS = 1_200;

/** How often transactions of this app's database had to be ended because they waited for one another. */
export async function deadlocksOf(app: TestApp): Promise<number> {
  await pause(REPORTED_WITHIN_MS);
  await Promise.all(Array.from({ length: 16 }, () => app.db.ping()));
  await pause(REPORTED_WITHIN_MS);
  const { rows } = await sql<{ deadlocks: string }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(app.db.query);
  return Number(rows[0]!.deadlocks);
}
