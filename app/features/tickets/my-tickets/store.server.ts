import { type Expression, type SqlBool } from 'kysely';

import type { Query } from '#app/adapters/db/database.server.ts';
import type { TicketStatus } from '#app/domain/order/status.ts';
import type { Role } from '#app/domain/people/roles.ts';

/** A ticket with its order and its event as it stands today. */
export interface TicketRow {
  id: string;
  ticketNumber: string;
  userRole: Role;
  price: number;
  status: TicketStatus;
  suspendedAt: Date | null;
  usedAt: Date | null;
  /** As stored, of whatever age and shape. */
  menu: unknown;
  extras: unknown;
  orderId: string;
  orderNumber: string;
  paidAt: Date | null;
  eventId: number;
  eventTitle: string;
  eventImage: string;
  /** YYYY-MM-DD */
  eventDate: string;
  /** HH:MM */
  eventTime: string;
  /** HH:MM */
  eventEndTime: string | null;
  location: string | null;
  description: string;
  eventVersion: number;
}

/** Whose tickets: of the account, and of its address once that is verified. */
export interface Owner {
  userId: string;
  verifiedEmail: string | null;
}

export async function selectOwner(query: Query, userId: string): Promise<Owner | null> {
  const user = await query.selectFrom('users').select(['email', 'emailVerified']).where('id', '=', userId).executeTakeFirst();
  return user ? { userId, verifiedEmail: user.emailVerified ? user.email.toLowerCase() : null } : null;
}

/**
 * Tickets that were paid for, whatever became of them, and those of the account's own order that still waits for its
 * payment. From a day on in the order of the calendar, or before that day, the latest first.
 */
export async function selectTicketsOf(
  query: Query,
  owner: Owner,
  page: { since: string; side: 'coming' | 'past'; now: Date; limit: number },
): Promise<TicketRow[]> {
  const direction = page.side === 'coming' ? 'asc' : 'desc';
  return ticketRows(query)
    .where((eb): Expression<SqlBool> => {
      const own = eb('orders.userId', '=', owner.userId);
      const waiting = eb.and([own, eb('orders.status', '=', 'pending_payment'), eb('orders.holdExpiresAt', '>', page.now)]);
      const paid = eb('orders.paidAt', 'is not', null);
      const mine = owner.verifiedEmail === null ? own : eb.or([own, eb('orders.email', '=', owner.verifiedEmail)]);
      return eb.or([eb.and([mine, paid]), waiting]);
    })
    .where('events.eventDate', page.side === 'coming' ? '>=' : '<', page.since)
    .orderBy('events.eventDate', direction)
    .orderBy('events.eventTime', direction)
    .orderBy('orders.createdAt')
    .orderBy('orders.orderNumber')
    .orderBy('tickets.position')
    .limit(page.limit)
    .execute();
}

/** One paid ticket of an owner by its number. */
export async function selectTicketOf(query: Query, owner: Owner, ticketNumber: string): Promise<TicketRow | null> {
  const row = await ticketRows(query)
    .where('tickets.ticketNumber', '=', ticketNumber)
    .where('orders.paidAt', 'is not', null)
    .where((eb) =>
      owner.verifiedEmail === null
        ? eb('orders.userId', '=', owner.userId)
        : eb.or([eb('orders.userId', '=', owner.userId), eb('orders.email', '=', owner.verifiedEmail)]),
    )
    .executeTakeFirst();
  return row ?? null;
}

/** Any ticket by its number: for admins. */
export async function selectTicketByNumber(query: Query, ticketNumber: string): Promise<TicketRow | null> {
  return (await ticketRows(query).where('tickets.ticketNumber', '=', ticketNumber).executeTakeFirst()) ?? null;
}

function ticketRows(query: Query) {
  return query
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.orderId')
    .innerJoin('events', 'events.id', 'tickets.eventId')
    .select(['tickets.id', 'tickets.ticketNumber', 'tickets.userRole', 'tickets.price', 'tickets.status', 'tickets.suspendedAt', 'tickets.usedAt'])
    .select((eb) => [eb.ref('tickets.menuSelection').$castTo<unknown>().as('menu'), eb.ref('tickets.extrasSelection').$castTo<unknown>().as('extras')])
    .select(['orders.id as orderId', 'orders.orderNumber', 'orders.paidAt'])
    .select(['events.id as eventId', 'events.title as eventTitle', 'events.image as eventImage', 'events.eventDate', 'events.location'])
    .select(['events.description', 'events.version as eventVersion'])
    .select(['events.eventTime', 'events.endTime as eventEndTime']);
}
