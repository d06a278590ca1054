import type { Query, Tx } from '#app/adapters/db/database.server.ts';
import type { CaseKind } from '#app/adapters/db/tables.server.ts';
import type { Deps } from '#app/deps.server.ts';

export interface NewCase {
  kind: CaseKind;
  /** What of the provider's it is about. Null: a case of its own each time. */
  reference: string | null;
  orderId: string | null;
  paymentId: string | null;
  /** In Valencian, for admins; no personal data. */
  detail: string;
}

/** Notes what a person should look at; false when that stood there already. */
export async function openCase(tx: Tx | Query, deps: Pick<Deps, 'ids' | 'clock'>, input: NewCase): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('paymentCases')
    .values({ ...input, id: deps.ids.uuid(), createdAt: deps.clock.now() })
    .onConflict((conflict) => conflict.columns(['kind', 'reference']).where('reference', 'is not', null).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function isNoted(tx: Tx, kind: CaseKind, reference: string): Promise<boolean> {
  const row = await tx.selectFrom('paymentCases').select('id').where('kind', '=', kind).where('reference', '=', reference).executeTakeFirst();
  return row !== undefined;
}

export async function settleCase(tx: Tx | Query, which: { id: string } | { kind: CaseKind; reference: string }, by: { userId: string | null; now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('paymentCases')
    .set({ settledAt: by.now, settledBy: by.userId })
    .where((eb) => ('id' in which ? eb('id', '=', which.id) : eb.and([eb('kind', '=', which.kind), eb('reference', '=', which.reference)])))
    .where('settledAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface CaseRow {
  id: string;
  kind: CaseKind;
  reference: string | null;
  detail: string;
  createdAt: Date;
  orderId: string | null;
  paymentId: string | null;
  orderNumber: string | null;
  email: string | null;
  totalAmount: number | null;
  eventTitle: string | null;
}

const CASE_LIMIT = 200;

/** What waits for a person, oldest first. */
export async function selectOpenCases(query: Query): Promise<CaseRow[]> {
  return casesWithOrders(query).where('paymentCases.settledAt', 'is', null).orderBy('paymentCases.createdAt').limit(CASE_LIMIT).execute();
}

export async function countOpenCases(query: Query): Promise<number> {
  const { count } = await query.selectFrom('paymentCases').select(({ fn }) => fn.countAll<string>().as('count')).where('settledAt', 'is', null).executeTakeFirstOrThrow();
  return Number(count);
}

export async function selectOpenCase(query: Query | Tx, caseId: string): Promise<CaseRow | null> {
  const row = await casesWithOrders(query).where('paymentCases.id', '=', caseId).where('paymentCases.settledAt', 'is', null).executeTakeFirst();
  return row ?? null;
}

function casesWithOrders(query: Query | Tx) {
  return query
    .selectFrom('paymentCases')
    .leftJoin('orders', 'orders.id', 'paymentCases.orderId')
    .leftJoin('events', 'events.id', 'orders.eventId')
    .select(['paymentCases.id', 'paymentCases.kind', 'paymentCases.reference', 'paymentCases.detail', 'paymentCases.createdAt', 'paymentCases.orderId', 'paymentCases.paymentId'])
    .select(['orders.orderNumber', 'orders.email', 'orders.totalAmount', 'events.title as eventTitle']);
}
