import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { tableAtDoor } from '#app/platform/adapters/db/published-table.ts';

import { groupOf, lastMoves, type ScanRow } from '../store.server.ts';

const hashed = (column: string) => sql<string>`left(encode(sha256(convert_to(${sql.ref(column)}, 'UTF8')), 'hex'), 32)`;

export async function selectListedTickets(query: Query, eventId: number) {
  return query
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.orderId')
    .select([hashed('tickets.id').as('hash'), hashed('tickets.ticketNumber').as('number')])
    .select(['tickets.status', 'orders.status as orderStatus', 'tickets.suspendedAt', 'tickets.userRole', 'tickets.usedAt'])
    .select(['tickets.menuSelection as menu', 'tickets.extrasSelection as extras'])
    .select(tableAtDoor())
    .select([
      sql<string>`left(encode(sha256(convert_to('party:' || ${groupOf('tickets')}, 'UTF8')), 'hex'), 12)`.as('party'),
      sql<boolean>`tickets.note is not null`.as('hasNote'),
    ])
    .select((eb) => eb.fn.coalesce(lastMoves(eb).select(sql<boolean>`scans.kind = 'exit'`.as('isExit')).limit(1), eb.lit(false)).as('outside'))
    .where('tickets.eventId', '=', eventId)
    .orderBy('tickets.id')
    .execute();
}

export async function selectRetiredHashes(query: Query, eventId: number): Promise<string[]> {
  const rows = await query
    .selectFrom('retiredTicketIds')
    .innerJoin('tickets', 'tickets.id', 'retiredTicketIds.ticketId')
    .select(hashed('retiredTicketIds.id').as('hash'))
    .where('tickets.eventId', '=', eventId)
    .orderBy('retiredTicketIds.id')
    .execute();
  return rows.map(({ hash }) => hash);
}

/** By the hash of its current id or of an earlier one. */
export interface NamedTicket {
  hash: string;
  ticketId: string;
  orderId: string;
  isRetired: boolean;
}

/** `ids`: whole ones, of any event. */
export async function selectNamedTickets(query: Query, named: { eventId: number; hashes: readonly string[]; ids: readonly string[] }): Promise<NamedTicket[]> {
  const { eventId, hashes, ids } = named;
  if (hashes.length + ids.length === 0) return [];
  const [oneHash, oneId] = [sql<boolean>`= any(${[...hashes]}::text[])`, sql<boolean>`= any(${[...ids]}::text[])`];
  const { rows } = await sql<NamedTicket>`
    select ${hashed('tickets.id')} as hash, tickets.id as ticket_id, tickets.order_id, false as is_retired from tickets
    where (tickets.event_id = ${eventId} and ${hashed('tickets.id')} ${oneHash}) or tickets.id ${oneId}
    union all
    select ${hashed('retired_ticket_ids.id')}, tickets.id, tickets.order_id, true from retired_ticket_ids join tickets on tickets.id = retired_ticket_ids.ticket_id
    where (tickets.event_id = ${eventId} and ${hashed('retired_ticket_ids.id')} ${oneHash}) or retired_ticket_ids.id ${oneId}`.execute(query);
  return rows;
}

/** Blocks transfers, refunds and moves until the transaction ends: whoever changes a ticket's id locks its order. */
export async function lockOrders(tx: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length > 0) await tx.selectFrom('orders').select('id').where('id', 'in', [...orderIds]).orderBy('id').forShare().execute();
}

export async function lockTickets(tx: Tx, ticketIds: readonly string[]): Promise<void> {
  if (ticketIds.length > 0) await tx.selectFrom('tickets').select('id').where('id', 'in', [...ticketIds]).orderBy('id').forUpdate().execute();
}

export async function selectScansByNonces(query: Query, nonces: readonly string[]) {
  if (nonces.length === 0) return [];
  return query
    .selectFrom('scans')
    .leftJoin('tickets', 'tickets.id', 'scans.ticketId')
    .select(['scans.nonce', 'scans.code', 'scans.success', 'scans.message', 'scans.conflict', 'scans.offline', 'scans.kind', 'tickets.ticketNumber'])
    .where('scans.nonce', 'in', [...nonces])
    .execute();
}

export async function markLetInAllTheSame(tx: Tx, nonce: string, { at, success, conflict, code, message }: Pick<ScanRow, 'success' | 'code' | 'message'> & { at: Date; conflict: boolean }): Promise<void> {
  await tx.updateTable('scans').set({ offline: true, success, conflict, code, message, scannedAt: at }).where('nonce', '=', nonce).execute();
}

export interface UseAt {
  ticketId: string;
  at: Date;
}

/** Compare-and-set; returns how many succeeded. */
export async function markAllUsed(tx: Tx, uses: readonly UseAt[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update tickets set status = 'used', used_at = uses.at
    from unnest(${uses.map(({ ticketId }) => ticketId)}::text[], ${uses.map(({ at }) => at.toISOString())}::timestamptz[]) as uses (ticket_id, at), orders
    where tickets.id = uses.ticket_id and orders.id = tickets.order_id
      and tickets.status = 'active' and tickets.suspended_at is null and orders.status in ('paid', 'completed')`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Of two offline admissions the earlier one counts. */
export async function moveAllUsedAtBack(tx: Tx, uses: readonly UseAt[]): Promise<void> {
  await sql`
    update tickets set used_at = uses.at
    from (select ticket_id, min(at) as at from unnest(${uses.map(({ ticketId }) => ticketId)}::text[], ${uses.map(({ at }) => at.toISOString())}::timestamptz[]) as uses (ticket_id, at) group by ticket_id) as uses
    where tickets.id = uses.ticket_id and tickets.status = 'used' and tickets.used_at > uses.at`.execute(tx);
}

export async function insertScans(tx: Tx, scans: readonly ScanRow[]): Promise<void> {
  await tx.insertInto('scans').values(scans.map((scan) => ({ undoes: null, ...scan }))).execute();
}
