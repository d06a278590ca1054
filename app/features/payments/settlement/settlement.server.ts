import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { RepeatTransaction, type Tx } from '#app/platform/adapters/db/database.server.ts';
import type { SessionSnapshot } from '#app/platform/adapters/payments/payment-provider.server.ts';
import type { OrderStatus } from '#app/domain/order/status.ts';
import { type ChargeRefusal, judgeCharge } from '#app/domain/order/settling.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { enqueueMail } from '#app/features/mail/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { isNoted, openCase } from './cases/cases-store.server.ts';
import { confirmOrder, lockOrderWithEvent, lockOrderWithStock, type OrderRecord, refundUnpaidOrder, releaseHold, retakeSeats, selectOrder } from '#app/features/orders/service.server.ts';
import { restoreSale } from './restoring/restored-sale.server.ts';
import { syncRefunds } from './refunds/sync-refunds.server.ts';
import { isUnsettled, markOpened, markPaid, markStatus, type PaymentRow, selectPaymentBySession, selectPayments } from './store.server.ts';
import { insertRefund, selectRefundsOf } from './refunds/refunds-store.server.ts';

/** Who found out about a payment. All of them call the same function, in any order, any number of times. */
export type SettlementSource = 'webhook' | 'poll' | 'reconciler' | 'sweeper' | 'buyer' | `user:${string}`;

type Charge = SessionSnapshot['charges'][number];

export async function settle(deps: Deps, snapshot: SessionSnapshot, source: SettlementSource): Promise<void> {
  await deps.db.inTransaction((tx) => settleTx(tx, { deps, snapshot, source }));
}

/** Idempotent, in any order, whoever calls. */
export async function settleTx(tx: Tx, facts: { deps: Deps; snapshot: SessionSnapshot; source: SettlementSource }): Promise<void> {
  const { deps, snapshot } = facts;
  const payment = (await findPayment(tx, snapshot)) ?? (await restoreSale(tx, facts));
  if (!payment) {
    await openUnknownChargeCases(tx, deps, snapshot);
    return;
  }
  switch (snapshot.state) {
    case 'open':
      return;
    case 'processing':
      return markStatus(tx, payment.id, 'processing');
    case 'expired':
      await lockOrderWithStock(tx, payment.orderId);
      await markStatus(tx, payment.id, 'expired');
      // Closed before its time, it was given up by the buyer; one that ran out leaves the hold to the sweeper.
      if (payment.expiresAt > deps.clock.now()) await releaseHoldTx(tx, { ...facts, orderId: payment.orderId });
      return;
    case 'paid':
      return settleCharges(tx, facts, payment);
  }
}

export async function releaseHoldTx(tx: Tx, facts: { deps: Deps; source: SettlementSource; orderId: string }): Promise<boolean> {
  const order = await lockOrderWithStock(tx, facts.orderId);
  if (order?.status !== 'pending_payment' || (await selectPayments(tx, order.id)).some(isUnsettled)) return false;
  return releaseHold(tx, order.id, { actor: facts.source, now: facts.deps.clock.now() });
}

async function settleCharges(
  tx: Tx,
  facts: { deps: Deps; snapshot: SessionSnapshot; source: SettlementSource },
  payment: PaymentRow,
): Promise<void> {
  const { charges } = facts.snapshot;
  const isReversed = charges.some((charge) => charge.refunds.length > 0 || charge.dispute !== null);
  const order = isReversed ? await lockOrderWithStock(tx, payment.orderId) : await lockAsNeeded(tx, payment.orderId);
  if (!order) return;
  let { status } = order;
  for (const charge of charges) {
    if (await isRecorded(tx, order.id, charge)) continue;
    const settlement = { ...facts, payment, charge, order: { ...order, status } };
    if (amountDiffers(facts.snapshot, order, charge)) await openAmountCase(tx, settlement);
    else status = await settleCharge(tx, settlement);
  }
  if (isReversed) await syncRefunds(tx, { ...facts, paymentId: payment.id, order: { ...order, status } });
}

interface ChargeSettlement {
  deps: Deps;
  source: SettlementSource;
  snapshot: SessionSnapshot;
  payment: PaymentRow;
  charge: Charge;
  order: OrderRecord;
}

async function settleCharge(tx: Tx, settlement: ChargeSettlement): Promise<OrderStatus> {
  const { deps, charge, order } = settlement;
  const now = deps.clock.now();
  const verdict = judgeCharge({ order, event: order.event, paidAt: charge.paidAt, now });
  switch (verdict.kind) {
    case 'pays':
      deps.metrics.count('payments', 'paid');
      return payOrder(tx, settlement);
    case 'pays_if_seats_left':
      return (await retakeSeats(tx, order, now)) ? payOrder(tx, settlement) : refundCharge(tx, settlement, 'late_payment');
    case 'goes_back':
      deps.metrics.count('payments', verdict.reason);
      return refundCharge(tx, settlement, verdict.reason);
  }
}

