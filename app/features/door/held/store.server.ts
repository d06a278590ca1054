import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { DatabaseTables } from '#app/platform/adapters/db/tables.server.ts';

type HeldRow = Omit<DatabaseTables['heldScans'], 'id' | 'decidedAt' | 'taken' | 'byAccount'> & { byAccount: boolean };

export async function selectHeldNonces(query: Query, nonces: readonly string[]): Promise<string[]> {
  if (nonces.length === 0) return [];
  const rows = await query.selectFrom('heldScans').select('nonce').where('nonce', 'in', [...nonces]).execute();
  return rows.map(({ nonce }) => nonce);
}

export async function countHeldOf(query: Query, passIds: readonly string[]): Promise<number> {
  const { count } = await query.selectFrom('heldScans').select(sql<number>`count(*)::integer`.as('count')).where('passId', 'in', [...passIds]).executeTakeFirstOrThrow();
  return count;
}

export async function insertHeld(tx: Tx, rows: readonly HeldRow[]): Promise<void> {
  await tx.insertInto('heldScans').values(rows.map((row) => ({ ...row, decidedAt: null, taken: null }))).execute();
}

/** In the order of scanning; a concurrent second caller finds none. */
export async function lockHeld(tx: Tx, of: { passId: string; eventId: number }) {
  return tx.selectFrom('heldScans').selectAll().where('passId', '=', of.passId).where('eventId', '=', of.eventId).where('decidedAt', 'is', null).orderBy('id').forUpdate().execute();
}

export async function markDecided(tx: Tx, ids: readonly string[], decided: { at: Date; taken: boolean }): Promise<void> {
  await tx.updateTable('heldScans').set({ decidedAt: decided.at, taken: decided.taken }).where('id', 'in', [...ids]).execute();
}

export async function selectHeldGroups(query: Query) {
  return query
    .selectFrom('heldScans')
    .innerJoin('events', 'events.id', 'heldScans.eventId')
    .leftJoin('users', (join) => join.on('heldScans.byAccount', '=', true).onRef('users.id', '=', 'heldScans.passId'))
    .select(['heldScans.passId', 'heldScans.byAccount', sql<string>`coalesce(held_scans.pass_name || ' · ' || users.name, held_scans.pass_name)`.as('passName'), 'heldScans.eventId', 'events.title as eventTitle'])
    .select([
      sql<number>`count(*)::integer`.as('scans'),
      sql<number>`(count(*) filter (where held_scans.decision in ('ADMITTED', 'VALID') and held_scans.undoes is null))::integer`.as('entries'),
      sql<DatabaseTables['heldScans']['reason'][]>`array_agg(distinct held_scans.reason)`.as('reasons'),
      sql<Date>`min(held_scans.scanned_at)`.as('from'),
      sql<Date>`max(held_scans.scanned_at)`.as('to'),
    ])
    .where('decidedAt', 'is', null)
    .groupBy(['heldScans.passId', 'heldScans.byAccount', 'heldScans.passName', 'users.name', 'heldScans.eventId', 'events.title'])
    .orderBy(sql`min(held_scans.id)`)
    .execute();
}

export async function deleteHeldBefore(query: Query, instant: Date): Promise<void> {
  await query.deleteFrom('heldScans').where('receivedAt', '<', instant).execute();
}
