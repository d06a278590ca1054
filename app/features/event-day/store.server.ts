import { sql } from 'kysely';

import { isAbandoned } from '#app/platform/adapters/mail/abandoned-mails.server.ts';
import type { Query } from '#app/platform/adapters/db/database.server.ts';
import { moneyMoved } from '#app/platform/adapters/db/money-moved.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { ticketsHeld, ticketsSold, ticketsUsed } from '#app/platform/adapters/db/tickets-sold.ts';

export interface EventDayHead {
  id: number;
  title: string;
  image: string;
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM */
  time: string;
  endTime: string | null;
  kitchenDeadline: Date | null;
  saleStart: Date | null;
  archivedAt: Date | null;
  withdrawnAt: Date | null;
  maxTickets: number | null;
  sold: number;
  held: number;
  admitted: number;
  partiesWaiting: number;
}

export async function selectEventDayHead(query: Query, eventId: number): Promise<EventDayHead | null> {
  const row = await query
    .selectFrom('events')
    .innerJoin('eventStock', 'eventStock.eventId', 'events.id')
    .select(['events.id', 'title', 'image', 'eventDate as date', 'eventTime as time', 'endTime', 'kitchenDeadline', 'saleStart', 'archivedAt', 'withdrawnAt', 'maxTickets', 'partiesWaiting'])
    .select([ticketsSold.as('sold'), ticketsHeld.as('held'), ticketsUsed.as('admitted')])
    .where('events.id', '=', eventId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Entries that stand, by the quarter of an hour in which they were scanned. */
export async function selectEntriesByQuarter(query: Query, eventId: number): Promise<{ at: Date; count: number }[]> {
  const { rows } = await sql<{ at: Date; count: number }>`
    select to_timestamp(floor(extract(epoch from s.scanned_at) / 900) * 900) as at, count(*)::int as count
    from scans s join tickets t on t.id = s.ticket_id
    where t.event_id = ${eventId} and s.success and s.kind = 'entry' and not exists (select from scans undo where undo.undoes = s.id)
    group by 1 order by 1`.execute(query);
  return rows;
}

export interface ToDoFacts {
  dishes: number;
  /** Whoever could scan: accounts with the right, and open passes of this event. */
  doorAccounts: number;
  passes: number;
  failedMails: number;
  cases: number;
  refundsUnderWay: number;
  /** Let in without network though the ticket did not let anybody in. */
  conflicts: number;
  heldScans: number;
  notes: number;
  /** To be given back in person: cents, and to how many orders. */
  owed: number;
  owedOrders: number;
  /** At shifts from today on that nobody has taken or asked for. */
  placesAtShifts: number;
}

export async function selectToDoFacts(query: Query, eventId: number, now: Date): Promise<ToDoFacts> {
  const { rows } = await sql<ToDoFacts>`
    select
      (select count(*)::int from event_section_items i join event_sections s on s.id = i.section_id where s.event_id = ${eventId} and s.archived_at is null and i.archived_at is null) as dishes,
      (select count(distinct user_id)::int from user_rights where staff_right = 'door') as "doorAccounts",
      (select count(*)::int from evening_passes p join evening_pass_events e on e.pass_id = p.id where e.event_id = ${eventId} and p.revoked_at is null and p.expires_at > ${now}) as passes,
      (select count(*)::int from mails join orders o on o.id = mails.order_id where o.event_id = ${eventId} and ${isAbandoned}) as "failedMails",
      (select count(*)::int from payment_cases c join orders o on o.id = c.order_id where o.event_id = ${eventId} and c.settled_at is null) as cases,
      (select count(*)::int from refunds r join orders o on o.id = r.order_id where o.event_id = ${eventId} and r.status in ('due', 'pending')) as "refundsUnderWay",
      (select count(*)::int from scans s where s.event_id = ${eventId} and s.conflict and not exists (select from scans undo where undo.undoes = s.id)) as conflicts,
      (select count(*)::int from held_scans h where h.event_id = ${eventId} and h.decided_at is null) as "heldScans",
      (select count(*)::int from tickets t where t.event_id = ${eventId} and t.status in ('active', 'used') and t.note <> '') as notes,
      (select coalesce(sum(greatest(0, s.places - (select count(*) from shift_signups g where g.shift_id = s.id and g.state <> 'refused'))), 0)::int
        from shifts s join events e on e.id = s.event_id where s.event_id = ${eventId} and e.event_date + s.day_offset >= ${dayInMadrid(now)}::date) as "placesAtShifts",
      debts.amount as owed, debts.orders as "owedOrders"
    from (select coalesce(sum(amount), 0)::int as amount, count(*)::int as orders from owed_in_person() d where d.event_id = ${eventId}) as debts`.execute(query);
  return rows[0]!;
}

export interface TakingsByTender {
  /** 'card' on the web, else as at the till. */
  means: string;
  taken: number;
  refunded: number;
}

export async function selectTakingsByTender(query: Query, eventId: number): Promise<TakingsByTender[]> {
  const { rows } = await sql<TakingsByTender>`
    select means, sum(taken)::int as taken, sum(refunded)::int as refunded
    from ${moneyMoved} as moved where event_id = ${eventId} group by means order by means`.execute(query);
  return rows;
}

/** Drawers that are open, and those that sold for the event. */
export async function selectDrawers(query: Query, eventId: number, { alsoOpen }: { alsoOpen: boolean }): Promise<{ id: string; sales: number }[]> {
  const { rows } = await sql<{ id: string; sales: number }>`
    select s.id, count(o.id)::int as sales
    from till_sessions s left join till_sales l on l.session_id = s.id left join orders o on o.id = l.order_id and o.event_id = ${eventId}
    where (${alsoOpen} and s.closed_at is null) or exists (select from till_sales one join orders its on its.id = one.order_id where one.session_id = s.id and its.event_id = ${eventId})
    group by s.id order by min(s.opened_at) limit 20`.execute(query);
  return rows;
}

