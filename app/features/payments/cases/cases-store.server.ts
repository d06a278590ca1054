import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { CaseFacts, CaseKind } from '#app/domain/payment/case.ts';
import type { Deps } from '#app/platform/deps.server.ts';

interface NewCase {
  kind: CaseKind;
  /** The provider's id of the charge, refund or dispute, for deduplication; null: every case is new. */
  reference: string | null;
  orderId: string | null;
  paymentId: string | null;
  facts: CaseFacts;
}

export async function openCase(tx: Tx | Query, deps: Pick<Deps, 'ids' | 'clock'>, input: NewCase): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('paymentCases')
    .values(toRow(deps, input))
    .onConflict((conflict) => conflict.columns(['kind', 'reference']).where('reference', 'is not', null).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function reopenCase(tx: Tx | Query, deps: Pick<Deps, 'ids' | 'clock'>, input: NewCase): Promise<boolean> {
  const row = toRow(deps, input);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('paymentCases')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'reference'])
        .where('reference', 'is not', null)
        .doUpdateSet({ settledAt: null, settledBy: null, createdAt: row.createdAt, facts: row.facts })
        .where('paymentCases.settledAt', 'is not', null),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

function toRow(deps: Pick<Deps, 'ids' | 'clock'>, { facts, ...input }: NewCase) {
  return { ...input, id: deps.ids.uuid(), createdAt: deps.clock.now(), facts: JSON.stringify(facts) };
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

export async function selectOpenReferences(query: Query, kind: CaseKind): Promise<string[]> {
  const rows = await query.selectFrom('paymentCases').select('reference').where('kind', '=', kind).where('settledAt', 'is', null).execute();
  return rows.flatMap(({ reference }) => reference ?? []);
}

export async function noteDisputeOutcome(tx: Tx, dispute: string, outcome: 'won' | 'lost'): Promise<void> {
  await tx
    .updateTable('paymentCases')
    .set({ facts: sql`facts || ${JSON.stringify({ outcome })}::jsonb` })
    .where('kind', '=', 'dispute')
    .where('reference', '=', dispute)
    .execute();
}

export interface CaseRow {
  id: string;
  kind: CaseKind;
  reference: string | null;
  facts: CaseFacts;
  /** Rows of older releases have no facts. */
  detail: string | null;
  createdAt: Date;
  orderId: string | null;
  paymentId: string | null;
  orderNumber: string | null;
  email: string | null;
  totalAmount: number | null;
  eventTitle: string | null;
}

const CASE_LIMIT = 200;

export async function selectOpenCases(query: Query): Promise<CaseRow[]> {
  return casesWithOrders(query).where('paymentCases.settledAt', 'is', null).orderBy('paymentCases.createdAt').limit(CASE_LIMIT).execute();
}

export async function countOpenCases(query: Query): Promise<number> {
  const { count } = await query.selectFrom('paymentCases').select(({ fn }) => fn.countAll<string>().as('count')).where('settledAt', 'is', null).executeTakeFirstOrThrow();
  return Number(count);
}

export async function countOpenCasesByKind(query: Query): Promise<{ kind: CaseKind; count: number }[]> {
  const rows = await query.selectFrom('paymentCases').select(({ fn }) => ['kind', fn.countAll<string>().as('count')]).where('settledAt', 'is', null).groupBy('kind').orderBy('kind').execute();
  return rows.map(({ kind, count }) => ({ kind, count: Number(count) }));
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
    .select(['paymentCases.id', 'paymentCases.kind', 'paymentCases.reference', 'paymentCases.facts', 'paymentCases.detail', 'paymentCases.createdAt', 'paymentCases.orderId', 'paymentCases.paymentId'])
    .select(['orders.orderNumber', 'orders.email', 'orders.totalAmount', 'events.title as eventTitle']);
}
