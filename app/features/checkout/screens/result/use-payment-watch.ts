import { useEffect, useState } from 'react';

import type { OrderState } from '../../schema.ts';
import { FIRST_CHECK_MS, type PaymentPhase, phaseOf } from './payment-phase.ts';
import { type PollNews, pollOrder } from './payment-poll.ts';

export interface PaymentWatch {
  phase: PaymentPhase;
  order: OrderState | null;
  /** The last question got no answer; it is asked again. */
  offline: boolean;
  checkAgain: () => void;
}

/** Spec §9: after 3 s, then every 2 s, for 180 s of being looked at. */
export function usePaymentWatch(loaded: OrderState | null): PaymentWatch {
  const [order, setOrder] = useState(loaded);
  const [phase, setPhase] = useState<PaymentPhase>(() => firstPhase(loaded));
  const [offline, setOffline] = useState(false);
  const [turn, setTurn] = useState(0);
  const orderId = loaded?.orderId;
  // A late payment may just be honoured: a cancelled order is asked after once more.
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
        if (isLost) return;
        if (answer.ok) setPhase(firstPhase(answer.value));
        setDoubtful(false);
        return;
      }
      setOffline(isLost);
      setPhase(next);
    }
    // `checking` turning into `processing` goes on with the same watch.
  }, [orderId, settled, doubtful, turn]);

  function checkAgain(): void {
    setPhase('checking');
    setTurn((last) => last + 1);
  }
  return { phase, order, offline, checkAgain };
}

function firstPhase(order: OrderState | null): PaymentPhase {
  if (order === null) return 'error';
  const phase = phaseOf(order.status);
  return phase === 'processing' ? 'checking' : phase;
}