/** The session may still bring a charge of the right sum. */
async function openAmountCase(tx: Tx, { deps, snapshot, payment, charge, order }: ChargeSettlement): Promise<void> {
  const facts = { amount: charge.amount, currency: snapshot.currency, of: order.totalAmount };
  await openCase(tx, deps, { kind: 'amount_differs', reference: charge.id, orderId: order.id, paymentId: payment.id, facts });
  await markStatus(tx, payment.id, 'expired');
}

async function payOrder(tx: Tx, { deps, source, payment, charge, order }: ChargeSettlement): Promise<'paid'> {
  const now = deps.clock.now();
  await confirmOrder(tx, order, { actor: source, now, paidAt: charge.paidAt, amount: charge.amount });
  await markPaid(tx, payment.id, charge);
  await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'tickets', cause: 'sale', orderId: order.id, recipient: order.email, now });
  return 'paid';
}

async function refundCharge(tx: Tx, settlement: ChargeSettlement, reason: ChargeRefusal): Promise<OrderStatus> {
  const { deps, source, payment, charge, order } = settlement;
  const now = deps.clock.now();
  const id = deps.ids.uuid();
  await insertRefund(tx, {
    id,
    paymentId: payment.id,
    orderId: order.id,
    charge: charge.id,
    idempotencyKey: `refund:${charge.id}`,
    amount: charge.amount,
    reason,
    status: 'due',
    now,
  });
  await writeAudit(tx, { at: now, actor: source, action: 'refund.due', subject: 'refund', subjectId: id, detail: { amount: charge.amount, reason } });
  await openCase(tx, deps, { kind: reason, reference: charge.id, orderId: order.id, paymentId: payment.id, facts: { amount: charge.amount } });
  await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'refund', cause: 'refund', orderId: order.id, recipient: order.email, now });
  if (reason === 'second_payment') {
    await markStatus(tx, payment.id, 'expired');
    return order.status;
  }
  await markPaid(tx, payment.id, charge);
  await refundUnpaidOrder(tx, order, { actor: source, now });
  return 'refunded';
}

async function isRecorded(tx: Tx, orderId: string, charge: Charge): Promise<boolean> {
  const payments = await selectPayments(tx, orderId);
  if (payments.some((payment) => payment.providerPayment === charge.id)) return true;
  return (await isNoted(tx, 'amount_differs', charge.id)) || (await selectRefundsOf(tx, charge.id)).length > 0;
}

function amountDiffers(snapshot: SessionSnapshot, order: OrderRecord, charge: Charge): boolean {
  return charge.amount !== order.totalAmount || snapshot.currency !== 'eur' || snapshot.orderId !== order.id;
}

/** After a restore from an old backup the provider knows orders that we don't, and can't always place again. */
async function openUnknownChargeCases(tx: Tx, deps: Deps, snapshot: SessionSnapshot): Promise<void> {
  deps.log.warn({ provider: deps.payments.name }, 'the provider names a checkout session that no order has');
  // Other shops of the same account carry no order id.
  if (!isUuid(snapshot.orderId)) return;
  for (const charge of snapshot.charges) {
    await openCase(tx, deps, { kind: 'unknown_charge', reference: charge.id, orderId: null, paymentId: null, facts: { amount: charge.amount, currency: snapshot.currency } });
  }
}

/** A process may have ended before it stored the session's name. */
async function findPayment(tx: Tx, snapshot: SessionSnapshot): Promise<PaymentRow | null> {
  const known = await selectPaymentBySession(tx, snapshot.session);
  if (known) return known;
  const payments = isUuid(snapshot.orderId) ? await selectPayments(tx, snapshot.orderId) : [];
  const nameless = payments.find((payment) => payment.status === 'creating' && payment.providerSession === null);
  if (!nameless) return null;
  await markOpened(tx, [{ id: nameless.id, session: snapshot.session, url: null }]);
  return { ...nameless, status: 'open', providerSession: snapshot.session };
}

/** The stock row is locked first, and only where the state of order or event needs it. */
async function lockAsNeeded(tx: Tx, orderId: string): Promise<OrderRecord | null> {
  const seen = await selectOrder(tx, { id: orderId });
  if (seen === null || needsStock(seen)) return lockOrderWithStock(tx, orderId);
  const order = await lockOrderWithEvent(tx, orderId);
  if (order !== null && needsStock(order)) throw new RepeatTransaction('the hold was released or the event withdrawn meanwhile');
  return order;
}

function needsStock(order: OrderRecord): boolean {
  return order.status === 'cancelled' || order.event.withdrawnAt !== null;
}
