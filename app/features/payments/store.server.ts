import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { originsOf } from '#app/domain/moves.ts';
import { PAYMENT_MOVES, type PaymentStatus } from '#app/domain/payment/status.ts';
import type { OpenedSession } from '#app/platform/adapters/payments/payment-provider.server.ts';
import { isUuid } from '#app/domain/uuid.ts';

export interface PaymentRow {
  id: string;
  orderId: string;
  provider: string;
  status: PaymentStatus;
  idempotencyKey: string;
  amount: number;
  currency: string;
  providerSession: string | null;
  paymentUrl: string | null;
  expiresAt: Date;
  providerPayment: string | null;
  /** Null: queued behind the provider's rate limit and not yet requested. */
  askedAt: Date | null;
}

const PAYMENT_COLUMNS = [
  'id',
  'orderId',
  'provider',
  'status',
  'idempotencyKey',
  'amount',
  'currency',
  'providerSession',
  'paymentUrl',
  'expiresAt',
  'providerPayment',
  'askedAt',
] as const;

const UNSETTLED = ['creating', 'open', 'processing'] as const satisfies readonly PaymentStatus[];

export function isUnsettled(payment: Pick<PaymentRow, 'status'>): boolean {
  return UNSETTLED.some((status) => status === payment.status);
}

/** Of each order from the first to the last. */
export async function selectPayments(query: Query | Tx, orderIds: readonly string[]): Promise<PaymentRow[]> {
  return query.selectFrom('payments').select(PAYMENT_COLUMNS).where('orderId', 'in', [...orderIds]).orderBy('createdAt').orderBy('id').execute();
}

export interface SessionOrder {
  orderId: string;
  paymentId: string;
  /** False: a process crashed before it stored the session's id. */
  hasName: boolean;
  /** Settling may change the stock: the hold was released, or the event withdrawn. */
  needsStock: boolean;
  expiresAt: Date;
  /** Neither the order nor this payment waits for anything. */
  isOver: boolean;
  isRefunded: boolean;
  /** In cents, refunds under way included. */
  givenBack: number;
}

/** Decides which locks are needed; locks nothing itself. */
export async function selectOrderOfSession(tx: Tx, { session, orderId }: { session: string; orderId: string }): Promise<SessionOrder | null> {
  const row = await tx
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.orderId')
    .innerJoin('events', 'events.id', 'orders.eventId')
    .select(['payments.id as paymentId', 'orders.id as orderId', 'payments.providerSession', 'payments.expiresAt', 'payments.status as paymentStatus', 'orders.status', 'events.withdrawnAt'])
    .select(sql<number>`(select coalesce(sum(amount), 0)::integer from refunds where refunds.order_id = orders.id and refunds.status <> 'failed')`.as('givenBack'))
    .where((eb) => {
      const named = eb('payments.providerSession', '=', session);
      if (!isUuid(orderId)) return named;
      return eb.or([named, eb.and([eb('payments.orderId', '=', orderId), eb('payments.status', '=', 'creating'), eb('payments.providerSession', 'is', null)])]);
    })
    .orderBy('payments.providerSession', (name) => name.asc().nullsLast())
    .orderBy('payments.createdAt')
    .orderBy('payments.id')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { providerSession, status, paymentStatus, withdrawnAt, ...found } = row;
  const isOver = status !== 'pending_payment' && !isUnsettled({ status: paymentStatus });
  return { ...found, hasName: providerSession !== null, needsStock: status === 'cancelled' || withdrawnAt !== null, isOver, isRefunded: status === 'refunded' };
}

export async function selectPayment(query: Query | Tx, paymentId: string): Promise<PaymentRow | null> {
  const row = await query.selectFrom('payments').select(PAYMENT_COLUMNS).where('id', '=', paymentId).executeTakeFirst();
  return row ?? null;
}

export async function insertAttempt(
  tx: Tx,
  attempt: Pick<PaymentRow, 'id' | 'orderId' | 'idempotencyKey' | 'amount' | 'expiresAt'> & { provider: string; now: Date },
): Promise<void> {
  const { now, ...row } = attempt;
  await tx.insertInto('payments').values({ ...row, status: 'creating', createdAt: now, askedAt: now }).execute();
}

