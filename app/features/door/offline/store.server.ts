import { sql } from 'kysely';

import type { Query } from '#app/adapters/db/database.server.ts';

const hashed = (column: string) => sql<string>`left(encode(sha256(convert_to(${sql.ref(column)}, 'UTF8')), 'hex'), 32)`;

export async function selectListedTickets(query: Query, eventId: number) {
  return query
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.orderId')
    .select([hashed('tickets.id').as('hash'), hashed('tickets.ticketNumber').as('number')])
    .select(['tickets.status', 'orders.status as orderStatus', 'tickets.suspendedAt', 'tickets.userRole', 'tickets.usedAt'])
    .select(['tickets.menuSelection as menu', 'tickets.extrasSelection as extras'])
    .select([
      sql<string>`left(encode(sha256(convert_to('party:' || orders.id::text, 'UTF8')), 'hex'), 12)`.as('party'),
      sql<boolean>`tickets.note is not null`.as('hasNote'),
      sql<boolean>`coalesce((
        select scans.kind = 'exit' from scans
        where scans.ticket_id = tickets.id and scans.success and scans.kind in ('entry', 'reentry', 'exit') and not scans.conflict
          and not exists (select from scans undo where undo.undoes = scans.id)
        order by scans.id desc limit 1), false)`.as('outside'),
    ])
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

export async function selectIdsByHash(query: Query, eventId: number, hashes: readonly string[]): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  const rows = await query
    .selectFrom('tickets')
    .select(['id', hashed('id').as('hash')])
    .where('eventId', '=', eventId)
    .where(hashed('id'), 'in', [...hashes])
    .execute();
  return new Map(rows.map(({ id, hash }) => [hash, id]));
}
