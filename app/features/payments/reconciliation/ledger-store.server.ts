import type { Query } from '#app/platform/adapters/db/database.server.ts';
import type { OrderStatus } from '#app/domain/order/status.ts';
import type { PaymentStatus } from '#app/domain/payment/status.ts';

export interface RecordedPayment {
  orderId: string;
  orderNumber: string;
  orderStatus: OrderStatus;
  amount: number;
  charge: string | null;
  /** Provider ids (charges, disputes) of cases, settled ones included. */
  cases: string[];
}

export async function selectRecordedPayments(query: Query, charges: readonly { session: string; charge: string }[]): Promise<ReadonlyMap<string, RecordedPayment>> {
  if (charges.length === 0) return new Map();
  const rows = await query
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.orderId')
    .select(['payments.providerSession as session', 'payments.orderId', 'orders.orderNumber', 'orders.status as orderStatus', 'payments.amount', 'payments.providerPayment as charge'])
    .where('payments.providerSession', 'in', charges.map(({ session }) => session))
    .execute();
  const orders = rows.map(({ orderId }) => orderId);
  const cases = await query
    .selectFrom('paymentCases')
    .select(['reference', 'orderId'])
    .where('kind', '<>', 'mismatch')
    .where((eb) => eb.or([eb('reference', 'in', charges.map(({ charge }) => charge)), ...(orders.length > 0 ? [eb('orderId', 'in', orders)] : [])]))
    .execute();
  const bySession = new Map(rows.map(({ session, ...row }) => [session, row]));
  const recorded = new Map<string, RecordedPayment>();
  for (const { session, charge } of charges) {
    const row = bySession.get(session);
    const references = cases.filter((one) => one.reference === charge || (row !== undefined && one.orderId === row.orderId)).flatMap(({ reference }) => reference ?? []);
    if (row) recorded.set(charge, { ...row, cases: references });
    else if (references.includes(charge)) recorded.set(charge, { orderId: '', orderNumber: charge, orderStatus: 'refunded', amount: 0, charge: null, cases: references });
  }
  return recorded;
}

export interface KnownSession {
  status: PaymentStatus;
  charge: string | null;
  orderStatus: OrderStatus;
}

export async function selectKnownSessions(query: Query, sessions: readonly string[]): Promise<ReadonlyMap<string, KnownSession>> {
  if (sessions.length === 0) return new Map();
  const rows = await query
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.orderId')
    .select(['payments.providerSession as session', 'payments.status', 'payments.providerPayment as charge', 'orders.status as orderStatus'])
    .where('payments.providerSession', 'in', [...sessions])
    .execute();
  return new Map(rows.flatMap(({ session, ...known }) => (session === null ? [] : [[session, known] as const])));
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
