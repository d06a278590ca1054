import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

import { isDatabaseBusy } from '#app/platform/adapters/db/database.server.ts';
import { PaymentUnavailable } from '#app/platform/adapters/payments/payment-provider.server.ts';
import { claimPoll, extendUnopenedHolds, markPolled, type OrderRecord, releaseSettledHolds, selectOrder, selectOverdueHolds, shortenHoldsFromTheFuture } from '#app/features/orders/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { isolateFailure } from './isolate-failure.server.ts';
import { isFeedStale } from './provider-events/service.server.ts';
import { recoverSession } from './sessions/service.server.ts';
import { type SettlementSource, settle } from './settlement/settlement.server.ts';
import { giveUpUnasked, isUnsettled, markStatus, type PaymentRow, selectDuePolls, selectPayments } from './store.server.ts';

type HoldEnd = 'released' | 'paid' | 'being_paid' | 'provider_silent' | 'not_waiting';

const BATCH = 50;
/** Holds released at the same time: each waits for the provider, and a rush leaves hundreds. */
const AT_ONCE = 6;
/** After each of these groups the sale has as long for itself, at most. */
const LONGEST_PAUSE_MS = 50;
/** Timeouts after which a round stops: each may take ten seconds. */
const MAX_TIMEOUTS = 3;
const POLL_OPEN_SESSIONS_EVERY_MS = 60_000;

/** The provider's session is expired before the places are released, with no transaction open meanwhile. */
export async function endHold(deps: Deps, order: OrderRecord, source: SettlementSource): Promise<HoldEnd> {
  const payments = (await selectPayments(deps.db.query, [order.id])).filter(isUnsettled);
  const { end, expired } = await closePayments(deps, { order, payments }, source);
  await markStatus(deps.db.query, expired, 'expired');
  if (end !== 'closed') return end;
  const released = await releaseAll(deps, [order], source);
  return released.has(order.id) ? 'released' : endOf(await selectOrder(deps.db.query, { id: order.id }));
}

/** Together, since each waits for the stock row of its event. Gives the ids of those that were released now. */
async function releaseAll(deps: Deps, orders: readonly OrderRecord[], source: SettlementSource): Promise<ReadonlySet<string>> {
  if (orders.length === 0) return new Set();
  await deps.checkpoint('before-hold-release');
  return releaseSettledHolds(deps.db.query, orders.map(({ id }) => id), { actor: source, now: deps.clock.now() });
}

function endOf(order: OrderRecord | null): HoldEnd {
  if (order?.status === 'cancelled') return 'released';
  return order?.status === 'pending_payment' ? 'being_paid' : order?.status === 'paid' ? 'paid' : 'not_waiting';
}

interface ClosedPayments {
  /** `closed`: nothing can be paid any more. */
  end: 'closed' | 'being_paid' | 'provider_silent';
  /** Payments that the provider lets nobody pay any more; the caller marks them. */
  expired: string[];
}

async function closePayments(deps: Deps, { order, payments }: { order: OrderRecord; payments: readonly PaymentRow[] }, source: SettlementSource): Promise<ClosedPayments> {
  const expired: string[] = [];
  if (payments.length > 0) await markPolled(deps.db.query, order.id, deps.clock.now());
  for (const payment of payments) {
    try {
      if (deps.payments.isPaced && payment.askedAt === null && (await giveUpUnasked(deps.db.query, payment.id))) continue;
      const session = await recoverSession(deps, order, payment);
      const snapshot = session === null ? null : await deps.payments.expireSession(session);
      if (snapshot && !(snapshot.state === 'expired' && snapshot.charges.length === 0)) await settle(deps, snapshot, source);
      else expired.push(payment.id);
      if (snapshot?.state === 'processing') return { end: 'being_paid', expired };
      if (snapshot?.state === 'open') return { end: 'provider_silent', expired };
    } catch (error) {
      if (error instanceof PaymentUnavailable) return { end: 'provider_silent', expired };
      throw error;
    }
  }
  return { end: 'closed', expired };
}

