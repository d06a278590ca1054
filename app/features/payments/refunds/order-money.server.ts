import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { PaidAndRefunded } from '#app/domain/payment/refundable.ts';

import { type SettlementRecord, sumRefunded } from '../settlement/record.server.ts';

/** How payments without a provider are named in the books. */
export const TILL = 'till';

/** Stands in for the provider's charge id in what goes back by hand. */
export function handCharge(paymentId: string): string {
  return `${TILL}:${paymentId}`;
}

export async function readOrderMoney(query: Query | Tx, record: SettlementRecord): Promise<PaidAndRefunded | null> {
  return (await readMoneyOfOrders(query, [record])).get(record.order.id) ?? null;
}

export async function readMoneyOfOrders(query: Query | Tx, records: readonly SettlementRecord[]): Promise<ReadonlyMap<string, PaidAndRefunded>> {
  const adjusted = await sumAdjustments(query, records.map(({ order }) => order.id));
  return new Map(
    records.flatMap((record) => {
      const money = moneyOf(record, adjusted.get(record.order.id) ?? 0);
      return money === null ? [] : [[record.order.id, money] as const];
    }),
  );
}

function moneyOf(record: SettlementRecord, adjusted: number): PaidAndRefunded | null {
  const payment = record.payments.find(({ status, providerPayment }) => status === 'paid' && providerPayment !== null);
  if (!payment?.providerPayment) return null;
  const refundedByHand = sumRefunded(record, handCharge(payment.id));
  if (payment.provider === TILL) return { paidByCard: 0, paidByHand: payment.amount + adjusted, refundedByCard: 0, refundedByHand };
  return { paidByCard: payment.amount, paidByHand: adjusted, refundedByCard: sumRefunded(record, payment.providerPayment), refundedByHand };
}

async function sumAdjustments(query: Query | Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await query
    .selectFrom('priceAdjustments')
    .select(({ fn }) => ['orderId', fn.sum<string>('amount').as('sum')])
    .where('orderId', 'in', [...orderIds])
    .groupBy('orderId')
    .execute();
  return new Map(rows.map(({ orderId, sum }) => [orderId, Number(sum)]));
}
