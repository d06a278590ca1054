import { sql } from 'kysely';

import type { Clock } from '#app/platform/adapters/clock.server.ts';
import type { Query } from '#app/platform/adapters/db/database.server.ts';
import type { Logger } from '#app/platform/adapters/log.server.ts';

const ALARMING_MS = 30_000;

export async function watchClock(parts: { clock: Clock; query: Query; log: Logger }): Promise<void> {
  const before = parts.clock.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(parts.query);
  const driftMs = before.getTime() - rows[0]!.now.getTime();
  if (Math.abs(driftMs) > ALARMING_MS) {
    parts.log.error({ alarm: 'clock_drift', driftMs }, "this machine's clock and the database's disagree: set the time, holds and sales depend on it");
  }
}
