import type { Query, Tx } from '#app/adapters/db/database.server.ts';
import type { RefundReason, Tables } from '#app/adapters/db/tables.server.ts';

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

/** All attempts to give a charge back, whole or in parts, oldest first. */
export async function selectRefundsOf(query: Query | Tx, charge: string): Promise<RefundRow[]> {
  return query
    .selectFrom('refunds')
    .select(['id', 'paymentId', 'orderId', 'charge', 'idempotencyKey', 'amount', 'reason', 'status', 'providerRefund'])
    .where('charge', '=', charge)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

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
