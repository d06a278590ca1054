import { writeAudit } from '#app/adapters/db/audit.server.ts';
import { RepeatTransaction, type Tx } from '#app/adapters/db/database.server.ts';
import type { SessionSnapshot } from '#app/adapters/payments/payment-provider.server.ts';
import type { OrderStatus } from '#app/domain/order/status.ts';
import { type ChargeRefusal, judgeCharge } from '#app/domain/order/settling.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { enqueueMail } from '#app/features/mail/service.server.ts';
import type { Deps } from '#app/deps.server.ts';

import { isNoted, openCase } from './cases/cases-store.server.ts';
import { type EventTiming, freeSeats, type LockedOrder, lockEventForShare, lockOrderRow, lockStockAndOrder, moveOrder, moveTickets, readEventTiming, releaseOverdueHolds, selectStanding, takeSeats } from '#app/features/orders/service.server.ts';
import { syncRefunds } from './refunds/sync-refunds.server.ts';
import { markOpened, markPaid, markStatus, type PaymentRow, selectPaymentBySession, selectPayments, UNSETTLED } from './store.server.ts';
import { insertRefund, selectRefundsOf } from './refunds/refunds-store.server.ts';

/** Who found out about a payment. All of them call the same function, in any order, any number of times. */
export type SettlementSource = 'webhook' | 'poll' | 'reconciler' | 'sweeper' | 'buyer';

type Charge = SessionSnapshot['charges'][number];

/** Tickets of an order that was not paid: waiting ones, and those of a hold that was released. */
const UNSOLD = ['pending_payment', 'cancelled'] as const;

/** Makes our books say what the provider's books say, in a transaction of its own. */
export async function settle(deps: Deps, snapshot: SessionSnapshot, source: SettlementSource): Promise<void> {
  await deps.db.inTransaction((tx) => settleTx(tx, { deps, snapshot, source }));
}

/**
 * The one function by which an order gets paid, given up or refunded; idempotent. What becomes of a charge is judged in
 * `domain/order/settling.ts`.
 */
export async function settleTx(tx: Tx, facts: { deps: Deps; snapshot: SessionSnapshot; source: SettlementSource }): Promise<void> {
  const { deps, snapshot } = facts;
  const payment = await findPayment(tx, snapshot);
  if (!payment) {
    await noteUnknownCharges(tx, deps, snapshot);
    return;
  }
  switch (snapshot.state) {
    case 'open':
      return;
    case 'processing':
      return markStatus(tx, payment.id, 'processing');
    case 'expired':
      await lockStockAndOrder(tx, payment.orderId);
      await markStatus(tx, payment.id, 'expired');
      // A page closed before its time was given up by the buyer; one that ran out leaves the hold to the sweeper.
      if (payment.expiresAt > deps.clock.now()) await releaseIfGivenUp(tx, facts, payment);
      return;
    case 'paid':
      return settleCharges(tx, facts, payment);
  }
}

/** Cancels a waiting order whose payment pages are all closed, and gives its tickets back. */
export async function releaseHoldTx(tx: Tx, facts: { deps: Deps; source: SettlementSource; orderId: string }): Promise<boolean> {
  const order = await lockStockAndOrder(tx, facts.orderId);
  if (order?.status !== 'pending_payment') return false;
  const payments = await selectPayments(tx, order.id);
  if (payments.some((payment) => (UNSETTLED as readonly string[]).includes(payment.status))) return false;
  const now = facts.deps.clock.now();
  await moveOrder(tx, order, { status: 'cancelled', cancelledAt: now });
  await moveTickets(tx, order.id, { from: ['pending_payment'], to: 'cancelled' });
  await freeSeats(tx, order.eventId, order.ticketQuantity);
  await writeAudit(tx, { at: now, actor: facts.source, action: 'order.cancelled', subject: 'order', subjectId: order.id });
  return true;
}

async function releaseIfGivenUp(tx: Tx, facts: { deps: Deps; source: SettlementSource }, payment: PaymentRow): Promise<void> {
  await releaseHoldTx(tx, { deps: facts.deps, source: facts.source, orderId: payment.orderId });
}

