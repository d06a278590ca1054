import type { Query } from '#app/platform/adapters/db/database.server.ts';
import { addDays } from '#app/domain/time/dates.ts';

const RETENTION_DAYS = 400;
const ABANDONED_AFTER_MS = 30 * 60_000;

/** False where another process has claimed that night. */
export async function claimNight(query: Query, { day, now }: { day: string; now: Date }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await query
    .insertInto('reconciliations')
    .values({ day, startedAt: now })
    .onConflict((conflict) =>
      conflict
        .column('day')
        .doUpdateSet({ startedAt: now })
        .where('reconciliations.finishedAt', 'is', null)
        .where('reconciliations.startedAt', '<', new Date(now.getTime() - ABANDONED_AFTER_MS)),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function finishNight(query: Query, { day, ...found }: { day: string; finishedAt: Date; sessions: number; mismatches: number }): Promise<void> {
  await query.updateTable('reconciliations').set(found).where('day', '=', day).execute();
  await query.deleteFrom('reconciliations').where('day', '<', addDays(day, -RETENTION_DAYS)).execute();
}

export async function releaseNight(query: Query, day: string): Promise<void> {
  await query.deleteFrom('reconciliations').where('day', '=', day).where('finishedAt', 'is', null).execute();
}
