import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { PaymentUnavailable, type SessionSnapshot } from '#app/platform/adapters/payments/payment-provider.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { isolateFailure } from '../isolate-failure.server.ts';
import { compareLedgers } from './ledger.server.ts';
import { type KnownSession, selectKnownSessions } from './ledger-store.server.ts';
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
  async function see(snapshots: readonly SessionSnapshot[]): Promise<void> {
    const known = await selectKnownSessions(deps.db.query, snapshots.map(({ session }) => session));
    for (const snapshot of snapshots) {
      if (isSettled(snapshot, known.get(snapshot.session))) continue;
      await isolateFailure(deps, { session: snapshot.session }, () => settle(deps, snapshot, 'reconciler'));
    }
  }
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

/** Nearly all of a month's sessions: our books have them already, and need neither lock nor transaction. */
function isSettled({ state, charges }: SessionSnapshot, known: KnownSession | undefined): boolean {
  if (known === undefined) return false;
  const [charge, ...more] = charges;
  if (state === 'paid') return charge !== undefined && more.length === 0 && charge.refunds.length === 0 && charge.dispute === null && known.status === 'paid' && known.charge === charge.id;
  return state === 'expired' && known.status === 'expired' && known.orderStatus !== 'pending_payment';
}
