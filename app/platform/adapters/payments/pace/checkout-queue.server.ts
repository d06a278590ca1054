import { setTimeout as pause } from 'node:timers/promises';

import type { Query } from '#app/platform/adapters/db/database.server.ts';

import { type CheckoutRequest, type OpenedSession, RateLimited } from '../payment-provider.server.ts';
import { reserveSlots, slowDown } from './pace-store.server.ts';

/** Bounds the requests in flight when the provider answers slowly. */
const AT_ONCE = 20;
/** Slots are reserved this far ahead, so that a changed pace takes effect soon. */
const LOOK_AHEAD_MS = 250;
const HASTE_PAUSE_MS = 1_000;

export interface Pace {
  pagesPerSecond: number;
  query: Query;
  /** Records that the provider is asked about these now; returns those still wanted. */
  claim: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
}

export interface Queued {
  key: string;
  request: CheckoutRequest;
  isRequested: boolean;
  isUnattended: boolean;
  onRequeued: (() => void)[];
  /** Resolves to null when nobody wants the page any more. */
  end: PromiseWithResolvers<OpenedSession | null>;
}

export interface CheckoutQueue {
  /** The same entry for the same key, as long as it is queued. */
  enqueue(request: CheckoutRequest): Queued;
}

/** First come, first served within a process; all processes together keep to one pace. */
export function createCheckoutQueue(parts: Pace & { provider: string; open: (entry: Queued) => Promise<OpenedSession> }): CheckoutQueue {
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

  return {
    enqueue(request) {
      const known = byKey.get(request.key);
      if (known) return known;
      const entry: Queued = { key: request.key, request, isRequested: false, isUnattended: false, onRequeued: [], end: Promise.withResolvers() };
      waiting.push(entry);
      byKey.set(request.key, entry);
      void serve();
      return entry;
    },
  };
}
