import { writeAudit } from '#app/adapters/db/audit.server.ts';
import { ExpiryTooShort, PaymentUnavailable } from '#app/adapters/payments/payment-provider.server.ts';
import { cents } from '#app/domain/money.ts';
import type { Deps } from '#app/deps.server.ts';

import { extendHold, lockOrderRow, selectOrderWithEvent } from '#app/features/orders/service.server.ts';
import { insertAttempt, markOpened, markStatus, type PaymentRow, selectPayments, selectSessionLines } from './store.server.ts';

/** What the provider is told about the order that is to be paid. */
export interface PayableOrder {
  orderId: string;
  orderNumber: string;
  eventId: number;
  eventTitle: string;
  email: string;
  ticketQuantity: number;
}

interface Page {
  session: string;
  url: string;
}

type Attempt = Pick<PaymentRow, 'id' | 'idempotencyKey' | 'amount' | 'expiresAt'>;

/**
 * Asks the provider for the hosted page of one payment attempt and keeps its name. The key was stored with the order,
 * so asking twice gives the same page. Throws `PaymentUnavailable`, and `PageRefused` (`PageTooLate` when the attempt's time is too short).
 */
export async function openCheckoutSession(deps: Deps, order: PayableOrder, payment: Attempt): Promise<Page> {
  const page = await deps.payments.openSession({
    ...order,
    lines: () => selectSessionLines(deps.db.query, order.orderId),
    key: payment.idempotencyKey,
    amount: cents(payment.amount),
    currency: 'eur',
    expiresAt: payment.expiresAt,
    successUrl: new URL(`/payment-success?order_id=${order.orderId}`, deps.env.publicUrl).href,
    cancelUrl: new URL(`/checkout/${order.eventId}?cancelled=${order.orderId}`, deps.env.publicUrl).href,
  });
  await deps.checkpoint('after-session-before-mark');
  await markOpened(deps.db.query, payment.id, page);
  return page;
}

/** The same for an order known by its id alone. */
export async function openCheckoutSessionOf(deps: Deps, orderId: string, payment: Attempt): Promise<Page> {
  const order = await selectOrderWithEvent(deps.db.query, orderId);
  if (!order) throw new RangeError('a payment without an order');
  return openCheckoutSession(deps, { ...order, orderId }, payment);
}

/**
 * The page for a buyer who is still there. When the provider was silent for so long that the first attempt's page could not
 * live any more, a new attempt begins: its key, page and hold start their time anew.
 */
export async function openSessionForBuyer(deps: Deps, orderId: string, open: () => Promise<Page>): Promise<Page> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof ExpiryTooShort)) throw error;
  }
  const attempt = await beginNewAttempt(deps, orderId);
  if (attempt === null) throw new PaymentUnavailable('the hold is over');
  try {
    return await openCheckoutSessionOf(deps, orderId, attempt);
  } catch (error) {
    throw error instanceof ExpiryTooShort ? new PaymentUnavailable('the provider wants a longer page', { cause: error }) : error;
  }
}

/** One row per attempt; its key is stored before the provider is asked. Null when the order waits no more. */
async function beginNewAttempt(deps: Deps, orderId: string): Promise<Attempt | null> {
  return deps.db.inTransaction(async (tx) => {
    const order = await lockOrderRow(tx, orderId);
    const payments = await selectPayments(tx, orderId);
    const last = payments.at(-1);
    if (order?.status !== 'pending_payment' || !last) return null;
    // Somebody else was quicker: theirs is the new attempt.
    const now = deps.clock.now();
    if (last.status === 'creating' && last.expiresAt.getTime() >= now.getTime() + deps.env.hold.sessionMs) return last;
    await markStatus(tx, last.id, 'expired');
    const attempt = {
      id: deps.ids.uuid(),
      idempotencyKey: `order:${orderId}:${payments.length + 1}`,
      amount: last.amount,
      expiresAt: new Date(now.getTime() + deps.env.hold.sessionMs),
    };
    await insertAttempt(tx, { ...attempt, orderId, provider: deps.payments.name, now });
    await extendHold(tx, orderId, new Date(now.getTime() + deps.env.hold.holdMs));
    await writeAudit(tx, { at: now, actor: 'buyer', action: 'payment.begun', subject: 'payment', subjectId: attempt.id });
    return attempt;
  });
}
