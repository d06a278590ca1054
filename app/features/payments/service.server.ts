import type { CaseKind } from '#app/domain/payment/case.ts';
import type { RefundReason } from '#app/domain/order/settling.ts';
import { type OrderRecord, selectOrder } from '#app/features/orders/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { countOpenCasesByKind } from './cases/cases-store.server.ts';
import { endHold, pollProvider } from './holds.server.ts';
import { isolateFailure } from './isolate-failure.server.ts';
import { countNewsOfPayments, selectReadAt } from './provider-events/store.server.ts';
import { selectOwedSums } from './manual-settlement/store.server.ts';
import { handCharge } from './refunds/order-money.server.ts';
import { countUnfinishedRefunds, selectLastRefund, selectRefundsOfOrders } from './refunds/refunds-store.server.ts';
import { selectPayments } from './store.server.ts';

export { refundByAdmin } from './refunds/request-refunds.server.ts';
export { compareLedgers } from './reconciliation/ledger.server.ts';

const POLL_EVERY_MS = 5_000;

export async function openPaymentUrl(deps: Deps, order: OrderRecord): Promise<string | null> {
  if (order.status !== 'pending_payment') return null;
  const payments = await selectPayments(deps.db.query, [order.id]);
  return payments.findLast((payment) => payment.status === 'open')?.paymentUrl ?? null;
}

/** Asks the provider at most every 5 s, and only about a pending order. */
export async function refreshPayment(deps: Deps, order: OrderRecord): Promise<OrderRecord> {
  if (order.status !== 'pending_payment') return order;
  // The order is shown even where the provider can't be reached.
  await isolateFailure(deps, { orderNumber: order.orderNumber }, () => pollProvider(deps, order, { source: 'poll', everyMs: POLL_EVERY_MS }));
  return (await selectOrder(deps.db.query, { id: order.id })) ?? order;
}

/** The order ended before its buyer could be shown any payment page: nothing can have been paid. */
export async function wasNeverOpened(deps: Deps, order: OrderRecord): Promise<boolean> {
  if (order.status !== 'cancelled') return false;
  const payments = await selectPayments(deps.db.query, [order.id]);
  return payments.length > 0 && payments.every(({ providerSession }) => providerSession === null);
}

interface MoneyBack {
  /** Of an order that is given back as a whole. */
  reason: RefundReason | 'event_begun' | null;
  isOnItsWay: boolean;
  wasPaidOut: boolean;
  /** Cents that wait at the till. */
  owedInPerson: number;
}

export async function readMoneyBack(deps: Deps, order: OrderRecord): Promise<MoneyBack> {
  const { query } = deps.db;
  const [last, refunds, owed] = await Promise.all([selectLastRefund(query, order.id), selectRefundsOfOrders(query, [order.id]), selectOwedSums(query, { orderId: order.id })]);
  return {
    reason: order.status === 'refunded' && last !== null ? reasonOf(order, last) : null,
    isOnItsWay: refunds.some((refund) => refund.status !== 'failed' && !isByHand(refund)),
    wasPaidOut: refunds.some(isByHand),
    owedInPerson: owed.amount,
  };
}

function isByHand({ charge, paymentId }: { charge: string; paymentId: string }): boolean {
  return charge === handCharge(paymentId);
}

function reasonOf({ event: { startsAt, withdrawnAt } }: OrderRecord, { reason, createdAt }: { reason: RefundReason; createdAt: Date }): MoneyBack['reason'] {
  if (reason === 'requested' && withdrawnAt !== null && createdAt >= withdrawnAt) return 'event_cancelled';
  return reason === 'late_payment' && createdAt >= startsAt ? 'event_begun' : reason;
}

/** Cancels a pending order for its buyer or an admin, unless it is being paid. */
export async function cancelPayment(deps: Deps, order: OrderRecord, by: 'buyer' | `user:${string}` = 'buyer'): Promise<'cancelled' | 'kept'> {
  return (await endHold(deps, order, by)) === 'released' ? 'cancelled' : 'kept';
}

/** False when it is being paid, or the provider can't be reached. */
export async function endOlderHold(deps: Deps, orderId: string): Promise<boolean> {
  const order = await selectOrder(deps.db.query, { id: orderId });
  const end = order === null ? 'released' : await endHold(deps, order, 'buyer');
  return end !== 'being_paid' && end !== 'provider_silent';
}

const NEWS_MS = 3_600_000;

export interface PaymentHealth {
  cases: { kind: CaseKind; count: number }[];
  refunds: Record<'due' | 'pending' | 'failed', number>;
  readAt: Date | null;
  reportedByWebhook: number;
  foundWithoutWebhook: number;
}

export async function readPaymentHealth(deps: Pick<Deps, 'db' | 'clock' | 'payments'>): Promise<PaymentHealth> {
  const { query } = deps.db;
  const [cases, refunds, readAt, news] = await Promise.all([
    countOpenCasesByKind(query),
    countUnfinishedRefunds(query),
    selectReadAt(query, deps.payments.name),
    countNewsOfPayments(query, new Date(deps.clock.now().getTime() - NEWS_MS)),
  ]);
  return { cases, refunds, readAt, ...news };
}
