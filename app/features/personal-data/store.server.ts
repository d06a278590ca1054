import { type RawBuilder, sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { ComposedTicket } from '#app/domain/event/menu.ts';
import type { OrderStatus, TicketStatus } from '#app/domain/order/status.ts';
import type { Role } from '#app/domain/people/roles.ts';

export interface KeptOrder {
  id: string;
  orderNumber: string;
  email: string | null;
  userName: string | null;
  role: Role;
  status: OrderStatus;
  totalAmount: number;
  termsVersion: string;
  createdAt: Date;
  paidAt: Date | null;
  eventTitle: string;
  eventDate: string;
}

export interface KeptTicket {
  orderId: string;
  ticketNumber: string;
  price: number;
  status: TicketStatus;
  usedAt: Date | null;
  note: string | null;
  givenTo: string | null;
  menu: ComposedTicket['menu'];
  extras: ComposedTicket['extras'];
}

export interface KeptMail {
  kind: string;
  status: string;
  createdAt: Date;
  sentAt: Date | null;
}

export interface KeptWaiting {
  eventTitle: string;
  eventDate: string;
  places: number;
  status: string;
}

export interface KeptSession {
  createdAt: Date;
  expiresAt: Date;
  userAgent: string | null;
}

/** By the account, or by the address that was typed. */
function ofPerson(email: string): RawBuilder<boolean> {
  return sql<boolean>`(lower(orders.email) = ${email} or orders.user_id in (select id from users where email = ${email}))`;
}

export async function selectAccount(query: Query, email: string): Promise<{ id: string; name: string; email: string; role: Role; createdAt: Date } | null> {
  const row = await query.selectFrom('users').select(['id', 'name', 'email', 'role', 'createdAt']).where('email', '=', email).executeTakeFirst();
  return row ?? null;
}

export async function selectSessions(query: Query, userId: string): Promise<KeptSession[]> {
  return query.selectFrom('sessions').select(['createdAt', 'expiresAt', 'userAgent']).where('userId', '=', userId).orderBy('createdAt').execute();
}

export async function selectOrders(query: Query, email: string): Promise<KeptOrder[]> {
  return query
    .selectFrom('orders')
    .innerJoin('events', 'events.id', 'orders.eventId')
    .select(['orders.id', 'orders.orderNumber', 'orders.email', 'orders.userName', 'orders.role', 'orders.status', 'orders.totalAmount', 'orders.termsVersion', 'orders.createdAt', 'orders.paidAt'])
    .select(['events.title as eventTitle', 'events.eventDate'])
    .where(ofPerson(email))
    .orderBy('orders.createdAt')
    .execute();
}

export async function selectTickets(query: Query, orderIds: readonly string[]): Promise<KeptTicket[]> {
  if (orderIds.length === 0) return [];
  return query
    .selectFrom('tickets')
    .select(['orderId', 'ticketNumber', 'price', 'status', 'usedAt', 'note', 'givenTo', 'menuSelection as menu', 'extrasSelection as extras'])
    .where('orderId', 'in', [...orderIds])
    .orderBy('orderId')
    .orderBy('position')
    .execute();
}

export async function selectMails(query: Query, email: string): Promise<KeptMail[]> {
  return query.selectFrom('mails').select(['kind', 'status', 'createdAt', 'sentAt']).where(sql<string>`lower(recipient)`, '=', email).orderBy('createdAt').execute();
}

export async function selectWaiting(query: Query, email: string): Promise<KeptWaiting[]> {
  return query
    .selectFrom('waitingParties')
    .innerJoin('events', 'events.id', 'waitingParties.eventId')
    .select(['events.title as eventTitle', 'events.eventDate', 'waitingParties.places', 'waitingParties.status'])
    .where(sql<string>`lower(waiting_parties.email)`, '=', email)
    .execute();
}

/** Orders keep their sums and tickets for the books, and nothing that says whose they were. Of events before the day alone. */
export async function eraseOrders(tx: Tx, email: string, before: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with erased as (
      update orders set email = '', user_name = null, buyer = null, user_id = null
      from events where events.id = orders.event_id and events.event_date < ${before} and ${ofPerson(email)}
      returning orders.id
    ), noteless as (
      update tickets set note = null, given_to = case when given_to is not null then '' end where order_id in (select id from erased)
    ), mailed as (
      update mails set recipient = '', detail = null where order_id in (select id from erased)
    )
    select id from erased`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function eraseTheRest(tx: Tx, email: string, before: string): Promise<void> {
  await sql`delete from mails where lower(recipient) = ${email} and order_id is null`.execute(tx);
  await sql`delete from ticket_links where lower(email) = ${email}`.execute(tx);
  await sql`
    update waiting_parties set email = null from events
    where events.id = waiting_parties.event_id and lower(waiting_parties.email) = ${email}
      and (events.event_date < ${before} or waiting_parties.status not in ('unconfirmed', 'waiting', 'offered'))`.execute(tx);
}

export async function deleteAccount(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', userId).execute();
}
