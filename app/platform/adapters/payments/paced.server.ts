import { setTimeout as pause } from 'node:timers/promises';

import { sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';

import { type CheckoutRequest, ExpiryTooShort, type OpenedSession, type PaymentProvider, PaymentUnavailable, type ProviderWithoutPace, RateLimited, type SessionRequest } from './payment-provider.server.ts';

/** Bounds the requests in flight when the provider answers slowly. */
const AT_ONCE = 20;
/** Slots are reserved this far ahead, so that a changed pace takes effect soon. */
const LOOK_AHEAD_MS = 250;
const HASTE_PAUSE_MS = 1_000;
const RECOVERY = 0.03;
const LONGEST_GAP_MS = 5_000;
const LONGEST_SILENT_WAIT_MS = 2_000;

interface Pace {
  pagesPerSecond: number;
  query: Query;
  /** Records that the provider is asked about these now; returns those still wanted. */
  claim: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Opens no more sessions at a time than the provider accepts, queues the others, and notes whether it answers. */
export function paced(provider: ProviderWithoutPace, { timeoutFactor, ...pace }: Pace & { timeoutFactor: number }): PaymentProvider {
  const enqueue = createQueue({ ...pace, provider: provider.name, open });
  let isSilent = false;

  async function open(entry: Queued): Promise<OpenedSession> {
    try {
      const session = await openOrRenew(entry);
      isSilent = false;
      return session;
    } catch (error) {
      if (error instanceof PaymentUnavailable && !(error instanceof RateLimited)) isSilent = true;
      throw error;
    }
  }

  async function openOrRenew(entry: Queued): Promise<OpenedSession> {
    try {
      return await provider.openSession(entry.request);
    } catch (error) {
      const renewed = error instanceof ExpiryTooShort ? await entry.request.renew() : null;
      if (renewed === null) throw error;
      entry.request = renewed;
      return provider.openSession(renewed);
    }
  }

  async function openSession(request: CheckoutRequest): Promise<OpenedSession | 'queued'> {
    const entry = enqueue(request);
    return new Promise((resolve, reject) => {
      const goOnAlone = (): void => {
        resolve('queued');
        unattended(entry);
      };
      const timer = setTimeout(() => (entry.isRequested ? entry.onRequeued.push(goOnAlone) : goOnAlone()), LONGEST_SILENT_WAIT_MS * timeoutFactor).unref();
      void entry.end.promise.then((session) => resolve(session ?? 'queued'), reject).finally(() => clearTimeout(timer));
    });
  }

  function unattended(entry: Queued): void {
    if (entry.isUnattended) return;
    entry.isUnattended = true;
    const { opened, failed } = entry.request;
    void entry.end.promise.then((session) => session && opened(session), failed);
  }

  async function recoverSession(request: SessionRequest): Promise<OpenedSession> {
    const session = await provider.recoverSession(request);
    isSilent = false;
    return session;
  }

  return { ...provider, isPaced: true, isSilent: () => isSilent, openSession, recoverSession };
}

interface Queued {
  key: string;
  request: CheckoutRequest;
  isRequested: boolean;
  isUnattended: boolean;
  onRequeued: (() => void)[];
  /** Resolves to null when nobody wants the page any more. */
  end: PromiseWithResolvers<OpenedSession | null>;
}

/** First come, first served within a process; all processes together keep to one pace. A key has one entry as long as it is queued. */
function createQueue(parts: Pace & { provider: string; open: (entry: Queued) => Promise<OpenedSession> }): (request: CheckoutRequest) => Queued {
  const { provider, query, claim, open } = parts;
  const usualGapMs = 1_000 / parts.pagesPerSecond;
  const waiting: Queued[] = [];
  const byKey = new Map<string, Queued>();
  let gapMs = usualGapMs;
  let atProvider = 0;
  let isServing = false;
  let answered = (): void => {};

  async function serve(): Promise<void> {
    if (isServing) return;
    isServing = true;
    gapMs = usualGapMs;
    while (waiting.length > 0) {
      const free = AT_ONCE - atProvider;
      if (free > 0) await serveNext(waiting.splice(0, Math.max(1, Math.min(free, Math.floor(LOOK_AHEAD_MS / gapMs)))));
      else await nextAnswer();
    }
    isServing = false;
  }

  async function serveNext(next: readonly Queued[]): Promise<void> {
    try {
      const claimed = await claim(next.map(({ request }) => request.key));
      for (const entry of next) if (!claimed.has(entry.request.key)) resolve(entry, null);
      const wanted = next.filter(({ request }) => claimed.has(request.key));
      if (wanted.length === 0) return;
      const slots = await reserveSlots(query, { provider, count: wanted.length, usualGapMs });
      gapMs = slots.gapMs;
      await pause(slots.waitMs);
      for (const entry of wanted) {
        void ask(entry);
        await pause(gapMs);
      }
    } catch (error) {
      for (const entry of next) reject(entry, error);
    }
  }

  async function ask(entry: Queued): Promise<void> {
    atProvider += 1;
    entry.isRequested = true;
    try {
      resolve(entry, await open(entry));
    } catch (error) {
      if (error instanceof RateLimited) await requeue(entry);
      else reject(entry, error);
    } finally {
      atProvider -= 1;
      answered();
    }
  }

  async function requeue(entry: Queued): Promise<void> {
    await slowDown(query, { provider, pauseMs: HASTE_PAUSE_MS }).catch(() => {});
    entry.isRequested = false;
    for (const notify of entry.onRequeued.splice(0)) notify();
    waiting.unshift(entry);
    void serve();
  }

  async function nextAnswer(): Promise<void> {
    return new Promise((wake) => {
      answered = wake;
    });
  }

  function resolve({ key, end }: Queued, session: OpenedSession | null): void {
    byKey.delete(key);
    end.resolve(session);
  }

  function reject({ key, end }: Queued, error: unknown): void {
    byKey.delete(key);
    end.reject(error);
  }

  return (request) => {
    const known = byKey.get(request.key);
    if (known) return known;
    const entry: Queued = { key: request.key, request, isRequested: false, isUnattended: false, onRequeued: [], end: Promise.withResolvers() };
    waiting.push(entry);
    byKey.set(request.key, entry);
    void serve();
    return entry;
  };
}

interface ReservedSlots {
  waitMs: number;
  gapMs: number;
}

async function reserveSlots(query: Query, request: { provider: string; count: number; usualGapMs: number }): Promise<ReservedSlots> {
  const { provider, count, usualGapMs } = request;
  const { rows } = await sql<ReservedSlots>`
    with paced as (
      insert into provider_pace as pace (provider, next_at, gap_ms)
      values (${provider}, clock_timestamp() + ${count}::integer * ${usualGapMs}::double precision * interval '1 millisecond', ${usualGapMs})
      on conflict (provider) do update set
        next_at = greatest(pace.next_at, clock_timestamp()) + ${count}::integer * pace.gap_ms * interval '1 millisecond',
        gap_ms = greatest(${usualGapMs}, pace.gap_ms * power(${1 - RECOVERY}::double precision, ${count}::integer))
      returning next_at, gap_ms
    )
    select gap_ms, greatest(0, extract(epoch from next_at - clock_timestamp()) * 1000 - ${count}::integer * gap_ms)::double precision as wait_ms
    from paced`.execute(query);
  return rows[0]!;
}

/** The provider found us hasty: all pause, and go on at half the pace. Those refused together are one refusal. */
async function slowDown(query: Query, { provider, pauseMs }: { provider: string; pauseMs: number }): Promise<void> {
  await sql`
    update provider_pace set
      next_at = greatest(next_at, clock_timestamp() + ${pauseMs}::double precision * interval '1 millisecond'), gap_ms = least(${LONGEST_GAP_MS}, gap_ms * 2)
    where provider = ${provider} and next_at < clock_timestamp() + ${pauseMs / 2}::double precision * interval '1 millisecond'`.execute(query);
}
