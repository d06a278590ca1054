import { sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';

export interface ReservedSlots {
  waitMs: number;
  gapMs: number;
}

const RECOVERY = 0.03;
const LONGEST_GAP_MS = 5_000;

export async function reserveSlots(query: Query, request: { provider: string; count: number; usualGapMs: number }): Promise<ReservedSlots> {
  const { provider, count, usualGapMs } = request;
  const { rows } = await sql<ReservedSlots>`
    with paced as (
      insert into provider_pace as pace (provider, next_at, gap_ms)
      values (${provider}, clock_timestamp() + ${count}::integer * ${usualGapMs}::double precision * interval '1 millisecond', ${usualGapMs})
      on conflict (provider) do update set
        next_at = greatest(pace.next_at, clock_timestamp()) + ${count}::integer * pace.gap_ms * interval '1 millisecond',
        gap_ms = greatest(${usualGapMs}, pace.gap_ms * power(${1 - RECOVERY}::double precision, ${count}::integer))
      returning next_at, gap_ms
    )
    select gap_ms, greatest(0, extract(epoch from next_at - clock_timestamp()) * 1000 - ${count}::integer * gap_ms)::double precision as wait_ms
    from paced`.execute(query);
  return rows[0]!;
}

/** The provider found us hasty: all pause, and go on at half the pace. Those refused together are one refusal. */
export async function slowDown(query: Query, { provider, pauseMs }: { provider: string; pauseMs: number }): Promise<void> {
  await sql`
    update provider_pace set
      next_at = greatest(next_at, clock_timestamp() + ${pauseMs}::double precision * interval '1 millisecond'), gap_ms = least(${LONGEST_GAP_MS}, gap_ms * 2)
    where provider = ${provider} and next_at < clock_timestamp() + ${pauseMs / 2}::double precision * interval '1 millisecond'`.execute(query);
}
