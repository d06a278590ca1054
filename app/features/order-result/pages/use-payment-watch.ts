import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';

import type { OrderState } from '../schema.ts';
import { FIRST_CHECK_MS, paceOf, type PaymentPhase, phaseOf } from './payment-phase.ts';
import { type PollNews, pollOrder, pollSeldom } from './payment-poll.ts';

export interface PaymentWatch {
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
  const [turn, setTurn] = useState(0);
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
    void (pace === 'often' ? pollOrder(orderId, { ...poll, firstPauseMs: turn === 0 ? FIRST_CHECK_MS : 0 }) : pollSeldom(orderId, poll));
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
  }, [orderId, pace, turn]);

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
