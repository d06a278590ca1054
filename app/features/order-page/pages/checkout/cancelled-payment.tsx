import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

import { Banner } from '#app/design/ui/feedback/banner.tsx';

import { cancelOrder } from '../../client/order-calls.ts';

/** An effect may run twice; a hold ends once. */
const cancellations = new Map<string, Promise<unknown>>();

/** So that the next order does not meet the old hold. */
export async function cancellationsSettled(): Promise<void> {
  await Promise.all(cancellations.values());
}

/** After `?cancelled={orderId}`: gives the hold up and cleans the address. */
export function useCancelledPayment(eventId: number): boolean {
  const [params] = useSearchParams();
  const orderId = params.get('cancelled');
  const [cancelled] = useState(orderId !== null);
  const { state } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    if (orderId === null) return;
    // Should it fail, the hold ends by itself.
    if (!cancellations.has(orderId)) cancellations.set(orderId, cancelOrder(orderId));
    void navigate(`/checkout/${eventId}`, { replace: true, state, preventScrollReset: true });
  }, [orderId, eventId, navigate, state]);
  return cancelled;
}

export function CancelledNotice({ shown }: { shown: boolean }): ReactNode {
  if (!shown) return null;
  return (
    <Banner tone="info" live="status" title="Pagament cancel·lat">
      <p>No s'ha cobrat res i la teua comanda continua ací. Pots tornar a confirmar-la quan vulgues.</p>
    </Banner>
  );
}
