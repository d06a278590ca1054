import { writeAudit } from '#app/adapters/db/audit.server.ts';
import type { Tx } from '#app/adapters/db/database.server.ts';
import type { ChargeSnapshot, RefundSnapshot, SessionSnapshot } from '#app/adapters/payments/payment-provider.server.ts';
import { enqueueMail } from '#app/features/mail/service.server.ts';
import type { Neighbours } from '#app/neighbours.server.ts';

import { openCase, settleCase } from './cases-store.server.ts';
import type { LockedOrder } from './locks.server.ts';
import { insertRefund, type RefundRow, selectRefundsOf } from './refunds-store.server.ts';

interface MoneyBack {
  app: Neighbours;
  finder: string;
  snapshot: SessionSnapshot;
  paymentId: string;
  order: LockedOrder;
}

/** A refund only moves on: what an older answer of the provider says is not believed after a newer one. */
const RANK = { due: 0, pending: 1, succeeded: 2, failed: 3 } as const;

/**
 * Writes down what the provider says was given back, by us or by hand in its own pages, and what is disputed. Once all of
 * the charge that paid an order is given back, order and tickets are refunded and the seats are free again. The caller
 * holds the locks of stock and order.
 */
export async function recordMoneyBack(tx: Tx, facts: MoneyBack): Promise<void> {
  for (const charge of facts.snapshot.charges) {
    for (const refund of charge.refunds) await recordRefund(tx, facts, charge, refund);
    if (charge.dispute !== null) await recordDispute(tx, facts, charge, charge.dispute);
    await closeIfAllIsBack(tx, facts, charge);
  }
}

/** The order is over: its tickets let nobody in and their seats are sold again. Used tickets stay what they are. */
export async function refundWholeOrder(tx: Tx, facts: { order: LockedOrder; actor: string; now: Date }): Promise<void> {
  const { order, actor, now } = facts;
  const { numUpdatedRows } = await tx.updateTable('orders').set({ status: 'refunded' }).where('id', '=', order.id).where('status', '=', 'paid').executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await refundTickets(tx, order, null);
  await writeAudit(tx, { at: now, actor, action: 'order.refunded', subject: 'order', subjectId: order.id });
}

/** Ends tickets (null: all that are valid) and gives their seats back to the stock; says which. */
export async function refundTickets(tx: Tx, order: LockedOrder, ticketIds: readonly string[] | null): Promise<string[]> {
  const ended = await tx
    .updateTable('tickets')
    .set({ status: 'refunded' })
    .where('orderId', '=', order.id)
    .where('status', '=', 'active')
    .$if(ticketIds !== null, (update) => update.where('id', 'in', [...(ticketIds ?? [])]))
    .returning('id')
    .execute();
  if (ended.length > 0) {
    await tx
      .updateTable('eventStock')
      .set((eb) => ({ sold: eb('sold', '-', ended.length) }))
      .where('eventId', '=', order.eventId)
      .execute();
  }
  return ended.map(({ id }) => id);
}

async function recordRefund(tx: Tx, facts: MoneyBack, charge: ChargeSnapshot, refund: RefundSnapshot): Promise<void> {
  const { app, finder, order, paymentId } = facts;
  const now = app.clock.now();
  const known = (await selectRefundsOf(tx, charge.id)).find((row) => row.providerRefund === refund.id || row.idempotencyKey === refund.key);
  if (known && RANK[refund.status] <= RANK[known.status]) return;
  const settledAt = refund.status === 'pending' ? null : now;
  const id = known?.id ?? app.ids.uuid();
  if (known) {
    await tx.updateTable('refunds').set({ status: refund.status, providerRefund: refund.id, settledAt }).where('id', '=', id).execute();
  } else {
    const key = `provider:${refund.id}`;
    await insertRefund(tx, { id, paymentId, orderId: order.id, charge: charge.id, idempotencyKey: key, amount: refund.amount, reason: 'provider', status: refund.status, providerRefund: refund.id, settledAt, now });
  }
  await writeAudit(tx, { at: now, actor: finder, action: `refund.${refund.status}`, subject: 'refund', subjectId: id, detail: { amount: refund.amount } });
  if (refund.status === 'failed') {
    await openCase(tx, app, { kind: 'refund_failed', reference: refund.id, orderId: order.id, paymentId, detail: `el banc no ha acceptat la devolució de ${refund.amount} cèntims` });
  } else if (!known && refund.amount < charge.amount && !(await isAllBack(tx, charge))) {
    // Nobody but a person can say which tickets a part given back by hand was for.
    await openCase(tx, app, { kind: 'partial_refund', reference: refund.id, orderId: order.id, paymentId, detail: `retornats ${refund.amount} de ${charge.amount} cèntims des de la passarel·la` });
  }
}