async function closeTogether(deps: Deps, orders: readonly OrderRecord[]): Promise<(ClosedPayments['end'] | 'failed')[]> {
  const payments = Map.groupBy((await selectPayments(deps.db.query, orders.map(({ id }) => id))).filter(isUnsettled), ({ orderId }) => orderId);
  const ends = await Promise.all(orders.map((order) => isolateFailure(deps, order, () => closePayments(deps, { order, payments: payments.get(order.id) ?? [] }, 'sweeper'))));
  await markStatus(deps.db.query, ends.flatMap((closed) => (closed === 'failed' ? [] : closed.expired)), 'expired');
  return ends.map((closed) => (closed === 'failed' ? closed : closed.end));
}

/** Whoever waits in our own line, or for a provider that is down, keeps the places. Some sweeps ahead, so that no sale takes them before. */
const SWEEPS_AHEAD = 3;

export async function sweepOverdueHolds(deps: Deps): Promise<void> {
  const { holdMs, longestMs, sweepMs } = deps.env.hold;
  await shortenHoldsFromTheFuture(deps.db.query, { now: deps.clock.now(), holdMs });
  const isSilent = deps.payments.isSilent();
  if (isSilent || deps.payments.isPaced) await extendUnopenedHolds(deps.db.query, { endingBefore: new Date(deps.clock.now().getTime() + SWEEPS_AHEAD * sweepMs), longestMs, onlyUnasked: !isSilent });
  let silences = 0;
  // Orders that can't be released now must not block those behind them.
  const tried: string[] = [];
  for (;;) {
    const overdue = await selectOverdueHolds(deps.db.query, { now: deps.clock.now(), except: tried, limit: BATCH });
    const closed: OrderRecord[] = [];
    for (let start = 0; start < overdue.length && silences < MAX_TIMEOUTS; start += AT_ONCE) {
      const some = overdue.slice(start, start + AT_ONCE);
      tried.push(...some.map(({ id }) => id));
      const begun = performance.now();
      const ends = await closeTogether(deps, some);
      closed.push(...some.filter((_, at) => ends[at] === 'closed'));
      silences += ends.filter((end) => end === 'provider_silent').length;
      if (some.length === AT_ONCE && silences < MAX_TIMEOUTS) await pause(Math.min(LONGEST_PAUSE_MS, performance.now() - begun));
    }
    await releaseAll(deps, closed, 'sweeper').catch(async (error: unknown) => {
      if (isDatabaseBusy(error)) throw error;
      for (const order of closed) await isolateFailure(deps, order, () => releaseAll(deps, [order], 'sweeper'));
    });
    if (silences >= MAX_TIMEOUTS || overdue.length < BATCH) return;
  }
}

/** Payments normally arrive by the event feed; pending orders are polled only while it is stale. */
export async function reconcileOpenPayments(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const withOpen = await isFeedStale(deps);
  let silences = 0;
  const lastPolledBefore = new Date(now.getTime() - POLL_OPEN_SESSIONS_EVERY_MS);
  const tried: string[] = [];
  for (;;) {
    const due = await selectDuePolls(deps.db.query, { now, lastPolledBefore, withOpen, onlyRequested: deps.payments.isPaced, except: tried, limit: BATCH });
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

async function askAbout(deps: Deps, order: OrderRecord): Promise<boolean> {
  if (order.status === 'pending_payment' && order.event.withdrawnAt === null) {
    return pollProvider(deps, order, { source: 'reconciler', everyMs: POLL_OPEN_SESSIONS_EVERY_MS });
  }
  return (await endHold(deps, order, 'reconciler')) !== 'provider_silent';
}

/** Asks at most once every `everyMs`; false when the provider did not answer. */
export async function pollProvider(deps: Deps, order: OrderRecord, how: { source: SettlementSource; everyMs: number }): Promise<boolean> {
  if (!(await claimPoll(deps.db.query, order.id, { now: deps.clock.now(), everyMs: how.everyMs }))) return true;
  for (const payment of await selectPayments(deps.db.query, [order.id])) {
    if (!isUnsettled(payment)) continue;
    try {
      // The order's page may be opened before its session exists; creating one is left to the reconciler.
      const session = how.source === 'reconciler' ? await recoverSession(deps, order, payment) : payment.providerSession;
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
