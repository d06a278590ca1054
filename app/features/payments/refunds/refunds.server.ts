import { writeAudit, writeAudits } from '#app/platform/adapters/db/audit.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { PaymentUnavailable } from '#app/platform/adapters/payments/payment-provider.server.ts';
import { cents } from '#app/domain/money.ts';
import { refundable, splitRefund } from '#app/domain/payment/refundable.ts';
import { backoff } from '#app/domain/time/backoff.ts';
import { enqueueMail } from '#app/features/mail/service.server.ts';
import { notifyTakersOfEnd } from '#app/features/tickets/takers/service.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, orRightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { noteRefusedKey } from '../cases/provider-alarms.server.ts';
import { type OrderRecord, refundPaidOrder, refundTickets, selectTickets } from '#app/features/orders/service.server.ts';
import { readOrderMoney, TILL } from './order-money.server.ts';
import { lockRecord, refundsOf } from '../settlement/record.server.ts';
import { selectPayment } from '../store.server.ts';
import { recordOutcome } from './record-outcome.server.ts';
import { claimAttempt, insertRefund, markAttemptFailed, selectDueRefunds } from './refunds-store.server.ts';

const BATCH = 20;
const RETRY_MS = { first: 15_000, longest: 10 * 60_000 };

export async function carryOutRefunds(deps: Deps): Promise<void> {
  for (const refund of await selectDueRefunds(deps.db.query, { now: deps.clock.now(), limit: BATCH })) {
    const nextTry = new Date(deps.clock.now().getTime() + backoff(refund.attempts, RETRY_MS));
    if (!(await claimAttempt(deps.db.query, refund, nextTry))) continue;
    try {
      const { charge, amount, idempotencyKey: key, attempts } = refund;
      const outcome = await deps.payments.refund({ charge, amount: cents(amount), key, isRetry: attempts > 0 });
      await deps.db.inTransaction((tx) => recordOutcome(tx, deps, { refund, outcome, actor: 'refunds' }));
    } catch (error) {
      await markAttemptFailed(deps.db.query, refund.id, error instanceof Error ? error.message : 'unknown');
      await noteRefusedKey(deps, error, 'refunds');
      // The provider is unreachable for the other refunds too; any other error concerns this one alone.
      if (error instanceof PaymentUnavailable) return;
      deps.log.error({ err: error, refund: refund.id }, 'a refund could not be asked for');
    }
  }
}

/** `amount`: in cents, and no ticket is cancelled. */
type RefundScope = { kind: 'order' } | { kind: 'tickets'; ticketIds: readonly string[] } | { kind: 'amount'; amount: number };

/** `by_hand`: the tickets have ended, and what they cost waits at the till. `paid_by_hand`: sold at the till, and refunded there too. */
export type RefundRequestOutcome = 'due' | 'by_hand' | 'not_found' | 'not_paid' | 'paid_by_hand' | 'nothing_to_refund' | 'too_much';

interface RefundRequest {
  orderId: string;
  what: RefundScope;
  actor: string;
  reason?: string;
  cause?: 'requested' | 'event_cancelled';
  announcementId?: string | null;
}

/** The admin right is checked again inside the transaction. */
export async function refundByAdmin(deps: Deps, admin: AdminId, request: Pick<RefundRequest, 'orderId' | 'what' | 'reason'>): Promise<RefundRequestOutcome | 'right_lost'> {
  return orRightLost(await asStaff(deps, { staff: admin, right: 'admin' }, (tx) => requestRefundTx(tx, deps, { ...request, actor: `user:${admin}` })));
}

export async function requestRefund(deps: Deps, request: RefundRequest): Promise<RefundRequestOutcome> {
  return deps.db.inTransaction((tx) => requestRefundTx(tx, deps, request));
}

