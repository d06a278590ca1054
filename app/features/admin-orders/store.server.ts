import { sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';
import { containing } from '#app/platform/adapters/db/like-pattern.ts';
import { ticketsSold } from '#app/platform/adapters/db/tickets-sold.ts';
import type { ComposedTicket } from '#app/domain/event/menu.ts';
import type { TicketCounts } from '#app/domain/kitchen.ts';
import type { EmailStatus, OrderStatus, TicketStatus } from '#app/domain/order/status.ts';
import type { Role, Visibility } from '#app/domain/people/roles.ts';
import { soldMenu } from '#app/design/ticket-rendering/sold-menu.ts';

export interface OrderFilter {
  eventId: number | null;
  /** Part of the order number, the address or the name; empty for all. */
  search: string;
  status: 'all' | 'paid' | 'pending_payment';
  onlyWithNotes: boolean;
  onlyUnused: boolean;
  /** Of these events alone; null: of all. */
  only?: readonly number[] | null;
  /** Where a search must not tell whose address or name it is. */
  byNumberAlone?: boolean;
}

export interface OrderCursor {
  createdAt: Date;
  id: string;
}

export interface AdminOrderRow {
  id: string;
  orderNumber: string;
  status: OrderStatus;
  /** Null for a sale at the till without an address. */
  email: string | null;
  userName: string | null;
  role: Role;
  totalAmount: number;
  ticketQuantity: number;
  createdAt: Date;
  paidAt: Date | null;
  eventId: number;
  eventTitle: string;
  eventDate: string;
  emailStatus: EmailStatus | null;
}

export async function selectAdminOrders(query: Query, filter: OrderFilter, page: { after: OrderCursor | null; limit: number }): Promise<AdminOrderRow[]> {
  const { eventId, search, status, onlyWithNotes, onlyUnused, only = null, byNumberAlone = false } = filter;
  return query
    .selectFrom('orders')
    .innerJoin('events', 'events.id', 'orders.eventId')
    .select(['orders.id', 'orders.orderNumber', 'orders.status', 'orders.email', 'orders.userName', 'orders.role', 'orders.totalAmount', 'orders.ticketQuantity'])
    .select(['orders.createdAt', 'orders.paidAt', 'orders.eventId', 'events.title as eventTitle', 'events.eventDate'])
    .select((eb) =>
      eb
        .selectFrom('mails')
        .select('mails.status')
        .whereRef('mails.orderId', '=', 'orders.id')
        .where('mails.kind', '=', 'tickets')
        .orderBy('mails.createdAt', 'desc')
        .limit(1)
        .as('emailStatus'),
    )
    .where((eb) => (eventId === null ? eb.lit(true) : eb('orders.eventId', '=', eventId)))
    .$if(only !== null, (all) => all.where('orders.eventId', 'in', [...(only ?? [])]))
    .$if(search !== '', (all) =>
      all.where((eb) => {
        const pattern = containing(search);
        if (byNumberAlone) return eb('orders.orderNumber', 'ilike', pattern);
        return eb.or([eb('orders.orderNumber', 'ilike', pattern), eb('orders.email', 'ilike', pattern), eb('orders.userName', 'ilike', pattern)]);
      }),
    )
    .$if(status === 'paid', (all) => all.where('orders.status', 'in', ['paid', 'completed']))
    .$if(status === 'pending_payment', (all) => all.where('orders.status', '=', 'pending_payment'))
    .$if(onlyWithNotes, (all) => all.where((eb) => eb.exists(eb.selectFrom('tickets').select('tickets.id').whereRef('tickets.orderId', '=', 'orders.id').where('tickets.note', '<>', ''))))
    .$if(onlyUnused, (all) =>
      all.where((eb) => eb.not(eb.exists(eb.selectFrom('tickets').select('tickets.id').whereRef('tickets.orderId', '=', 'orders.id').where('tickets.status', '=', 'used')))),
    )
    .where((eb) => (page.after === null ? eb.lit(true) : eb(eb.refTuple('orders.createdAt', 'orders.id'), '<', eb.tuple(page.after.createdAt, page.after.id))))
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(page.limit)
    .execute();
}

export interface AdminTicketRow {
  id: string;
  orderId: string;
  ticketNumber: string;
  price: number;
  status: TicketStatus;
  suspendedAt: Date | null;
  usedAt: Date | null;
  note: string | null;
  noteName: string | null;
  menu: ComposedTicket['menu'];
  extras: ComposedTicket['extras'];
  /** False for menus stored in an older shape. */
  hasDishIds: boolean;
}

export async function selectAdminTickets(query: Query, orderIds: readonly string[]): Promise<AdminTicketRow[]> {
  if (orderIds.length === 0) return [];
  const rows = await query
    .selectFrom('tickets')
    .select(['id', 'orderId', 'ticketNumber', 'price', 'status', 'suspendedAt', 'usedAt', 'note', 'noteName', 'menuSelection as menu', 'extrasSelection as extras'])
    .where('orderId', 'in', [...orderIds])
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, ...soldMenu(row) }));
}

