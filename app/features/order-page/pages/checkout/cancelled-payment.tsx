import { type ReactNode, useState } from 'react';
import { useLocation, useRevalidator, useSearchParams } from 'react-router';

import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { useReplacedAddress } from '#app/design/ui/hooks/use-replaced-address.ts';
import { changeCart } from '#app/platform/client-state/cart-storage.ts';
import { forgetHold } from '#app/domain/cart/held-order.ts';

import { postCancellation } from '../../client/order-calls.ts';

/** React may run an effect twice; the hold must be released once. */
const begun = new Set<string>();
const underWay = new Set<Promise<unknown>>();

/** Awaited before the next order, so that the old hold no longer takes its places. True where it had to be: what the caller knows of places is from before. */
export async function cancellationsSettled(): Promise<boolean> {
  const isOutdated = underWay.size > 0;
  await Promise.all(underWay);
  return isOutdated;
}

async function cancelHold(orderId: string, revalidate: () => Promise<void>): Promise<void> {
  // If it fails, the hold expires by itself. The page was read while the order held its places, or took those of an offer.
  await postCancellation(orderId).catch(() => {});
  await revalidate();
}

/** Handles `?cancelled={orderId}`: releases the hold and removes the parameter. The order that was cancelled; null for none. */
export function useCancelledPayment(eventId: number): string | null {
  const [params] = useSearchParams();
  const orderId = params.get('cancelled');
  const [cancelled] = useState(orderId);
  const { state }: { state: unknown } = useLocation();
  const { revalidate } = useRevalidator();
  useReplacedAddress(orderId === null ? null : `/checkout/${eventId}`, {
    state,
    preventScrollReset: true,
    onReplaced() {
      if (orderId === null || begun.has(orderId)) return;
      begun.add(orderId);
      changeCart(eventId, (cart) => forgetHold(cart, orderId));
      const cancellation = cancelHold(orderId, revalidate).finally(() => underWay.delete(cancellation));
      underWay.add(cancellation);
    },
  });
  return cancelled;
}

export function CancelledNotice({ isVisible }: { isVisible: boolean }): ReactNode {
  if (!isVisible) return null;
  return (
    <Banner tone="info" live="status" title="Pagament cancel·lat">
      <p>No s'ha cobrat res i la teua comanda continua ací. Pots tornar a confirmar-la quan vulgues.</p>
    </Banner>
  );
}
