import type { ReactNode } from 'react';
import { useLocation, useNavigate, Navigate } from 'react-router';

import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { checkCart } from '#app/domain/cart/cart.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import { usePrefetchedRoutes } from '#app/platform/client-state/prefetch-routes.ts';

import { carriedCart, useCart, useCartFromNavigation } from '#app/platform/client-state/cart-storage.ts';
import type { Route } from './+types/checkout.ts';
import { useCancelledPayment } from './cancelled-payment.tsx';
import { enterVoucher } from './voucher/enter-voucher.server.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { type EventForOrder, menuOf } from '../order/event-for-order.ts';
import { CheckoutSkeleton } from './checkout-skeleton.tsx';
import { PosterStrip } from './poster-strip.tsx';
import { readEventAnyway, useKnownEvent } from '../order/known-event.ts';
import { loadEventForOrder } from '../order/load-event.server.ts';
import { AllPaid, useAlreadyPaid } from '../order/notices/already-paid-notice.tsx';

export { EventMissing as ErrorBoundary } from '../event/event-missing.tsx';

/** Also when the event is sold out: the buyer's own order may hold the last tickets. */
export async function loader(args: Route.LoaderArgs): Promise<EventForOrder> {
  return loadEventForOrder(args);
}

export async function action(args: Route.ActionArgs): ReturnType<typeof enterVoucher> {
  return enterVoucher(args);
}

export async function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs): Promise<EventForOrder> {
  return readEventAnyway(params.eventId, serverLoader);
}

const NEXT_SCREENS = ['features/events/pages/tickets', 'features/order-page/pages/order/new-order', 'features/order-result/pages/payment-success'];

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Confirmar Comanda' });

/** `?cancelled=` is an order's id. */
export function headers(): Record<string, string> {
  return PRIVATE_LINK;
}

export default function Checkout({ loaderData }: Route.ComponentProps): ReactNode {
  const { event, viewer } = loaderData;
  usePrefetchedRoutes(NEXT_SCREENS);
  useKnownEvent(loaderData);
  const stored = useCart(event.id);
  const location = useLocation();
  const navigate = useNavigate();
  const cancelled = useCancelledPayment(event.id);
  useCartFromNavigation(stored, event.id, location.state);

  const cart = stored.known ? stored.cart : null;
  const paidOrder = useAlreadyPaid(cart, event.id);
  const nothingToBuy = paidOrder === null && cart?.tickets.length === 0 && carriedCart(stored, event.id, location.state) === null;

  const back = (
    <button type="button" onClick={() => void navigate(`/order/${event.id}`, { state: { orderData: cart, preserveData: true } })}>
      ← Tornar
    </button>
  );
  return (
    <>
      {nothingToBuy ? <Navigate to={`/order/${event.id}`} replace /> : null}
      <PosterStrip event={event} back={back} />
      {cart !== null && cart.tickets.length > 0 ? (
        <CheckoutForm
          {...loaderData}
          cart={cart}
          checked={checkCart(cart, menuOf(event), viewer.role, loaderData.prices)}
          cancelled={cancelled}
          paidOrder={paidOrder}
        />
      ) : paidOrder === null ? (
        <CheckoutSkeleton />
      ) : (
        <AllPaid orderId={paidOrder} eventId={event.id} />
      )}
    </>
  );
}