async function recordDispute(tx: Tx, facts: MoneyBack, charge: ChargeSnapshot, dispute: NonNullable<ChargeSnapshot['dispute']>): Promise<void> {
  const { app, finder, order, paymentId } = facts;
  const now = app.clock.now();
  const detail = `disputa de ${dispute.amount} cèntims al banc`;
  const isNew = await openCase(tx, app, { kind: 'dispute', reference: dispute.id, orderId: order.id, paymentId, detail });
  if (isNew) await writeAudit(tx, { at: now, actor: finder, action: 'payment.disputed', subject: 'payment', subjectId: paymentId, detail: { amount: dispute.amount } });
  if (dispute.state === 'open') {
    if (isNew) await tx.updateTable('tickets').set({ suspendedAt: now }).where('orderId', '=', order.id).execute();
    return;
  }
  if (dispute.state === 'won') {
    const { numUpdatedRows } = await tx.updateTable('tickets').set({ suspendedAt: null }).where('orderId', '=', order.id).where('suspendedAt', 'is not', null).executeTakeFirst();
    await settleCase(tx, { kind: 'dispute', reference: dispute.id }, { userId: null, now });
    if (numUpdatedRows > 0n) await writeAudit(tx, { at: now, actor: finder, action: 'payment.dispute_won', subject: 'payment', subjectId: paymentId });
    return;
  }
  const key = `dispute:${dispute.id}`;
  if ((await selectRefundsOf(tx, charge.id)).some((row) => row.idempotencyKey === key)) return;
  const id = app.ids.uuid();
  await insertRefund(tx, { id, paymentId, orderId: order.id, charge: charge.id, idempotencyKey: key, amount: dispute.amount, reason: 'provider', status: 'succeeded', providerRefund: dispute.id, settledAt: now, now });
  await writeAudit(tx, { at: now, actor: finder, action: 'payment.dispute_lost', subject: 'payment', subjectId: paymentId, detail: { amount: dispute.amount } });
}

async function closeIfAllIsBack(tx: Tx, facts: MoneyBack, charge: ChargeSnapshot): Promise<void> {
  const { app, finder, order, paymentId } = facts;
  if (order.status !== 'paid' || !(await isAllBack(tx, charge))) return;
  // The money of a second payment is not the order's.
  const rows = await selectRefundsOf(tx, charge.id);
  if (rows.some((row) => row.reason === 'second_payment' || row.reason === 'late_payment')) return;
  const payment = await tx.selectFrom('payments').select('providerPayment').where('id', '=', paymentId).executeTakeFirstOrThrow();
  if (payment.providerPayment !== charge.id) return;
  const now = app.clock.now();
  await refundWholeOrder(tx, { order, actor: finder, now });
  if (charge.dispute?.state !== 'lost') {
    await enqueueMail(tx, { id: app.ids.uuid(), kind: 'refund', cause: 'refund', orderId: order.id, recipient: order.email, now });
  }
}

async function isAllBack(tx: Tx, charge: ChargeSnapshot): Promise<boolean> {
  return sumGivenBack(await selectRefundsOf(tx, charge.id)) >= charge.amount;
}

/** What is or will be given back; what failed is not. */
export function sumGivenBack(rows: readonly RefundRow[]): number {
  return rows.filter((row) => row.status !== 'failed').reduce((sum, row) => sum + row.amount, 0);
}
