import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { tableAtDoor } from '#app/platform/adapters/db/published-table.ts';
import { containing, startingWith } from '#app/platform/adapters/db/like-pattern.ts';
import type { DatabaseTables } from '#app/platform/adapters/db/tables.server.ts';
import type { Entry } from '#app/domain/door/admission.ts';

export type DoorTicketRecord = NonNullable<Awaited<ReturnType<typeof selectTicketById>>>;

export async function selectTicketById(query: Query, ticketId: string) {
  return (await ticketRecords(query).where('tickets.id', '=', ticketId).executeTakeFirst()) ?? null;
}

export async function selectTicketByNumber(query: Query, ticketNumber: string): Promise<DoorTicketRecord | null> {
  return (await ticketRecords(query).where('tickets.ticketNumber', '=', ticketNumber).executeTakeFirst()) ?? null;
}

export async function selectTicketsByIds(query: Query, ticketIds: readonly string[]): Promise<DoorTicketRecord[]> {
  return ticketIds.length === 0 ? [] : ticketRecords(query).where('tickets.id', 'in', [...ticketIds]).execute();
}

export async function selectGroupTickets(query: Query, ticketId: string): Promise<DoorTicketRecord[]> {
  return ticketRecords(query)
    .innerJoin('tickets as scanned', 'scanned.orderId', 'tickets.orderId')
    .where('scanned.id', '=', ticketId)
    .where(groupOf('tickets'), '=', groupOf('scanned'))
    .orderBy('tickets.position')
    .execute();
}

export function groupOf(tickets: string): RawBuilder<string> {
  return sql<string>`case when ${sql.ref(`${tickets}.givenTo`)} is null then ${sql.ref(`${tickets}.orderId`)}::text else ${sql.ref(`${tickets}.id`)} end`;
}

export async function isRetiredId(query: Query, ticketId: string): Promise<boolean> {
  return (await query.selectFrom('retiredTicketIds').select('id').where('id', '=', ticketId).executeTakeFirst()) !== undefined;
}

function ticketRecords(query: Query) {
  return query
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.orderId')
    .innerJoin('events', 'events.id', 'tickets.eventId')
    .select(['tickets.id', 'tickets.ticketNumber', 'tickets.eventId', 'tickets.orderId', 'tickets.status', 'tickets.suspendedAt', 'tickets.usedAt'])
    .select(['tickets.userRole', 'tickets.menuSelection', 'tickets.extrasSelection', 'tickets.note'])
    .select(tableAtDoor())
    .select(['orders.status as orderStatus', 'events.title as eventTitle', 'events.eventDate', 'events.exitReentry', 'events.kitchenService'])
    .select((eb) => [
      'events.eventTime',
      groupCount(eb, ['active', 'used']).as('groupSize'),
      groupCount(eb, ['used']).as('groupInside'),
      jsonObjectFrom(
        lastMoves(eb).select((scan) => scan.cast<string>('scans.id', 'text').as('id')).select(['scans.nonce', 'scans.kind', 'scans.scannedBy', 'scans.device', 'scans.scannedAt']).$narrowType<{ kind: Entry | 'exit' }>().limit(1),
      ).as('lastMove'),
    ]);
}

type TicketScope = ExpressionBuilder<DatabaseTables, 'tickets' | 'orders' | 'events'>;

function groupCount(eb: TicketScope, statuses: ('active' | 'used')[]) {
  return eb
    .selectFrom('tickets as others')
    .select(sql<number>`count(*)::integer`.as('count'))
    .whereRef('others.orderId', '=', 'tickets.orderId')
    .where(groupOf('others'), '=', groupOf('tickets'))
    .where('others.status', 'in', statuses);
}

