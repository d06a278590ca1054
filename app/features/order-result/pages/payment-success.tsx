import { type ReactNode, useEffect, useState } from 'react';
import { data, redirect } from 'react-router';

import { isPaid } from '#app/domain/order/status.ts';
import { storeDeviceTickets } from '#app/platform/client-state/device-tickets.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { PRIVATE_LINK } from '#app/platform/http/headers/private-link.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import { type OrderPage, readOrderPage } from '../service.server.ts';
import type { Route } from './+types/payment-success.ts';
import { PaymentDone } from './payment-done.tsx';
import { PaymentEnded } from './payment-ended.tsx';
import { PAYMENT_TITLE } from './payment-layout.tsx';
import { type PaymentPhase, usePaymentWatch } from './payment-watch.ts';
import { PaymentWaiting } from './payment-waiting.tsx';
import { settleStoredCart } from '#app/platform/client-state/settle-stored-cart.ts';

export { PaymentUnreadable as ErrorBoundary } from './payment-ended.tsx';

/** The order id opens the order, so it must not leak by cache or referrer. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const orderId = url.searchParams.get('order_id') ?? '';
  if (orderId === '') throw redirect('/', 302);
  const { deps, actor } = context.get(requestContext);
  // A link that a mail program has cut is told so.
  const page = isUuid(orderId) ? await readOrderPage(deps, actor, orderId.toLowerCase()) : null;
  return data({ orderId, page, signedIn: actor.kind === 'user' }, { status: page === null ? 404 : 200 });
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'La teua comanda' });

export function headers(): Record<string, string> {
  return PRIVATE_LINK;
}

export default function PaymentSuccess({ loaderData }: Route.ComponentProps): ReactNode {
  return <PaymentResult key={loaderData.orderId} page={loaderData.page} signedIn={loaderData.signedIn} />;
}

function PaymentResult({ page, signedIn }: { page: OrderPage | null; signedIn: boolean }): ReactNode {
  const { phase, order, offline, checkAgain } = usePaymentWatch(page?.order ?? null);
  useEffect(() => {
    if (page === null || order === null) return;
    if (isPaid(order.status)) settleStoredCart(page.eventId, order.orderId);
    if (phase === 'failed') storeDeviceTickets({ orderNumber: page.order.orderNumber, eventDate: page.eventDate, tickets: [] });
  }, [page, order, phase]);

  useFocusOnNews(phase);

  if (page === null || order === null || phase === 'error') return <PaymentEnded phase="error" />;
  switch (phase) {
    case 'checking':
    case 'processing':
      return <PaymentWaiting phase={phase} order={order} offline={offline} paymentUrl={page.paymentUrl} />;
    case 'timeout':
      return <PaymentEnded phase={phase} order={order} offline={offline} onCheckAgain={checkAgain} />;
    case 'failed':
      return <PaymentEnded phase={phase} order={order} offline={offline} page={page} />;
    case 'success':
      return <PaymentDone order={order} page={page} signedIn={signedIn} />;
  }
}

/** The final state takes the focus; a state between is only announced, since the buyer may be reading. */
function useFocusOnNews(phase: PaymentPhase): void {
  const [first] = useState(phase);
  useEffect(() => {
    if (phase !== first && phase !== 'processing') document.getElementById(PAYMENT_TITLE)?.focus({ preventScroll: true });
  }, [phase, first]);
}
