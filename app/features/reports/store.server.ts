import { sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';
import { moneyMoved } from '#app/platform/adapters/db/money-moved.ts';
import { ofRealEvents } from '#app/platform/adapters/db/rehearsals.ts';
import type { BoughtOrder } from '#app/domain/report/buyer-clusters.ts';
import type { DaySales } from '#app/domain/report/sales-series.ts';
import type { TotalsLine } from '#app/domain/report/totals.ts';

export interface ReportedEvent {
  id: number;
  title: string;
  image: string;
  /** YYYY-MM-DD */
  date: string;
  maxTickets: number | null;
  copiedFrom: number | null;
}

/** Past and archived events too, newest first. */
export async function selectReportedEvents(query: Query): Promise<ReportedEvent[]> {
  return query
    .selectFrom('events')
    .innerJoin('eventStock', 'eventStock.eventId', 'events.id')
    .select(['events.id', 'events.title', 'events.image', 'events.eventDate as date', 'events.copiedFrom', 'eventStock.maxTickets'])
    .orderBy('events.eventDate', 'desc')
    .orderBy('events.id', 'desc')
    .limit(500)
    .execute();
}

/** By the day in Madrid on which they were paid or issued free. */
export async function selectDaySales(query: Query, eventId: number): Promise<DaySales[]> {
  const { rows } = await sql<DaySales>`
    select to_char(coalesce(o.paid_at, o.created_at) at time zone 'Europe/Madrid', 'YYYY-MM-DD') as day, count(*)::int as tickets, sum(t.price)::int as amount
    from tickets t join orders o on o.id = t.order_id
    where t.event_id = ${eventId} and t.status in ('active', 'used')
    group by 1 order by 1`.execute(query);
  return rows;
}

/** Web orders only: admins' free tickets and till sales were not bought by the account that made them. */
export async function selectBoughtOrders(query: Query, eventId: number): Promise<BoughtOrder[]> {
  const { rows } = await sql<BoughtOrder>`
    select o.id as "orderId", o.order_number as "orderNumber", o.buyer, nullif(o.email, '') as email, count(*)::int as tickets
    from orders o join tickets t on t.order_id = o.id and t.status in ('active', 'used')
    where o.event_id = ${eventId} and o.role <> 'admin' and not exists (select from till_sales where order_id = o.id)
    group by o.id order by o.created_at, o.order_number`.execute(query);
  return rows;
}

/** `before` is exclusive. */
export async function selectTotals(query: Query, filter: { since: Date; before: Date; eventId: number | null }): Promise<TotalsLine[]> {
  const { since, before, eventId } = filter;
  const ofEvent = eventId === null ? ofRealEvents : sql`event_id = ${eventId}`;
  const { rows } = await sql<TotalsLine>`
    select to_char(at at time zone 'Europe/Madrid', 'YYYY-MM-DD') as day, means, role,
      sum(tickets)::int as tickets, sum(taken)::int as taken, sum(refunded)::int as "refunded"
    from (
      select * from ${moneyMoved} as moved
      union all
      select event_id, role, paid_at, 'free', ticket_quantity, 0, 0 from orders where status = 'completed'
    ) as lines
    where at >= ${since} and at < ${before} and ${ofEvent}
    group by 1, 2, 3 order by 1, 2, 3`.execute(query);
  return rows;
}
