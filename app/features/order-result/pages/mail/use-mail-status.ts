import { useState } from 'react';

import type { EmailStatus } from '#app/domain/order/status.ts';

import { fetchOrder } from '../../client/order-calls.ts';
import type { OrderState } from '../../schema.ts';
import { useVisiblePoll } from '../use-visible-poll.ts';

const ASK_EVERY_MS = 5_000;
const QUESTIONS = 60;

/** Not asked while its address is being corrected, which ends the address of the order that it asks by. */
export function useMailStatus(order: OrderState, isCorrecting: boolean): [EmailStatus, (status: EmailStatus) => void] {
  const [status, setStatus] = useState(order.emailStatus);
  const onItsWay = status === 'pending' || status === 'sending';

  async function ask(signal: AbortSignal): Promise<void> {
    const answer = await fetchOrder(order.orderId);
    if (answer.ok && !signal.aborted) setStatus(answer.value.emailStatus);
  }
  useVisiblePoll(ask, { everyMs: onItsWay && !isCorrecting ? ASK_EVERY_MS : null, times: QUESTIONS });
  return [status, setStatus];
}
