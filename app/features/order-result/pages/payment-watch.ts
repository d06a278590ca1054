import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';

import { isPaid, type OrderStatus } from '#app/domain/order/status.ts';
import { monotonicNow } from '#app/design/ui/browser-facts.ts';
import type { Answer } from '#app/platform/client-state/api-call.ts';

import type { OrderState } from '../schema.ts';
import { fetchOrder } from '../client/order-calls.ts';
import { visiblePause } from './use-visible-poll.ts';

/** Spec §2 and §4. */
export type PaymentPhase = 'checking' | 'processing' | 'success' | 'timeout' | 'failed' | 'error';

/** Spec §9. */
export const FIRST_CHECK_MS = 3_000;
export const POLL_MS = 2_000;
export const PAYMENT_TIMEOUT_MS = 180_000;
export const SELDOM_MS = 60_000;

export function phaseOf(status: OrderStatus): PaymentPhase {
  if (isPaid(status)) return 'success';
  return status === 'draft' || status === 'pending_payment' ? 'processing' : 'failed';
}

/** A free order that ended stays so; of any other the money may still come. */
export function paceOf(phase: PaymentPhase, order: Pick<OrderState, 'status' | 'total'> | null): 'often' | 'seldom' | 'never' {
  if (phase === 'checking' || phase === 'processing') return 'often';
  const mayStillBePaid = order !== null && order.status === 'cancelled' && order.total > 0;
  return phase === 'timeout' || (phase === 'failed' && mayStillBePaid) ? 'seldom' : 'never';
}

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

interface PaymentWatch {
  phase: PaymentPhase;
  order: OrderState | null;
  /** The last poll got no answer and will be repeated. */
  offline: boolean;
  checkAgain: () => void;
}

/** Spec §9: after 3 s, then every 2 s for 180 s of visible time; with growing pauses afterwards, or where a late payment may still be honoured. */
export function usePaymentWatch(loaded: OrderState | null): PaymentWatch {
  const [order, setOrder] = useState(loaded);
  const [phase, setPhase] = useState<PaymentPhase>(() => firstPhase(loaded));
  const [offline, setOffline] = useState(false);
  const [round, setRound] = useState(0);
  const orderId = loaded?.orderId;
  const pace = paceOf(phase, order);
  const { revalidate } = useRevalidator();
  const reloadAt = useEffectEvent((status: OrderState['status']) => {
    if (status !== order?.status) void revalidate();
  });

  useEffect(() => {
    if (orderId === undefined || pace === 'never') return undefined;
    const stop = new AbortController();
    const poll = { signal: stop.signal, hear };
    void (pace === 'often' ? pollOrder(orderId, { ...poll, firstPauseMs: round === 0 ? FIRST_CHECK_MS : 0 }) : pollSeldom(orderId, poll));
    return () => stop.abort();

    function hear({ answer, isLost, phase: next }: PollNews): void {
      // The poll returns the state alone; the tickets, or why there are none, come by a reload.
      if (answer.ok) {
        reloadAt(answer.value.status);
        setOrder(answer.value);
      }
      setOffline(isLost);
      // A phase shown as late or cancelled stays until a different outcome is known.
      if (pace === 'often' || next !== 'processing') setPhase(next);
    }
    // `checking` turning into `processing` must not restart the watch.
  }, [orderId, pace, round]);

  function checkAgain(): void {
    setPhase('checking');
    setRound((last) => last + 1);
  }
  return { phase, order, offline, checkAgain };
}

function firstPhase(order: OrderState | null): PaymentPhase {
  if (order === null) return 'error';
  const phase = phaseOf(order.status);
  return phase === 'processing' ? 'checking' : phase;
}
