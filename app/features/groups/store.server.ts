import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { GroupRefusal } from '#app/domain/groups/event-group.ts';

export interface GroupRow {
  id: string;
  eventId: number;
  code: string;
  name: string;
  maxPlaces: number;
}

/** A merged group is the one that it was merged into. */
export async function selectGroupsByCode(query: Query | Tx, codes: readonly string[]): Promise<(GroupRow & { requestedCode: string })[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<GroupRow & { requestedCode: string }>`
    with recursive found as (
      select id, merged_into, code as requested_code from event_groups where code = any(${[...codes]}::text[])
      union all
      select target.id, target.merged_into, found.requested_code from found join event_groups as target on target.id = found.merged_into
    )
    select g.id, g.event_id, g.code, g.name, g.max_places, found.requested_code
    from found join event_groups as g on g.id = found.id where found.merged_into is null`.execute(query);
  return rows;
}

/** `places`: held and paid; `paid`: what its page counts; `names`: those that people with a paid place chose to show. */
export interface GroupFacts {
  id: string;
  code: string;
  name: string;
  maxPlaces: number;
  places: number;
  paid: number;
  names: string[];
}

export async function selectGroupFacts(query: Query | Tx, which: { id: string } | { eventId: number }): Promise<GroupFacts[]> {
  const mine = 'id' in which ? sql<boolean>`g.id = ${which.id}` : sql<boolean>`g.event_id = ${which.eventId}`;
  const { rows } = await sql<GroupFacts>`
    select g.id, g.code, g.name, g.max_places, coalesce(seats.places, 0) as places, coalesce(seats.paid, 0) as paid,
      array(
        select o.first_name from order_groups as o where o.group_id = g.id and o.first_name is not null
          and exists (select from tickets t where t.order_id = o.order_id and t.group_id = g.id and t.status in ('active', 'used'))
        order by o.first_name limit 60
      ) as names
    from event_groups as g
    left join lateral (
      select count(*)::integer as places, (count(*) filter (where status <> 'pending_payment'))::integer as paid
      from tickets where group_id = g.id and status in ('pending_payment', 'active', 'used')
    ) as seats on true
    where ${mine} and g.merged_into is null
    order by lower(g.name), g.id limit 1000`.execute(query);
  return rows;
}

export interface OrderGroup {
  groupId: string | null;
  code: string | null;
  name: string | null;
  firstName: string | null;
  refused: GroupRefusal | null;
  /** Of its tickets that it has not given away, how many sit with the group. */
  tickets: number;
}

/** Null for an order that never asked for a group and has none. */
export async function selectOrderGroup(query: Query | Tx, bearer: string): Promise<OrderGroup | null> {
  const { rows } = await sql<OrderGroup>`
    with mine as (select id from orders where link_id = ${bearer}::uuid or (id = ${bearer}::uuid and link_id is null)),
    seated as (
      select t.group_id, count(*)::integer as tickets from tickets t join mine on mine.id = t.order_id
      where t.group_id is not null and t.given_to is null and t.status in ('pending_payment', 'active', 'used') group by t.group_id order by count(*) desc, t.group_id limit 1
    )
    select g.id as group_id, g.code, g.name, o.first_name, case when seated.group_id is null then o.refused end as refused, coalesce(seated.tickets, 0) as tickets
    from mine left join order_groups o on o.order_id = mine.id left join seated on true
    left join event_groups g on g.id = coalesce(seated.group_id, case when o.refused is not null then o.group_id end)
    where o.order_id is not null or seated.group_id is not null`.execute(query);
  return rows[0] ?? null;
}

export async function selectGroupOfTicket(query: Query, ticketId: string): Promise<string | null> {
  const row = await query.selectFrom('tickets').select('groupId').where('id', '=', ticketId).executeTakeFirst();
  return row?.groupId ?? null;
}

