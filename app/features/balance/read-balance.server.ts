import { KeyRefused, PaymentUnavailable } from '#app/platform/adapters/payments/payment-provider.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { claimBalance, insertMoves, markBalanceRead, markBalanceRefused, notePaidOut, selectFirstPaid, selectUnmatchedPayouts, upsertPayouts } from './store.server.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
export const READ_BALANCE_EVERY_MS = HOUR_MS;
/** A move may be listed later than its time. */
const OVERLAP_MS = DAY_MS;
/** A backlog is read a month at a time, so that what breaks off goes on from there. */
const WINDOW_MS = 30 * DAY_MS;
/** A payout may still fail so long after it was made. */
const PAYOUT_CHANGES_FOR_MS = 30 * DAY_MS;

/** Fees and payouts for the treasurer. Any number of processes may call it; one reads at a time. */
export async function readBalance(deps: Deps): Promise<void> {
  const { query } = deps.db;
  const { name: provider } = deps.payments;
  const now = deps.clock.now();
  const first = await selectFirstPaid(query, provider);
  if (first === null) return;
  const claimed = await claimBalance(query, provider, { now, everyMs: READ_BALANCE_EVERY_MS / 2 });
  if (claimed === null) return;
  const begun = claimed.readUntil ?? first;
  try {
    let since = new Date(begun.getTime() - OVERLAP_MS);
    // Its clock may be ahead of ours.
    const end = new Date(now.getTime() + DAY_MS);
    while (since < end) {
      const until = new Date(Math.min(end.getTime(), since.getTime() + WINDOW_MS));
      await insertMoves(query, provider, await deps.payments.listBalanceMoves({ since, until }));
      since = until;
      await markBalanceRead(query, provider, { until: until < now ? until : now, readAt: until < now ? null : deps.clock.now() });
    }
    await readPayouts(deps, new Date(begun.getTime() - PAYOUT_CHANGES_FOR_MS));
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error;
    if (error instanceof KeyRefused) await markBalanceRefused(query, provider, now);
    deps.log.warn({ provider }, 'fees and payouts could not be read at the payment provider');
  }
}

async function readPayouts(deps: Deps, since: Date): Promise<void> {
  const { query } = deps.db;
  const { name: provider } = deps.payments;
  await upsertPayouts(query, provider, await deps.payments.listPayouts({ since }));
  for (const payout of await selectUnmatchedPayouts(query, provider)) {
    const moves = await deps.payments.listMovesOfPayout(payout);
    await notePaidOut(query, { payout, moves, at: deps.clock.now() });
  }
}
