import { useEffect, useState } from 'react';

import type { EmailStatus } from '#app/domain/order/status.ts';

import { fetchOrder } from '../../client/order-calls.ts';
import type { OrderState } from '../../schema.ts';
import { visiblePause } from '../visible-pause.ts';

const ASK_EVERY_MS = 5_000;
const QUESTIONS = 60;

export function useMailStatus(order: OrderState): [EmailStatus, (status: EmailStatus) => void] {
  const [status, setStatus] = useState(order.emailStatus);
  const onItsWay = status === 'pending' || status === 'sending';

  useEffect(() => {
    if (!onItsWay) return undefined;
    const stop = new AbortController();
    void ask();
    return () => stop.abort();

    async function ask(): Promise<void> {
      for (let question = 0; question < QUESTIONS; question += 1) {
        await visiblePause(ASK_EVERY_MS, stop.signal);
        if (stop.signal.aborted) return;
        const answer = await fetchOrder(order.orderId);
        if (stop.signal.aborted) return;
        if (answer.ok) setStatus(answer.value.emailStatus);
      }
    }
  }, [onItsWay, order.orderId]);
  return [status, setStatus];
}
