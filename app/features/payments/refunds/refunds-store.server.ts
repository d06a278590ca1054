import { type RawBuilder, sql, type SqlBool } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { DatabaseTables } from '#app/platform/adapters/db/tables.server.ts';
import { originsOf } from '#app/domain/moves.ts';
import type { RefundReason } from '#app/domain/order/settling.ts';
import { REFUND_MOVES } from '#app/domain/payment/status.ts';

export interface RefundRow {
  id: string;
  paymentId: string;
  orderId: string;
  charge: string;
  idempotencyKey: string;
  amount: number;
  reason: RefundReason;
  status: DatabaseTables['refunds']['status'];
  providerRefund: string | null;
}

const REFUND_COLUMNS = ['id', 'paymentId', 'orderId', 'charge', 'idempotencyKey', 'amount', 'reason', 'status', 'providerRefund'] as const;

export async function selectRefundsOfCharges(query: Query, charges: readonly string[]): Promise<RefundRow[]> {
  if (charges.length === 0) return [];
  return query.selectFrom('refunds').select(REFUND_COLUMNS).where('charge', 'in', [...charges]).orderBy('createdAt').orderBy('id').execute();
}

export async function selectRefundsOfOrders(query: Query | Tx, orderIds: readonly string[]): Promise<RefundRow[]> {
  return query.selectFrom('refunds').select(REFUND_COLUMNS).where('orderId', 'in', [...orderIds]).orderBy('createdAt').orderBy('id').execute();
}

export async function selectLastRefund(query: Query, orderId: string): Promise<Pick<RefundRow, 'reason'> & { createdAt: Date } | null> {
  const row = await query
    .selectFrom('refunds')
    .select(['reason', 'createdAt'])
    .where('orderId', '=', orderId)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export type NewRefund = Omit<RefundRow, 'providerRefund'> & { providerRefund?: string; settledAt?: Date | null; now: Date };

/** Keeps the record up to date; false where that refund is there already. */
export async function addRefund(tx: Tx, record: { refunds: RefundRow[] }, refund: NewRefund): Promise<boolean> {
  const { now, ...row } = refund;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('refunds')
    .values({ ...row, nextAttemptAt: now, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  record.refunds.push({ providerRefund: null, ...row });
  return true;
}

type DueRefund = Pick<RefundRow, 'id' | 'charge' | 'amount' | 'idempotencyKey' | 'orderId' | 'paymentId'> & { attempts: number; createdAt: Date };

export async function selectDueRefunds(query: Query, filter: { now: Date; limit: number }): Promise<DueRefund[]> {
  return query
    .selectFrom('refunds')
    .select(['id', 'charge', 'amount', 'idempotencyKey', 'attempts', 'createdAt', 'orderId', 'paymentId'])
    .where('status', '=', 'due')
    .where('nextAttemptAt', '<=', filter.now)
    .orderBy('nextAttemptAt')
    .limit(filter.limit)
    .execute();
}

/** Counted before the attempt, so that no other process makes it too; false when one was quicker. */
export async function claimAttempt(query: Query, refund: DueRefund, nextAttemptAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('refunds')
    .set({ attempts: refund.attempts + 1, nextAttemptAt })
    .where('id', '=', refund.id)
    .where('status', '=', 'due')
    .where('attempts', '=', refund.attempts)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function markAttemptFailed(query: Query, refundId: string, reason: string): Promise<void> {
  await query.updateTable('refunds').set({ lastError: reason }).where('id', '=', refundId).where('status', '=', 'due').execute();
}

type ProviderStatus = 'pending' | 'succeeded' | 'failed';

/** A refund only moves forward, since answers may arrive out of order. False when the row is there already, or beyond. */
export async function moveRefund(
  tx: Tx,
  refundId: string,
  to: { status: ProviderStatus; refund: string | null; reason?: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({
      status: to.status,
      settledAt: to.status === 'pending' ? null : to.now,
      lastError: to.reason ?? null,
      ...(to.refund !== null && { providerRefund: to.refund }),
    })
    .where('id', '=', refundId)
    .where('status', 'in', originsOf(REFUND_MOVES, to.status))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function selectDelayedRefunds(query: Query, since: { dueSince: Date; pendingSince: Date }): Promise<RefundRow[]> {
  return query
    .selectFrom('refunds')
    .select(REFUND_COLUMNS)
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'due'), eb('createdAt', '<=', since.dueSince)]),
        eb.and([eb('status', '=', 'pending'), eb('createdAt', '<=', since.pendingSince)]),
      ]),
    )
    .orderBy('createdAt')
    .limit(MOST_DELAYED)
    .execute();
}

const MOST_DELAYED = 200;

export async function selectUnsettledReversals(query: Query, lastPolledBefore: Date): Promise<string[]> {
  const refunds = await query.selectFrom('refunds').select('paymentId').where('status', '=', 'pending').where(notPolledSince(lastPolledBefore)).execute();
  const disputes = await query.selectFrom('paymentCases').select('paymentId').where(isUndecidedDispute).where(notPolledSince(lastPolledBefore)).execute();
  return [...new Set([...refunds, ...disputes].flatMap(({ paymentId }) => paymentId ?? []))];
}

export async function claimReversalPoll(query: Query, paymentId: string, pace: { now: Date; lastPolledBefore: Date }): Promise<boolean> {
  const refunds = await query
    .updateTable('refunds')
    .set({ polledAt: pace.now })
    .where('paymentId', '=', paymentId)
    .where('status', '=', 'pending')
    .where(notPolledSince(pace.lastPolledBefore))
    .executeTakeFirst();
  const disputes = await query
    .updateTable('paymentCases')
    .set({ polledAt: pace.now })
    .where('paymentId', '=', paymentId)
    .where(isUndecidedDispute)
    .where(notPolledSince(pace.lastPolledBefore))
    .executeTakeFirst();
  return refunds.numUpdatedRows + disputes.numUpdatedRows > 0n;
}

const isUndecidedDispute = sql<SqlBool>`kind = 'dispute' and payment_id is not null and facts ->> 'outcome' is null`;

function notPolledSince(instant: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(polled_at, created_at) <= ${instant}`;
}

export async function countUnfinishedRefunds(query: Query): Promise<Record<'due' | 'pending' | 'failed', number>> {
  const rows = await query.selectFrom('refunds').select(({ fn }) => ['status', fn.countAll<string>().as('count')]).where('status', '<>', 'succeeded').groupBy('status').execute();
  const of = (wanted: string): number => Number(rows.find(({ status }) => status === wanted)?.count ?? 0);
  return { due: of('due'), pending: of('pending'), failed: of('failed') };
}
