import { pausePoint } from '#app/adapters/pause-points.server.ts';
import { cents } from '#app/domain/money.ts';
import type { Neighbours } from '#app/neighbours.server.ts';

import { markOpened, type PaymentRow, selectSessionLines } from './payments-store.server.ts';
import { selectOrderWithEvent } from './store.server.ts';

/** What the provider is told about the order that is to be paid. */
export interface PayableOrder {
  orderId: string;
  orderNumber: string;
  eventId: number;
  eventTitle: string;
  email: string;
  ticketQuantity: number;
}

type Attempt = Pick<PaymentRow, 'id' | 'idempotencyKey' | 'amount' | 'expiresAt'>;

/**
 * Asks the provider for the hosted page of one payment attempt and keeps its name. The key was stored with the order,
 * so asking twice gives the same page. Throws `PaymentUnavailable`.
 */
export async function openPaymentPage(app: Neighbours, order: PayableOrder, payment: Attempt): Promise<{ session: string; url: string }> {
  const page = await app.payments.openSession({
    ...order,
    lines: () => selectSessionLines(app.db.query, order.orderId),
    key: payment.idempotencyKey,
    amount: cents(payment.amount),
    currency: 'eur',
    expiresAt: payment.expiresAt,
    successUrl: new URL(`/payment-success?order_id=${order.orderId}`, app.env.publicUrl).href,
    cancelUrl: new URL(`/checkout/${order.eventId}?cancelled=${order.orderId}`, app.env.publicUrl).href,
  });
  await pausePoint('after-page-before-mark');
  await markOpened(app.db.query, payment.id, page);
  return page;
}

/** The same for an order known by its id alone. */
export async function openPaymentPageOf(app: Neighbours, orderId: string, payment: Attempt): Promise<{ session: string; url: string }> {
  const order = await selectOrderWithEvent(app.db.query, orderId);
  if (!order) throw new RangeError('a payment without an order');
  return openPaymentPage(app, { ...order, orderId }, payment);
}
