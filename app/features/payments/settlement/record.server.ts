import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { OrderRecord } from '#app/features/orders/service.server.ts';

import { type RefundRow, selectRefundsOfOrders } from '../refunds/refunds-store.server.ts';
import { isUnsettled, markPaid, markStatus, type PaymentRow, selectPayments } from '../store.server.ts';

/** An order with its payments and refunds, read once; the functions below keep it up to date with what they write. */
export interface SettlementRecord {
  order: OrderRecord;
  payments: PaymentRow[];
  refunds: RefundRow[];
}

export async function lockRecord(tx: Tx, orderId: string, lock: (tx: Tx, orderId: string) => Promise<OrderRecord | null>): Promise<SettlementRecord | null> {
  const order = await lock(tx, orderId);
  return order && { order, payments: await selectPayments(tx, [orderId]), refunds: await selectRefundsOfOrders(tx, [orderId]) };
}

export function refundsOf(record: SettlementRecord, charge: string): RefundRow[] {
  return record.refunds.filter((row) => row.charge === charge);
}

/** Refunds that did not fail, pending ones included. */
export function sumRefunded(record: SettlementRecord, charge: string): number {
  return refundsOf(record, charge).reduce((sum, row) => (row.status === 'failed' ? sum : sum + row.amount), 0);
}

export async function moveAttempt(tx: Tx, payment: PaymentRow, status: 'processing' | 'expired'): Promise<void> {
  await markStatus(tx, [payment.id], status);
  if (isUnsettled(payment)) payment.status = status;
}

export async function payAttempt(tx: Tx, payment: PaymentRow, charge: { id: string; paidAt: Date }): Promise<void> {
  await markPaid(tx, payment.id, charge);
  if (payment.status !== 'paid') Object.assign(payment, { status: 'paid', providerPayment: charge.id });
}