/** Locked, and where it was merged, the group it lives on in; null when it is gone. */
export async function lockGroup(tx: Tx, groupId: string): Promise<GroupRow | null> {
  const { rows } = await sql<{ [Field in keyof GroupRow]: GroupRow[Field] | null }>`select (locked).id, (locked).event_id, (locked).code, (locked).name, (locked).max_places from (select lock_group(${groupId}::uuid) as locked) as found`.execute(tx);
  const [row] = rows;
  return row === undefined || row.id === null ? null : (row as GroupRow);
}

export async function countPlaces(tx: Tx, groupId: string): Promise<number> {
  const { rows } = await sql<{ places: number }>`select places_in_group(${groupId}::uuid) as places`.execute(tx);
  return rows[0]?.places ?? 0;
}

export async function insertGroup(tx: Tx, group: Omit<GroupRow, 'maxPlaces'> & { createdAt: Date }): Promise<void> {
  await tx.insertInto('eventGroups').values({ ...group, mergedInto: null }).execute();
}

/** All that an order may still use; null: to no group. Transferred ones go along only where `alsoGiven`. */
export async function moveOrderTickets(tx: Tx, move: { orderId: string; groupId: string | null; alsoGiven: boolean }): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ groupId: move.groupId })
    .where('orderId', '=', move.orderId)
    .$if(!move.alsoGiven, (tickets) => tickets.where('givenTo', 'is', null))
    .execute();
}

export async function countOutside(tx: Tx, which: { orderId: string; groupId: string }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from tickets
    where order_id = ${which.orderId} and status in ('pending_payment', 'active', 'used') and given_to is null and group_id is distinct from ${which.groupId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function leaveGroup(tx: Tx, ticketId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable('tickets').set({ groupId: null }).where('id', '=', ticketId).where('groupId', 'is not', null).executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function upsertOrderGroup(tx: Tx, order: { orderId: string; groupId: string | null; firstName: string | null }): Promise<void> {
  await tx
    .insertInto('orderGroups')
    .values({ ...order, refused: null })
    .onConflict((conflict) => conflict.column('orderId').doUpdateSet({ groupId: order.groupId, firstName: order.firstName, refused: null }))
    .execute();
}

/** The tables of a group's seated tickets, while the event's plan is published. */
export async function selectGroupTables(query: Query, groupId: string): Promise<number[]> {
  const rows = await query
    .selectFrom('tickets')
    .innerJoin('ticketSeats', 'ticketSeats.ticketId', 'tickets.id')
    .innerJoin('hallTables', 'hallTables.id', 'ticketSeats.tableId')
    .innerJoin('halls', 'halls.eventId', 'hallTables.eventId')
    .select('hallTables.number')
    .distinct()
    .where('tickets.groupId', '=', groupId)
    .where('tickets.status', 'in', ['active', 'used'])
    .where('halls.publishedAt', 'is not', null)
    .orderBy('hallTables.number')
    .limit(60)
    .execute();
  return rows.map(({ number }) => number);
}

/** Groups that nobody has a place in: nobody bought for them, or everybody left. Asked again under their lock, since an order joins under it. */
export async function deleteEmptyGroups(query: Query, before: Date): Promise<void> {
  const isEmpty = sql`g.created_at < ${before} and g.merged_into is null
    and not exists (select from event_groups as merged join tickets t on t.group_id = merged.id where merged.merged_into = g.id)
    and not exists (select from tickets t where t.group_id = g.id and t.status in ('pending_payment', 'active', 'used'))`;
  await query.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`select id from event_groups as g where ${isEmpty} for update skip locked`.execute(tx);
    if (rows.length > 0) await sql`delete from event_groups as g where id = any(${rows.map(({ id }) => id)}::uuid[]) and ${isEmpty}`.execute(tx);
  });
}

export async function eraseGroupsOfEventsBefore(query: Query, day: string): Promise<void> {
  await sql`
    update order_groups set first_name = null from orders join events on events.id = orders.event_id
    where orders.id = order_groups.order_id and events.event_date < ${day} and order_groups.first_name is not null`.execute(query);
  await sql`delete from event_groups using events where events.id = event_groups.event_id and events.event_date < ${day}`.execute(query);
}
