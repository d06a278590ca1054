import { type ReactNode, useCallback, useState } from 'react';

import { type Cart, ordersInCart } from '#app/domain/cart/cart.ts';
import { isPaid } from '#app/domain/order/status.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';

import { readCart } from '#app/platform/client-state/cart-storage.ts';
import styles from '../../checkout/checkout-form.module.css';
import layout from '../order-layout.module.css';
import { settleStoredCart } from '#app/platform/client-state/settle-stored-cart.ts';
import { type Subscribe, useSubscription } from '#app/design/ui/hooks/use-subscription.ts';

/** Removes from the cart what an order paid in another tab has sold; checked again when the browser restores the page. */
export function useAlreadyPaid(cart: Cart | null, eventId: number): string | null {
  const [paidBefore, setPaidBefore] = useState<readonly string[] | null>(null);
  const cartIsKnown = cart !== null;
  if (cartIsKnown && paidBefore === null) setPaidBefore(cart.paidOrders);
  const paidSince = cart?.paidOrders.findLast((orderId) => paidBefore?.includes(orderId) === false);

  const follow = useCallback<Subscribe<string>>(
    (emit, signal) => {
      if (cartIsKnown) followPaid(eventId, emit, signal);
    },
    [cartIsKnown, eventId],
  );
  return useSubscription(follow) ?? paidSince ?? null;
}

function followPaid(eventId: number, emit: (orderId: string) => void, signal: AbortSignal): void {
  async function look(): Promise<void> {
    const paid = await paidAmong(ordersInCart(readCart(eventId))).catch(() => []);
    // Before the cart is emptied, since an empty cart redirects away from this page.
    for (const orderId of paid) emit(orderId);
    for (const orderId of paid) settleStoredCart(eventId, orderId);
  }
  void look();
  window.addEventListener('pageshow', ({ persisted }) => persisted && void look(), { signal });
}

async function paidAmong(orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const { fetchPlacedOrder } = await import('../../../client/order-calls.ts');
  const answers = await Promise.all(orderIds.map(fetchPlacedOrder));
  return answers.flatMap((answer) => (answer.ok && isPaid(answer.value.status) ? [answer.value.orderId] : []));
}

export function AlreadyPaidNotice({ orderId }: { orderId: string | null }): ReactNode {
  if (orderId === null) return null;
  return (
    <Banner tone="success" live="status" title="Ja has pagat una comanda d'este cistell">
      <p>Hem llevat els seus tiquets perquè no els pagues dues vegades.</p>
      <ToTickets orderId={orderId} />
    </Banner>
  );
}

function ToTickets({ orderId }: { orderId: string }): ReactNode {
  return (
    <ButtonLink tone="quiet" to={`/payment-success?order_id=${orderId}`}>
      Veure els tiquets
    </ButtonLink>
  );
}

export function AllPaid({ orderId, eventId }: { orderId: string; eventId: number }): ReactNode {
  return (
    <Wrap>
      <div className={`${layout.columns} ${styles.columns}`}>
        <div className={`${layout.sheet} ${styles.sheet}`}>
          <Banner tone="success" live="status" title="Ja has pagat esta comanda">
            <ToTickets orderId={orderId} />
            <ButtonLink tone="quiet" to={`/order/${eventId}`}>
              Fer una altra comanda
            </ButtonLink>
          </Banner>
        </div>
      </div>
    </Wrap>
  );
}
