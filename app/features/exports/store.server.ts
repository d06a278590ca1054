import { sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';

/** Local time of Madrid, `2027-03-15 21:04`; amounts in cents. */
export interface ExportedOrder {
  id: string;
  createdAt: Date;
  number: string;
  created: string;
  paid: string | null;
  status: string;
  name: string | null;
  email: string | null;
  role: string;
  tickets: number;
  total: number;
  discount: number;
  voucher: string | null;
  refunded: number;
  /** Null where nothing was paid; `card` through the payment provider. */
  means: string | null;
}

export interface ExportedTicket {
  id: string;
  createdAt: Date;
  number: string;
  orderNumber: string;
  status: string;
  used: string | null;
  role: string;
  price: number;
  discount: number;
  dishes: string;
  extras: string;
  name: string | null;
  email: string | null;
}

/** Last row of the previous batch. */
export interface ExportCursor {
  createdAt: Date;
  id: string;
}

export interface Batch {
  eventId: number;
  after: ExportCursor | null;
  limit: number;
}

const SOLD = sql`o.status in ('paid', 'completed', 'refunded') or o.paid_at is not null`;

/** Paid and free orders, in the order of their sale. */
export async function selectExportedOrders(query: Query, { eventId, after, limit }: Batch): Promise<ExportedOrder[]> {
  const { rows } = await sql<ExportedOrder>`
    select o.id, o.created_at as "createdAt", o.order_number as number, o.status, o.user_name as name, o.email, o.role,
      o.ticket_quantity as tickets, o.total_amount as total,
      (select coalesce(sum(t.discount), 0)::int from tickets t where t.order_id = o.id) as discount,
      (select string_agg(c.label, ', ' order by c.label) from voucher_uses u join voucher_codes c on c.code = u.code where u.order_id = o.id) as voucher,
      to_char(o.created_at at time zone 'Europe/Madrid', 'YYYY-MM-DD HH24:MI') as created,
      to_char(o.paid_at at time zone 'Europe/Madrid', 'YYYY-MM-DD HH24:MI') as paid,
      (select coalesce(sum(r.amount), 0)::int from refunds r where r.order_id = o.id and r.status = 'succeeded') as refunded,
      (select coalesce(p.means, 'card') from payments p where p.order_id = o.id and p.status = 'paid' limit 1) as means
    from orders o
    where o.event_id = ${eventId} and (${SOLD}) and ${isAfter(sql`o.created_at`, sql`o.id`, after)}
    order by o.created_at, o.id limit ${limit}`.execute(query);
  return rows;
}

export async function selectExportedTickets(query: Query, { eventId, after, limit }: Batch): Promise<ExportedTicket[]> {
  const { rows } = await sql<ExportedTicket>`
    select t.id, t.created_at as "createdAt", t.ticket_number as number, o.order_number as "orderNumber", t.status, coalesce(t.priced_as, t.user_role) as role, t.price, t.discount,
      to_char(t.used_at at time zone 'Europe/Madrid', 'YYYY-MM-DD HH24:MI') as used, o.user_name as name, o.email,
      coalesce((select string_agg(dish #>> '{}', ', ') from jsonb_path_query(t.menu_selection, '$[*].items[*].name') as dish), '') as dishes,
      coalesce((select string_agg(extra #>> '{}', ', ') from jsonb_path_query(t.extras_selection, '$[*].name') as extra), '') as extras
    from tickets t join orders o on o.id = t.order_id
    where t.event_id = ${eventId} and (${SOLD}) and ${isAfter(sql`t.created_at`, sql`t.id`, after)}
    order by t.created_at, t.id limit ${limit}`.execute(query);
  return rows;
}

function isAfter(createdAt: ReturnType<typeof sql>, id: ReturnType<typeof sql>, after: ExportCursor | null) {
  return after === null ? sql`true` : sql`(${createdAt}, ${id}) > (${after.createdAt}, ${after.id})`;
}

export async function selectEventTitle(query: Query, eventId: number): Promise<string | null> {
  const event = await query.selectFrom('events').select('title').where('id', '=', eventId).executeTakeFirst();
  return event?.title ?? null;
}
