import Hourglass from 'lucide-react/icons/hourglass';
import { type ReactNode, useCallback } from 'react';

import { timeText } from '#app/domain/time/instant-text.ts';
import { formatPrice } from '#app/design/ui/format-money.ts';
import { type Subscribe, useSubscription } from '#app/design/ui/hooks/use-subscription.ts';
import { useSecondsLeft } from '#app/design/ui/hooks/use-seconds-left.ts';
import { cents } from '#app/domain/money.ts';

import { fetchPlacedOrder } from '../../../client/order-calls.ts';
import { countTickets } from '../../order/event-for-order.ts';
import { cancellationsSettled } from '../cancelled-payment.tsx';
import styles from './hold-notice.module.css';

const MINUTE_S = 60;

interface Hold {
  quantity: number;
  total: number;
  msLeft: number;
}

interface HoldNoticeProps {
  orderId: string;
  /** RFC 3339. */
  until: string;
}

/** Back from the payment page: what is held, until when, and the way to the payment that is open. */
export default function HoldNotice({ orderId, until }: HoldNoticeProps): ReactNode {
  const follow = useCallback<Subscribe<Hold | 'over'>>((emit, signal) => followHold({ orderId, until }, emit, signal), [orderId, until]);
  const hold = useSubscription(follow);
  if (hold === null) return <div className={styles.hold} aria-hidden="true" />;
  return hold === 'over' ? null : <OpenPayment key={hold.msLeft} hold={hold} orderId={orderId} until={until} />;
}

function OpenPayment({ hold: { quantity, total, msLeft }, orderId, until }: HoldNoticeProps & { hold: Hold }): ReactNode {
  const seconds = useSecondsLeft({ ms: msLeft, everyMs: 1_000 });
  if (seconds === 0) return null;
  return (
    <div className={styles.hold}>
      <Hourglass size={22} aria-hidden="true" />
      <p role="status">
        {quantity === 1 ? 'Guardat' : 'Guardats'} per a tu fins a les <strong>{timeText(until)}</strong>
      </p>
      <span className={styles.left} role="timer" aria-live="off">
        {seconds === null ? null : `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`}
      </span>
      {/* The payment page is another site's, so the browser goes there by itself. */}
      <a className={styles.back} href={`/pay/${orderId}`}>
        Tornar al pagament: {countTickets(quantity)}, {formatPrice(cents(total))}
      </a>
    </div>
  );
}

function followHold({ orderId, until }: HoldNoticeProps, emit: (hold: Hold | 'over') => void, signal: AbortSignal): void {
  let isKnown = false;
  async function look(): Promise<void> {
    await cancellationsSettled();
    const answer = await fetchPlacedOrder(orderId);
    if (!answer.ok || answer.serverNow === null) {
      if (!isKnown) emit('over');
      return;
    }
    isKnown = true;
    const { status, ticketQuantity: quantity, total } = answer.value;
    const msLeft = Date.parse(until) - answer.serverNow;
    emit(status === 'pending_payment' && msLeft > 0 ? { quantity, total, msLeft } : 'over');
  }
  void look();
  window.addEventListener('pageshow', ({ persisted }) => persisted && void look(), { signal });
}