/** Tickets and places are released at once; a job requests the refund from the provider afterwards. */
async function requestRefundTx(tx: Tx, deps: Deps, input: RefundRequest): Promise<RefundRequestOutcome> {
  const record = await lockRecord(tx, input.orderId);
  if (!record) return 'not_found';
  const { order } = record;
  const payment = record.payments.find((one) => one.status === 'paid' && one.providerPayment !== null);
  if (!payment?.providerPayment) return 'not_paid';
  if (payment.provider === TILL) return 'paid_by_hand';
  if (order.status !== 'paid') return 'nothing_to_refund';
  const money = await readOrderMoney(tx, record);
  if (!money) return 'not_paid';
  const left = refundable(money);
  const all = left.byCard + left.byHand;
  const asked = await amountOf(tx, order.id, input.what, all);
  if (asked <= 0) return 'nothing_to_refund';
  if (asked > all || (input.what.kind === 'amount' && asked > left.byCard)) return 'too_much';
  const { byCard: amount } = splitRefund(left, asked);

  const now = deps.clock.now();
  const { actor } = input;
  if (amount === 0) {
    if (input.cause === 'event_cancelled' || input.what.kind === 'amount') return 'nothing_to_refund';
    await endTickets(tx, deps, order, { actor, now, ...(input.what.kind === 'tickets' && { only: input.what.ticketIds }) });
    return 'by_hand';
  }
  const id = deps.ids.uuid();
  const key = `refund:${payment.providerPayment}:${refundsOf(record, payment.providerPayment).length + 1}`;
  await insertRefund(tx, { id, paymentId: payment.id, orderId: order.id, charge: payment.providerPayment, idempotencyKey: key, amount, reason: input.cause ?? 'requested', status: 'due', now });
  // What the card can't take waits at the till, and the order stays paid until then.
  if (input.what.kind === 'tickets') await endTickets(tx, deps, order, { actor, now, only: input.what.ticketIds });
  else if (input.what.kind === 'order' && amount < all) await endTickets(tx, deps, order, { actor, now });
  if (amount === all) await endPaidOrder(tx, deps, order, { actor, now });
  await writeAudit(tx, { at: now, actor, action: 'refund.requested', subject: 'refund', subjectId: id, detail: { amount, of: input.what.kind, ...(input.reason && { reason: input.reason }) } });
  await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'refund', cause: 'refund', orderId: order.id, announcementId: input.announcementId ?? null, recipient: order.email, now });
  return 'due';
}

/** Of an order that stays paid: each ticket has a line of its own in the history. */
export async function endTickets(tx: Tx, deps: Deps, order: OrderRecord, { actor, now, only }: { actor: string; now: Date; only?: readonly string[] }): Promise<number> {
  const ended = await refundTickets(tx, order, only);
  await writeAudits(tx, ended.map((ticketId) => ({ at: now, actor, action: 'ticket.refunded', subject: 'ticket', subjectId: ticketId })));
  await notifyTakersOfEnd(deps, tx, { ticketIds: ended, now });
  return ended.length;
}

export async function endPaidOrder(tx: Tx, deps: Deps, order: OrderRecord, by: { actor: string; now: Date }): Promise<void> {
  await notifyTakersOfEnd(deps, tx, { ticketIds: await refundPaidOrder(tx, order, by), now: by.now });
}

async function amountOf(tx: Tx, orderId: string, what: RefundScope, left: number): Promise<number> {
  if (what.kind === 'order') return left;
  if (what.kind === 'amount') return Number.isInteger(what.amount) ? what.amount : 0;
  const tickets = await selectTickets(tx, [orderId]);
  return tickets.filter(({ id, status }) => status === 'active' && what.ticketIds.includes(id)).reduce((sum, ticket) => sum + ticket.price, 0);
}

/** A charge for which nothing was sold, or a failed refund by our key or the provider's id. */
type RefundDebt = { charge: string } | { failed: string };

/** Retries with a new key; how much can still be refunded is read from the provider. Throws `PaymentUnavailable`. */
export async function refundAgain(deps: Deps, facts: { paymentId: string; what: RefundDebt; by: AdminId }): Promise<RefundRequestOutcome | 'right_lost'> {
  const payment = await selectPayment(deps.db.query, facts.paymentId);
  if (!payment) return 'not_found';
  const snapshot = payment.providerSession === null ? null : await deps.payments.fetchSession(payment.providerSession);
  const outcome = await asStaff(deps, { staff: facts.by, right: 'admin' }, async (tx): Promise<RefundRequestOutcome> => {
    const record = await lockRecord(tx, payment.orderId);
    if (!record) return 'not_found';
    const name = 'failed' in facts.what ? facts.what.failed : null;
    const failed = record.refunds.find((row) => row.paymentId === payment.id && row.status === 'failed' && (row.id === name || row.providerRefund === name));
    const owed = 'charge' in facts.what ? facts.what.charge : failed?.charge;
    const charge = snapshot?.charges.find((one) => one.id === owed);
    if (!charge) return 'not_paid';
    const rows = refundsOf(record, charge.id);
    if (rows.some((row) => row.status === 'due' || row.status === 'pending')) return 'nothing_to_refund';
    const back = charge.refunds.filter((refund) => refund.status !== 'failed').reduce((sum, refund) => sum + refund.amount, 0);
    const amount = Math.min(failed?.amount ?? charge.amount, charge.amount - back);
    if (amount <= 0) return 'nothing_to_refund';
    const now = deps.clock.now();
    const id = deps.ids.uuid();
    const reason = failed && failed.reason !== 'provider' ? failed.reason : 'requested';
    await insertRefund(tx, { id, paymentId: payment.id, orderId: payment.orderId, charge: charge.id, idempotencyKey: `refund:${charge.id}:${rows.length + 1}`, amount, reason, status: 'due', now });
    await writeAudit(tx, { at: now, actor: `user:${facts.by}`, action: 'refund.requested', subject: 'refund', subjectId: id, detail: { amount } });
    return 'due';
  });
  return orRightLost(outcome);
}
