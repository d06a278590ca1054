import { writeAudit } from '#app/adapters/db/audit.server.ts';
import { RepeatTransaction, type Tx } from '#app/adapters/db/database.server.ts';
import type { SessionSnapshot } from '#app/adapters/payments/payment-provider.server.ts';
import { isPaid } from '#app/domain/order.ts';
import type { RefundReason } from '#app/domain/settling.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { enqueueMail } from '#app/features/mail/service.server.ts';
import type { Neighbours } from '#app/neighbours.server.ts';

import { openCase } from './cases-store.server.ts';
import { type LockedOrder, lockOrderRow, lockStockAndOrder } from './locks.server.ts';
import { recordMoneyBack } from './money-back.server.ts';
import { freeSeats, moveOrder, moveTickets, releaseOverdueHolds, takeSeats } from './moves-store.server.ts';
import { markOpened, markPaid, markStatus, type PaymentRow, selectPaymentBySession, selectPayments, UNSETTLED } from './payments-store.server.ts';
import { insertRefund, selectRefundsOf } from './refunds-store.server.ts';
import { selectOccasion, selectOrder } from './store.server.ts';

/** Who found out about a payment. All of them call the same function, in any order, any number of times. */
export type Finder = 'webhook' | 'poll' | 'reconciler' | 'sweeper' | 'buyer';

type Charge = SessionSnapshot['charges'][number];

/** Tickets of an order that was not paid: waiting ones, and those of a hold that was released. */
const UNSOLD = ['pending_payment', 'cancelled'] as const;

/** Makes our books say what the provider's books say, in a transaction of its own. */
export async function settle(app: Neighbours, snapshot: SessionSnapshot, finder: Finder): Promise<void> {
  await app.db.inTransaction((tx) => settleIn(tx, { app, snapshot, finder }));
}

/**
 * The one function by which an order gets paid, given up or refunded; idempotent. The first good charge pays the order,
 * every other one is given back. A charge that comes after its hold was released is honoured while stock and event are
 * still there, else given back.
 */
export async function settleIn(tx: Tx, facts: { app: Neighbours; snapshot: SessionSnapshot; finder: Finder }): Promise<void> {
  const { app, snapshot } = facts;
  const payment = await findPayment(tx, snapshot);
  if (!payment) {
    await noteUnknownCharges(tx, app, snapshot);
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
      if (payment.expiresAt > app.clock.now()) await releaseIfGivenUp(tx, facts, payment);
      return;
    case 'paid':
      return settleCharges(tx, facts, payment);
  }
}

/** Cancels a waiting order whose payment pages are all closed, and gives its tickets back. */
export async function releaseHoldIn(tx: Tx, facts: { app: Neighbours; finder: Finder; orderId: string }): Promise<boolean> {
  const order = await lockStockAndOrder(tx, facts.orderId);
  if (order?.status !== 'pending_payment') return false;
  const payments = await selectPayments(tx, order.id);
  if (payments.some((payment) => (UNSETTLED as readonly string[]).includes(payment.status))) return false;
  const now = facts.app.clock.now();
  await moveOrder(tx, order, { status: 'cancelled', cancelledAt: now });
  await moveTickets(tx, order.id, { from: ['pending_payment'], to: 'cancelled' });
  await freeSeats(tx, order.eventId, order.ticketQuantity);
  await writeAudit(tx, { at: now, actor: facts.finder, action: 'order.cancelled', subject: 'order', subjectId: order.id });
  return true;
}

async function releaseIfGivenUp(tx: Tx, facts: { app: Neighbours; finder: Finder }, payment: PaymentRow): Promise<void> {
  await releaseHoldIn(tx, { app: facts.app, finder: facts.finder, orderId: payment.orderId });
}

async function settleCharges(
  tx: Tx,
  facts: { app: Neighbours; snapshot: SessionSnapshot; finder: Finder },
  payment: PaymentRow,
): Promise<void> {
  const { charges } = facts.snapshot;
  const isMoneyBack = charges.some((charge) => charge.refunds.length > 0 || charge.dispute !== null);
  const order = isMoneyBack ? await lockStockAndOrder(tx, payment.orderId) : await lockOrder(tx, payment.orderId);
  if (!order) return;
  let status = order.status;
  for (const charge of charges) {
    if (await isAccountedFor(tx, order.id, charge)) continue;
    const situation = { ...facts, payment, charge, order: { ...order, status } };
    if (isForAnotherSum(facts.snapshot, order, charge)) {
      const detail = `cobrats ${charge.amount} cèntims (${facts.snapshot.currency}), esperats ${order.totalAmount} (eur)`;
      await openCase(tx, facts.app, { kind: 'amount_differs', reference: charge.id, orderId: order.id, paymentId: payment.id, detail });
      await markPaid(tx, payment.id, charge);
    } else if (status === 'pending_payment') {
      await payOrder(tx, situation);
      status = 'paid';
    } else if (status === 'cancelled') {
      status = (await isStillPossible(tx, situation)) ? await payOrder(tx, situation) : await refuseLatePayment(tx, situation);
    } else {
      await giveBack(tx, situation, isPaid(status) ? 'second_payment' : 'late_payment');
    }
  }
  if (isMoneyBack) await recordMoneyBack(tx, { ...facts, paymentId: payment.id, order: { ...order, status } });
}

