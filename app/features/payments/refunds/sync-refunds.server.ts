import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { RepeatTransaction, type Tx } from '#app/platform/adapters/db/database.server.ts';
import type { ChargeSnapshot, RefundSnapshot, SessionSnapshot } from '#app/platform/adapters/payments/payment-provider.server.ts';
import { CHARGE_REFUSALS } from '#app/domain/order/settling.ts';
import { refundable } from '#app/domain/payment/refundable.ts';
import { enqueueMail } from '#app/features/mail/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { noteDisputeOutcome, openCase, settleCase } from '../cases/cases-store.server.ts';
import { selectTickets, suspendTickets } from '#app/features/orders/service.server.ts';
import { refundsOf, type SettlementRecord, sumRefunded } from '../settlement/record.server.ts';
import { readOrderMoney } from './order-money.server.ts';
import { recordOutcome } from './record-outcome.server.ts';
import { addRefund } from './refunds-store.server.ts';
import { writeRefunds } from './request-refunds.server.ts';

interface Reversals {
  deps: Deps;
  source: string;
  snapshot: SessionSnapshot;
  paymentId: string;
  record: SettlementRecord;
  holdsStockLock: boolean;
}

/** An order is refunded once the whole charge that paid it went back; what was paid by hand beside it waits at the till. The caller holds the order's lock, and that of the stock where all may have gone back. */
export async function syncRefunds(tx: Tx, facts: Reversals): Promise<void> {
  for (const charge of facts.snapshot.charges) {
    for (const refund of charge.refunds) await recordRefund(tx, facts, charge, refund);
    if (charge.dispute !== null) await recordDispute(tx, facts, charge, charge.dispute);
    await closeIfAllIsBack(tx, facts, charge);
  }
}

async function recordRefund(tx: Tx, facts: Reversals, charge: ChargeSnapshot, refund: RefundSnapshot): Promise<void> {
  const { deps, source, paymentId, record } = facts;
  const { order } = record;
  const now = deps.clock.now();
  const { status } = refund;
  const known = refundsOf(record, charge.id).find((row) => row.providerRefund === refund.id || row.idempotencyKey === refund.key);
  if (known) {
    const isNews = await recordOutcome(tx, deps, { refund: known, outcome: status === 'failed' ? { status, refund: refund.id, reason: '' } : { status, refund: refund.id }, actor: source });
    if (isNews) Object.assign(known, { status, providerRefund: refund.id });
    return;
  }
  const row = { id: deps.ids.uuid(), paymentId, orderId: order.id, charge: charge.id, idempotencyKey: refund.key ?? `provider:${refund.id}`, amount: refund.amount, reason: 'provider', status, providerRefund: refund.id } as const;
  if (!(await addRefund(tx, record, { ...row, settledAt: status === 'pending' ? null : now, now }))) return;
  await writeAudit(tx, { at: now, actor: source, action: `refund.${status}`, subject: 'refund', subjectId: row.id, detail: { amount: refund.amount } });
  if (status === 'failed') {
    await openCase(tx, deps, { kind: 'refund_failed', reference: refund.id, orderId: order.id, paymentId, facts: { amount: refund.amount } });
  } else if (refund.amount < charge.amount && !isAllBack(record, charge)) {
    await openCase(tx, deps, { kind: 'partial_refund', reference: refund.id, orderId: order.id, paymentId, facts: { amount: refund.amount, of: charge.amount } });
  }
}

async function recordDispute(tx: Tx, facts: Reversals, charge: ChargeSnapshot, dispute: NonNullable<ChargeSnapshot['dispute']>): Promise<void> {
  const { deps, source, paymentId, record } = facts;
  const { order } = record;
  const now = deps.clock.now();
  const isNew = await openCase(tx, deps, { kind: 'dispute', reference: dispute.id, orderId: order.id, paymentId, facts: { amount: dispute.amount } });
  if (isNew) await writeAudit(tx, { at: now, actor: source, action: 'payment.disputed', subject: 'payment', subjectId: paymentId, detail: { amount: dispute.amount } });
  const isOwn = isOrdersOwn(facts, charge);
  if (dispute.state === 'open') {
    if (isNew && isOwn) await suspendTickets(tx, order.id, now);
    return;
  }
  await noteDisputeOutcome(tx, dispute.id, dispute.state);
  if (dispute.state === 'won') {
    const released = isOwn ? await suspendTickets(tx, order.id, null) : 0;
    await settleCase(tx, { kind: 'dispute', reference: dispute.id }, { userId: null, now });
    if (released > 0) await writeAudit(tx, { at: now, actor: source, action: 'payment.dispute_won', subject: 'payment', subjectId: paymentId });
    return;
  }
  const key = `dispute:${dispute.id}`;
  if (refundsOf(record, charge.id).some((row) => row.idempotencyKey === key)) return;
  const id = deps.ids.uuid();
  await addRefund(tx, record, { id, paymentId, orderId: order.id, charge: charge.id, idempotencyKey: key, amount: dispute.amount, reason: 'provider', status: 'succeeded', providerRefund: dispute.id, settledAt: now, now });
  await writeAudit(tx, { at: now, actor: source, action: 'payment.dispute_lost', subject: 'payment', subjectId: paymentId, detail: { amount: dispute.amount } });
  if (isAllBack(record, charge)) return;
  // Which tickets the bank gave back a person has to say; until then all are what they were.
  if (isOwn) await suspendTickets(tx, order.id, null);
  await settleCase(tx, { kind: 'dispute', reference: dispute.id }, { userId: null, now });
  await openCase(tx, deps, { kind: 'partial_refund', reference: dispute.id, orderId: order.id, paymentId, facts: { amount: dispute.amount, of: charge.amount } });
}

async function closeIfAllIsBack(tx: Tx, facts: Reversals, charge: ChargeSnapshot): Promise<void> {
  const { deps, source, record } = facts;
  const { order } = record;
  if (order.status !== 'paid' || !isAllBack(record, charge) || isAllOurs(record, charge) || !isOrdersOwn(facts, charge)) return;
  const now = deps.clock.now();
  const money = await readOrderMoney(tx, record);
  const validTickets = (await selectTickets(tx, [order.id])).filter(({ status }) => status === 'active');
  const endsOrder = money === null || refundable(money).byHand === 0;
  if (!endsOrder && validTickets.length === 0) return;
  if (!facts.holdsStockLock) throw new RepeatTransaction('the order ends with what went back, which needs the stock row');
  await writeRefunds(tx, deps, { decided: [{ record: { order, validTickets, facts: null }, refund: null, named: endsOrder ? [] : validTickets.map(({ id }) => id), endsOrder, actor: source }], now });
  if (charge.dispute?.state !== 'lost') {
    await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'refund', cause: 'refund', orderId: order.id, recipient: order.email, now });
  }
}

/** False for a duplicate payment and for one of another amount. */
function isOrdersOwn({ record, paymentId }: Reversals, charge: ChargeSnapshot): boolean {
  if (record.payments.find(({ id }) => id === paymentId)?.providerPayment !== charge.id) return false;
  return !refundsOf(record, charge.id).some((row) => CHARGE_REFUSALS.some((reason) => reason === row.reason));
}

/** What was asked for here has ended what it was to end. */
function isAllOurs(record: SettlementRecord, charge: ChargeSnapshot): boolean {
  return refundsOf(record, charge.id).every(({ reason, status }) => reason !== 'provider' || status === 'failed');
}

function isAllBack(record: SettlementRecord, charge: ChargeSnapshot): boolean {
  return sumRefunded(record, charge.id) >= charge.amount;
}
