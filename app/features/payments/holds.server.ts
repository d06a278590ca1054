import { SessionRejected, PaymentUnavailable, type SessionSnapshot } from '#app/adapters/payments/payment-provider.server.ts';
import type { Deps } from '#app/deps.server.ts';

import { isolateFailure } from './isolate-failure.server.ts';
import { openCheckoutSessionOf } from './checkout-session.server.ts';
import { markStatus, type PaymentRow, selectOverdueHolds, selectPayments, selectDuePolls, UNSETTLED } from './store.server.ts';
import { type SettlementSource, releaseHoldTx, settle } from './settlement.server.ts';
import { claimPoll, markPolled, selectOrder } from '#app/features/orders/service.server.ts';

/** What became of a hold that somebody wanted to end. */
export type HoldEnd = 'released' | 'paid' | 'being_paid' | 'provider_silent' | 'not_waiting';

const BATCH = 50;
/** Unanswered questions after which a round asks no more: each may take ten seconds. */
const MAX_TIMEOUTS = 3;
const ASK_OPEN_PAGES_EVERY_MS = 60_000;

/**
 * Ends a hold: first the provider closes the payment page, and only after it has said that nothing was paid is the
 * stock given back. No transaction is open while the provider is asked.
 */
export async function endHold(deps: Deps, orderId: string, source: SettlementSource): Promise<HoldEnd> {
  const unsettled = (await selectPayments(deps.db.query, orderId)).filter(isUnsettled);
  if (unsettled.length > 0) await markPolled(deps.db.query, orderId, deps.clock.now());
  for (const payment of unsettled) {
    try {
      const snapshot = await closePage(deps, orderId, payment);
      if (snapshot) await settle(deps, snapshot, source);
      // A page the provider has never heard of can't be paid.
      else await markStatus(deps.db.query, payment.id, 'expired');
      if (snapshot?.state === 'processing') return 'being_paid';
      if (snapshot?.state === 'open') return 'provider_silent';
    } catch (error) {
      if (error instanceof PaymentUnavailable) return 'provider_silent';
      throw error;
    }
  }
  await deps.checkpoint('before-hold-release');
  const released = await deps.db.inTransaction((tx) => releaseHoldTx(tx, { deps, source, orderId }));
  if (released) return 'released';
  const order = await selectOrder(deps.db.query, orderId);
  if (order?.status === 'cancelled') return 'released';
  return order?.status === 'pending_payment' ? 'being_paid' : order?.status === 'paid' ? 'paid' : 'not_waiting';
}

/**
 * Releases what is overdue, in batches while that gets on. Any number of processes may do so at once. A provider that keeps
 * silent is not asked about every hold: the round ends, and the next one tries again.
 */
export async function sweepOverdueHolds(deps: Deps): Promise<number> {
  let released = 0;
  let silences = 0;
  // Those that can't be released now (somebody is paying) must not keep the ones behind them waiting.
  const tried: string[] = [];
  for (;;) {
    const overdue = await selectOverdueHolds(deps.db.query, { now: deps.clock.now(), except: tried, limit: BATCH });
    for (const { orderId, orderNumber } of overdue) {
      tried.push(orderId);
      const end = await isolateFailure(deps, { orderNumber }, () => endHold(deps, orderId, 'sweeper'));
      if (end === 'released') released += 1;
      if (end === 'provider_silent' && ++silences >= MAX_TIMEOUTS) return released;
    }
    if (overdue.length < BATCH) return released;
  }
}

/** Asks the provider about payment pages that nobody has told us about, and closes those whose order waits no more or in vain. */
export async function reconcileOpenPayments(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  let silences = 0;
  const notAskedSince = new Date(now.getTime() - ASK_OPEN_PAGES_EVERY_MS);
  const tried: string[] = [];
  for (;;) {
    const questionable = await selectDuePolls(deps.db.query, { now, notAskedSince, except: tried, limit: BATCH });
    for (const { orderId, orderNumber, orderStatus, archivedAt } of questionable) {
      tried.push(orderId);
      const isAnswered = await isolateFailure(deps, { orderNumber }, async () =>
        orderStatus === 'pending_payment' && archivedAt === null
          ? pollProvider(deps, orderId, { source: 'reconciler', everyMs: ASK_OPEN_PAGES_EVERY_MS })
          : (await endHold(deps, orderId, 'reconciler')) !== 'provider_silent',
      );
      if (isAnswered === false && ++silences >= MAX_TIMEOUTS) return;
    }
    if (questionable.length < BATCH) return;
  }
}

/** Asks what became of a waiting order's payments, at most once every `everyMs`; a silent provider changes nothing (false). */
export async function pollProvider(deps: Deps, orderId: string, how: { source: SettlementSource; everyMs: number }): Promise<boolean> {
  if (!(await claimPoll(deps.db.query, orderId, deps.clock.now(), how.everyMs))) return true;
  for (const payment of await selectPayments(deps.db.query, orderId)) {
    if (!isUnsettled(payment)) continue;
    try {
      // One who looks at the page of an order may do so before its payment page is open; the reconciler comes later.
      const session = how.source === 'reconciler' ? await nameOfPage(deps, orderId, payment) : payment.providerSession;
      const snapshot = session === null ? null : await deps.payments.fetchSession(session);
      if (snapshot) await settle(deps, snapshot, how.source);
    } catch (error) {
      if (!(error instanceof PaymentUnavailable)) throw error;
      deps.log.warn({ provider: deps.payments.name }, 'the payment provider did not answer');
      return false;
    }
  }
  return true;
}

async function closePage(deps: Deps, orderId: string, payment: PaymentRow): Promise<SessionSnapshot | null> {
  const session = await nameOfPage(deps, orderId, payment);
  return session === null ? null : deps.payments.expireSession(session);
}

/** A page that was asked for but never named to us is asked for again, with the same key. Null: there is none. */
async function nameOfPage(deps: Deps, orderId: string, payment: PaymentRow): Promise<string | null> {
  if (payment.providerSession !== null) return payment.providerSession;
  try {
    return (await openCheckoutSessionOf(deps, orderId, payment)).session;
  } catch (error) {
    // Had a page been opened under this key, its name would have been the answer.
    if (error instanceof SessionRejected) return null;
    throw error;
  }
}

function isUnsettled(payment: PaymentRow): boolean {
  return (UNSETTLED as readonly string[]).includes(payment.status);
}
