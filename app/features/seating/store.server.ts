import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { HallRoom, HallTable } from '#app/domain/seating/hall.ts';

import type { SeatingBody } from './schema.ts';

export interface SeatingEvent {
  id: number;
  title: string;
  image: string;
  /** YYYY-MM-DD and HH:MM in Europe/Madrid. */
  date: string;
  time: string;
  groups: boolean;
}

export async function selectSeatingEvent(query: Query | Tx, eventId: number): Promise<SeatingEvent | null> {
  const row = await query.selectFrom('events').select(['id', 'title', 'image', 'eventDate as date', 'eventTime as time', 'groups']).where('id', '=', eventId).where('deletedAt', 'is', null).executeTakeFirst();
  return row ?? null;
}

export interface ListedHall extends SeatingEvent {
  tables: number;
  seats: number;
  published: boolean;
}

/** Coming events that have groups or a hall. */
export async function selectHalls(query: Query, since: string): Promise<ListedHall[]> {
  const { rows } = await sql<ListedHall>`
    select e.id, e.title, e.image, e.event_date as date, e.event_time as time, e.groups, h.published_at is not null as published,
      (select count(*)::integer from hall_tables t where t.event_id = e.id) as tables,
      (select coalesce(sum(t.seats), 0)::integer from hall_tables t where t.event_id = e.id) as seats
    from events e left join halls h on h.event_id = e.id
    where e.event_date >= ${since} and e.archived_at is null and (e.groups or h.event_id is not null)
    order by e.event_date, e.event_time, e.id limit 100`.execute(query);
  return rows;
}

export interface StoredHall {
  version: number;
  publishedAt: Date | null;
  notes: string[];
  rooms: HallRoom[];
}

export async function selectHall(query: Query | Tx, eventId: number): Promise<StoredHall | null> {
  const row = await query
    .selectFrom('halls')
    .select(['version', 'publishedAt', 'notes'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('hallRooms')
          .select(['hallRooms.id', 'hallRooms.name'])
          .select((room) =>
            jsonArrayFrom(
              room
                .selectFrom('hallTables')
                .select(['hallTables.id', 'hallTables.number', 'hallTables.roomId', 'hallTables.rowName', 'hallTables.place', 'hallTables.shape', 'hallTables.seats', 'hallTables.label', 'hallTables.accessible'])
                .whereRef('hallTables.roomId', '=', 'hallRooms.id')
                .orderBy(sql`length(row_name)`)
                .orderBy('hallTables.rowName')
                .orderBy('hallTables.place')
                .orderBy('hallTables.number'),
            ).as('tables'),
          )
          .whereRef('hallRooms.eventId', '=', 'halls.eventId')
          .orderBy('hallRooms.position')
          .orderBy('hallRooms.id'),
      ).as('rooms'),
    )
    .where('eventId', '=', eventId)
    .executeTakeFirst();
  return row ?? null;
}

export interface SeatedTicket {
  ticketId: string;
  ticketNumber: string;
  position: number;
  orderId: string;
  orderNumber: string;
  /** As the buyer wrote it at the checkout. */
  buyerName: string | null;
  firstName: string | null;
  groupId: string | null;
  groupName: string | null;
  tableId: string | null;
  pinned: boolean;
  used: boolean;
}

/** Valid tickets of paid orders, in the order of their numbers. */
export async function selectSeatedTickets(query: Query | Tx, eventId: number): Promise<SeatedTicket[]> {
  const { rows } = await sql<SeatedTicket>`
    select t.id as ticket_id, t.ticket_number, t.position, o.id as order_id, o.order_number, o.user_name as buyer_name, og.first_name,
      g.id as group_id, g.name as group_name, s.table_id, coalesce(s.pinned, false) as pinned, t.status = 'used' as used
    from tickets t join orders o on o.id = t.order_id
    left join event_groups g on g.id = t.group_id
    left join order_groups og on og.order_id = o.id and og.group_id = t.group_id
    left join ticket_seats s on s.ticket_id = t.id
    where t.event_id = ${eventId} and t.status in ('active', 'used') and o.status in ('paid', 'completed')
    order by o.order_number, t.position`.execute(query);
  return rows;
}

