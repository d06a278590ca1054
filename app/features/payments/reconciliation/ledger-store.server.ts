import type { Query } from '#app/platform/adapters/db/database.server.ts';
import type { OrderStatus } from '#app/domain/order/status.ts';

export interface RecordedPayment {
  orderId: string;
  orderNumber: string;
  orderStatus: OrderStatus;
  amount: number;
  charge: string | null;
  /** Provider ids (charges, disputes) of cases, settled ones included. */
  cases: string[];
}

export async function selectRecordedPayment(query: Query, which: { session: string; charge: string }): Promise<RecordedPayment | null> {
  const row = await query
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.orderId')
    .select(['payments.orderId', 'orders.orderNumber', 'orders.status as orderStatus', 'payments.amount', 'payments.providerPayment as charge'])
    .where('payments.providerSession', '=', which.session)
    .executeTakeFirst();
  const cases = await query
    .selectFrom('paymentCases')
    .select('reference')
    .where('kind', '<>', 'mismatch')
    .where((eb) => eb.or([eb('reference', '=', which.charge), ...(row ? [eb('orderId', '=', row.orderId)] : [])]))
    .execute();
  const references = cases.flatMap((one) => one.reference ?? []);
  if (row) return { ...row, cases: references };
  if (!references.includes(which.charge)) return null;
  return { orderId: '', orderNumber: which.charge, orderStatus: 'refunded', amount: 0, charge: null, cases: references };
}

interface RecordedCharge {
  orderId: string;
  orderNumber: string;
  amount: number;
  charge: string;
  session: string | null;
}

export async function selectRecordedCharges(query: Query, filter: { provider: string; from: Date }): Promise<RecordedCharge[]> {
  const rows = await query
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.orderId')
    .select(['payments.orderId', 'orders.orderNumber', 'payments.amount', 'payments.providerPayment', 'payments.providerSession as session'])
    .where('payments.status', '=', 'paid')
    .where('payments.provider', '=', filter.provider)
    .where('payments.createdAt', '>=', filter.from)
    .execute();
  return rows.flatMap(({ providerPayment, ...row }) => (providerPayment === null ? [] : [{ ...row, charge: providerPayment }]));
}