/** The newest first; what was undone is none. */
export function lastMoves(eb: ExpressionBuilder<DatabaseTables, 'tickets'>) {
  return eb
    .selectFrom('scans')
    .whereRef('scans.ticketId', '=', 'tickets.id')
    .where('scans.success', '=', true)
    .where('scans.kind', 'in', ['entry', 'reentry', 'exit'])
    .where((inner) => inner.not(inner.exists(inner.selectFrom('scans as undo').select('undo.id').whereRef('undo.undoes', '=', 'scans.id'))))
    .orderBy('scans.id', 'desc');
}

/** Omitted columns take the database's defaults. */
export type ScanRow = Omit<DatabaseTables['scans'], 'id' | 'offline' | 'conflict' | 'undoes'> & { offline?: boolean; conflict?: boolean; undoes?: string | null };

export async function insertScan(query: Query, scan: ScanRow): Promise<string> {
  const { id } = await query.insertInto('scans').values({ undoes: null, ...scan }).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Asynchronous commit: a verification decides nothing, and losing the last second of them in a crash is acceptable. */
export async function insertVerification(query: Query, verification: Omit<ScanRow, 'kind' | 'nonce'>): Promise<void> {
  await query
    .insertInto('scans')
    .values({ undoes: null, ...verification, kind: 'look', nonce: null })
    .returning(sql`set_config('synchronous_commit', 'off', true)`.as('commit'))
    .execute();
}

export async function selectScanByNonce(query: Query, nonce: string) {
  const scan = await query.selectFrom('scans').select(['kind', 'code', 'success', 'message', 'ticketId', 'conflict']).where('nonce', '=', nonce).executeTakeFirst();
  return scan ?? null;
}

export async function selectAdmissionByNonce(query: Query, nonce: string) {
  const admission = await query
    .selectFrom('scans')
    .select(['id', 'kind', 'ticketId', 'scannedAt', 'success', 'conflict'])
    .select((eb) => eb.exists(eb.selectFrom('scans as undo').select('undo.id').whereRef('undo.undoes', '=', 'scans.id')).as('isUndone'))
    .where('nonce', '=', nonce)
    .where((eb) => eb.or([eb('success', '=', true), eb('conflict', '=', true)]))
    .where('kind', 'in', ['entry', 'reentry'])
    .$narrowType<{ kind: Entry }>()
    .executeTakeFirst();
  return admission ?? null;
}

/** The earliest offline admission at another door after the one that counts. */
export async function selectSecondAdmission(query: Query, { ticketId, after }: { ticketId: string; after: string }) {
  const second = await query
    .selectFrom('scans')
    .select(['id', 'scannedBy', 'eventId', 'device', 'scannedAt'])
    .where('ticketId', '=', ticketId)
    .where('id', '>', after)
    .where('kind', '=', 'entry')
    .where('conflict', '=', true)
    .where('success', '=', false)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('scans as undo').select('undo.id').whereRef('undo.undoes', '=', 'scans.id'))))
    .orderBy('scannedAt')
    .executeTakeFirst();
  return second ?? null;
}

/** Compare-and-set: false when it was used or ended meanwhile, so only one of several doors passes. */
export async function markTicketUsed(query: Query, ticketId: string, usedAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('tickets')
    .from('orders')
    .set({ status: 'used', usedAt })
    .whereRef('orders.id', '=', 'tickets.orderId')
    .where('tickets.id', '=', ticketId)
    .where('tickets.status', '=', 'active')
    .where('tickets.suspendedAt', 'is', null)
    .where('orders.status', 'in', ['paid', 'completed'])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function setUsedAt(query: Query, ticketId: string, usedAt: Date): Promise<void> {
  await query.updateTable('tickets').set({ usedAt }).where('id', '=', ticketId).where('status', '=', 'used').execute();
}

export async function markUnused(query: Query, ticketId: string): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('tickets')
    .from('orders')
    .set({ status: 'active', usedAt: null })
    .whereRef('orders.id', '=', 'tickets.orderId')
    .where('tickets.id', '=', ticketId)
    .where('tickets.status', '=', 'used')
    .where('orders.status', 'in', ['paid', 'completed'])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function lockOrderOf(query: Query, ticketId: string): Promise<void> {
  await query
    .selectFrom('orders')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('tickets').select('orderId').where('tickets.id', '=', ticketId))
    .forShare()
    .execute();
}