/** With the first change; its version is that of no hall. */
export async function makeHall(tx: Tx, eventId: number, now: Date): Promise<void> {
  await tx.insertInto('halls').values({ eventId, version: 0, publishedAt: null, changedAt: now, notes: JSON.stringify([]) }).onConflict((conflict) => conflict.doNothing()).execute();
}

export interface LockedHall {
  version: number;
  publishedAt: Date | null;
  changedAt: Date;
}

/** Every change of rooms, tables and seats holds this row. */
export async function lockHall(tx: Tx, eventId: number): Promise<LockedHall | null> {
  const row = await tx.selectFrom('halls').select(['version', 'publishedAt', 'changedAt']).where('eventId', '=', eventId).forUpdate().executeTakeFirst();
  return row ?? null;
}

export async function bumpHall(tx: Tx, eventId: number, now: Date): Promise<void> {
  await tx.updateTable('halls').set((eb) => ({ version: eb('version', '+', 1), changedAt: now })).where('eventId', '=', eventId).execute();
}

export async function updatePublished(tx: Tx, eventId: number, publishedAt: Date | null): Promise<void> {
  await tx.updateTable('halls').set({ publishedAt }).where('eventId', '=', eventId).execute();
}

export interface StoredSeat {
  ticketId: string;
  tableId: string;
  pinned: boolean;
}

const ROWS_AT_ONCE = 5_000;

export async function replaceSeats(tx: Tx, eventId: number, seats: readonly StoredSeat[]): Promise<void> {
  await tx.deleteFrom('ticketSeats').where('eventId', '=', eventId).execute();
  for (let start = 0; start < seats.length; start += ROWS_AT_ONCE) {
    await tx.insertInto('ticketSeats').values(seats.slice(start, start + ROWS_AT_ONCE).map((seat) => ({ ...seat, eventId }))).execute();
  }
}

export async function moveSeats(tx: Tx, eventId: number, { ticketIds, tableId }: { ticketIds: readonly string[]; tableId: string | null }): Promise<void> {
  if (ticketIds.length === 0) return;
  await tx.deleteFrom('ticketSeats').where('ticketId', 'in', [...ticketIds]).execute();
  if (tableId !== null) await tx.insertInto('ticketSeats').values(ticketIds.map((ticketId) => ({ ticketId, eventId, tableId, pinned: false }))).execute();
}

export async function pinSeats(tx: Tx, ticketIds: readonly string[], pinned: boolean): Promise<void> {
  if (ticketIds.length > 0) await tx.updateTable('ticketSeats').set({ pinned }).where('ticketId', 'in', [...ticketIds]).execute();
}

const VERSIONS_STORED = 30;

/** What the plan was before a change; older ones go. */
export async function storeVersion(tx: Tx, stored: { eventId: number; version: number; by: string; at: Date; seats: readonly [ticketNumber: string, tableId: string, pinned: boolean][] }): Promise<void> {
  const { eventId, version, by, at, seats } = stored;
  await tx.insertInto('seatingVersions').values({ eventId, version, changedBy: by, changedAt: at, seats: JSON.stringify(seats) }).onConflict((conflict) => conflict.doNothing()).execute();
  await tx.deleteFrom('seatingVersions').where('eventId', '=', eventId).where('version', '<', version - VERSIONS_STORED).execute();
}

export async function hasVersion(query: Query, eventId: number): Promise<boolean> {
  return (await query.selectFrom('seatingVersions').select('version').where('eventId', '=', eventId).limit(1).executeTakeFirst()) !== undefined;
}

export async function selectLastVersion(tx: Tx, eventId: number) {
  const row = await tx.selectFrom('seatingVersions').select(['version', 'seats']).where('eventId', '=', eventId).orderBy('version', 'desc').limit(1).executeTakeFirst();
  return row ?? null;
}

export async function deleteVersion(tx: Tx, eventId: number, version: number): Promise<void> {
  await tx.deleteFrom('seatingVersions').where('eventId', '=', eventId).where('version', '>=', version).execute();
}

export async function deleteVersions(tx: Tx, eventId: number): Promise<void> {
  await tx.deleteFrom('seatingVersions').where('eventId', '=', eventId).execute();
}

export async function insertRoom(tx: Tx, room: { id: string; eventId: number; name: string }): Promise<void> {
  await sql`insert into hall_rooms (id, event_id, position, name) select ${room.id}::uuid, ${room.eventId}, coalesce(max(position) + 1, 0), ${room.name} from hall_rooms where event_id = ${room.eventId}`.execute(tx);
}

