import type { Job } from '#app/platform/adapters/jobs/job.server.ts';
import type { Sandbox } from '#app/platform/adapters/payments/sandbox/sandbox.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { readOpenCases } from './cases/cases.server.ts';
import { watchProviderClock } from './cases/provider-alarms.server.ts';
import { reconcileOpenPayments, sweepOverdueHolds } from './holds.server.ts';
import { invariants } from './invariants.server.ts';
import { READ_EVERY_MS, readProviderFeed } from './provider-events/service.server.ts';
import { deleteEventsBefore } from './provider-events/store.server.ts';
import { reconcileNightly } from './reconciliation/reconcile.server.ts';
import { carryOutRefunds } from './refunds/refunds.server.ts';
import { openQueuePositions, openSessionNotes } from './sessions/service.server.ts';
import { endWithdrawnOrders } from './withdrawals/withdrawals.server.ts';
import { watchReversals } from './refunds/watch-reversals.server.ts';
import { tables } from './tables.ts';

const REFUNDS_EVERY_MS = 2_000;
const WITHDRAWALS_EVERY_MS = 5_000;
const RECONCILE_EVERY_MS = 10 * 60_000;
const WATCH_EVERY_MS = 60_000;
const SANDBOX_DELIVERS_EVERY_MS = 1_000;

export const payments: Feature = {
  calls,
  open: (deps) => [openSessionNotes(deps), openQueuePositions()],
  waiting: [{ page: '/admin/payments', count: readOpenCases }],
  jobs: ({ deps }) => [
    {
      name: 'sweeper',
      title: 'Alliberar reserves caducades',
      everyMs: deps.env.hold.sweepMs,
      async round() {
        await sweepOverdueHolds(deps);
        await reconcileOpenPayments(deps);
      },
    },
    { name: 'provider feed', title: 'Llegir la passarel·la', everyMs: READ_EVERY_MS, round: () => readProviderFeed(deps) },
    { name: 'provider clock', title: 'Comparar el rellotge amb la passarel·la', everyMs: WATCH_EVERY_MS, round: () => watchProviderClock(deps) },
    { name: 'reconciliation', title: 'Quadrar els comptes', everyMs: RECONCILE_EVERY_MS, round: () => reconcileNightly(deps) },
    { name: 'refunds', title: 'Fer devolucions', everyMs: REFUNDS_EVERY_MS, round: () => carryOutRefunds(deps) },
    { name: 'withdrawals', title: 'Retirar actes', everyMs: WITHDRAWALS_EVERY_MS, round: (ending) => endWithdrawnOrders(deps, ending) },
    { name: 'reversals watch', title: 'Vigilar devolucions i disputes', everyMs: WATCH_EVERY_MS, round: () => watchReversals(deps) },
    ...sandboxJobs(deps),
  ],
  auditWords: {
    actions: {
      'ticket.refunded': 'Tiquet reemborsat',
      'payment.begun': 'Nou intent de pagament',
      'payment.disputed': 'El banc ha obert una reclamació',
      'payment.dispute_won': 'Reclamació guanyada',
      'payment.dispute_lost': 'Reclamació perduda',
      'payment.case_settled': 'Cas de pagament resolt',
      'refund.requested': 'Devolució demanada',
      'refund.due': 'Devolució decidida',
      'refund.created': 'Devolució en marxa',
      'refund.pending': 'Devolució en marxa',
      'refund.succeeded': 'Devolució feta',
      'refund.failed': 'Devolució fallida',
    },
    actors: { webhook: 'passarel·la', poll: 'passarel·la', reconciler: 'repàs automàtic', sweeper: 'repàs automàtic', refunds: 'devolucions' },
  },
  invariants,
  // Longer than the provider lists events, so that a late one is still recognised as a duplicate.
  forgets: [{ title: 'Oblidar avisos vells de la passarel·la', after: { days: 45, of: "d'arribar" }, delete: (query, { instant }) => deleteEventsBefore(query, instant) }],
  tables,
};

function sandboxJobs(deps: Deps): Job[] {
  if (deps.payments.name !== 'sandbox') return [];
  const sandbox = deps.payments as Sandbox;
  return [{ name: 'sandbox webhooks', title: 'Avisos de la passarel·la de prova', everyMs: SANDBOX_DELIVERS_EVERY_MS, round: () => sandbox.deliverEvents() }];
}