/** The given keys whose attempts still wait for a session. */
export async function markRequested(query: Query, keys: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  const rows = await query
    .updateTable('payments')
    .set(({ fn, val }) => ({ askedAt: fn.coalesce('askedAt', val(now)) }))
    .where('idempotencyKey', 'in', [...keys])
    .where('status', '=', 'creating')
    .returning('idempotencyKey as key')
    .execute();
  return new Set(rows.map(({ key }) => key));
}

export async function markOpened(query: Query | Tx, opened: readonly OpenedSession[]): Promise<void> {
  await sql`
    update payments set status = 'open', provider_session = opened.session, payment_url = opened.url
    from jsonb_to_recordset(${JSON.stringify(opened)}::jsonb) as opened (key text, session text, url text)
    where payments.idempotency_key = opened.key and payments.status = 'creating'`.execute(query);
}

/** In the order in which they were placed; those of one batch by their numbers. */
export async function selectQueuedOrders(query: Query, provider: string): Promise<string[]> {
  const rows = await query
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.orderId')
    .select('orders.id')
    .where('payments.status', '=', 'creating')
    .where('payments.provider', '=', provider)
    .where('orders.status', '=', 'pending_payment')
    .orderBy('orders.createdAt')
    .orderBy('orders.orderNumber')
    .execute();
  return rows.map(({ id }) => id);
}

export async function markStatus(query: Query | Tx, paymentIds: readonly string[], status: 'processing' | 'expired'): Promise<void> {
  if (paymentIds.length === 0) return;
  await query.updateTable('payments').set({ status }).where('id', 'in', [...paymentIds]).where('status', 'in', originsOf(PAYMENT_MOVES, status)).execute();
}

/** Ends an attempt that never reached the provider; false when it has by now. */
export async function giveUpUnasked(query: Query, paymentId: string): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('payments')
    .set({ status: 'expired' })
    .where('id', '=', paymentId)
    .where('status', '=', 'creating')
    .where('askedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function markPaid(tx: Tx, paymentId: string, charge: { id: string; paidAt: Date }): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ status: 'paid', paidAt: charge.paidAt, providerPayment: charge.id })
    .where('id', '=', paymentId)
    .where('status', 'in', originsOf(PAYMENT_MOVES, 'paid'))
    .execute();
}

/** Those never polled come first. `withOpen`: also orders that simply wait for the buyer. */
export async function selectDuePolls(
  query: Query,
  filter: { now: Date; lastPolledBefore: Date; withOpen: boolean; /** Those that wait for their turn at the provider are left alone. */ onlyRequested: boolean; except: readonly string[]; limit: number },
): Promise<string[]> {
  const rows = await query
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.orderId')
    .innerJoin('events', 'events.id', 'orders.eventId')
    .select('orders.id')
    .where('payments.status', 'in', [...UNSETTLED])
    .where((eb) => {
      const notPolled = eb(eb.fn.coalesce('orders.providerAskedAt', 'orders.createdAt'), '<=', filter.lastPolledBefore);
      return eb.or([
        eb('orders.status', '<>', 'pending_payment'),
        eb('events.withdrawnAt', 'is not', null),
        eb('orders.holdExpiresAt', '<=', filter.now),
        filter.withOpen ? notPolled : eb.and([notPolled, eb('payments.status', '=', 'creating')]),
      ]);
    })
    .$if(filter.onlyRequested, (due) => due.where((eb) => eb.or([eb('payments.askedAt', 'is not', null), eb('orders.holdExpiresAt', '<=', filter.now), eb('events.withdrawnAt', 'is not', null)])))
    .$if(filter.except.length > 0, (due) => due.where('orders.id', 'not in', [...filter.except]))
    .groupBy('orders.id')
    .orderBy('orders.providerAskedAt', (order) => order.asc().nullsFirst())
    .orderBy('orders.createdAt')
    .limit(filter.limit)
    .execute();
  return rows.map(({ id }) => id);
}