export async function lockTicket(query: Query, ticketId: string): Promise<void> {
  await query.selectFrom('tickets').select('id').where('id', '=', ticketId).forUpdate().execute();
}

interface DoorEvent {
  id: number;
  title: string;
  date: string;
  time: string;
  exitReentry: boolean;
  kitchenService: boolean;
  hasTables: boolean;
}

export async function selectDoorEvents(query: Query, filter: { from: string; only: readonly number[] | null; limit: number }): Promise<(DoorEvent & { endTime: string | null; isWithdrawn: boolean })[]> {
  return doorEvents(query)
    .select('endTime')
    .select((eb) => eb('withdrawnAt', 'is not', null).$castTo<boolean>().as('isWithdrawn'))
    .where('eventDate', '>=', filter.from)
    .where('deletedAt', 'is', null)
    .$if(filter.only !== null, (events) => events.where('id', 'in', [...(filter.only ?? [])]))
    .orderBy('eventDate')
    .orderBy('eventTime')
    .orderBy('id')
    .limit(filter.limit)
    .execute();
}

export async function selectDoorEvent(query: Query, eventId: number): Promise<DoorEvent | null> {
  return (await doorEvents(query).where('id', '=', eventId).executeTakeFirst()) ?? null;
}

function doorEvents(query: Query) {
  return query
    .selectFrom('events')
    .select(['id', 'title', 'eventDate as date', 'exitReentry', 'kitchenService'])
    .select('eventTime as time')
    .select((eb) => eb.exists(eb.selectFrom('hallTables').select('hallTables.id').whereRef('hallTables.eventId', '=', 'events.id')).$castTo<boolean>().as('hasTables'));
}

export interface TicketSearchRow {
  ticketNumber: string;
  name: string | null;
  status: string;
}

export async function searchTickets(query: Query, search: { eventId: number; text: string; limit: number }): Promise<TicketSearchRow[]> {
  const { text } = search;
  const holder = sql<string | null>`coalesce(nullif(tickets.given_to, ''), case when tickets.given_to is null then orders.user_name end)`;
  return query
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.orderId')
    .select(['tickets.ticketNumber', holder.as('name'), 'tickets.status'])
    .where('tickets.eventId', '=', search.eventId)
    .where('tickets.status', 'in', ['active', 'used'])
    .where((eb) => eb.or([eb('orders.userName', 'ilike', containing(text)), eb('tickets.givenTo', 'ilike', containing(text)), eb('tickets.ticketNumber', 'ilike', containing(text)), eb('orders.email', 'like', startingWith(text.toLowerCase()))]))
    .orderBy(holder)
    .orderBy('tickets.ticketNumber')
    .limit(search.limit)
    .execute();
}

export async function lockOpenPass(tx: Tx, passId: string, now: Date): Promise<boolean> {
  const row = await tx.selectFrom('eveningPasses').select('id').where('id', '=', passId).where('revokedAt', 'is', null).where('expiresAt', '>', now).forShare().executeTakeFirst();
  return row !== undefined;
}

export async function lockOpenToken(tx: Tx, tokenId: string, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('apiTokens')
    .select('id')
    .where('id', '=', tokenId)
    .where('revokedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function lockPasses(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return tx.selectFrom('eveningPasses').select(['id', 'name', 'expiresAt', 'revokedAt']).where('id', 'in', [...ids]).orderBy('id').forShare().execute();
}

const NOBODY = 'forgotten';

/** The scans themselves stay: entries are counted by them. */
export async function eraseScannersBefore(query: Query, instant: Date): Promise<void> {
  await query.updateTable('scans').set({ scannedBy: NOBODY, device: null, message: '' }).where('receivedAt', '<', instant).where('scannedBy', '!=', NOBODY).execute();
}
