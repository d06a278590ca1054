import Hourglass from 'lucide-react/icons/hourglass';
import { type ReactNode, useCallback } from 'react';

import { timeText } from '#app/domain/time/instant-text.ts';
import { formatPrice } from '#app/design/ui/format-money.ts';
import { type Subscribe, useSubscription } from '#app/design/ui/hooks/use-subscription.ts';
import { useSecondsLeft } from '#app/design/ui/hooks/use-seconds-left.ts';
import { changeCart } from '#app/platform/client-state/cart-storage.ts';
import { forgetHold } from '#app/domain/cart/held-order.ts';
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
  eventId: number;
  orderId: string;
  /** RFC 3339. */
  until: string;
}

/** Back from the payment page: what is held, until when, and the way to the payment that is open. */
export default function HoldNotice(held: HoldNoticeProps): ReactNode {
  const { eventId, orderId, until } = held;
  const follow = useCallback<Subscribe<Hold | 'unread'>>((emit, signal) => followHold({ eventId, orderId, until }, emit, signal), [eventId, orderId, until]);
  const hold = useSubscription(follow);
  if (hold === null) return <div className={styles.hold} aria-hidden="true" />;
  return hold === 'unread' ? <OpenPayment {...held} hold={null} /> : <RunningHold key={hold.msLeft} {...held} hold={hold} />;
}

function RunningHold({ hold, ...held }: HoldNoticeProps & { hold: Hold }): ReactNode {
  const seconds = useSecondsLeft({ ms: hold.msLeft, everyMs: 1_000 });
  if (seconds === 0) return null;
  return (
    <OpenPayment {...held} hold={hold}>
      {seconds === null ? null : `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`}
    </OpenPayment>
  );
}

function OpenPayment({ hold, orderId, until, children: timer }: Omit<HoldNoticeProps, 'eventId'> & { hold: Hold | null; children?: ReactNode }): ReactNode {
  return (
    <div className={styles.hold}>
      <Hourglass size={22} aria-hidden="true" />
      <p role="status">
        {hold?.quantity === 1 ? 'Guardat' : 'Guardats'} per a tu fins a les <strong>{timeText(until)}</strong>
      </p>
      <span className={styles.left} role="timer" aria-live="off">
        {timer}
      </span>
      {/* The payment page is another site's, so the browser goes there by itself. */}
      <a className={styles.back} href={`/pay/${orderId}`}>
        Tornar al pagament{hold === null ? '' : `: ${countTickets(hold.quantity)}, ${formatPrice(cents(hold.total))}`}
      </a>
    </div>
  );
}

/** A hold that is over is forgotten with the cart; one that can't be read is as it was told with the order. */
function followHold({ eventId, orderId, until }: HoldNoticeProps, emit: (hold: Hold | 'unread') => void, signal: AbortSignal): void {
  let isKnown = false;
  async function look(): Promise<void> {
    await cancellationsSettled();
    const answer = await fetchPlacedOrder(orderId);
    if (!answer.ok || answer.serverNow === null) {
      if (!isKnown) emit('unread');
      return;
    }
    isKnown = true;
    const { status, ticketQuantity: quantity, total } = answer.value;
    const msLeft = Date.parse(until) - answer.serverNow;
    if (status === 'pending_payment' && msLeft > 0) emit({ quantity, total, msLeft });
    else changeCart(eventId, (cart) => forgetHold(cart, orderId));
  }
  void look();
  window.addEventListener('pageshow', ({ persisted }) => persisted && void look(), { signal });
}
