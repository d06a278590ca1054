import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';
import { publishedTable } from '#app/platform/adapters/db/published-table.ts';
import type { DatabaseTables } from '#app/platform/adapters/db/tables.server.ts';
import type { TicketStatus } from '#app/domain/order/status.ts';
import type { Role } from '#app/domain/people/roles.ts';

export interface TicketRow {
  id: string;
  ticketNumber: string;
  userRole: Role;
  price: number;
  status: TicketStatus;
  suspendedAt: Date | null;
  usedAt: Date | null;
  givenTo: string | null;
  noteName: string | null;
  /** In any of its stored formats. */
  menu: unknown;
  extras: unknown;
  orderId: string;
  /** The id or token in the address of the order's page. */
  bearer: string;
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
  kitchenDeadline: Date | null;
  givingAllowed: boolean;
  asksNeeds: boolean;
  hasNeeds: boolean;
  groups: boolean;
  groupName: string | null;
  /** The number of its table, once tables are published. */
  table: number | null;
}

/** Matches orders of the account and of its verified address. */
interface Owner {
  userId: string;
  verifiedEmail: string | null;
}

export async function selectOwner(query: Query, userId: string): Promise<Owner | null> {
  const user = await query.selectFrom('users').select(['email', 'emailVerified']).where('id', '=', userId).executeTakeFirst();
  return user ? { userId, verifiedEmail: user.emailVerified ? user.email.toLowerCase() : null } : null;
}

/** Sold tickets, and those of the account's own pending order; coming ones soonest first, past ones latest first. */
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
      return eb.or([eb.and([ofOwner(eb, owner), paid]), waiting]);
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

export async function selectTicketOf(query: Query, owner: Owner, ticketNumber: string): Promise<TicketRow | null> {
  const row = await ticketRows(query)
    .where('tickets.ticketNumber', '=', ticketNumber)
    .where('orders.paidAt', 'is not', null)
    .where((eb) => ofOwner(eb, owner))
    .executeTakeFirst();
  return row ?? null;
}

export async function selectTicketsForEvent(query: Query, owner: Owner, eventId: number): Promise<TicketRow[]> {
  return ticketRows(query)
    .where('events.id', '=', eventId)
    .where('orders.paidAt', 'is not', null)
    .where((eb) => ofOwner(eb, owner))
    .orderBy('orders.createdAt')
    .orderBy('orders.orderNumber')
    .orderBy('tickets.position')
    .execute();
}

/** Without an owner check, for admins. */
export async function selectOwnTicketByNumber(query: Query, ticketNumber: string): Promise<TicketRow | null> {
  return (await ticketRows(query).where('tickets.ticketNumber', '=', ticketNumber).executeTakeFirst()) ?? null;
}

function ofOwner(eb: ExpressionBuilder<DatabaseTables, 'orders'>, { userId, verifiedEmail }: Owner): Expression<SqlBool> {
  const own = eb('orders.userId', '=', userId);
  return verifiedEmail === null ? own : eb.or([own, eb('orders.email', '=', verifiedEmail)]);
}

function ticketRows(query: Query) {
  return query
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.orderId')
    .innerJoin('events', 'events.id', 'tickets.eventId')
    .select(['tickets.id', 'tickets.ticketNumber', 'tickets.userRole', 'tickets.price', 'tickets.status', 'tickets.suspendedAt', 'tickets.usedAt', 'tickets.givenTo', 'tickets.noteName'])
    .select((eb) => [eb.ref('tickets.menuSelection').$castTo<unknown>().as('menu'), eb.ref('tickets.extrasSelection').$castTo<unknown>().as('extras')])
    .select(['orders.id as orderId', 'orders.orderNumber', 'orders.paidAt'])
    .select((eb) => eb.fn.coalesce('orders.linkId', 'orders.id').as('bearer'))
    .select(['events.id as eventId', 'events.title as eventTitle', 'events.image as eventImage', 'events.eventDate', 'events.location'])
    .select(['events.description', 'events.version as eventVersion', 'events.kitchenDeadline', 'events.givingAllowed', 'events.asksNeeds', 'events.groups'])
    .select(sql<boolean>`exists (select from ticket_needs n where n.ticket_id = tickets.id and n.erased_at is null)`.as('hasNeeds'))
    .leftJoin('eventGroups', 'eventGroups.id', 'tickets.groupId')
    .select('eventGroups.name as groupName')
    .select(publishedTable())
    .select(['events.eventTime', 'events.endTime as eventEndTime']);
}
