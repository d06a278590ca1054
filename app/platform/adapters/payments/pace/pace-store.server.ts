import { sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';

export interface Turns {
  /** Those that still wait for a page; the others have one, or wait no more. */
  ids: string[];
  /** Until the first of them may ask. */
  waitMs: number;
  /** From each to the next. */
  gapMs: number;
}

/** By which part of itself the gap shrinks with each page that is opened. */
const RECOVERY = 0.03;
const LONGEST_GAP_MS = 5_000;

/** Gives payments their turns at the provider, and notes that it is asked about them. */
export async function claimTurns(query: Query, claim: { provider: string; ids: readonly string[]; usualGapMs: number; now: Date }): Promise<Turns> {
  const { rows } = await sql<Turns>`
    with asked as (
      update payments set asked_at = coalesce(asked_at, ${claim.now}) where id = any(${[...claim.ids]}::uuid[]) and status = 'creating' returning id
    ), turns as (
      select count(*) as number, array_agg(id) as ids from asked
    ), paced as (
      insert into provider_pace as pace (provider, next_at, gap_ms)
      select ${claim.provider}, clock_timestamp() + number * ${claim.usualGapMs}::double precision * interval '1 millisecond', ${claim.usualGapMs} from turns
      on conflict (provider) do update set
        next_at = greatest(pace.next_at, clock_timestamp()) + (select number from turns) * pace.gap_ms * interval '1 millisecond',
        gap_ms = greatest(${claim.usualGapMs}, pace.gap_ms * power(${1 - RECOVERY}::double precision, (select number from turns)))
      returning next_at, gap_ms
    )
    select coalesce(ids, '{}') as ids, gap_ms, greatest(0, extract(epoch from next_at - clock_timestamp()) * 1000 - number * gap_ms)::double precision as wait_ms
    from turns, paced`.execute(query);
  return rows[0]!;
}

/** The provider found us hasty: all pause, and go on at half the pace. Those refused together are one refusal. */
export async function slowDown(query: Query, { provider, pauseMs }: { provider: string; pauseMs: number }): Promise<void> {
  await sql`
    update provider_pace set
      next_at = greatest(next_at, clock_timestamp() + ${pauseMs}::double precision * interval '1 millisecond'), gap_ms = least(${LONGEST_GAP_MS}, gap_ms * 2)
    where provider = ${provider} and next_at < clock_timestamp() + ${pauseMs / 2}::double precision * interval '1 millisecond'`.execute(query);
}

/** Orders that wait for a page, in the order in which they were placed: those of one batch by their numbers. */
export async function selectWaitingOrders(query: Query, provider: string): Promise<string[]> {
  const rows = await query
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.orderId')
    .select('orders.id')
    .where('payments.status', '=', 'creating')
    .where('payments.provider', '=', provider)
    .where('orders.status', '=', 'pending_payment')
    .orderBy('orders.createdAt')
    .orderBy('orders.orderNumber')
    .execute();
  return rows.map(({ id }) => id);
}
