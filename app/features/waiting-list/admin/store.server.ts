import { sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';
import type { WaitlistStatus } from '#app/domain/waiting/group-size.ts';

import type { WaitlistEntry } from '../store.server.ts';

export interface ListRow {
  id: number;
  title: string;
  image: string;
  date: string;
  partiesWaiting: number;
  placesWaited: number;
  placesOffered: number;
  setAside: number;
}

export async function selectLists(query: Query, since: string): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    select e.id, e.title, e.image, e.event_date as date, s.parties_waiting, s.set_aside,
      coalesce(sum(p.places) filter (where p.status = 'waiting'), 0)::int as places_waited,
      coalesce(sum(p.offered_places) filter (where p.status = 'offered'), 0)::int as places_offered
    from events e join event_stock s on s.event_id = e.id join waiting_parties p on p.event_id = e.id and p.status <> 'unconfirmed'
    where e.event_date >= ${since}
    group by e.id, s.event_id order by e.event_date, e.event_time, e.id`.execute(query);
  return rows;
}

export interface ListedEntry extends WaitlistEntry {
  orderNumber: string | null;
}

/** Open offers first, then the queue, then ended entries, latest first. */
export async function selectEntriesOfList(query: Query, eventId: number, limit: number): Promise<ListedEntry[]> {
  return query
    .selectFrom('waitingParties as p')
    .leftJoin('orders as o', 'o.id', 'p.orderId')
    .selectAll('p')
    .select('o.orderNumber')
    .where('p.eventId', '=', eventId)
    .where('p.status', '<>', 'unconfirmed')
    .orderBy(sql`array_position(array['offered', 'waiting'], p.status)`)
    .orderBy(sql`case when p.status in ('offered', 'waiting') then p.queue_number end`)
    .orderBy('p.endedAt', 'desc')
    .orderBy('p.id')
    .limit(limit)
    .execute();
}

export type Tally = { status: WaitlistStatus; entries: number; places: number };

export async function tallyEntries(query: Query, eventId: number): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    select status, count(*)::int as entries, sum(coalesce(offered_places, places))::int as places from waiting_parties where event_id = ${eventId} group by status`.execute(query);
  return rows;
}

export interface StuckList {
  date: string;
  time: string;
  saleEndDate: string | null;
}

/** Lists whose first entry wants more than is set aside, while a smaller one that fits may not pass. */
export async function selectStuckLists(query: Query): Promise<StuckList[]> {
  const { rows } = await sql<StuckList>`
    select e.event_date as date, e.event_time as time, e.sale_end_date
    from event_stock s join events e on e.id = s.event_id left join waiting_lists l on l.event_id = s.event_id
    where s.parties_waiting > 0 and s.set_aside > 0 and e.archived_at is null and not coalesce(l.smaller_pass, false)
      and exists (select from waiting_parties p where p.event_id = s.event_id and p.status = 'waiting' and p.places <= s.set_aside)`.execute(query);
  return rows;
}
