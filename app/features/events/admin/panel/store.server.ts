import { sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';
import { moneyMoved } from '#app/platform/adapters/db/money-moved.ts';
import { ofRealEvents } from '#app/platform/adapters/db/rehearsals.ts';
import { ticketsHeld, ticketsSold } from '#app/platform/adapters/db/tickets-sold.ts';
import type { Visibility } from '#app/domain/people/roles.ts';

export interface AdminEventRow {
  id: number;
  title: string;
  date: string;
  /** HH:MM */
  time: string;
  image: string;
  visibility: Visibility;
  rehearsal: boolean;
  price: number;
  maxTickets: number | null;
  sold: number;
  held: number;
  /** Orders of any state: an event with some is archived, not deleted. */
  hasOrders: boolean;
  partiesWaiting: number;
  withdrawnAt: Date | null;
  /** Of a withdrawn event: orders not yet ended, and refunds that need a person. */
  unfinished: number;
  failed: number;
  /** Cents still to be given back in person: of a withdrawn event, or to holders who gave their tickets back. */
  owed: number;
}

/** `past` and `coming` leave archived ones out, `season` too. */
export type EventListFilter = { kind: 'coming'; today: string } | { kind: 'past'; today: string } | { kind: 'season'; from: string; to: string } | { kind: 'archived' };

export async function selectAdminEvents(query: Query, filter: EventListFilter, page: { limit: number; offset: number }): Promise<AdminEventRow[]> {
  return listed(query, filter)
    .innerJoin('eventStock', 'eventStock.eventId', 'events.id')
    .select(['events.id', 'title', 'eventDate as date', 'eventTime as time', 'image', 'visibility', 'rehearsal', 'referencePrice as price', 'maxTickets', 'partiesWaiting', 'withdrawnAt'])
    .select([ticketsSold.as('sold'), ticketsHeld.as('held')])
    .select(sql<boolean>`exists (select from orders o where o.event_id = events.id)`.as('hasOrders'))
    .select(
      sql<number>`case when withdrawn_at is null then 0 else (select count(*)::int from orders o where o.event_id = events.id
        and (exists (select from tickets t where t.order_id = o.id and t.status = 'active')
          or exists (select from refunds r where r.order_id = o.id and r.status in ('due', 'pending')))) end`.as('unfinished'),
    )
    .select(
      sql<number>`case when withdrawn_at is null then 0 else (select count(*)::int from payment_cases c join orders o on o.id = c.order_id
        where o.event_id = events.id and c.kind = 'refund_failed' and c.settled_at is null) end`.as('failed'),
    )
    .select(sql<number>`case when withdrawn_at is null
          and not exists (select from holder_choices c join orders o on o.id = c.order_id where o.event_id = events.id)
          and not exists (select from price_adjustments a join orders o on o.id = a.order_id where o.event_id = events.id) then 0
        else (select coalesce(sum(amount), 0)::int from owed_in_person() d where d.event_id = events.id) end`.as('owed'))
    .$if(filter.kind === 'archived', (archived) => archived.orderBy('archivedAt', 'desc'))
    .orderBy('eventDate', filter.kind === 'coming' ? 'asc' : 'desc')
    .orderBy('eventTime')
    .orderBy('events.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countAdminEvents(query: Query, filter: EventListFilter): Promise<number> {
  const { count } = await listed(query, filter).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return count;
}

function listed(query: Query, filter: EventListFilter) {
  const events = query.selectFrom('events').where('deletedAt', 'is', null).where('archivedAt', filter.kind === 'archived' ? 'is not' : 'is', null);
  if (filter.kind === 'coming') return events.where('eventDate', '>=', filter.today);
  if (filter.kind === 'past') return events.where('eventDate', '<', filter.today);
  return filter.kind === 'season' ? events.where('eventDate', '>=', filter.from).where('eventDate', '<=', filter.to) : events;
}

export async function selectEventDates(query: Query): Promise<{ date: string; count: number }[]> {
  return query
    .selectFrom('events')
    .select(['eventDate as date', sql<number>`count(*)::int`.as('count')])
    .where('deletedAt', 'is', null)
    .where('archivedAt', 'is', null)
    .groupBy('eventDate')
    .execute();
}

export interface EventTakings {
  eventId: number;
  /** Of orders paid or given since then: those that are still sold. */
  tickets: number;
  /** Cents. */
  taken: number;
  refunded: number;
}

export async function selectTakingsSince(query: Query, since: Date): Promise<EventTakings[]> {
  const { rows } = await sql<EventTakings>`
    select event_id as "eventId", sum(tickets)::int as tickets, sum(taken)::int as taken, sum(refunded)::int as refunded from (
      select event_id, 0 as tickets, taken, refunded from ${moneyMoved} as moved where at >= ${since}
      union all
      select t.event_id, 1, 0, 0 from orders o join tickets t on t.order_id = o.id and t.status in ('active', 'used') where o.paid_at >= ${since} and o.created_at >= ${since}::timestamptz - interval '2 days'
    ) as lines where ${ofRealEvents} group by event_id`.execute(query);
  return rows;
}

const MOST_SEARCHED = 2_000;

/** Archived ones too; newest first. */
export async function selectSearchedEvents(query: Query): Promise<{ id: number; title: string; date: string; isArchived: boolean }[]> {
  return query
    .selectFrom('events')
    .select(['id', 'title', 'eventDate as date', sql<boolean>`archived_at is not null`.as('isArchived')])
    .where('deletedAt', 'is', null)
    .orderBy('eventDate', 'desc')
    .orderBy('id')
    .limit(MOST_SEARCHED)
    .execute();
}
