import type { Query } from '#app/platform/adapters/db/database.server.ts';
import type { BalanceMove, Payout } from '#app/platform/adapters/payments/payment-provider.server.ts';

const ROWS_AT_ONCE = 1_000;
const PAYOUTS_AT_ONCE = 100;

export async function selectFirstPaid(query: Query, provider: string): Promise<Date | null> {
  const { first } = await query
    .selectFrom('payments')
    .select(({ fn }) => fn.min('paidAt').as('first'))
    .where('provider', '=', provider)
    .where('status', '=', 'paid')
    .executeTakeFirstOrThrow();
  return first;
}

/** Null when a reading began less than `everyMs` ago. */
export async function claimBalance(query: Query, provider: string, pace: { now: Date; everyMs: number }): Promise<{ readUntil: Date | null } | null> {
  const { now, everyMs } = pace;
  const claimed = await query
    .insertInto('balanceReadings')
    .values({ provider, askedAt: now, readUntil: null, readAt: null })
    .onConflict((conflict) =>
      conflict
        .column('provider')
        .doUpdateSet({ askedAt: now })
        .where((eb) => eb.or([eb('balanceReadings.askedAt', '<=', new Date(now.getTime() - everyMs)), eb('balanceReadings.askedAt', '>', new Date(now.getTime() + everyMs))])),
    )
    .returning('readUntil')
    .executeTakeFirst();
  return claimed ?? null;
}

/** `readAt`: null while a backlog is being read. */
export async function markBalanceRead(query: Query, provider: string, reading: { until: Date; readAt: Date | null }): Promise<void> {
  const { until, readAt } = reading;
  await query
    .updateTable('balanceReadings')
    .set({ readUntil: until, refusedAt: null, ...(readAt !== null && { readAt }) })
    .where('provider', '=', provider)
    .execute();
}

/** A restricted key may lack what only this reads: it sells all the same. */
export async function markBalanceRefused(query: Query, provider: string, now: Date): Promise<void> {
  await query.updateTable('balanceReadings').set({ refusedAt: now }).where('provider', '=', provider).execute();
}

export async function insertMoves(query: Query, provider: string, moves: readonly BalanceMove[]): Promise<void> {
  for (let start = 0; start < moves.length; start += ROWS_AT_ONCE) {
    const rows = moves.slice(start, start + ROWS_AT_ONCE).map((move) => ({ ...move, provider }));
    await query
      .insertInto('balanceMoves')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
}

/** One that changed, failed say, is matched anew. */
export async function upsertPayouts(query: Query, provider: string, payouts: readonly Payout[]): Promise<void> {
  for (const payout of payouts) {
    await query
      .insertInto('payouts')
      .values({ ...payout, provider })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ status: payout.status, arrivesOn: payout.arrivesOn, amount: payout.amount, matchedAt: null })
          .where((eb) => eb.or([eb('payouts.status', '<>', payout.status), eb('payouts.arrivesOn', '<>', payout.arrivesOn), eb('payouts.amount', '<>', payout.amount)])),
      )
      .execute();
  }
}

export async function selectUnmatchedPayouts(query: Query, provider: string): Promise<string[]> {
  const rows = await query
    .selectFrom('payouts')
    .select('id')
    .where('provider', '=', provider)
    .where('matchedAt', 'is', null)
    .orderBy('createdAt')
    .limit(PAYOUTS_AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}

export async function notePaidOut(query: Query, { payout, moves, at }: { payout: string; moves: readonly string[]; at: Date }): Promise<void> {
  await query.transaction().execute(async (tx) => {
    for (let start = 0; start < moves.length; start += ROWS_AT_ONCE) {
      await tx.updateTable('balanceMoves').set({ payout }).where('id', 'in', moves.slice(start, start + ROWS_AT_ONCE)).execute();
    }
    await tx.updateTable('payouts').set({ matchedAt: at }).where('id', '=', payout).execute();
  });
}
