import { PaymentUnavailable, type ProviderEvent } from '#app/adapters/payments/payment-provider.server.ts';
import type { Deps } from '#app/deps.server.ts';

import { noteRefusedKey } from '../cases/provider-alarms.server.ts';
import { isolateFailure } from '../isolate-failure.server.ts';
import { applyEvents, fetchSubject } from './apply-events.server.ts';
import { claimReading, deleteEventsBefore, markRead, selectKnownEvents, selectPaymentStatus, selectReadAt } from './store.server.ts';

export const READ_EVERY_MS = 10_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How long the provider tells of an event. */
const EVENT_LIFE_MS = 30 * DAY_MS;
/** Rows of events outlive what the provider tells, so that none is news twice. */
const ROW_LIFE_MS = 45 * DAY_MS;
/** An event may come into the list later than its time says. */
const OVERLAP_MS = 5 * MINUTE_MS;
/** What could not be settled is tried again at each reading for so long; then it is left to the hold's end and to the night. */
const RETRY_FOR_MS = 10 * MINUTE_MS;
const AT_ONCE = 6;
/** Unanswered questions after which a reading asks no more: each may take ten seconds. */
const MAX_TIMEOUTS = 3;
/** Without a reading for so long, single sessions are asked about as well. */
const STALE_AFTER_MS = MINUTE_MS;

/**
 * Reads what has happened at the provider since the stored place, and settles what no webhook has told of: the work grows
 * with what was paid, not with what waits. Any number of processes may do so; one at a time does.
 */
export async function readProviderFeed(deps: Deps): Promise<void> {
  const { name } = deps.payments;
  const now = deps.clock.now();
  // A loop that comes a little early must not leave its turn out.
  const feed = await claimReading(deps.db.query, name, { now, everyMs: READ_EVERY_MS / 2 });
  if (feed === null) return;
  const oldest = now.getTime() - EVENT_LIFE_MS;
  const since = new Date(feed.readUntil === null ? oldest : Math.max(oldest, feed.readUntil.getTime() - OVERLAP_MS));
  try {
    const events = await deps.payments.listEvents({ since });
    const theirNow = now.getTime() + (deps.payments.clockAheadMs() ?? 0);
    const failed = await settleNews(deps, events);
    const firstFailure = Math.min(theirNow, ...failed.map((event) => event.createdAt.getTime()));
    await markRead(deps.db.query, name, { until: new Date(Math.max(firstFailure, theirNow - RETRY_FOR_MS)), now: deps.clock.now() });
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error;
    await noteRefusedKey(deps, error, 'feed');
    deps.log.warn({ provider: name }, 'what happened at the payment provider could not be read');
  }
}

/** True while the feed is not read: then what waits has to be asked about one by one. */
export async function isFeedStale(deps: Deps): Promise<boolean> {
  const readAt = await selectReadAt(deps.db.query, deps.payments.name);
  return readAt === null || deps.clock.now().getTime() - readAt.getTime() > STALE_AFTER_MS;
}

export async function forgetOldEvents(deps: Deps): Promise<void> {
  await deleteEventsBefore(deps.db.query, new Date(deps.clock.now().getTime() - ROW_LIFE_MS));
}

/** Settles what the events are about, each session once; answers those with which it could not be done. */
async function settleNews(deps: Deps, events: readonly ProviderEvent[]): Promise<ProviderEvent[]> {
  const known = await selectKnownEvents(deps.db.query, events.map((event) => event.id));
  const news = events.filter((event) => !known.has(event.id));
  const waiting = [...Map.groupBy(news, (event) => event.session ?? event.payment ?? event.id).values()];
  const failed: ProviderEvent[] = [];
  let silences = 0;
  async function work(): Promise<void> {
    for (let about = waiting.shift(); about !== undefined; about = waiting.shift()) {
      const end = silences < MAX_TIMEOUTS ? await settleSubject(deps, about) : 'silent';
      if (end === 'silent') silences += 1;
      if (end !== 'settled') failed.push(...about);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failed;
}

async function settleSubject(deps: Deps, about: readonly ProviderEvent[]): Promise<'settled' | 'silent' | 'failed'> {
  return isolateFailure(deps, { session: about[0]?.session ?? about[0]?.payment ?? '' }, async () => {
    try {
      const told = await Promise.all(about.map((event) => isToldAlready(deps, event)));
      const news = about.find((_, index) => !told[index]);
      await applyEvents(deps, { events: about, snapshot: news ? await fetchSubject(deps, news) : null, source: 'reconciler' });
      return 'settled';
    } catch (error) {
      if (error instanceof PaymentUnavailable) return 'silent';
      throw error;
    }
  });
}

/** Of a session whose end is in our books, by a poll or the sweeper, the event of that end says nothing new. */
async function isToldAlready(deps: Deps, event: ProviderEvent): Promise<boolean> {
  if (event.session === null) return event.payment === null;
  const status = await selectPaymentStatus(deps.db.query, event.session);
  return status !== null && TOLD_BY[event.type] === status;
}

const TOLD_BY: Readonly<Record<string, 'paid' | 'expired'>> = {
  'checkout.session.completed': 'paid',
  'checkout.session.async_payment_succeeded': 'paid',
  'checkout.session.expired': 'expired',
  'checkout.session.async_payment_failed': 'expired',
};
