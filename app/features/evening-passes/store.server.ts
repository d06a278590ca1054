import { jsonArrayFrom } from 'kysely/helpers/postgres';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { EveningPass } from '#app/domain/people/actor.ts';

export async function selectPassByHash(query: Query, tokenHash: string, now: Date): Promise<{ pass: EveningPass; isOpen: boolean } | null> {
  const row = await passes(query).where('tokenHash', '=', tokenHash).executeTakeFirst();
  return row === undefined ? null : { pass: toPass(row), isOpen: row.revokedAt === null && row.expiresAt > now };
}

export async function selectOpenPasses(query: Query, ids: readonly string[], now: Date): Promise<EveningPass[]> {
  return (await passes(query).where('id', 'in', [...ids]).where('revokedAt', 'is', null).where('expiresAt', '>', now).execute()).map(toPass);
}

function passes(query: Query) {
  return query
    .selectFrom('eveningPasses')
    .select(['id', 'name', 'expiresAt', 'revokedAt'])
    .select((eb) => jsonArrayFrom(eb.selectFrom('eveningPassEvents').select('eventId').whereRef('passId', '=', 'eveningPasses.id')).as('events'));
}

function toPass({ id, name, expiresAt, events }: { id: string; name: string; expiresAt: Date; events: readonly { eventId: number }[] }): EveningPass {
  return { id, name, expiresAt, eventIds: events.map(({ eventId }) => eventId) };
}

interface PassRow {
  id: string;
  name: string;
  tokenHash: string;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertPass(tx: Tx, pass: PassRow, eventIds: readonly number[]): Promise<void> {
  await tx.insertInto('eveningPasses').values({ ...pass, revokedAt: null }).execute();
  await tx.insertInto('eveningPassEvents').values(eventIds.map((eventId) => ({ passId: pass.id, eventId }))).execute();
}

export async function countEvents(tx: Tx, eventIds: readonly number[]): Promise<number> {
  const rows = await tx.selectFrom('events').select('id').where('id', 'in', [...eventIds]).where('deletedAt', 'is', null).execute();
  return rows.length;
}

export async function markRevoked(tx: Tx, passId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable('eveningPasses').set({ revokedAt: now }).where('id', '=', passId).where('revokedAt', 'is', null).executeTakeFirst();
  return numUpdatedRows === 1n;
}

const MOST_PASSES_LISTED = 100;

export async function selectPasses(query: Query) {
  return query
    .selectFrom('eveningPasses')
    .select(['id', 'name', 'createdAt', 'expiresAt', 'revokedAt'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('eveningPassEvents')
          .innerJoin('events', 'events.id', 'eveningPassEvents.eventId')
          .select('events.title')
          .whereRef('passId', '=', 'eveningPasses.id')
          .orderBy('events.eventDate'),
      ).as('events'),
    ])
    .orderBy('createdAt', 'desc')
    .limit(MOST_PASSES_LISTED)
    .execute();
}

/** A pass's name identifies the person at the door. */
export async function deletePassesEndedBefore(query: Query, instant: Date): Promise<void> {
  await query.deleteFrom('eveningPasses').where('expiresAt', '<', instant).execute();
}