async function settleCharges(
  tx: Tx,
  facts: { deps: Deps; snapshot: SessionSnapshot; source: SettlementSource },
  payment: PaymentRow,
): Promise<void> {
  const { charges } = facts.snapshot;
  const isMoneyBack = charges.some((charge) => charge.refunds.length > 0 || charge.dispute !== null);
  const locked = isMoneyBack ? await lockWithStock(tx, payment.orderId) : await lockAsNeeded(tx, payment.orderId);
  if (!locked) return;
  const { order, event } = locked;
  let status = order.status;
  for (const charge of charges) {
    if (await isAccountedFor(tx, order.id, charge)) continue;
    const situation = { ...facts, payment, charge, event, order: { ...order, status } };
    if (isForAnotherSum(facts.snapshot, order, charge)) await noteOtherSum(tx, situation);
    else status = await settleCharge(tx, situation);
  }
  if (isMoneyBack) await syncRefunds(tx, { ...facts, paymentId: payment.id, order: { ...order, status } });
}

interface ChargeSituation {
  deps: Deps;
  source: SettlementSource;
  snapshot: SessionSnapshot;
  payment: PaymentRow;
  charge: Charge;
  event: EventTiming;
  order: LockedOrder;
}

/** Carries out what becomes of one charge; answers the order's state afterwards. */
async function settleCharge(tx: Tx, situation: ChargeSituation): Promise<OrderStatus> {
  const { deps, charge, event, order } = situation;
  const now = deps.clock.now();
  const verdict = judgeCharge({ order, event, paidAt: charge.paidAt, now });
  switch (verdict.kind) {
    case 'pays':
      return payOrder(tx, situation);
    case 'pays_if_seats_left':
      await releaseOverdueHolds(tx, order.eventId, now);
      return (await takeSeats(tx, order.eventId, order.ticketQuantity)) ? payOrder(tx, situation) : giveBack(tx, situation, 'late_payment');
    case 'goes_back':
      return giveBack(tx, situation, verdict.reason);
  }
}

/** Not what was ordered: nothing is sold for it, and a person decides. The page may still bring what was. */
async function noteOtherSum(tx: Tx, { deps, snapshot, payment, charge, order }: ChargeSituation): Promise<void> {
  const detail = `cobrats ${charge.amount} cèntims (${snapshot.currency}), esperats ${order.totalAmount} (eur)`;
  await openCase(tx, deps, { kind: 'amount_differs', reference: charge.id, orderId: order.id, paymentId: payment.id, detail });
  await markStatus(tx, payment.id, 'expired');
}

async function payOrder(tx: Tx, { deps, source, payment, charge, order }: ChargeSituation): Promise<'paid'> {
  const now = deps.clock.now();
  if (!(await moveOrder(tx, order, { status: 'paid', paidAt: charge.paidAt }))) throw new RepeatTransaction('the order moved under its own lock');
  await moveTickets(tx, order.id, { from: UNSOLD, to: 'active' });
  await markPaid(tx, payment.id, charge);
  await writeAudit(tx, {
    at: now,
    actor: source,
    action: 'order.paid',
    subject: 'order',
    subjectId: order.id,
    detail: { from: order.status, amount: charge.amount },
  });
  await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'tickets', cause: 'sale', orderId: order.id, recipient: order.email, now });
  return 'paid';
}

/** One refund, one mail to the buyer, one notice to the admins; the provider is asked afterwards, by the refund job. */
async function giveBack(tx: Tx, situation: ChargeSituation, reason: ChargeRefusal): Promise<OrderStatus> {
  const { deps, source, payment, charge, order } = situation;
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
  const detail = `retornats ${charge.amount} cèntims`;
  await openCase(tx, deps, { kind: reason, reference: charge.id, orderId: order.id, paymentId: payment.id, detail });
  await enqueueMail(tx, { id: deps.ids.uuid(), kind: 'refund', cause: 'refund', orderId: order.id, recipient: order.email, now });
  if (reason === 'second_payment') {
    // The order's payment is another one; about this page nobody has to be asked any more.
    await markStatus(tx, payment.id, 'expired');
    return order.status;
  }
  await markPaid(tx, payment.id, charge);
  return endUnsold(tx, situation);
}

