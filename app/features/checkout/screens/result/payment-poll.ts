import { monotonicNow } from '#app/ui/browser-facts.ts';
import { type Answer, fetchOrder } from '../../client/api-client.ts';
import type { OrderState } from '../../schema.ts';
import { type PaymentPhase, phaseOf, POLL_MS, TIMEOUT_MS } from './payment-phase.ts';
import { visiblePause } from './visible-pause.ts';

export interface PollNews {
  answer: Answer<OrderState>;
  isLost: boolean;
  phase: PaymentPhase;
}

/** They say nothing about the order: it is asked again. */
const PASSING = ['UNREACHABLE', 'BUSY', 'RATE_LIMITED', 'INTERNAL_ERROR'];

/** One question at a time, for 180 s of being looked at (spec §9). */
export async function pollOrder(orderId: string, how: { firstPauseMs: number; signal: AbortSignal; hear: (news: PollNews) => void }): Promise<void> {
  let watchedMs = 0;
  for (let pause = how.firstPauseMs; ; pause = POLL_MS) {
    await visiblePause(pause, how.signal);
    if (how.signal.aborted) return;
    const begunMs = monotonicNow();
    const answer = await fetchOrder(orderId);
    if (how.signal.aborted) return;
    watchedMs += pause + monotonicNow() - begunMs;

    const isLost = !answer.ok && PASSING.includes(answer.refusal.code);
    const found = answer.ok ? phaseOf(answer.value.status) : isLost ? 'processing' : 'error';
    const phase = found === 'processing' && watchedMs >= TIMEOUT_MS ? 'timeout' : found;
    how.hear({ answer, isLost, phase });
    if (phase !== 'processing') return;
  }
}
