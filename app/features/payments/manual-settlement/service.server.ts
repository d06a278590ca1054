import { writeAudit, writeAudits } from '#app/platform/adapters/db/audit.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Tender } from '#app/domain/till/means.ts';
import { confirmOrder, lockOrder, refundPaidOrder, refundTickets, selectTickets } from '#app/features/orders/service.server.ts';
import { enqueueMail } from '#app/features/mail/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { insertRefund } from '../refunds/refunds-store.server.ts';
import { lockRecord, refundsOf, sumRefunded } from '../settlement/record.server.ts';
import { selectPayments } from '../store.server.ts';
import { markPaidManually } from './store.server.ts';

/** How payments without a provider are named in the books. */
export const TILL = 'till';

interface By {
  actor: string;
  now: Date;
}

/** Records a payment in person: the tickets become valid, and are mailed where an address is known. */
export async function settleManually(tx: Tx, deps: Deps, payment: By & { orderId: string; paymentId: string; means: Tender }): Promise<void> {
  const { orderId, paymentId, means, actor, now } = payment;
  const order = await lockOrder(tx, orderId);
  if (!order) throw new Error('the order of this very transaction is gone');
  await confirmOrder(tx, order, { actor, now, paidAt: now, amount: order.totalAmount });
  await markPaidManually(tx, { paymentId, means, charge: chargeOf(paymentId), now });
  await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'tickets', cause: 'sale', orderId, recipient: order.email, now });
}

/** Paid at the till, so refunded there too. */
export async function isPaidManually(deps: Deps, orderId: string): Promise<boolean> {
  return (await selectPayments(deps.db.query, orderId)).some(({ provider, status }) => provider === TILL && status === 'paid');
}

interface HandRefund extends By {
  orderId: string;
  /** Null: everything not yet refunded, tickets cancelled before included. */
  ticketIds: readonly string[] | null;
  reason: string;
}

type HandRefundOutcome = { outcome: 'paid_out'; refundId: string; amount: number } | { outcome: 'not_found' | 'not_by_hand' | 'nothing_to_refund' };

/** Records a cash refund: tickets and places are released as with any refund, without the provider. */
export async function refundManually(tx: Tx, deps: Deps, refund: HandRefund): Promise<HandRefundOutcome> {
  const { orderId, ticketIds, reason, actor, now } = refund;
  const record = await lockRecord(tx, orderId);
  if (!record) return { outcome: 'not_found' };
  const { order } = record;
  const payment = record.payments.find(({ status, provider }) => status === 'paid' && provider === TILL);
  if (!payment || order.status !== 'paid') return { outcome: order.status === 'refunded' ? 'nothing_to_refund' : 'not_by_hand' };
  const left = payment.amount - sumRefunded(record, chargeOf(payment.id));
  const chosen = ticketIds && (await selectTickets(tx, [orderId])).filter(({ id, status }) => status === 'active' && ticketIds.includes(id));
  const amount = Math.min(left, chosen === null ? left : chosen.reduce((sum, { price }) => sum + price, 0));
  if (amount <= 0) return { outcome: 'nothing_to_refund' };

  const refundId = deps.ids.uuid();
  const number = refundsOf(record, chargeOf(payment.id)).length + 1;
  await insertRefund(tx, {
    id: refundId,
    paymentId: payment.id,
    orderId,
    charge: chargeOf(payment.id),
    idempotencyKey: `refund:${chargeOf(payment.id)}:${number}`,
    amount,
    reason: 'requested',
    status: 'succeeded',
    providerRefund: `${TILL}:${refundId}`,
    settledAt: now,
    now,
  });
  if (chosen !== null) {
    const ended = await refundTickets(tx, order, chosen.map(({ id }) => id));
    await writeAudits(tx, ended.map((ticketId) => ({ at: now, actor, action: 'ticket.refunded', subject: 'ticket', subjectId: ticketId })));
  }
  if (amount === left) await refundPaidOrder(tx, order, { actor, now });
  await writeAudit(tx, { at: now, actor, action: 'refund.succeeded', subject: 'refund', subjectId: refundId, detail: { amount, reason } });
  return { outcome: 'paid_out', refundId, amount };
}

/** Stands in for the provider's charge id, which refunds refer to. */
function chargeOf(paymentId: string): string {
  return `${TILL}:${paymentId}`;
}
