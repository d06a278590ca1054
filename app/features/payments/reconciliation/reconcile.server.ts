import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { PaymentUnavailable, type SessionSnapshot } from '#app/platform/adapters/payments/payment-provider.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { isolateFailure } from '../isolate-failure.server.ts';
import { compareLedgers } from './ledger.server.ts';
import { claimNight, finishNight, releaseNight } from './nights-store.server.ts';
import { openCase } from '../cases/cases-store.server.ts';
import { settle } from '../settlement/settlement.server.ts';

const DAYS = 30;
const DAY_MS = 24 * 3_600_000;
/** At 3 h nobody buys, and the provider's day is over. */
const NIGHT_ENDS_AFTER_MS = 3 * 3_600_000;

/** One process claims each night; the others return. */
export async function reconcileNightly(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const day = dayInMadrid(new Date(now.getTime() - NIGHT_ENDS_AFTER_MS));
  if (!(await claimNight(deps.db.query, { day, now }))) return;
  try {
    const { sessions, mismatches } = await reconcile(deps, { since: new Date(now.getTime() - DAYS * DAY_MS) });
    await finishNight(deps.db.query, { day, finishedAt: deps.clock.now(), sessions, mismatches });
  } catch (error) {
    await releaseNight(deps.db.query, day);
    if (!(error instanceof PaymentUnavailable)) throw error;
    deps.log.warn({ provider: deps.payments.name }, 'the nightly reconciliation found nobody to ask, and tries again soon');
  }
}

export async function reconcile(deps: Deps, period: { since: Date }): Promise<{ sessions: number; mismatches: number }> {
  const see = (snapshot: SessionSnapshot): Promise<unknown> => isolateFailure(deps, { session: snapshot.session }, () => settle(deps, snapshot, 'reconciler'));
  const { sessions, mismatches } = await compareLedgers(deps, { ...period, see });
  for (const { kind, what, charge, orderId, facts } of mismatches) {
    deps.log.error({ kind, what }, "our books and the provider's differ");
    await openCase(deps.db.query, deps, {
      kind: 'mismatch',
      reference: `${kind}:${charge}`,
      orderId: orderId === '' ? null : orderId,
      paymentId: null,
      facts: { ...facts, mismatch: kind },
    });
  }
  return { sessions, mismatches: mismatches.length };
}
