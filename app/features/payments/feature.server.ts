import { type Job, RETENTION_EVERY_MS } from '#app/platform/adapters/jobs/job.ts';
import type { Sandbox } from '#app/platform/adapters/payments/sandbox/sandbox.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { countOpenCases } from './cases/cases.server.ts';
import { watchProviderClock } from './cases/provider-alarms.server.ts';
import { reconcileOpenPayments, sweepOverdueHolds } from './holds.server.ts';
import { forgetOldEvents, READ_EVERY_MS, readProviderFeed } from './provider-events/feed.server.ts';
import { reconcileNightly } from './reconciliation/reconcile.server.ts';
import { carryOutRefunds } from './refunds/refunds.server.ts';
import { openQueuePositions } from './sessions/queue-position.server.ts';
import { openSessionNotes } from './sessions/service.server.ts';
import { endWithdrawnOrders } from './withdrawals/withdrawals.server.ts';
import { watchReversals } from './refunds/watch-reversals.server.ts';

const REFUNDS_EVERY_MS = 2_000;
const WITHDRAWALS_EVERY_MS = 5_000;
const RECONCILE_EVERY_MS = 10 * 60_000;
const WATCH_EVERY_MS = 60_000;
const SANDBOX_DELIVERS_EVERY_MS = 1_000;

export const payments: Feature = {
  calls,
  open: (deps) => [openSessionNotes(deps), openQueuePositions()],
  waiting: [{ page: '/admin/payments', count: countOpenCases }],
  jobs: ({ deps }) => [
    {
      name: 'sweeper',
      everyMs: deps.env.hold.sweepMs,
      async round() {
        await sweepOverdueHolds(deps);
        await reconcileOpenPayments(deps);
      },
    },
    { name: 'provider feed', everyMs: READ_EVERY_MS, round: () => readProviderFeed(deps) },
    { name: 'provider clock', everyMs: WATCH_EVERY_MS, round: () => watchProviderClock(deps) },
    { name: 'reconciliation', everyMs: RECONCILE_EVERY_MS, round: () => reconcileNightly(deps) },
    { name: 'refunds', everyMs: REFUNDS_EVERY_MS, round: () => carryOutRefunds(deps) },
    { name: 'withdrawals', everyMs: WITHDRAWALS_EVERY_MS, round: (ending) => endWithdrawnOrders(deps, ending) },
    { name: 'reversals watch', everyMs: WATCH_EVERY_MS, round: () => watchReversals(deps) },
    { name: 'old provider events', everyMs: RETENTION_EVERY_MS, round: () => forgetOldEvents(deps) },
    ...sandboxJobs(deps),
  ],
};

function sandboxJobs(deps: Deps): Job[] {
  if (deps.payments.name !== 'sandbox') return [];
  const sandbox = deps.payments as Sandbox;
  return [{ name: 'sandbox webhooks', everyMs: SANDBOX_DELIVERS_EVERY_MS, round: () => sandbox.deliverEvents() }];
}
