import { PaymentUnavailable, SessionRejected, type SessionSnapshot } from '#app/adapters/payments/payment-provider.server.ts';
import { claimPoll, markPolled, type OrderRecord, selectOrder, selectOverdueHolds } from '#app/features/orders/service.server.ts';
import type { Deps } from '#app/deps.server.ts';

import { createSession } from './checkout-session.server.ts';
import { isolateFailure } from './isolate-failure.server.ts';
import { isFeedStale } from './provider-events/feed.server.ts';
import { type SettlementSource, releaseHoldTx, settle } from './settlement.server.ts';
import { isUnsettled, markStatus, type PaymentRow, selectDuePolls, selectPayments } from './store.server.ts';

/** What became of a hold that somebody wanted to end. */
export type HoldEnd = 'released' | 'paid' | 'being_paid' | 'provider_silent' | 'not_waiting';

const BATCH = 50;
/** Holds that are ended side by side: each waits for the provider, and a rush leaves hundreds of them. */
const AT_ONCE = 6;
/** Unanswered questions after which a round asks no more: each may take ten seconds. */
const MAX_TIMEOUTS = 3;
const POLL_OPEN_SESSIONS_EVERY_MS = 60_000;

/**
 * Ends a hold: first the provider expires the checkout session, and only after it has said that nothing was paid is the
 * stock given back. No transaction is open while the provider is asked.
 */
export async function endHold(deps: Deps, order: OrderRecord, source: SettlementSource): Promise<HoldEnd> {
  const unsettled = (await selectPayments(deps.db.query, order.id)).filter(isUnsettled);
  if (unsettled.length > 0) await markPolled(deps.db.query, order.id, deps.clock.now());
  for (const payment of unsettled) {
    try {
      const snapshot = await expireSession(deps, order, payment);
      if (snapshot) await settle(deps, snapshot, source);
      // A session the provider has never heard of can't be paid.
      else await markStatus(deps.db.query, payment.id, 'expired');
      if (snapshot?.state === 'processing') return 'being_paid';
      if (snapshot?.state === 'open') return 'provider_silent';
    } catch (error) {
      if (error instanceof PaymentUnavailable) return 'provider_silent';
      throw error;
    }
  }
  await deps.checkpoint('before-hold-release');
  const released = await deps.db.inTransaction((tx) => releaseHoldTx(tx, { deps, source, orderId: order.id }));
  if (released) return 'released';
  const after = await selectOrder(deps.db.query, { id: order.id });
  if (after?.status === 'cancelled') return 'released';
  return after?.status === 'pending_payment' ? 'being_paid' : after?.status === 'paid' ? 'paid' : 'not_waiting';
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
    for (let start = 0; start < overdue.length; start += AT_ONCE) {
      const some = overdue.slice(start, start + AT_ONCE);
      tried.push(...some.map(({ id }) => id));
      const ends = await Promise.all(some.map((order) => isolateFailure(deps, order, () => endHold(deps, order, 'sweeper'))));
      released += ends.filter((end) => end === 'released').length;
      silences += ends.filter((end) => end === 'provider_silent').length;
      if (silences >= MAX_TIMEOUTS) return released;
    }
    if (overdue.length < BATCH) return released;
  }
}

/**
 * Asks the provider about single sessions where there is doubt, and closes those whose order waits no more or in vain. What is
 * paid comes in by the feed; while that is not read, everything that waits is asked about.
 */
export async function reconcileOpenPayments(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const withOpen = await isFeedStale(deps);
  let silences = 0;
  const notAskedSince = new Date(now.getTime() - POLL_OPEN_SESSIONS_EVERY_MS);
  const tried: string[] = [];
  for (;;) {
    const due = await selectDuePolls(deps.db.query, { now, notAskedSince, withOpen, except: tried, limit: BATCH });
    for (let start = 0; start < due.length; start += AT_ONCE) {
      const some = due.slice(start, start + AT_ONCE);
      tried.push(...some);
      const answers = await Promise.all(
        some.map(async (orderId) => {
          const order = await selectOrder(deps.db.query, { id: orderId });
          return order === null || isolateFailure(deps, order, () => askAbout(deps, order));
        }),
      );
      silences += answers.filter((isAnswered) => isAnswered === false).length;
      if (silences >= MAX_TIMEOUTS) return;
    }
    if (due.length < BATCH) return;
  }
}

/** An order that waits no more, or in vain, gets its session closed; false when the provider kept silent. */
async function askAbout(deps: Deps, order: OrderRecord): Promise<boolean> {
  if (order.status === 'pending_payment' && order.event.withdrawnAt === null) {
    return pollProvider(deps, order, { source: 'reconciler', everyMs: POLL_OPEN_SESSIONS_EVERY_MS });
  }
  return (await endHold(deps, order, 'reconciler')) !== 'provider_silent';
}

/** Asks what became of a waiting order's payments, at most once every `everyMs`; a silent provider changes nothing (false). */
export async function pollProvider(deps: Deps, order: OrderRecord, how: { source: SettlementSource; everyMs: number }): Promise<boolean> {
  if (!(await claimPoll(deps.db.query, order.id, { now: deps.clock.now(), everyMs: how.everyMs }))) return true;
  for (const payment of await selectPayments(deps.db.query, order.id)) {
    if (!isUnsettled(payment)) continue;
    try {
      // One who looks at the page of an order may do so before its checkout session is open; the reconciler comes later.
      const session = how.source === 'reconciler' ? await sessionNameOf(deps, order, payment) : payment.providerSession;
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

async function expireSession(deps: Deps, order: OrderRecord, payment: PaymentRow): Promise<SessionSnapshot | null> {
  const session = await sessionNameOf(deps, order, payment);
  return session === null ? null : deps.payments.expireSession(session);
}

/** A session that was asked for but never named to us is asked for again, with the same key. Null: there is none. */
async function sessionNameOf(deps: Deps, order: OrderRecord, payment: PaymentRow): Promise<string | null> {
  if (payment.providerSession !== null) return payment.providerSession;
  try {
    return (await createSession(deps, order, payment)).session;
  } catch (error) {
    // Had a session been opened under this key, its name would have been the answer.
    if (error instanceof SessionRejected) return null;
    throw error;
  }
}
