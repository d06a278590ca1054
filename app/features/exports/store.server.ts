import { type RawBuilder, sql } from 'kysely';

import type { Role } from '#app/domain/people/roles.ts';
import type { TENDER_ORDER } from '#app/domain/report/tender-words.ts';
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
  menu: unknown;
  extras: unknown;
  name: string | null;
  email: string | null;
}

/** Last row of the previous batch. */
export interface ExportCursor {
  createdAt: Date;
  id: string;
  number: string;
}

export const EXPORT_STATES = ['all', 'valid', 'refunded'] as const;

/** Null: of any. */
export interface ExportFilter {
  state: (typeof EXPORT_STATES)[number];
  role: Role | null;
  means: (typeof TENDER_ORDER)[number] | null;
}

export interface Batch {
  eventId: number;
  filter: ExportFilter;
  after: ExportCursor | null;
  limit: number;
}

const SOLD = sql`o.status in ('paid', 'completed', 'refunded') or o.paid_at is not null`;
const ROLE_OF_TICKET = sql<Role>`coalesce(t.priced_as, t.user_role)`;
const TENDER = sql<string | null>`(select coalesce(p.means, 'card') from payments p where p.order_id = o.id and p.status = 'paid' limit 1)`;

/** Paid and free orders, in the order of their sale. */
export async function selectExportedOrders(query: Query, { eventId, filter, after, limit }: Batch): Promise<ExportedOrder[]> {
  const { rows } = await sql<ExportedOrder>`
    select o.id, o.created_at as "createdAt", o.order_number as number, o.status, o.user_name as name, o.email, o.role,
      o.ticket_quantity as tickets, o.total_amount as total,
      (select coalesce(sum(t.discount), 0)::int from tickets t where t.order_id = o.id) as discount,
      (select string_agg(c.label, ', ' order by c.label) from voucher_uses u join voucher_codes c on c.code = u.code where u.order_id = o.id) as voucher,
      to_char(o.created_at at time zone 'Europe/Madrid', 'YYYY-MM-DD HH24:MI') as created,
      to_char(o.paid_at at time zone 'Europe/Madrid', 'YYYY-MM-DD HH24:MI') as paid,
      (select coalesce(sum(r.amount), 0)::int from payments p join refunds r on r.order_id = o.id and r.charge in (p.provider_payment, 'till:' || p.id) and r.status = 'succeeded'
        where p.order_id = o.id and p.status = 'paid') as refunded,
      ${TENDER} as means
    from orders o
    where o.event_id = ${eventId} and (${SOLD}) and ${chosenBy(filter, sql`o.role`)} and ${STATES_OF_ORDER[filter.state]}
      and ${after === null ? sql`true` : sql`(o.created_at, o.id) > (${after.createdAt}, ${after.id})`}
    order by o.created_at, o.id limit ${limit}`.execute(query);
  return rows;
}

/** In the order of their sale, those of an order by their numbers. */
export async function selectExportedTickets(query: Query, { eventId, filter, after, limit }: Batch): Promise<ExportedTicket[]> {
  const { rows } = await sql<ExportedTicket>`
    select o.id, o.created_at as "createdAt", t.ticket_number as number, o.order_number as "orderNumber", t.status, ${ROLE_OF_TICKET} as role, t.price, t.discount,
      to_char(t.used_at at time zone 'Europe/Madrid', 'YYYY-MM-DD HH24:MI') as used, o.user_name as name, o.email,
      t.menu_selection as menu, t.extras_selection as extras
    from tickets t join orders o on o.id = t.order_id
    where t.event_id = ${eventId} and (${SOLD}) and ${chosenBy(filter, ROLE_OF_TICKET)} and ${STATES_OF_TICKET[filter.state]}
      and ${after === null ? sql`true` : sql`(o.created_at, o.id, length(t.ticket_number), t.ticket_number) > (${after.createdAt}, ${after.id}, ${after.number.length}, ${after.number})`}
    order by o.created_at, o.id, length(t.ticket_number), t.ticket_number limit ${limit}`.execute(query);
  return rows;
}

const STATES_OF_ORDER = { all: sql`true`, valid: sql`o.status in ('paid', 'completed')`, refunded: sql`o.status = 'refunded'` };
const STATES_OF_TICKET = { all: sql`true`, valid: sql`t.status in ('active', 'used')`, refunded: sql`t.status = 'refunded'` };

function chosenBy({ role, means }: ExportFilter, roleOfRow: RawBuilder<unknown>) {
  const ofRole = role === null ? sql`true` : sql`${roleOfRow} = ${role}`;
  const ofTender = means === null ? sql`true` : means === 'free' ? sql`${TENDER} is null` : sql`${TENDER} = ${means}`;
  return sql`${ofRole} and ${ofTender}`;
}

const MOST_COURSES = 40;

/** Names of the courses that were sold, as the menu has them today; those that are gone come last. */
export async function selectCourses(query: Query, eventId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select sold.name from (
      select distinct course #>> '{}' as name from tickets t cross join lateral jsonb_path_query(t.menu_selection, '$[*].sectionName') as course where t.event_id = ${eventId}
    ) as sold
    order by (select min(s.position) from event_sections s where s.event_id = ${eventId} and s.name = sold.name and s.archived_at is null) nulls last, sold.name
    limit ${MOST_COURSES}`.execute(query);
  return rows.map(({ name }) => name);
}

export async function selectEventTitle(query: Query, eventId: number): Promise<string | null> {
  const event = await query.selectFrom('events').select('title').where('id', '=', eventId).executeTakeFirst();
  return event?.title ?? null;
}
