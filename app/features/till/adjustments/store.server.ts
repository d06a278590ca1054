import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Tender } from '#app/domain/till/tender.ts';

interface NewAdjustment {
  menuChangeId: string;
  orderId: string;
  sessionId: string;
  /** Cents: taken above zero, given back below. */
  amount: number;
  means: Tender;
  madeBy: string;
  madeAt: Date;
}

export async function insertAdjustment(tx: Tx, adjustment: NewAdjustment): Promise<void> {
  await tx.insertInto('priceAdjustments').values(adjustment).execute();
}

export interface AdjustmentRow {
  id: string;
  amount: number;
  means: Tender;
  ticketNumber: string;
  madeAt: Date;
  madeByName: string | null;
}

export async function selectAdjustments(query: Query, sessionId: string): Promise<AdjustmentRow[]> {
  return query
    .selectFrom('priceAdjustments')
    .innerJoin('menuChanges', 'menuChanges.id', 'priceAdjustments.menuChangeId')
    .innerJoin('tickets', 'tickets.id', 'menuChanges.ticketId')
    .leftJoin('users', 'users.id', 'priceAdjustments.madeBy')
    .select(['priceAdjustments.menuChangeId as id', 'priceAdjustments.amount', 'priceAdjustments.means', 'priceAdjustments.madeAt'])
    .select(['tickets.ticketNumber', 'users.name as madeByName'])
    .where('priceAdjustments.sessionId', '=', sessionId)
    .orderBy('priceAdjustments.madeAt')
    .orderBy('priceAdjustments.menuChangeId')
    .execute();
}

export async function isAdjusted(query: Query, orderId: string): Promise<boolean> {
  return (await query.selectFrom('priceAdjustments').select('orderId').where('orderId', '=', orderId).limit(1).executeTakeFirst()) !== undefined;
}
