import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { PaidAndRefunded } from '#app/domain/payment/refundable.ts';

import { type SettlementRecord, sumRefunded } from '../settlement/record.server.ts';

/** How payments without a provider are named in the books. */
export const TILL = 'till';

/** Stands in for the provider's charge id in what goes back by hand. */
export function handCharge(paymentId: string): string {
  return `${TILL}:${paymentId}`;
}

type MoneyRecord = Pick<SettlementRecord, 'order' | 'payments' | 'refunds'>;

/** Null where nothing was paid. */
export async function readOrderMoney(query: Query | Tx, record: MoneyRecord): Promise<PaidAndRefunded | null> {
  const payment = record.payments.find(({ status, providerPayment }) => status === 'paid' && providerPayment !== null);
  if (!payment?.providerPayment) return null;
  const adjusted = await sumAdjustments(query, record.order.id);
  const refundedByHand = sumRefunded(record, handCharge(payment.id));
  if (payment.provider === TILL) return { paidByCard: 0, paidByHand: payment.amount + adjusted, refundedByCard: 0, refundedByHand };
  return { paidByCard: payment.amount, paidByHand: adjusted, refundedByCard: sumRefunded(record, payment.providerPayment), refundedByHand };
}

async function sumAdjustments(query: Query | Tx, orderId: string): Promise<number> {
  const { sum } = await query
    .selectFrom('priceAdjustments')
    .select(({ fn }) => fn.sum<string | null>('amount').as('sum'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}
