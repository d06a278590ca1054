import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { containing } from '#app/platform/adapters/db/like-pattern.ts';
import type { OrderStatus } from '#app/domain/order/status.ts';
import type { Role } from '#app/domain/people/roles.ts';
import type { Tender } from '#app/domain/till/tender.ts';

/** Waits for a concurrent sale with the same key. */
export async function waitForKey(tx: Tx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`till sale ${key}`}, 0))`.execute(tx);
}

export async function insertSale(tx: Tx, sale: { orderId: string; sessionId: string; soldBy: string; soldAt: Date; reason: string | null }): Promise<void> {
  await tx.insertInto('tillSales').values(sale).execute();
}

export async function insertPayout(tx: Tx, payout: { refundId: string; sessionId: string | null; means: Tender; paidBy: string; paidAt: Date }): Promise<void> {
  await tx.insertInto('tillPayouts').values(payout).execute();
}

export interface SaleRow {
  orderId: string;
  sessionId: string;
  sessionName: string;
  orderNumber: string;
  eventTitle: string;
  role: Role;
  status: OrderStatus;
  tickets: number;
  total: number;
  means: Tender | null;
  reason: string | null;
  paidOut: number;
  soldAt: Date;
  soldByName: string | null;
}

export async function selectSalesNumbered(query: Query, { text, limit }: { text: string; limit: number }): Promise<SaleRow[]> {
  return sales(query).where('orders.orderNumber', 'ilike', containing(text)).orderBy('tillSales.soldAt', 'desc').limit(limit).execute();
}

export async function selectSales(query: Query, sessionId: string, limit: number): Promise<SaleRow[]> {
  return sales(query).where('tillSales.sessionId', '=', sessionId).orderBy('tillSales.soldAt', 'desc').orderBy('tillSales.orderId').limit(limit).execute();
}

export async function selectSale(query: Query, which: { orderId: string } | { number: string }): Promise<SaleRow | null> {
  const row = await sales(query)
    .where((eb) => ('orderId' in which ? eb('tillSales.orderId', '=', which.orderId) : eb('orders.orderNumber', '=', which.number)))
    .executeTakeFirst();
  return row ?? null;
}

export async function selectEventsAtTill(query: Query, since: string): Promise<{ id: number; title: string; image: string; date: string; time: string; sold: number; maxTickets: number | null; groups: boolean; asksNeeds: boolean; hasTables: boolean }[]> {
  return query
    .selectFrom('events')
    .innerJoin('eventStock', 'eventStock.eventId', 'events.id')
    .select(['events.id', 'events.title', 'events.image', 'events.eventDate as date', 'events.eventTime as time', 'eventStock.sold', 'eventStock.maxTickets', 'events.groups', 'events.asksNeeds'])
    .select((eb) => eb.exists(eb.selectFrom('hallTables').select('hallTables.id').whereRef('hallTables.eventId', '=', 'events.id')).$castTo<boolean>().as('hasTables'))
    .where('events.archivedAt', 'is', null)
    .where('events.eventDate', '>=', since)
    .orderBy('events.eventDate')
    .orderBy('events.eventTime')
    .limit(50)
    .execute();
}

function sales(query: Query) {
  return query
    .selectFrom('tillSales')
    .innerJoin('tillSessions', 'tillSessions.id', 'tillSales.sessionId')
    .innerJoin('orders', 'orders.id', 'tillSales.orderId')
    .innerJoin('events', 'events.id', 'orders.eventId')
    .leftJoin('users', 'users.id', 'tillSales.soldBy')
    .select(['tillSales.orderId', 'tillSales.sessionId', 'tillSessions.name as sessionName', 'tillSales.reason', 'tillSales.soldAt', 'users.name as soldByName'])
    .select(['orders.orderNumber', 'orders.role', 'orders.status', 'orders.ticketQuantity as tickets', 'orders.totalAmount as total', 'events.title as eventTitle'])
    .select((eb) => [
      eb.selectFrom('payments').select('payments.means').whereRef('payments.orderId', '=', 'orders.id').where('payments.status', '=', 'paid').where('payments.provider', '=', 'till').limit(1).as('means'),
      sql<number>`(select coalesce(sum(r.amount), 0)::int from refunds r join till_payouts o on o.refund_id = r.id where r.order_id = orders.id)`.as('paidOut'),
    ]);
}

export async function hasTables(query: Query, eventId: number): Promise<boolean> {
  return (await query.selectFrom('hallTables').select('id').where('eventId', '=', eventId).limit(1).executeTakeFirst()) !== undefined;
}
