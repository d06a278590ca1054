import { useState } from 'react';

import type { EmailStatus } from '#app/domain/order/status.ts';

import { fetchOrder } from '../../client/order-calls.ts';
import type { OrderState } from '../../schema.ts';
import { useVisiblePoll } from '../use-visible-poll.ts';

const ASK_EVERY_MS = 5_000;
const QUESTIONS = 60;

export function useMailStatus(order: OrderState): [EmailStatus, (status: EmailStatus) => void] {
  const [status, setStatus] = useState(order.emailStatus);
  const onItsWay = status === 'pending' || status === 'sending';

  async function ask(signal: AbortSignal): Promise<void> {
    const answer = await fetchOrder(order.orderId);
    if (answer.ok && !signal.aborted) setStatus(answer.value.emailStatus);
  }
  useVisiblePoll(ask, { everyMs: onItsWay ? ASK_EVERY_MS : null, times: QUESTIONS });
  return [status, setStatus];
}
