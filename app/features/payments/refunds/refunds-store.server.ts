import type { Query, Tx } from '#app/adapters/db/database.server.ts';
import type { Tables } from '#app/adapters/db/tables.server.ts';
import type { RefundOutcome } from '#app/adapters/payments/payment-provider.server.ts';
import type { RefundReason } from '#app/domain/order/settling.ts';

export interface RefundRow {
  id: string;
  paymentId: string;
  orderId: string;
  charge: string;
  idempotencyKey: string;
  amount: number;
  reason: RefundReason;
  status: Tables['refunds']['status'];
  providerRefund: string | null;
}

const REFUND_COLUMNS = ['id', 'paymentId', 'orderId', 'charge', 'idempotencyKey', 'amount', 'reason', 'status', 'providerRefund'] as const;

/** All attempts to give a charge back, whole or in parts, oldest first. */
export async function selectRefundsOf(query: Query | Tx, charge: string): Promise<RefundRow[]> {
  return query.selectFrom('refunds').select(REFUND_COLUMNS).where('charge', '=', charge).orderBy('createdAt').orderBy('id').execute();
}

/** Why an order's money went back, the last time that any did. */
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

/** An attempt that came to nothing, by our name for it or the provider's. */
export async function selectFailedRefund(tx: Tx, which: { paymentId: string; name: string }): Promise<RefundRow | null> {
  const row = await tx
    .selectFrom('refunds')
    .select(REFUND_COLUMNS)
    .where('paymentId', '=', which.paymentId)
    .where('status', '=', 'failed')
    .where((eb) => eb.or([eb(eb.cast<string>('id', 'text'), '=', which.name), eb('providerRefund', '=', which.name)]))
    .executeTakeFirst();
  return row ?? null;
}

/** One row for a key, however often it is decided. */
export async function insertRefund(
  tx: Tx,
  refund: Omit<RefundRow, 'providerRefund'> & { providerRefund?: string; settledAt?: Date | null; now: Date },
): Promise<void> {
  const { now, ...row } = refund;
  await tx
    .insertInto('refunds')
    .values({ ...row, nextAttemptAt: now, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type DueRefund = Pick<RefundRow, 'id' | 'charge' | 'amount' | 'idempotencyKey' | 'orderId' | 'paymentId'> & { attempts: number };

export async function selectDueRefunds(query: Query, filter: { now: Date; limit: number }): Promise<DueRefund[]> {
  return query
    .selectFrom('refunds')
    .select(['id', 'charge', 'amount', 'idempotencyKey', 'attempts', 'orderId', 'paymentId'])
    .where('status', '=', 'due')
    .where('nextAttemptAt', '<=', filter.now)
    .orderBy('nextAttemptAt')
    .limit(filter.limit)
    .execute();
}

/** What the provider answered to a refund that was due; false when somebody else has written that already. */
export async function markAnswered(tx: Tx, refundId: string, outcome: RefundOutcome, now: Date): Promise<boolean> {
  const { status } = outcome;
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({
      status,
      providerRefund: status === 'failed' ? null : outcome.refund,
      lastError: status === 'failed' ? outcome.reason : null,
      settledAt: status === 'pending' ? null : now,
    })
    .where('id', '=', refundId)
    .where('status', '=', 'due')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** What was heard later of a refund that is known. */
export async function markHeard(
  tx: Tx,
  refundId: string,
  heard: { status: RefundRow['status']; providerRefund: string; settledAt: Date | null },
): Promise<void> {
  await tx.updateTable('refunds').set(heard).where('id', '=', refundId).execute();
}

export async function markRefundPostponed(
  query: Query,
  refundId: string,
  facts: { attempts: number; nextAttemptAt: Date; lastError: string },
): Promise<void> {
  await query.updateTable('refunds').set(facts).where('id', '=', refundId).execute();
}
