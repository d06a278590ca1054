import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import type { Query, Tx } from '#app/adapters/db/database.server.ts';
import type { OrderStatus, TicketStatus } from '#app/domain/order/status.ts';
import type { Role } from '#app/domain/people/roles.ts';
import type { PrintableTicket } from '#app/ticket-rendering/printable-ticket.ts';

export interface OrderRow {
  id: string;
  orderNumber: string;
  eventId: number;
  email: string;
  status: OrderStatus;
  totalAmount: number;
  ticketQuantity: number;
  holdExpiresAt: Date | null;
  createdAt: Date;
  paidAt: Date | null;
}

export async function selectOrder(query: Query | Tx, orderId: string): Promise<OrderRow | null> {
  const row = await query.selectFrom('orders').select(ORDER_COLUMNS).where('id', '=', orderId).executeTakeFirst();
  return row ?? null;
}

/** What has to be known of an order before it is clear which locks it needs. */
export async function selectStanding(tx: Tx, orderId: string): Promise<{ eventId: number; status: OrderStatus; archivedAt: Date | null } | null> {
  const row = await tx
    .selectFrom('orders')
    .innerJoin('events', 'events.id', 'orders.eventId')
    .select(['orders.eventId', 'orders.status', 'events.archivedAt'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  return row ?? null;
}

export async function selectOrderWithEvent(
  query: Query,
  orderId: string,
): Promise<Pick<OrderRow, 'orderNumber' | 'eventId' | 'email' | 'ticketQuantity'> & { eventTitle: string } | null> {
  const row = await query
    .selectFrom('orders')
    .innerJoin('events', 'events.id', 'orders.eventId')
    .select(['orders.orderNumber', 'orders.eventId', 'orders.email', 'orders.ticketQuantity', 'events.title as eventTitle'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  return row ?? null;
}

export async function selectTicketNumbers(query: Query, orderId: string): Promise<{ id: string; ticketNumber: string }[]> {
  return query.selectFrom('tickets').select(['id', 'ticketNumber']).where('orderId', '=', orderId).orderBy('position').execute();
}

/** What these tickets of an order cost together, those left out that are valid no more. Cents. */
export async function sumOfValidTickets(tx: Tx, orderId: string, ticketIds: readonly string[]): Promise<number> {
  const tickets = await tx.selectFrom('tickets').select('price').where('orderId', '=', orderId).where('id', 'in', [...ticketIds]).where('status', '=', 'active').execute();
  return tickets.reduce((sum, ticket) => sum + ticket.price, 0);
}

export interface OrderToRefund {
  id: string;
  orderNumber: string;
  status: OrderStatus;
  email: string;
  eventTitle: string;
  totalAmount: number;
  tickets: { id: string; ticketNumber: string; price: number; status: TicketStatus }[];
}

/** An order by its number, as an admin who gives money back has to see it. */
export async function selectOrderToRefund(query: Query, orderNumber: string): Promise<OrderToRefund | null> {
  const row = await query
    .selectFrom('orders')
    .innerJoin('events', 'events.id', 'orders.eventId')
    .select(['orders.id', 'orders.orderNumber', 'orders.status', 'orders.email', 'orders.totalAmount', 'events.title as eventTitle'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('tickets')
          .select(['tickets.id', 'tickets.ticketNumber', 'tickets.price', 'tickets.status'])
          .whereRef('tickets.orderId', '=', 'orders.id')
          .orderBy('tickets.position'),
      ).as('tickets'),
    )
    .where('orders.orderNumber', '=', orderNumber)
    .executeTakeFirst();
  return row ?? null;
}

/** A hold lasts longer when a further attempt to pay begins. */
export async function extendHold(tx: Tx, orderId: string, until: Date): Promise<void> {
  await tx.updateTable('orders').set({ holdExpiresAt: until }).where('id', '=', orderId).execute();
}

export interface OrderWithEvent extends OrderRow {
  eventTitle: string;
  eventImage: string;
  eventDate: string;
  eventTime: string;
  eventLocation: string | null;
  role: Role;
  userName: string | null;
  tickets: (Pick<PrintableTicket, 'id' | 'ticketNumber' | 'userRole' | 'price' | 'menu' | 'extras'> & { note: string | null })[];
}

/** An order with its event as it stands today and its tickets as they were sold. */
export async function selectOrderWithTickets(query: Query | Tx, orderId: string): Promise<OrderWithEvent | null> {
  const row = await query
    .selectFrom('orders')
    .innerJoin('events', 'events.id', 'orders.eventId')
    .select(ORDER_COLUMNS.map((column) => `orders.${column}` as const))
    .select((eb) => [
      'orders.role',
      'orders.userName',
      'events.title as eventTitle',
      'events.image as eventImage',
      'events.eventDate',
      sql<string>`to_char(events.event_time, 'HH24:MI')`.as('eventTime'),
      'events.location as eventLocation',
      jsonArrayFrom(
        eb
          .selectFrom('tickets')
          .select(['tickets.id', 'tickets.ticketNumber', 'tickets.userRole', 'tickets.price', 'tickets.note'])
          .select(['tickets.menuSelection as menu', 'tickets.extrasSelection as extras'])
          .whereRef('tickets.orderId', '=', 'orders.id')
          .orderBy('tickets.position'),
      ).as('tickets'),
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  return row ?? null;
}

/** Claims the right to ask the provider about an order; false when somebody asked less than `everyMs` ago. */
export async function claimPoll(query: Query, orderId: string, now: Date, everyMs: number): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('orders')
    .set({ providerAskedAt: now })
    .where('id', '=', orderId)
    .where('status', '=', 'pending_payment')
    .where((eb) => eb.or([eb('providerAskedAt', 'is', null), eb('providerAskedAt', '<=', new Date(now.getTime() - everyMs))]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Who was asked about last is asked about last: orders about which the provider keeps silent let the others go first. */
export async function markPolled(query: Query, orderId: string, now: Date): Promise<void> {
  await query.updateTable('orders').set({ providerAskedAt: now }).where('id', '=', orderId).execute();
}

const ORDER_COLUMNS = [
  'id',
  'orderNumber',
  'eventId',
  'email',
  'status',
  'totalAmount',
  'ticketQuantity',
  'holdExpiresAt',
  'createdAt',
  'paidAt',
] as const;
