import { useEffect, useState } from 'react';

import type { OrderState } from '../../schema.ts';
import { FIRST_CHECK_MS, type PaymentPhase, phaseOf } from './payment-phase.ts';
import { type PollNews, pollOrder } from './payment-poll.ts';

export interface PaymentWatch {
  phase: PaymentPhase;
  /** The newest state known; null when there is no such order. */
  order: OrderState | null;
  /** The last question got no answer; it is asked again. */
  offline: boolean;
  /** 'Verificar de Nou': begins anew, at once. */
  checkAgain: () => void;
}

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
    void pollOrder(orderId, { firstPauseMs: turn === 0 ? FIRST_CHECK_MS : 0, signal: stop.signal, hear });
    return () => stop.abort();

    function hear({ answer, isLost, phase: next }: PollNews): void {
      if (answer.ok) setOrder(answer.value);
      if (doubtful) {
        if (answer.ok) setPhase(firstPhase(answer.value));
        setDoubtful(false);
        return;
      }
      setOffline(isLost);
      setPhase(next);
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
