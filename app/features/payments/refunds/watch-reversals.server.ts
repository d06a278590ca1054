import { PaymentUnavailable } from '#app/platform/adapters/payments/payment-provider.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { reopenCase, selectOpenReferences, settleCase } from '../cases/cases-store.server.ts';
import { isolateFailure } from '../isolate-failure.server.ts';
import { settle } from '../settlement/settlement.server.ts';
import { selectPayment } from '../store.server.ts';
import { claimReversalPoll, selectDelayedRefunds, selectUnsettledReversals } from './refunds-store.server.ts';

const HOUR_MS = 3_600_000;
const ASK_EVERY_MS = HOUR_MS;
const LONGEST_DUE_MS = HOUR_MS;
/** Banks take five to ten days. */
const LONGEST_PENDING_MS = 10 * 24 * HOUR_MS;

/** Reads refunds and disputes of any age, each once an hour. */
export async function watchReversals(deps: Deps): Promise<void> {
  await pollReversals(deps);
  await showDelays(deps);
}

async function pollReversals(deps: Deps): Promise<void> {
  const { query } = deps.db;
  const lastPolledBefore = new Date(deps.clock.now().getTime() - ASK_EVERY_MS);
  for (const paymentId of await selectUnsettledReversals(query, lastPolledBefore)) {
    if (!(await claimReversalPoll(query, paymentId, { now: deps.clock.now(), lastPolledBefore }))) continue;
    const session = (await selectPayment(query, paymentId))?.providerSession;
    if (!session) continue;
    const end = await isolateFailure(deps, { session }, async () => {
      try {
        const snapshot = await deps.payments.fetchSession(session);
        if (snapshot) await settle(deps, snapshot, 'reconciler');
        return 'asked';
      } catch (error) {
        if (error instanceof PaymentUnavailable) return 'silent';
        throw error;
      }
    });
    if (end === 'silent') return;
  }
}

async function showDelays(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const since = { dueSince: new Date(now.getTime() - LONGEST_DUE_MS), pendingSince: new Date(now.getTime() - LONGEST_PENDING_MS) };
  const delayed = await selectDelayedRefunds(deps.db.query, since);
  for (const { id, orderId, paymentId, amount, status } of delayed) {
    const isNew = await reopenCase(deps.db.query, deps, { kind: 'refund_delayed', reference: id, orderId, paymentId, facts: { amount, reason: status } });
    if (isNew) deps.log.error({ alarm: 'refund_delayed', refund: id, status }, 'a refund takes too long');
  }
  const late = new Set(delayed.map(({ id }) => id));
  for (const reference of await selectOpenReferences(deps.db.query, 'refund_delayed')) {
    if (!late.has(reference)) await settleCase(deps.db.query, { kind: 'refund_delayed', reference }, { userId: null, now });
  }
}