interface ChargeSituation {
  app: Neighbours;
  finder: Finder;
  payment: PaymentRow;
  charge: Charge;
  order: LockedOrder;
}

async function payOrder(tx: Tx, { app, finder, payment, charge, order }: ChargeSituation): Promise<'paid'> {
  const now = app.clock.now();
  if (!(await moveOrder(tx, order, { status: 'paid', paidAt: charge.paidAt }))) throw new RepeatTransaction('the order moved under its own lock');
  await moveTickets(tx, order.id, { from: UNSOLD, to: 'active' });
  await markPaid(tx, payment.id, charge);
  await writeAudit(tx, {
    at: now,
    actor: finder,
    action: 'order.paid',
    subject: 'order',
    subjectId: order.id,
    detail: { from: order.status, amount: charge.amount },
  });
  await enqueueMail(tx, { id: app.ids.uuid(), kind: 'tickets', cause: 'sale', orderId: order.id, recipient: order.email, now });
  return 'paid';
}

/** Stock and event still there: takes the stock for a hold that was released before its payment was known. */
async function isStillPossible(tx: Tx, { app, order }: ChargeSituation): Promise<boolean> {
  const now = app.clock.now();
  const event = await selectOccasion(tx, order.eventId);
  if (event.archivedAt !== null || now >= event.startsAt) return false;
  await releaseOverdueHolds(tx, order.eventId, now);
  return takeSeats(tx, order.eventId, order.ticketQuantity);
}

async function refuseLatePayment(tx: Tx, situation: ChargeSituation): Promise<'refunded'> {
  const { app, finder, order } = situation;
  await moveOrder(tx, order, { status: 'refunded' });
  await moveTickets(tx, order.id, { from: UNSOLD, to: 'refunded' });
  await writeAudit(tx, { at: app.clock.now(), actor: finder, action: 'order.refunded', subject: 'order', subjectId: order.id });
  await giveBack(tx, situation, 'late_payment');
  return 'refunded';
}

/** One refund, one mail to the buyer, one notice to the admins; the provider is asked afterwards, by the refund job. */
async function giveBack(tx: Tx, situation: ChargeSituation, reason: Extract<RefundReason, 'late_payment' | 'second_payment'>): Promise<void> {
  const { app, finder, payment, charge, order } = situation;
  const now = app.clock.now();
  const id = app.ids.uuid();
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
  await writeAudit(tx, { at: now, actor: finder, action: 'refund.due', subject: 'refund', subjectId: id, detail: { amount: charge.amount, reason } });
  if (reason === 'late_payment') await markPaid(tx, payment.id, charge);
  const detail = `retornats ${charge.amount} cèntims`;
  await openCase(tx, app, { kind: reason, reference: charge.id, orderId: order.id, paymentId: payment.id, detail });
  await enqueueMail(tx, { id: app.ids.uuid(), kind: 'refund', cause: 'refund', orderId: order.id, recipient: order.email, now });
}

async function isAccountedFor(tx: Tx, orderId: string, charge: Charge): Promise<boolean> {
  const payments = await selectPayments(tx, orderId);
  if (payments.some((payment) => payment.providerPayment === charge.id)) return true;
  return (await selectRefundsOf(tx, charge.id)).length > 0;
}

function isForAnotherSum(snapshot: SessionSnapshot, order: LockedOrder, charge: Charge): boolean {
  return charge.amount !== order.totalAmount || snapshot.currency !== 'eur' || snapshot.orderId !== order.id;
}

/** Money for an order that our books don't have (restored from an old copy): never lost, always shown. */
async function noteUnknownCharges(tx: Tx, app: Neighbours, snapshot: SessionSnapshot): Promise<void> {
  app.log.warn({ provider: app.payments.name }, 'the provider names a payment page that no order has');
  // Pages of other shops of the same account carry no order id.
  if (!isUuid(snapshot.orderId)) return;
  for (const charge of snapshot.charges) {
    const detail = `cobrats ${charge.amount} cèntims (${snapshot.currency}), comanda desconeguda`;
    await openCase(tx, app, { kind: 'unknown_charge', reference: charge.id, orderId: null, paymentId: null, detail });
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

/** Locks in the fixed order: the stock row only where the order's state makes it needed. */
async function lockOrder(tx: Tx, orderId: string): Promise<LockedOrder | null> {
  const seen = await selectOrder(tx, orderId);
  if (!seen) return null;
  if (seen.status === 'cancelled') return lockStockAndOrder(tx, orderId);
  const order = await lockOrderRow(tx, orderId);
  if (order?.status === 'cancelled') throw new RepeatTransaction('the hold was released meanwhile');
  return order;
}