export async function insertTables(tx: Tx, eventId: number, tables: readonly HallTable[]): Promise<void> {
  if (tables.length > 0) await tx.insertInto('hallTables').values(tables.map((table) => ({ ...table, eventId }))).execute();
}

/** Rooms and tables as given; what is not among them goes. Answers what is wrong, by its place. */
export async function replaceHall(tx: Tx, eventId: number, rooms: NonNullable<SeatingBody['rooms']>): Promise<Record<string, string>> {
  const given = rooms.flatMap((room, at) => room.tables.map((table, index) => ({ table, room, path: `rooms.${at}.tables.${index}`, index })));
  const [roomIds, tableIds] = [rooms.map(({ id }) => id), given.map(({ table }) => table.id)];
  const fields: Record<string, string> = {};
  for (const { table, path } of given) if (given.filter((other) => other.table.number === table.number).length > 1) fields[`${path}.number`] = `Hi ha més d'una taula ${table.number}`;
  if (new Set(tableIds).size < tableIds.length || new Set(roomIds).size < roomIds.length) fields['rooms'] = 'Hi ha identificadors repetits';
  if (Object.keys(fields).length > 0) return fields;
  const foreign = await sql`select id from hall_tables where id = any(${tableIds}::uuid[]) and event_id <> ${eventId} union all select id from hall_rooms where id = any(${roomIds}::uuid[]) and event_id <> ${eventId}`.execute(tx);
  if (foreign.rows.length > 0) return { rooms: "Hi ha taules d'un altre acte" };
  for (const [position, { id, name }] of rooms.entries()) {
    await tx.insertInto('hallRooms').values({ id, eventId, position, name }).onConflict((conflict) => conflict.column('id').doUpdateSet({ position, name })).execute();
  }
  for (const { table, room, index } of given) {
    const row = { eventId, roomId: room.id, number: table.number, rowName: table.row, place: table.place ?? index, shape: table.shape, seats: table.seats, label: table.label, accessible: table.accessible };
    await tx.insertInto('hallTables').values({ id: table.id, ...row }).onConflict((conflict) => conflict.column('id').doUpdateSet(row)).execute();
  }
  await sql`delete from hall_tables where event_id = ${eventId} and id <> all(${tableIds}::uuid[])`.execute(tx);
  await sql`delete from hall_rooms where event_id = ${eventId} and id <> all(${roomIds}::uuid[])`.execute(tx);
  return {};
}

export async function updateTable(tx: Tx, tableId: string, change: Partial<Pick<HallTable, 'number' | 'seats' | 'label' | 'accessible'>>): Promise<void> {
  await tx.updateTable('hallTables').set(change).where('id', '=', tableId).execute();
}

export async function deleteTables(tx: Tx, tableIds: readonly string[]): Promise<void> {
  if (tableIds.length > 0) await tx.deleteFrom('hallTables').where('id', 'in', [...tableIds]).execute();
}

export async function deleteRoom(tx: Tx, roomId: string): Promise<void> {
  await tx.deleteFrom('hallRooms').where('id', '=', roomId).execute();
}

export async function renameRoom(tx: Tx, roomId: string, name: string): Promise<void> {
  await tx.updateTable('hallRooms').set({ name }).where('id', '=', roomId).execute();
}

export interface OtherHall {
  id: number;
  title: string;
  date: string;
  tables: number;
}

export async function selectOtherHalls(query: Query, eventId: number): Promise<OtherHall[]> {
  const { rows } = await sql<OtherHall>`
    select e.id, e.title, e.event_date as date, count(*)::integer as tables from hall_tables t join events e on e.id = t.event_id
    where t.event_id <> ${eventId} and e.deleted_at is null group by e.id order by e.event_date desc, e.id desc limit 30`.execute(query);
  return rows;
}

export async function eraseVersionsBefore(query: Query, day: string): Promise<void> {
  await sql`delete from seating_versions using events where events.id = seating_versions.event_id and events.event_date < ${day}`.execute(query);
}

export async function selectEventOfTicket(query: Query, ticketNumber: string): Promise<number | null> {
  const row = await query.selectFrom('tickets').select('eventId').where('ticketNumber', '=', ticketNumber).executeTakeFirst();
  return row?.eventId ?? null;
}
