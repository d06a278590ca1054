import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { RepeatTransaction, type Tx } from '#app/platform/adapters/db/database.server.ts';
import type { ChargeSnapshot, SessionSnapshot } from '#app/platform/adapters/payments/payment-provider.server.ts';
import { type ChargeRefusal, judgeCharge } from '#app/domain/order/settling.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { enqueueMail } from '#app/features/mail/service.server.ts';
import { notifyDishesChangedMeanwhile } from '#app/features/needs/service.server.ts';
import { confirmOrder, lockOrderWithEvent, lockOrderWithStock, refundUnpaidOrder, releaseHold, retakeSeats } from '#app/features/orders/service.server.ts';
import { notifyChangedMeanwhile } from '#app/features/tickets/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { openCase } from '../cases/cases-store.server.ts';
import { addRefund } from '../refunds/refunds-store.server.ts';
import { syncRefunds } from '../refunds/sync-refunds.server.ts';
import { restoreSale } from '../sale-recovery/restored-sale.server.ts';
import { isUnsettled, markOpened, type PaymentRow, selectOrderOfSession, type SessionOrder } from '../store.server.ts';
import { lockRecord, moveAttempt, payAttempt, refundsOf, type SettlementRecord } from './record.server.ts';

export type SettlementSource = 'webhook' | 'poll' | 'reconciler' | 'sweeper' | 'buyer' | `user:${string}`;

interface ProviderReport {
  deps: Deps;
  snapshot: SessionSnapshot;
  source: SettlementSource;
}

interface Settlement extends ProviderReport {
  record: SettlementRecord;
  /** The record's payment that this session belongs to. */
  payment: PaymentRow;
  holdsStockLock: boolean;
}

export async function settle(deps: Deps, snapshot: SessionSnapshot, source: SettlementSource): Promise<void> {
  await deps.db.inTransaction((tx) => settleTx(tx, { deps, snapshot, source }));
}

/** Idempotent, and safe in any order and from any caller. */
export async function settleTx(tx: Tx, report: ProviderReport): Promise<void> {
  const { deps, snapshot } = report;
  const found = (await selectOrderOfSession(tx, snapshot)) ?? (await restoreSale(tx, report));
  if (!found) return openUnknownChargeCases(tx, deps, snapshot);
  if (snapshot.state === 'open' && found.hasName) return;
  if (snapshot.state === 'expired' && found.isOver) return;
  const isEarly = isClosedEarly(report, found);
  const settlement = await lockSettlement(tx, report, { found, isEarly });
  const { payment, record } = settlement;
  switch (snapshot.state) {
    case 'open':
      return;
    case 'processing':
      return moveAttempt(tx, payment, 'processing');
    case 'expired':
      await moveAttempt(tx, payment, 'expired');
      if (isEarly) await releaseRecord(tx, report, record);
      return;
    case 'paid':
      for (const charge of snapshot.charges) if (!isRecorded(record, charge)) await settleCharge(tx, { ...settlement, charge, now: deps.clock.now() });
      if (isReversed(snapshot)) await syncRefunds(tx, { ...settlement, paymentId: payment.id });
  }
}

async function releaseRecord(tx: Tx, { deps, source }: Pick<ProviderReport, 'deps' | 'source'>, { order, payments }: SettlementRecord): Promise<boolean> {
  if (order.status !== 'pending_payment' || payments.some(isUnsettled)) return false;
  return releaseHold(tx, order.id, { actor: source, now: deps.clock.now() });
}

/** By the buyer: the hold ends with it. One whose time was over leaves its hold to the sweeper. */
function isClosedEarly({ deps, snapshot }: ProviderReport, { expiresAt }: SessionOrder): boolean {
  return snapshot.state === 'expired' && expiresAt > deps.clock.now();
}

/** The stock row is locked first, and only where the order, the event or the report needs it. */
async function lockSettlement(tx: Tx, report: ProviderReport, { found, isEarly }: { found: SessionOrder; isEarly: boolean }): Promise<Settlement> {
  const { snapshot } = report;
  const isPaid = snapshot.state === 'paid';
  const holdsStockLock = (isPaid && found.needsStock) || isEarly || (isReversed(snapshot) && mayEndOrder(snapshot, found));
  const record = await lockRecord(tx, found.orderId, holdsStockLock ? lockOrderWithStock : lockOrderWithEvent);
  const payment = record?.payments.find((one) => one.id === found.paymentId);
  if (!record || !payment) throw new RepeatTransaction('the order is gone');
  if (isPaid && !holdsStockLock && (record.order.status === 'cancelled' || record.order.event.withdrawnAt !== null)) {
    throw new RepeatTransaction('the hold was released or the event withdrawn meanwhile');
  }
  // A process may have crashed before it stored the session's id.
  if (!found.hasName && payment.status === 'creating') {
    await markOpened(tx, [{ key: payment.idempotencyKey, session: snapshot.session, url: null }]);
    payment.status = 'open';
  }
  return { ...report, record, payment, holdsStockLock };
}

