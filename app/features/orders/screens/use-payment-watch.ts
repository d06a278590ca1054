import { useEffect, useState } from 'react';

import { monotonicNow } from '../browser-facts.ts';
import { fetchOrder } from '../order-client.ts';
import type { OrderState } from '../schema.ts';
import { FIRST_CHECK_MS, type PaymentPhase, phaseOf, POLL_MS, TIMEOUT_MS } from './payment-phase.ts';
import { visiblePause } from './visible-pause.ts';

export interface PaymentWatch {
  phase: PaymentPhase;
  /** The newest state known; null when there is no such order. */
  order: OrderState | null;
  /** The last question got no answer; it is asked again. */
  offline: boolean;
  /** 'Verificar de Nou': begins anew, at once. */
  checkAgain: () => void;
}

/** Answers that say nothing about the order: it is asked again until the time is over. */
const PASSING = ['UNREACHABLE', 'BUSY', 'RATE_LIMITED', 'INTERNAL_ERROR'];

/** Waits for the payment: asks after 3 s, then every 2 s, one question at a time, for 180 s of being looked at (spec §9). */
export function usePaymentWatch(loaded: OrderState | null): PaymentWatch {
  const [order, setOrder] = useState(loaded);
  const [phase, setPhase] = useState<PaymentPhase>(() => firstPhase(loaded));
  const [offline, setOffline] = useState(false);
  const [turn, setTurn] = useState(0);
  const orderId = loaded?.orderId;
  // A payment that came late may be about to be honoured: a cancelled order says so at once, and is asked after once more.
  const [doubtful, setDoubtful] = useState(loaded?.status === 'cancelled');
  const settled = !doubtful && (phase === 'success' || phase === 'timeout' || phase === 'failed' || phase === 'error');

  useEffect(() => {
    if (orderId === undefined || settled) return undefined;
    const stop = new AbortController();
    void watch(orderId, { firstPauseMs: turn === 0 ? FIRST_CHECK_MS : 0, signal: stop.signal });
    return () => stop.abort();

    async function watch(id: string, how: { firstPauseMs: number; signal: AbortSignal }): Promise<void> {
      let watchedMs = 0;
      for (let pause = how.firstPauseMs; ; pause = POLL_MS) {
        await visiblePause(pause, how.signal);
        if (how.signal.aborted) return;
        const asked = monotonicNow();
        const answer = await fetchOrder(id);
        if (how.signal.aborted) return;
        watchedMs += pause + monotonicNow() - asked;

        if (doubtful) {
          if (answer.ok) {
            setOrder(answer.value);
            setPhase(firstPhase(answer.value));
          }
          return setDoubtful(false);
        }

        const lost = !answer.ok && PASSING.includes(answer.refusal.code);
        setOffline(lost);
        if (answer.ok) setOrder(answer.value);
        const next = answer.ok ? phaseOf(answer.value.status) : lost ? 'processing' : 'error';
        if (next !== 'processing') return setPhase(next);
        if (watchedMs >= TIMEOUT_MS) return setPhase('timeout');
        setPhase('processing');
      }
    }
    // `checking` turning into `processing` is the same watch going on; only its end or a new turn starts another.
  }, [orderId, settled, doubtful, turn]);

  function checkAgain(): void {
    setPhase('checking');
    setTurn((last) => last + 1);
  }
  return { phase, order, offline, checkAgain };
}

/** Only an order that waits for its payment is worth a wait. */
function firstPhase(order: OrderState | null): PaymentPhase {
  if (order === null) return 'error';
  const phase = phaseOf(order.status);
  return phase === 'processing' ? 'checking' : phase;
}
