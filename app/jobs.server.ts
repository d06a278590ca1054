import { sealAudit } from './adapters/db/audit.server.ts';
import { watchClock } from './adapters/jobs/clock-watch.server.ts';
import { MAILS_AT_ONCE } from './adapters/mail/mailer.server.ts';
import type { Sandbox } from './adapters/payments/sandbox/sandbox.server.ts';
import { forgetOldRecoveries } from './features/accounts/recovery/recovery.server.ts';
import { forgetOldSessions } from './features/accounts/service.server.ts';
import { deliverDueMails } from './features/mail/service.server.ts';
import { reconcileOpenPayments, sweepOverdueHolds } from './features/payments/holds.server.ts';
import { forgetOldKeys } from './features/checkout/idempotency.server.ts';
import { forgetOldNotes } from './features/orders/retention/old-notes.server.ts';
import { reconcileNightly } from './features/payments/reconciliation/reconcile.server.ts';
import { carryOutRefunds } from './features/payments/refunds/refunds.server.ts';
import { forgetUnpaidBuyers } from './features/orders/retention/unpaid-buyers.server.ts';
import { forgetOldTicketLinks } from './features/tickets/recovery/lost-ticket.server.ts';
import { removeDeletedFiles, sweepFiles } from './features/files/upkeep/service.server.ts';
import { forgetOldCounts } from './http/guards/shared-counts.server.ts';
import { MAIL_TEMPLATES } from './mail-templates.server.ts';
import type { Deps } from './deps.server.ts';

const MAIL_EVERY_MS = 500;
/** Each writes one letter at a time. */
const MAIL_LOOPS = 3;
const REFUNDS_EVERY_MS = 2_000;
/** Once a night it does something. */
const LOOK_AT_BOOKS_EVERY_MS = 10 * 60_000;
const PROVIDER_EVENTS_EVERY_MS = 1_000;
const WATCH_CLOCK_EVERY_MS = 60_000;
const SEAL_AUDIT_EVERY_MS = 5_000;
const REMOVE_FILES_EVERY_MS = 30_000;
const FORGET_EVERY_MS = 60 * 60_000;

export interface Job {
  name: string;
  everyMs: number;
  round: (ending: AbortSignal) => Promise<void>;
}

/** What goes on by itself. Any number of processes may run all of it at once. */
export function jobsOf(deps: Deps, tell: { changed: () => void }): Job[] {
  const jobs: Job[] = [
    ...Array.from({ length: MAIL_LOOPS }, (): Job => ({
      name: 'outbox',
      everyMs: MAIL_EVERY_MS,
      async round(ending) {
        await deliverDueMails(deps, { letters: MAIL_TEMPLATES, lanes: MAILS_AT_ONCE / MAIL_LOOPS, ending });
      },
    })),
    {
      name: 'sweeper',
      everyMs: deps.env.hold.sweepMs,
      async round() {
        if ((await sweepOverdueHolds(deps)) > 0) tell.changed();
        await reconcileOpenPayments(deps);
      },
    },
    { name: 'reconciliation', everyMs: LOOK_AT_BOOKS_EVERY_MS, round: () => reconcileNightly(deps) },
    { name: 'clock watch', everyMs: WATCH_CLOCK_EVERY_MS, round: () => watchClock({ clock: deps.clock, query: deps.db.query, log: deps.log }) },
    { name: 'audit seal', everyMs: SEAL_AUDIT_EVERY_MS, round: () => sealAudit(deps.db.query) },
    { name: 'refunds', everyMs: REFUNDS_EVERY_MS, round: () => carryOutRefunds(deps) },
    { name: 'idempotency keys', everyMs: FORGET_EVERY_MS, round: () => forgetOldKeys(deps) },
    { name: 'old ticket links', everyMs: FORGET_EVERY_MS, round: () => forgetOldTicketLinks(deps) },
    { name: 'old notes', everyMs: FORGET_EVERY_MS, round: () => forgetOldNotes(deps) },
    { name: 'unpaid buyers', everyMs: FORGET_EVERY_MS, round: () => forgetUnpaidBuyers(deps) },
    { name: 'old sessions', everyMs: FORGET_EVERY_MS, round: () => forgetOldSessions(deps) },
    { name: 'old recoveries', everyMs: FORGET_EVERY_MS, round: () => forgetOldRecoveries(deps) },
    { name: 'deleted files', everyMs: REMOVE_FILES_EVERY_MS, round: () => removeDeletedFiles(deps) },
    { name: 'files', everyMs: FORGET_EVERY_MS, round: () => sweepFiles(deps) },
    { name: 'old counts', everyMs: FORGET_EVERY_MS, round: () => forgetOldCounts(deps.db.query, deps.clock.now()) },
  ];
  if (deps.payments.name === 'sandbox') {
    const sandbox = deps.payments as Sandbox;
    jobs.push({ name: 'sandbox webhooks', everyMs: PROVIDER_EVENTS_EVERY_MS, round: () => sandbox.deliverEvents() });
  }
  return jobs;
}
