import { monotonicNow } from '#app/design/ui/browser-facts.ts';
import type { Answer } from '#app/platform/client-state/api-call.ts';

import { fetchOrder } from '../client/order-calls.ts';
import type { OrderState } from '../schema.ts';
import { FIRST_CHECK_MS, type PaymentPhase, phaseOf, POLL_MS, SELDOM_MS, PAYMENT_TIMEOUT_MS } from './payment-phase.ts';
import { visiblePause } from './visible-pause.ts';

export interface PollNews {
  answer: Answer<OrderState>;
  isLost: boolean;
  phase: PaymentPhase;
}

interface Poll {
  signal: AbortSignal;
  hear: (news: PollNews) => void;
}

/** Errors that say nothing about the order: poll again. */
const PASSING = ['UNREACHABLE', 'BUSY', 'DISK_FULL', 'RATE_LIMITED', 'INTERNAL_ERROR'];

/** One request at a time, for 180 s of visible time (spec §9). */
export async function pollOrder(orderId: string, how: Poll & { firstPauseMs: number }): Promise<void> {
  let watchedMs = 0;
  for (let pause = how.firstPauseMs; ; pause = POLL_MS) {
    await visiblePause(pause, how.signal);
    if (how.signal.aborted) return;
    const begunMs = monotonicNow();
    const news = newsOf(await fetchOrder(orderId));
    if (how.signal.aborted) return;
    watchedMs += pause + monotonicNow() - begunMs;

    const phase = news.phase === 'processing' && watchedMs >= PAYMENT_TIMEOUT_MS ? 'timeout' : news.phase;
    how.hear({ ...news, phase });
    if (phase !== 'processing') return;
  }
}

/** A late payment may still arrive: polls for as long as the page is visible, with growing pauses. */
export async function pollSeldom(orderId: string, how: Poll): Promise<void> {
  for (let pause = FIRST_CHECK_MS; !how.signal.aborted; pause = Math.min(2 * pause, SELDOM_MS)) {
    await visiblePause(pause, how.signal);
    if (how.signal.aborted) return;
    const news = newsOf(await fetchOrder(orderId));
    if (!how.signal.aborted) how.hear(news);
  }
}

function newsOf(answer: Answer<OrderState>): PollNews {
  const isLost = !answer.ok && PASSING.includes(answer.refusal.code);
  return { answer, isLost, phase: answer.ok ? phaseOf(answer.value.status) : isLost ? 'processing' : 'error' };
}
