import { KeyRefused } from '#app/platform/adapters/payments/payment-provider.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { reopenCase, settleCase } from './cases-store.server.ts';

type ProviderTask = 'checkout' | 'refunds' | 'feed';

export async function noteRefusedKey(deps: Deps, error: unknown, task: ProviderTask): Promise<void> {
  if (!(error instanceof KeyRefused)) return;
  deps.log.error({ alarm: 'payment_key_refused', task, err: error }, 'the payment provider does not let us in: look at the key and what it may do');
  await reopenCase(deps.db.query, deps, { kind: 'provider_refuses', reference: task, orderId: null, paymentId: null, facts: { reason: task } });
}

/** Session expiry and holds depend on both clocks agreeing. */
const ALARMING_MS = 30_000;

export async function watchProviderClock(deps: Deps): Promise<void> {
  const aheadMs = deps.payments.clockAheadMs();
  if (aheadMs === null) return;
  const which = { kind: 'clock_drift', reference: deps.payments.name } as const;
  if (Math.abs(aheadMs) <= ALARMING_MS) {
    await settleCase(deps.db.query, which, { userId: null, now: deps.clock.now() });
    return;
  }
  deps.log.error({ alarm: 'clock_drift', driftMs: -aheadMs }, "this machine's clock and the payment provider's disagree: set the time, checkout and holds depend on it");
  await reopenCase(deps.db.query, deps, { ...which, orderId: null, paymentId: null, facts: { seconds: Math.round(-aheadMs / 1000) } });
}
