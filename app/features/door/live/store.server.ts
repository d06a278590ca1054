import { sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';
import type { Role } from '#app/domain/people/roles.ts';

export async function selectShares(query: Query, eventId: number): Promise<{ userRole: Role; expected: number; admitted: number }[]> {
  return query
    .selectFrom('tickets')
    .select(['userRole'])
    .select([sql<number>`count(*)::integer`.as('expected'), sql<number>`(count(*) filter (where status = 'used'))::integer`.as('admitted')])
    .where('eventId', '=', eventId)
    .where('status', 'in', ['active', 'used'])
    .groupBy('userRole')
    .orderBy('userRole')
    .execute();
}

function entries(query: Query, eventId: number) {
  return query
    .selectFrom('scans')
    .innerJoin('tickets', 'tickets.id', 'scans.ticketId')
    .where('tickets.eventId', '=', eventId)
    .where('scans.success', '=', true)
    .where('scans.kind', '=', 'entry')
    .where((eb) => eb.not(eb.exists(eb.selectFrom('scans as undo').select('undo.id').whereRef('undo.undoes', '=', 'scans.id'))));
}

export async function selectEntriesByDevice(query: Query, eventId: number): Promise<{ device: string | null; count: number }[]> {
  return entries(query, eventId).select('scans.device').select(sql<number>`count(*)::integer`.as('count')).groupBy('scans.device').execute();
}

export async function countEntriesSince(query: Query, eventId: number, since: Date): Promise<number> {
  const { count } = await entries(query, eventId).select(sql<number>`count(*)::integer`.as('count')).where('scans.scannedAt', '>', since).executeTakeFirstOrThrow();
  return count;
}

export async function countConflicts(query: Query, eventId: number): Promise<number> {
  const { count } = await query
    .selectFrom('scans')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('eventId', '=', eventId)
    .where('conflict', '=', true)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('scans as undo').select('undo.id').whereRef('undo.undoes', '=', 'scans.id'))))
    .executeTakeFirstOrThrow();
  return count;
}
