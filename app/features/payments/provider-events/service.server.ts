import { PaymentUnavailable, type ProviderEvent, type SessionSnapshot } from '#app/platform/adapters/payments/payment-provider.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { claimReading, insertProviderEvent, isKnownEvent, markRead, markReportedByWebhook, selectKnownEvents, selectPaymentStatus, selectReadAt } from './store.server.ts';
import { noteRefusedKey } from '../cases/provider-alarms.server.ts';
import { isolateFailure } from '../isolate-failure.server.ts';
import { type SettlementSource, settleTx } from '../settlement/settlement.server.ts';

export async function receiveProviderEvent(deps: Deps, rawBody: string, headers: Headers): Promise<'handled' | 'not_believed' | 'not_now'> {
  const event = deps.payments.readEvent(rawBody, headers);
  if (!event) return 'not_believed';
  if (await isKnownEvent(deps.db.query, event.id)) {
    await markReportedByWebhook(deps.db.query, event.id);
    return 'handled';
  }
  try {
    await applyEvents(deps, { events: [event], snapshot: await fetchSubject(deps, event), source: 'webhook' });
  } catch (error) {
    if (error instanceof PaymentUnavailable) return 'not_now';
    throw error;
  }
  return 'handled';
}

export const READ_EVERY_MS = 10_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Stripe lists events for 30 days. */
const EVENT_LIFE_MS = 30 * DAY_MS;
/** Events may be listed later than their timestamp. */
const OVERLAP_MS = 5 * MINUTE_MS;
/** After this an event is left to the hold's expiry and the nightly reconciliation. */
const RETRY_FOR_MS = 10 * MINUTE_MS;
const AT_ONCE = 6;
const MAX_TIMEOUTS = 3;
/** From this age of the feed on, open sessions are polled one by one. */
const STALE_AFTER_MS = MINUTE_MS;

/** Any number of processes may call it; one reads at a time. */
export async function readProviderFeed(deps: Deps): Promise<void> {
  const { name } = deps.payments;
  const now = deps.clock.now();
  // Half the interval, for a timer that fires a little early.
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

export async function isFeedStale(deps: Deps): Promise<boolean> {
  const readAt = await selectReadAt(deps.db.query, deps.payments.name);
  return readAt === null || deps.clock.now().getTime() - readAt.getTime() > STALE_AFTER_MS;
}

/** Returns the events that could not be settled. */
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
      const known = await Promise.all(about.map((event) => isAlreadyKnown(deps, event)));
      const news = about.find((_, index) => !known[index]);
      await applyEvents(deps, { events: about, snapshot: news ? await fetchSubject(deps, news) : null, source: 'reconciler' });
      return 'settled';
    } catch (error) {
      if (error instanceof PaymentUnavailable) return 'silent';
      throw error;
    }
  });
}

/** Nothing new where a poll or the sweeper handled the session's end first. */
async function isAlreadyKnown(deps: Deps, event: ProviderEvent): Promise<boolean> {
  if (event.session === null) return event.payment === null;
  const status = await selectPaymentStatus(deps.db.query, event.session);
  return status !== null && REPORTED_BY[event.type] === status;
}

const REPORTED_BY: Readonly<Record<string, 'paid' | 'expired'>> = {
  'checkout.session.completed': 'paid',
  'checkout.session.async_payment_succeeded': 'paid',
  'checkout.session.expired': 'expired',
  'checkout.session.async_payment_failed': 'expired',
};

const MAX_TYPE = 100;

async function fetchSubject(deps: Deps, event: ProviderEvent): Promise<SessionSnapshot | null> {
  if (event.session !== null) return deps.payments.fetchSession(event.session);
  return event.payment === null ? null : deps.payments.fetchPayment(event.payment);
}

/** In one transaction with the events' rows, so that a repeated event changes nothing. */
async function applyEvents(
  deps: Deps,
  batch: { events: readonly ProviderEvent[]; snapshot: SessionSnapshot | null; source: SettlementSource },
): Promise<void> {
  const { events, snapshot, source } = batch;
  await deps.db.inTransaction(async (tx) => {
    let isNews = false;
    for (const { id, type } of events) {
      const row = { id, provider: deps.payments.name, type: type.slice(0, MAX_TYPE), outcome: snapshot?.state ?? 'ignored', receivedAt: deps.clock.now(), byWebhook: source === 'webhook' };
      isNews = (await insertProviderEvent(tx, row)) || isNews;
    }
    if (!isNews || !snapshot) return;
    await deps.checkpoint('after-event-row');
    await settleTx(tx, { deps, snapshot, source });
  });
}
