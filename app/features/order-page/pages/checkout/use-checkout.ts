import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';

import { acceptPrices, type CheckedCart, isSound } from '#app/domain/cart/cart.ts';
import { bannerFor, type CheckoutBanner, type RefusedOrder } from '#app/domain/cart/checkout-banner.ts';
import type { Cents } from '#app/domain/money.ts';
import { useAssociation } from '#app/design/site-identity/use-association.ts';

import { changeCart } from '#app/platform/client-state/cart-storage.ts';
import { useTimeout } from '#app/design/ui/hooks/use-timer.ts';
import { useEventListener } from '#app/design/ui/hooks/use-event-listener.ts';
import { submitOrder, isStalePage } from '../../client/submit-order.ts';
import { cancellationsSettled } from './cancelled-payment.tsx';
import { type EventForOrder, menuOf } from '../order/event-for-order.ts';

export interface OrderProblem {
  banner: CheckoutBanner;
  /** What the buyer confirmed when it was refused. */
  sentTotal: Cents;
  /** New for each refusal, so that screen readers announce the same words again. */
  attempt: number;
}

interface Checkout {
  busy: boolean;
  problem: OrderProblem | null;
  waitSeconds: number;
  submit: (order: { checked: CheckedCart; email: string; name: string }) => Promise<RefusedOrder | null>;
  dismiss: () => void;
}

export function useCheckout({ event, viewer, prices, voucher, byAccessCode }: Pick<EventForOrder, 'event' | 'viewer' | 'prices' | 'voucher' | 'byAccessCode'>): Checkout {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<OrderProblem | null>(null);
  const [waitSeconds, setWaitSeconds] = useState(0);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { termsVersion } = useAssociation();

  // The back-forward cache brings this page back as it was left: busy.
  useEventListener('window', 'pageshow', ({ persisted }) => {
    if (persisted) setBusy(false);
  });
  useTimeout(() => setWaitSeconds((seconds) => seconds - 1), waitSeconds > 0 ? 1000 : null, waitSeconds);

  function refuse(refusal: RefusedOrder, { eventIsPast, sentTotal }: { eventIsPast: boolean; sentTotal: Cents }): RefusedOrder {
    setProblem((last) => ({ banner: bannerFor(refusal, { eventIsPast }), sentTotal, attempt: (last?.attempt ?? 0) + 1 }));
    setWaitSeconds(Math.min(refusal.retryAfterSeconds ?? 0, 120));
    setBusy(false);
    return refusal;
  }

  const submit: Checkout['submit'] = async ({ checked, email, name }) => {
    if (!checked.ready) return refuse(incomplete(checked), { eventIsPast: false, sentTotal: checked.total });
    setBusy(true);
    changeCart(event.id, (now) => acceptPrices(now, menuOf(event), viewer.role, prices));
    setProblem(null);
    const isOutdated = await cancellationsSettled();
    const outcome = await submitOrder({ event, checked, role: viewer.role, offered: isOutdated ? null : viewer.offered, account: viewer.account, email, name, termsVersion, voucher: checked.discount > 0 ? (voucher?.label ?? null) : null, isCounted: prices !== null || byAccessCode });
    if (outcome.kind === 'refused') {
      if (isStalePage(outcome.refusal)) void revalidate();
      return refuse(outcome.refusal, { eventIsPast: outcome.eventIsPast, sentTotal: checked.total });
    }
    const { orderId, paymentUrl } = outcome.order;
    if (paymentUrl === null) await navigate(`/payment-success?order_id=${orderId}`);
    else window.location.assign(paymentUrl);
    return null;
  };
  return { busy, problem, waitSeconds, submit, dismiss: () => setProblem(null) };
}

function incomplete(checked: CheckedCart): RefusedOrder {
  const at = checked.tickets.findIndex((one) => !isSound(one));
  if (at === -1) return { code: 'INVALID_QUANTITY', message: '' };
  const soldOut = checked.tickets.flatMap((one, index) => one.soldOut.map((dish) => `Ticket ${index + 1}: «${dish.name}» s'ha esgotat.`));
  if (soldOut.length > 0) return { code: 'ITEM_SOLD_OUT', message: soldOut.join(' ') };
  return { code: 'INVALID_SELECTION', message: `Ticket ${at + 1}: el menú ha canviat. Torna a la comanda i revisa'l.` };
}
