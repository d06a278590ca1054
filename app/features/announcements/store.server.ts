import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { ticketsUsed } from '#app/platform/adapters/db/tickets-sold.ts';
import { hasSomethingToSay } from '#app/platform/adapters/mail/abandoned-mails.server.ts';
import type { AnnouncementKind } from '#app/domain/plans/plan-change.ts';

export interface NewAnnouncement {
  /** Made with the form: sent twice, it is announced once. */
  id: string;
  eventId: number;
  kind: AnnouncementKind;
  subject: string;
  body: string;
  /** YYYY-MM-DD */
  chooseUntil: string | null;
  createdAt: Date;
  createdBy: string;
}

/** False when that id was announced before. */
export async function insertAnnouncement(tx: Tx, announcement: NewAnnouncement): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.insertInto('announcements').values(announcement).onConflict((conflict) => conflict.column('id').doNothing()).executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export interface WithoutAddress {
  orderId: string;
  orderNumber: string;
  name: string | null;
}

export async function selectHoldersWithoutAddress(query: Query, eventId: number): Promise<WithoutAddress[]> {
  return query
    .selectFrom('orders')
    .select(['id as orderId', 'orderNumber', 'userName as name'])
    .where('eventId', '=', eventId)
    .where('status', 'in', ['paid', 'completed'])
    .where('email', 'is', null)
    .orderBy('createdAt')
    .limit(MOST_LISTED)
    .execute();
}

/** Tickets that their buyer gave to somebody who left no address. */
export async function countGivenTickets(query: Query, eventId: number): Promise<number> {
  const row = await query
    .selectFrom('tickets')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('eventId', '=', eventId)
    .where('status', '=', 'active')
    .where('givenTo', 'is not', null)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('ticketTransfers').select('ticketTransfers.id').whereRef('ticketTransfers.ticketId', '=', 'tickets.id').where('takenAt', 'is not', null).where('endedAt', 'is', null).where('email', 'is not', null))))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export interface AnnouncementRow {
  id: string;
  kind: AnnouncementKind;
  subject: string;
  body: string;
  chooseUntil: string | null;
  createdAt: Date;
  createdByName: string | null;
  mails: number;
  sent: number;
  failed: number;
  retained: number;
  givenBack: number;
}

const MOST_LISTED = 200;

/** Newest first. */
export async function selectAnnouncements(query: Query, eventId: number): Promise<AnnouncementRow[]> {
  const { rows } = await sql<AnnouncementRow>`
    select a.id, a.kind, a.subject, a.body, a.choose_until, a.created_at, u.name as created_by_name,
      m.mails, m.sent, m.failed, c.retained, c.given_back
    from announcements a
    left join users u on u.id = a.created_by
    cross join lateral (
      select count(*)::int as mails, (count(*) filter (where status = 'sent'))::int as sent, (count(*) filter (where status = 'failed' and recipient <> ''))::int as failed
      from mails where announcement_id = a.id and ${hasSomethingToSay}
    ) as m
    cross join lateral (
      select (count(*) filter (where choice = 'keep'))::int as retained, (count(*) filter (where choice = 'give_back'))::int as given_back
      from holder_choices where announcement_id = a.id
    ) as c
    where a.event_id = ${eventId}
    order by a.created_at desc, a.id
    limit ${MOST_LISTED}`.execute(query);
  return rows;
}

export interface UndeliveredMail {
  mailId: string;
  announcementId: string;
  orderId: string | null;
  orderNumber: string | null;
  recipient: string;
}

export async function selectUndelivered(query: Query, eventId: number): Promise<UndeliveredMail[]> {
  return query
    .selectFrom('mails')
    .innerJoin('announcements', 'announcements.id', 'mails.announcementId')
    .leftJoin('orders', 'orders.id', 'mails.orderId')
    .select(['mails.id as mailId', 'announcements.id as announcementId', 'orders.id as orderId', 'orders.orderNumber', 'mails.recipient'])
    .where('announcements.eventId', '=', eventId)
    .where('mails.status', '=', 'failed')
    .where('mails.recipient', '<>', '')
    .where(hasSomethingToSay)
    .orderBy('mails.createdAt')
    .limit(MOST_LISTED)
    .execute();
}

export async function selectAnnouncementText(query: Query, id: string): Promise<{ subject: string; body: string } | null> {
  return (await query.selectFrom('announcements').select(['subject', 'body']).where('id', '=', id).executeTakeFirst()) ?? null;
}

export interface AnnouncedEvent {
  id: number;
  title: string;
  image: string;
  eventDate: string;
  eventTime: string;
  location: string | null;
  withdrawnAt: Date | null;
  archivedAt: Date | null;
}

export async function selectAnnouncedEvent(query: Query, eventId: number): Promise<AnnouncedEvent | null> {
  const event = await query
    .selectFrom('events')
    .select(['id', 'title', 'image', 'eventDate', 'eventTime', 'location', 'withdrawnAt', 'archivedAt'])
    .where('id', '=', eventId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return event ?? null;
}

/** Of a withdrawal, in cents: what will go back by card, and what was paid in person. */
export async function selectReturnable(query: Query, eventId: number): Promise<{ byCard: number; byHand: number }> {
  const { rows } = await sql<{ byCard: number; byHand: number }>`
    select coalesce(sum(by_card), 0)::int as by_card, coalesce(sum(by_hand), 0)::int as by_hand from left_to_give_back() where event_id = ${eventId}`.execute(query);
  return rows[0] ?? { byCard: 0, byHand: 0 };
}

export async function selectStock(query: Query | Tx, eventId: number): Promise<{ sold: number; setAside: number; maxTickets: number | null }> {
  return query.selectFrom('eventStock').select(['sold', 'setAside', 'maxTickets']).where('eventId', '=', eventId).executeTakeFirstOrThrow();
}

export async function countAdmitted(query: Query, eventId: number): Promise<number> {
  return (await query.selectFrom('events').select(ticketsUsed.as('admitted')).where('id', '=', eventId).executeTakeFirstOrThrow()).admitted;
}
