import { sql } from 'kysely';

import type { TestApp } from './test-app.ts';

/** As many as an app has connections at most. */
const SESSIONS = 16;

/** How often transactions of these apps, which share a database, had to be ended because they waited for one another. */
export async function deadlocksOf(...apps: [TestApp, ...TestApp[]]): Promise<number> {
  // A session of PostgreSQL reports when it has nothing better to do, unless it is asked to.
  const reports = apps.flatMap(({ db }) => Array.from({ length: SESSIONS }, () => sql`select pg_stat_force_next_flush()`.execute(db.query)));
  await Promise.all(reports);
  const { rows } = await sql<{ deadlocks: string }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(apps[0].db.query);
  return Number(rows[0]!.deadlocks);
}
