import type { OwedSums } from '#app/domain/payment/owed.ts';
import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { owedByHand, type PaidAndRefunded, refundable, type Refundable, totalRefundable } from '#app/domain/payment/refundable.ts';
import type { Tender } from '#app/domain/till/tender.ts';
import { confirmOrder, lockOrder, type OrderRecord, selectTickets } from '#app/features/orders/service.server.ts';
import { enqueueMail } from '#app/features/mail/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { handCharge, readOrderMoney, TILL } from '../refunds/order-money.server.ts';
import { selectRefundsOfOrders } from '../refunds/refunds-store.server.ts';
import { readRecords, writeRefunds } from '../refunds/request-refunds.server.ts';
import { refundsOf } from '../settlement/record.server.ts';
import { selectPayments } from '../store.server.ts';
import { markPaidManually, selectOwedSums } from './store.server.ts';

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
  await markPaidManually(tx, { paymentId, means, charge: handCharge(paymentId), now });
  await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'tickets', cause: 'sale', orderId, recipient: order.email, now });
}

/** Paid at the till, so refunded there too. */
export async function isPaidManually(deps: Deps, orderId: string): Promise<boolean> {
  return (await selectPayments(deps.db.query, [orderId])).some(({ provider, status }) => provider === TILL && status === 'paid');
}

export interface RefundableOrder extends Refundable {
  /** Of an order paid by card: to be paid out at the till. */
  owedByHand: number;
}

export async function readRefundable(query: Query, order: OrderRecord): Promise<RefundableOrder> {
  const [payments, refunds, tickets] = [await selectPayments(query, [order.id]), await selectRefundsOfOrders(query, [order.id]), await selectTickets(query, [order.id])];
  const money = order.status === 'paid' ? await readOrderMoney(query, { order, payments, refunds }) : null;
  if (money === null) return { byCard: 0, byHand: 0, owedByHand: 0 };
  return { ...refundable(money), owedByHand: money.paidByCard === 0 ? 0 : await owedBesideCard(query, order.id, { ...money, tickets }) };
}

/** Of an order paid by card: what its tickets that went back leave to the hand, or what the list of who is owed says, which doesn't wait for the card. */
async function owedBesideCard(query: Query, orderId: string, order: PaidAndRefunded & { tickets: readonly { status: string; price: number }[] }): Promise<number> {
  const listed = await selectOwedSums(query, { orderId });
  return Math.max(listed.amount, owedByHand(order));
}

/** In person, of withdrawn events and of tickets given back after a change: of one event, or of all. */
export async function readOwedSums(deps: Pick<Deps, 'db'>, eventId: number | null = null): Promise<OwedSums> {
  return selectOwedSums(deps.db.query, { eventId });
}

interface HandRefund extends By {
  orderId: string;
  /** Null: everything not yet refunded, tickets cancelled before included. `owed`: what the list of who is owed says. */
  ticketIds: readonly string[] | 'owed' | null;
  reason: string;
  /** What the drawer can give. */
  most: number;
}

type HandRefundOutcome = { outcome: 'paid_out'; refundId: string; amount: number } | { outcome: 'not_found' | 'not_by_hand' | 'nothing_to_refund' | 'too_much' };

/** Records a cash refund: tickets and places are released as with any refund, without the provider. Of an order paid by card only what the card could not take. */
export async function refundManually(tx: Tx, deps: Deps, refund: HandRefund): Promise<HandRefundOutcome> {
  const { orderId, ticketIds, reason, most, actor, now } = refund;
  const record = (await readRecords(tx, [orderId])).get(orderId);
  if (!record) return { outcome: 'not_found' };
  const { order, money, validTickets, returnable } = record;
  const payment = record.payments.find(({ status }) => status === 'paid');
  if (!payment || !money || order.status !== 'paid') return { outcome: order.status === 'refunded' ? 'nothing_to_refund' : 'not_by_hand' };
  const left = refundable(money);
  const isByCard = payment.provider !== TILL;
  const isGivenBack = ticketIds === 'owed' && order.event.withdrawnAt === null;
  const ending = isGivenBack ? (isByCard ? [] : returnable) : ticketIds === 'owed' || isByCard ? null : ticketIds;
  const chosen = ending && validTickets.filter(({ id }) => ending.includes(id));
  const due = isByCard ? await owedBesideCard(tx, orderId, { ...money, tickets: await selectTickets(tx, [orderId]) }) : ticketIds === 'owed' ? (await selectOwedSums(tx, { orderId })).amount : left.byHand;
  const amount = Math.min(due, chosen === null || isGivenBack ? due : chosen.reduce((sum, { price }) => sum + price, 0));
  if (amount <= 0) return { outcome: isByCard ? 'not_by_hand' : 'nothing_to_refund' };
  if (amount > most) return { outcome: 'too_much' };

  const id = deps.ids.uuid();
  const charge = handCharge(payment.id);
  const idempotencyKey = `refund:${charge}:${refundsOf(record, charge).length + 1}`;
  const endsOrder = amount === totalRefundable(left) && (chosen === null || chosen.length === validTickets.length);
  const named = (chosen ?? []).map((ticket) => ticket.id);
  await writeAudit(tx, { at: now, actor, action: 'refund.succeeded', subject: 'refund', subjectId: id, detail: { amount, reason } });
  await writeRefunds(tx, deps, {
    decided: [
      {
        record,
        refund: { id, paymentId: payment.id, orderId, charge, idempotencyKey, amount, reason: 'requested', status: 'succeeded', providerRefund: `${TILL}:${id}`, settledAt: now, now },
        named,
        endsOrder,
        actor,
      },
    ],
    now,
  });
  return { outcome: 'paid_out', refundId: id, amount };
}
