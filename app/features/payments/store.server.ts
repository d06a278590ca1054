import { type RawBuilder, sql, type SqlBool } from 'kysely';

import type { Query, Tx } from '#app/adapters/db/database.server.ts';
import type { PaymentStatus } from '#app/adapters/db/tables.server.ts';
import type { SessionLine } from '#app/adapters/payments/payment-provider.server.ts';
import { cents } from '#app/domain/money.ts';
import type { OrderStatus } from '#app/domain/order/status.ts';

export interface PaymentRow {
  id: string;
  orderId: string;
  status: PaymentStatus;
  idempotencyKey: string;
  amount: number;
  currency: string;
  providerSession: string | null;
  paymentUrl: string | null;
  expiresAt: Date;
  providerPayment: string | null;
}

const PAYMENT_COLUMNS = [
  'id',
  'orderId',
  'status',
  'idempotencyKey',
  'amount',
  'currency',
  'providerSession',
  'paymentUrl',
  'expiresAt',
  'providerPayment',
] as const;

export const UNSETTLED = ['creating', 'open', 'processing'] as const satisfies readonly PaymentStatus[];

/** All attempts to pay an order, oldest first. */
export async function selectPayments(query: Query | Tx, orderId: string): Promise<PaymentRow[]> {
  return query.selectFrom('payments').select(PAYMENT_COLUMNS).where('orderId', '=', orderId).orderBy('createdAt').orderBy('id').execute();
}

export async function selectPaymentBySession(query: Query | Tx, session: string): Promise<PaymentRow | null> {
  const row = await query.selectFrom('payments').select(PAYMENT_COLUMNS).where('providerSession', '=', session).executeTakeFirst();
  return row ?? null;
}

export async function selectPayment(query: Query | Tx, paymentId: string): Promise<PaymentRow | null> {
  const row = await query.selectFrom('payments').select(PAYMENT_COLUMNS).where('id', '=', paymentId).executeTakeFirst();
  return row ?? null;
}

/** A further attempt to pay an order, which begins now. */
export async function insertAttempt(
  tx: Tx,
  attempt: Pick<PaymentRow, 'id' | 'orderId' | 'idempotencyKey' | 'amount' | 'expiresAt'> & { provider: string; now: Date },
): Promise<void> {
  const { now, ...row } = attempt;
  await tx.insertInto('payments').values({ ...row, status: 'creating', createdAt: now }).execute();
}

export async function markOpened(query: Query | Tx, paymentId: string, page: { session: string; url: string | null }): Promise<void> {
  await query
    .updateTable('payments')
    .set({ status: 'open', providerSession: page.session, paymentUrl: page.url })
    .where('id', '=', paymentId)
    .where('status', '=', 'creating')
    .execute();
}

export async function markStatus(query: Query | Tx, paymentId: string, status: 'processing' | 'expired'): Promise<void> {
  await query.updateTable('payments').set({ status }).where('id', '=', paymentId).where('status', 'in', [...UNSETTLED]).execute();
}

export async function markPaid(tx: Tx, paymentId: string, charge: { id: string; paidAt: Date }): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ status: 'paid', paidAt: charge.paidAt, providerPayment: charge.id })
    .where('id', '=', paymentId)
    .where('status', '<>', 'paid')
    .execute();
}

/** Unsettled payments worth a question: their order waits no more or its event was withdrawn, their hold is over, or nobody asked for a while. Those never asked about first. */
export async function selectDuePolls(
  query: Query,
  filter: { now: Date; notAskedSince: Date; except: readonly string[]; limit: number },
): Promise<{ orderId: string; orderNumber: string; orderStatus: OrderStatus; archivedAt: Date | null }[]> {
  return query
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.orderId')
    .innerJoin('events', 'events.id', 'orders.eventId')
    .select(['orders.id as orderId', 'orders.orderNumber', 'orders.status as orderStatus', 'events.archivedAt'])
    .where('payments.status', 'in', [...UNSETTLED])
    .where((eb) =>
      eb.or([
        eb('orders.status', '<>', 'pending_payment'),
        eb('events.archivedAt', 'is not', null),
        eb('orders.holdExpiresAt', '<=', filter.now),
        eb('orders.providerAskedAt', '<=', filter.notAskedSince),
        eb.and([eb('orders.providerAskedAt', 'is', null), eb('orders.createdAt', '<=', filter.notAskedSince)]),
      ]),
    )
    .where(notAnyOf('orders.id', filter.except))
    .groupBy(['orders.id', 'events.archivedAt'])
    .orderBy('orders.providerAskedAt', (order) => order.asc().nullsFirst())
    .orderBy('orders.createdAt')
    .limit(filter.limit)
    .execute();
}

/** What an order is made of, in the buyer's words: one line a ticket. */
export async function selectSessionLines(query: Query, orderId: string): Promise<SessionLine[]> {
  const rows = await query
    .selectFrom('tickets')
    .select(['ticketNumber', 'price', 'menuSelection', 'extrasSelection'])
    .where('orderId', '=', orderId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    name: `Tiquet ${row.ticketNumber}`,
    description: [...row.menuSelection.flatMap((section) => section.items), ...row.extrasSelection].map((choice) => choice.name).join(' · '),
    amount: cents(row.price),
  }));
}

/** Holds whose time is over; those never asked about first. */
export async function selectOverdueHolds(
  query: Query,
  filter: { now: Date; except: readonly string[]; limit: number },
): Promise<{ orderId: string; orderNumber: string }[]> {
  return query
    .selectFrom('orders')
    .select(['id as orderId', 'orderNumber'])
    .where('status', '=', 'pending_payment')
    .where('holdExpiresAt', '<=', filter.now)
    .where(notAnyOf('id', filter.except))
    .orderBy('providerAskedAt', (order) => order.asc().nullsFirst())
    .orderBy('holdExpiresAt')
    .limit(filter.limit)
    .execute();
}

/** `<> all(array)`: one parameter however many ids, and true for none. */
function notAnyOf(column: string, ids: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} <> all(${ids}::uuid[])`;
}
