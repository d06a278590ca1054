import { pausePoint } from '#app/adapters/pause-points.server.ts';
import { cents } from '#app/domain/money.ts';
import type { Neighbours } from '#app/neighbours.server.ts';

import { markOpened, type PaymentRow } from './payments-store.server.ts';
import { selectOrderWithEvent } from './store.server.ts';

/**
 * Asks the provider for the hosted page of one payment attempt and keeps its name. The key was stored with the order,
 * so asking twice gives the same page. Throws `PaymentUnavailable`.
 */
export async function openPaymentPage(
  app: Neighbours,
  orderId: string,
  payment: Pick<PaymentRow, 'id' | 'idempotencyKey' | 'amount' | 'expiresAt'>,
): Promise<{ session: string; url: string }> {
  const order = await selectOrderWithEvent(app.db.query, orderId);
  if (!order) throw new RangeError('a payment without an order');
  const page = await app.payments.openSession({
    key: payment.idempotencyKey,
    orderId,
    orderNumber: order.orderNumber,
    eventId: order.eventId,
    eventTitle: order.eventTitle,
    email: order.email,
    amount: cents(payment.amount),
    currency: 'eur',
    ticketQuantity: order.ticketQuantity,
    expiresAt: payment.expiresAt,
    successUrl: new URL(`/payment-success?order_id=${orderId}`, app.env.publicUrl).href,
    cancelUrl: new URL(`/checkout/${order.eventId}?cancelled=${orderId}`, app.env.publicUrl).href,
  });
  await pausePoint('after-page-before-mark');
  await markOpened(app.db.query, payment.id, page);
  return page;
}
