import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import type { Query, Tx } from '#app/adapters/db/database.server.ts';
import type { OrderStatus } from '#app/domain/order/status.ts';
import type { Role } from '#app/domain/people/roles.ts';
import type { RefundReason } from '#app/domain/order/settling.ts';

import type { MenuSelection, SoldChoice } from '#app/ticket-rendering/printable-ticket.ts';

/** An order as its mails speak of it. Notes stay behind: they may hold allergies. */
export interface MailedOrder {
  id: string;
  orderNumber: string;
  status: OrderStatus;
  totalAmount: number;
  eventId: number;
  eventVersion: number;
  eventDescription: string;
  eventTitle: string;
  eventImage: string;
  /** YYYY-MM-DD */
  eventDate: string;
  /** HH:MM */
  eventTime: string;
  location: string | null;
  tickets: { id: string; ticketNumber: string; userRole: Role; price: number; menu: MenuSelection; extras: SoldChoice[] }[];
}

export async function selectMailedOrder(query: Query, orderId: string): Promise<MailedOrder | null> {
  return (await mailedOrders(query).where('orders.id', '=', orderId).executeTakeFirst()) ?? null;
}

/** Paid orders of an address for events from a day on, soonest first. */
export async function selectComingOrders(query: Query, coming: { email: string; since: string; limit: number }): Promise<MailedOrder[]> {
  const orders = await mailedOrders(query)
    .where('orders.email', '=', coming.email)
    .where('orders.status', 'in', ['paid', 'completed'])
    .where('events.eventDate', '>=', coming.since)
    .orderBy('events.eventDate')
    .orderBy('events.eventTime')
    .orderBy('orders.createdAt')
    .limit(coming.limit)
    .execute();
  return orders.filter((order) => order.tickets.length > 0);
}

// Inferred: the builder's type names every column.
function mailedOrders(query: Query) {
  return query
    .selectFrom('orders')
    .innerJoin('events', 'events.id', 'orders.eventId')
    .select(['orders.id', 'orders.orderNumber', 'orders.status', 'orders.totalAmount', 'orders.eventId'])
    .select(['events.version as eventVersion', 'events.description as eventDescription'])
    .select(['events.title as eventTitle', 'events.image as eventImage', 'events.eventDate', 'events.location'])
    .select((eb) => [
      sql<string>`to_char(events.event_time, 'HH24:MI')`.as('eventTime'),
      jsonArrayFrom(
        eb
          .selectFrom('tickets')
          .select(['tickets.id', 'tickets.ticketNumber', 'tickets.userRole', 'tickets.price'])
          .select(['tickets.menuSelection as menu', 'tickets.extrasSelection as extras'])
          .whereRef('tickets.orderId', '=', 'orders.id')
          .where('tickets.status', 'in', ['active', 'used'])
          .orderBy('tickets.position'),
      ).as('tickets'),
    ]);
}

/** The refund that a mail made at that instant tells about: the newest of its order by then. */
export async function selectRefundTold(query: Query, orderId: string, at: Date): Promise<{ amount: number; reason: RefundReason } | null> {
  const refund = await query
    .selectFrom('refunds')
    .select(['amount', 'reason'])
    .where('orderId', '=', orderId)
    .where('createdAt', '<=', at)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return refund ?? null;
}

/** Orders of an event whose tickets are valid, and where their buyers are told. */
export async function selectTicketHolders(tx: Tx, eventId: number): Promise<{ id: string; email: string }[]> {
  return tx
    .selectFrom('orders')
    .select(['id', 'email'])
    .where('eventId', '=', eventId)
    .where('status', 'in', ['paid', 'completed'])
    .where((eb) => eb.exists(eb.selectFrom('tickets').select('tickets.id').whereRef('tickets.orderId', '=', 'orders.id').where('tickets.status', '=', 'active')))
    .orderBy('createdAt')
    .execute();
}
