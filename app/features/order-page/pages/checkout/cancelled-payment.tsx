import { type ReactNode, useState } from 'react';
import { useLocation, useRevalidator, useSearchParams } from 'react-router';

import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { useReplacedAddress } from '#app/design/ui/hooks/use-replaced-address.ts';

import { postCancellation } from '../../client/order-calls.ts';

/** React may run an effect twice; the hold must be released once. */
const cancellations = new Map<string, Promise<unknown>>();
let underWay = 0;

/** Awaited before the next order, so that the old hold no longer takes its places. True where it had to be: what the caller knows of places is from before. */
export async function cancellationsSettled(): Promise<boolean> {
  const isOutdated = underWay > 0;
  await Promise.all(cancellations.values());
  return isOutdated;
}

async function cancelOnce(orderId: string, revalidate: () => Promise<void>): Promise<void> {
  underWay += 1;
  // If it fails, the hold expires by itself. The page was read while the order held its places, or took those of an offer.
  await postCancellation(orderId).catch(() => {});
  await revalidate();
  underWay -= 1;
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
      if (orderId === null || cancellations.has(orderId)) return;
      cancellations.set(orderId, cancelOnce(orderId, revalidate));
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