type ChargeSettlement = Settlement & { charge: ChargeSnapshot; now: Date };

async function settleCharge(tx: Tx, settlement: ChargeSettlement): Promise<void> {
  const { deps, charge, now, record: { order } } = settlement;
  if (amountDiffers(settlement)) return openAmountCase(tx, settlement);
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

/** The session stays open, since it may still bring a charge of the right amount. */
async function openAmountCase(tx: Tx, { deps, snapshot, payment, charge, record: { order } }: ChargeSettlement): Promise<void> {
  const facts = { amount: charge.amount, currency: snapshot.currency, of: payment.amount };
  await openCase(tx, deps, { kind: 'amount_differs', reference: charge.id, orderId: order.id, paymentId: payment.id, facts });
  await moveAttempt(tx, payment, 'expired');
}

async function payOrder(tx: Tx, { deps, source, payment, charge, now, record: { order } }: ChargeSettlement): Promise<void> {
  await confirmOrder(tx, order, { actor: source, now, paidAt: charge.paidAt, amount: charge.amount });
  await payAttempt(tx, payment, charge);
  await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'tickets', cause: 'sale', orderId: order.id, recipient: order.email, now });
  await notifyChangedMeanwhile(deps, tx, order);
  await notifyDishesChangedMeanwhile(deps, tx, order);
}

async function refundCharge(tx: Tx, { deps, source, payment, charge, now, record }: ChargeSettlement, reason: ChargeRefusal): Promise<void> {
  const { order } = record;
  const id = deps.ids.uuid();
  await addRefund(tx, record, { id, paymentId: payment.id, orderId: order.id, charge: charge.id, idempotencyKey: `refund:${charge.id}`, amount: charge.amount, reason, status: 'due', now });
  await writeAudit(tx, { at: now, actor: source, action: 'refund.due', subject: 'refund', subjectId: id, detail: { amount: charge.amount, reason } });
  await openCase(tx, deps, { kind: reason, reference: charge.id, orderId: order.id, paymentId: payment.id, facts: { amount: charge.amount } });
  await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'refund', cause: 'refund', orderId: order.id, recipient: order.email, detail: { refundId: id }, now });
  if (reason === 'second_payment') return moveAttempt(tx, payment, 'expired');
  await payAttempt(tx, payment, charge);
  await refundUnpaidOrder(tx, order, { actor: source, now });
}

function isRecorded(record: SettlementRecord, charge: ChargeSnapshot): boolean {
  return record.payments.some((payment) => payment.providerPayment === charge.id) || refundsOf(record, charge.id).length > 0;
}

/** An upper bound: a refund that both we and the provider know is counted twice. */
function mayEndOrder({ charges }: SessionSnapshot, { isRefunded, givenBack }: SessionOrder): boolean {
  const reported = charges.flatMap(({ refunds }) => refunds).reduce((sum, { amount }) => sum + amount, 0);
  return !isRefunded && charges.some(({ amount, dispute }) => dispute !== null || givenBack + reported >= amount);
}

function isReversed(snapshot: SessionSnapshot): boolean {
  return snapshot.charges.some((charge) => charge.refunds.length > 0 || charge.dispute !== null);
}

/** The order's total may have changed with a dish since it was paid. */
function amountDiffers({ snapshot, charge, payment, record: { order } }: ChargeSettlement): boolean {
  return charge.amount !== payment.amount || snapshot.currency !== 'eur' || snapshot.orderId !== order.id;
}

/** After a restore from an old backup the provider may know orders that our database lacks. */
async function openUnknownChargeCases(tx: Tx, deps: Deps, snapshot: SessionSnapshot): Promise<void> {
  deps.log.warn({ provider: deps.payments.name }, 'the provider names a checkout session that no order has');
  // Other shops on the same provider account carry no order id.
  if (!isUuid(snapshot.orderId)) return;
  for (const charge of snapshot.charges) {
    await openCase(tx, deps, { kind: 'unknown_charge', reference: charge.id, orderId: null, paymentId: null, facts: { amount: charge.amount, currency: snapshot.currency } });
  }
}