/** An order whose money goes back has come to nothing; the seats of one that still waited are free again. */
async function endUnsold(tx: Tx, { deps, source, order }: ChargeSituation): Promise<OrderStatus> {
  if (order.status !== 'pending_payment' && order.status !== 'cancelled') return order.status;
  await moveOrder(tx, order, { status: 'refunded' });
  await moveTickets(tx, order.id, { from: UNSOLD, to: 'refunded' });
  if (order.status === 'pending_payment') await freeSeats(tx, order.eventId, order.ticketQuantity);
  await writeAudit(tx, { at: deps.clock.now(), actor: source, action: 'order.refunded', subject: 'order', subjectId: order.id, detail: { from: order.status } });
  return 'refunded';
}

async function isAccountedFor(tx: Tx, orderId: string, charge: Charge): Promise<boolean> {
  const payments = await selectPayments(tx, orderId);
  if (payments.some((payment) => payment.providerPayment === charge.id)) return true;
  return (await isNoted(tx, 'amount_differs', charge.id)) || (await selectRefundsOf(tx, charge.id)).length > 0;
}

function isForAnotherSum(snapshot: SessionSnapshot, order: LockedOrder, charge: Charge): boolean {
  return charge.amount !== order.totalAmount || snapshot.currency !== 'eur' || snapshot.orderId !== order.id;
}

/** Money for an order that our books don't have (restored from an old copy): never lost, always shown. */
async function noteUnknownCharges(tx: Tx, deps: Deps, snapshot: SessionSnapshot): Promise<void> {
  deps.log.warn({ provider: deps.payments.name }, 'the provider names a payment page that no order has');
  // Pages of other shops of the same account carry no order id.
  if (!isUuid(snapshot.orderId)) return;
  for (const charge of snapshot.charges) {
    const detail = `cobrats ${charge.amount} cèntims (${snapshot.currency}), comanda desconeguda`;
    await openCase(tx, deps, { kind: 'unknown_charge', reference: charge.id, orderId: null, paymentId: null, detail });
  }
}

/** A page whose name we never stored (the process ended in between) is recognised by the order it was opened for. */
async function findPayment(tx: Tx, snapshot: SessionSnapshot): Promise<PaymentRow | null> {
  const known = await selectPaymentBySession(tx, snapshot.session);
  if (known) return known;
  const payments = isUuid(snapshot.orderId) ? await selectPayments(tx, snapshot.orderId) : [];
  const nameless = payments.find((payment) => payment.status === 'creating' && payment.providerSession === null);
  if (!nameless) return null;
  await markOpened(tx, nameless.id, { session: snapshot.session, url: null });
  return { ...nameless, status: 'open', providerSession: snapshot.session };
}

interface Locked {
  order: LockedOrder;
  event: EventTiming;
}

/** Locks in the fixed order: the stock row only where the state of order or event makes it needed. */
async function lockAsNeeded(tx: Tx, orderId: string): Promise<Locked | null> {
  const seen = await selectStanding(tx, orderId);
  if (!seen) return null;
  if (seen.status === 'cancelled' || seen.archivedAt !== null) return lockWithStock(tx, orderId);
  const event = await lockEventForShare(tx, seen.eventId);
  const order = await lockOrderRow(tx, orderId);
  if (order?.status === 'cancelled' || event.archivedAt !== null) throw new RepeatTransaction('the hold was released or the event withdrawn meanwhile');
  return order && { order, event };
}

async function lockWithStock(tx: Tx, orderId: string): Promise<Locked | null> {
  const order = await lockStockAndOrder(tx, orderId);
  return order && { order, event: await readEventTiming(tx, order.eventId) };
}