export async function selectTicketCounts(query: Query, eventId: number | null): Promise<TicketCounts> {
  const rows = await query
    .selectFrom('tickets')
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .where('status', 'in', ['active', 'used', 'cancelled', 'refunded'])
    .where((eb) => (eventId === null ? eb.lit(true) : eb('eventId', '=', eventId)))
    // Expired holds were never sold.
    .where((eb) => eb.exists(eb.selectFrom('orders').select('orders.id').whereRef('orders.id', '=', 'tickets.orderId').where((or) => or.or([or('orders.status', 'in', ['paid', 'completed', 'refunded']), or('orders.paidAt', 'is not', null)]))))
    .groupBy('status')
    .execute();
  const countOf = (status: string): number => rows.find((row) => row.status === status)?.count ?? 0;
  return { active: countOf('active'), used: countOf('used'), cancelled: countOf('cancelled'), refunded: countOf('refunded') };
}

export interface EventHead {
  id: number;
  title: string;
  image: string;
  date: string;
  time: string;
  location: string | null;
  visibility: Visibility;
  sold: number;
  maxTickets: number | null;
}

export async function selectEventHead(query: Query, eventId: number): Promise<EventHead | null> {
  const row = await query
    .selectFrom('events')
    .innerJoin('eventStock', 'eventStock.eventId', 'events.id')
    .select(['events.id', 'events.title', 'events.image', 'events.eventDate as date', 'events.location', 'events.visibility', 'eventStock.maxTickets'])
    .select(ticketsSold.as('sold'))
    .select('events.eventTime as time')
    .where('events.id', '=', eventId)
    .executeTakeFirst();
  return row ?? null;
}

export async function selectBuyerName(query: Query, orderId: string): Promise<string | null> {
  const row = await query.selectFrom('orders').select('userName').where('id', '=', orderId).executeTakeFirst();
  return row?.userName ?? null;
}

export interface TimelineRow {
  at: Date;
  source: 'audit' | 'mail';
  what: string;
  who: string | null;
  amount: number | null;
  ticketNumber: string | null;
  /** As whoever did it gave it. */
  reason: string | null;
}

export async function selectTimeline(query: Query, orderId: string): Promise<TimelineRow[]> {
  const { rows } = await sql<TimelineRow>`
    with subjects as (
      select 'order' as subject, ${orderId}::text as id, null as ticket_number
      union all select 'ticket', unnest(array[id, ticket_number]), ticket_number from tickets where order_id = ${orderId}::uuid
      union all select 'ticket', r.id, t.ticket_number from tickets t join retired_ticket_ids r on r.ticket_id = t.id where t.order_id = ${orderId}::uuid
      union all select 'payment', id::text, null from payments where order_id = ${orderId}::uuid
      union all select 'refund', id::text, null from refunds where order_id = ${orderId}::uuid
    )
    select a.at, 'audit' as source, a.action as what, coalesce(u.name, a.actor) as who, (a.detail ->> 'amount')::int as amount, s.ticket_number as "ticketNumber",
      case when a.action in ('order.cancelled', 'order.hold_ended', 'ticket.cancelled', 'refund.requested', 'refund.succeeded', 'till.invited') then nullif(a.detail ->> 'reason', '') end as reason
    from subjects s join audit a on a.subject = s.subject and a.subject_id = s.id
    left join users u on a.actor = 'user:' || u.id
    union all
    select coalesce(m.sent_at, m.created_at), 'mail', m.kind || ':' || m.status, m.recipient, null, null, null
    from mails m where m.order_id = ${orderId}::uuid
    order by 1, 2`.execute(query);
  return rows;
}
