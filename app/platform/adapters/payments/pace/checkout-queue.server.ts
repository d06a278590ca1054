import { setTimeout as pause } from 'node:timers/promises';

import { TooHasty } from '#app/platform/adapters/payments/payment-provider.server.ts';
import { type OpenedState, stateKey } from '#app/platform/app-state.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { openCheckout, type PayableOrder, type PaymentAttempt } from '../checkout-session.server.ts';
import { selectPayment } from '../store.server.ts';
import { claimTurns, slowDown } from './pace-store.server.ts';

/** `waiting`: its turn comes later, and it goes on by itself. Null: the provider can't be reached. */
export type Opening = { url: string } | 'waiting' | null;

/** After so long a buyer waits on a page of ours. */
const LONGEST_SILENT_WAIT_MS = 2_000;
/** Slow answers slow the pace as well: so many are awaited at once. */
const AT_ONCE = 20;
/** Turns are claimed for so long ahead, so that a change of the pace is soon felt. */
const LOOK_AHEAD_MS = 250;
const HASTE_PAUSE_MS = 1_000;

interface Waiting {
  order: PayableOrder;
  attempt: PaymentAttempt;
  /** The provider has been asked and will answer. */
  isAsked: boolean;
  /** Told when it has to wait for another turn. */
  putBack: (() => void)[];
  done: Promise<string | null>;
  end: PromiseWithResolvers<string | null>;
}

interface Line {
  waiting: Waiting[];
  byPayment: Map<string, Waiting>;
  atProvider: number;
  isServed: boolean;
  /** Wakes the line when the provider has answered one. */
  answered: () => void;
}

const lineForPages = stateKey<Line>('line for payment pages');

export function openLine(): OpenedState {
  return lineForPages.opened({ waiting: [], byPayment: new Map(), atProvider: 0, isServed: false, answered: () => {} });
}

/** Opens the attempt's payment page when the provider's pace allows it: the line is first come, first served within a process. */
export async function openAtPace(deps: Deps, order: PayableOrder, attempt: PaymentAttempt): Promise<Opening> {
  if (deps.payments.pagesPerSecond === null) return openingOf(await openCheckout(deps, order, attempt));
  const waiting = joinLine(deps, order, attempt);
  return new Promise<Opening>((resolve, reject) => {
    waiting.done.then((url) => resolve(openingOf(url)), reject);
    setTimeout(() => {
      if (waiting.isAsked) waiting.putBack.push(() => resolve('waiting'));
      else resolve('waiting');
    }, LONGEST_SILENT_WAIT_MS).unref();
  });
}

function openingOf(url: string | null): { url: string } | null {
  return url === null ? null : { url };
}

/** Puts an attempt in line that may have lost its place with another process. */
export function keepInLine(deps: Deps, order: PayableOrder, attempt: PaymentAttempt): void {
  joinLine(deps, order, attempt);
}

function joinLine(deps: Deps, order: PayableOrder, attempt: PaymentAttempt): Waiting {
  const line = deps.state.get(lineForPages);
  const known = line.byPayment.get(attempt.id);
  if (known) return known;
  const end = Promise.withResolvers<string | null>();
  const waiting: Waiting = { order, attempt, isAsked: false, putBack: [], done: end.promise, end };
  // Whoever waits on our page hears of it there.
  end.promise.catch((error: unknown) => deps.log.warn({ err: error, orderNumber: order.orderNumber }, 'a payment page could not be opened'));
  line.waiting.push(waiting);
  line.byPayment.set(attempt.id, waiting);
  if (!line.isServed) {
    line.isServed = true;
    void serve(deps, line);
  }
  return waiting;
}

async function serve(deps: Deps, line: Line): Promise<void> {
  const usualGapMs = 1_000 / deps.payments.pagesPerSecond!;
  let gapMs = usualGapMs;
  while (line.waiting.length > 0) {
    const free = AT_ONCE - line.atProvider;
    if (free <= 0) {
      await new Promise<void>((resolve) => {
        line.answered = resolve;
      });
      continue;
    }
    const next = line.waiting.splice(0, Math.max(1, Math.min(free, Math.floor(LOOK_AHEAD_MS / gapMs))));
    try {
      const turns = await claimTurns(deps.db.query, { provider: deps.payments.name, ids: next.map(({ attempt }) => attempt.id), usualGapMs, now: deps.clock.now() });
      gapMs = turns.gapMs;
      const theirs = new Set(turns.ids);
      for (const waiting of next.filter(({ attempt }) => !theirs.has(attempt.id))) void leave(line, waiting, async () => (await selectPayment(deps.db.query, waiting.attempt.id))?.paymentUrl ?? null);
      await pause(turns.waitMs);
      for (const waiting of next.filter(({ attempt }) => theirs.has(attempt.id))) {
        void ask(deps, line, waiting);
        await pause(gapMs);
      }
    } catch (error) {
      for (const waiting of next) void leave(line, waiting, async () => Promise.reject(error));
    }
  }
  line.isServed = false;
}

async function ask(deps: Deps, line: Line, waiting: Waiting): Promise<void> {
  line.atProvider += 1;
  waiting.isAsked = true;
  try {
    const url = await openCheckout(deps, waiting.order, waiting.attempt);
    await leave(line, waiting, async () => url);
  } catch (error) {
    if (error instanceof TooHasty) await takeBack(deps, line, waiting);
    else await leave(line, waiting, async () => Promise.reject(error));
  } finally {
    line.atProvider -= 1;
    line.answered();
  }
}

/** Nobody gets an error because we were hasty: it is the first in line again. */
async function takeBack(deps: Deps, line: Line, waiting: Waiting): Promise<void> {
  await slowDown(deps.db.query, { provider: deps.payments.name, pauseMs: HASTE_PAUSE_MS }).catch(() => {});
  waiting.isAsked = false;
  for (const tell of waiting.putBack.splice(0)) tell();
  line.waiting.unshift(waiting);
  if (!line.isServed) {
    line.isServed = true;
    void serve(deps, line);
  }
}

async function leave(line: Line, waiting: Waiting, answer: () => Promise<string | null>): Promise<void> {
  line.byPayment.delete(waiting.attempt.id);
  await answer().then(waiting.end.resolve, waiting.end.reject);
}
