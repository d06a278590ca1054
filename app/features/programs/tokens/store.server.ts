import { sql } from 'kysely';

import type { ApiToken } from '#app/domain/people/actor.ts';
import { isScope } from '#app/domain/programs/scopes.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

export interface TokenRow extends ApiToken {
  maker: { role: string; banned: boolean; hasSecondFactor: boolean };
  isOver: boolean;
}

export async function selectTokenByHash(query: Query, tokenHash: string, now: Date): Promise<TokenRow | null> {
  return (await tokens(query, now).where('apiTokens.tokenHash', '=', tokenHash).execute()).map(toRow)[0] ?? null;
}

export async function selectTokensById(query: Query, ids: readonly string[], now: Date): Promise<TokenRow[]> {
  return (await tokens(query, now).where('apiTokens.id', 'in', [...ids]).execute()).map(toRow);
}

function tokens(query: Query, now: Date) {
  return query
    .selectFrom('apiTokens')
    .innerJoin('users', 'users.id', 'apiTokens.createdBy')
    .select(['apiTokens.id', 'apiTokens.name', 'apiTokens.createdBy as makerId', 'apiTokens.scopes', 'apiTokens.eventIds', 'apiTokens.expiresAt', 'users.role', 'users.banned'])
    .select((eb) => [
      eb.or([eb('apiTokens.revokedAt', 'is not', null), eb.and([eb('apiTokens.expiresAt', 'is not', null), eb('apiTokens.expiresAt', '<=', now)])]).as('isOver'),
      eb.exists(eb.selectFrom('secondFactors').select('secondFactors.userId').whereRef('secondFactors.userId', '=', 'apiTokens.createdBy').where('secondFactors.confirmedAt', 'is not', null)).as('hasSecondFactor'),
    ]);
}

function toRow({ id, name, makerId, scopes, eventIds, expiresAt, role, banned, isOver, hasSecondFactor }: Awaited<ReturnType<ReturnType<typeof tokens>['execute']>>[number]): TokenRow {
  return { id, name, makerId, scopes: scopes.filter(isScope), eventIds, expiresAt, maker: { role, banned, hasSecondFactor: Boolean(hasSecondFactor) }, isOver: Boolean(isOver) };
}

const NOTED_EVERY = '1 minute';

export async function noteUse(query: Query, id: string, now: Date): Promise<void> {
  await sql`update api_tokens set last_used_at = ${now} where id = ${id} and (last_used_at is null or last_used_at < ${now}::timestamptz - ${NOTED_EVERY}::interval)`.execute(query);
}

interface NewTokenRow {
  id: string;
  name: string;
  prefix: string;
  tokenHash: string;
  scopes: string[];
  eventIds: number[] | null;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date | null;
}

export async function insertToken(tx: Tx, row: NewTokenRow): Promise<void> {
  await tx.insertInto('apiTokens').values(row).execute();
}

export async function countOpenTokens(tx: Tx, now: Date): Promise<number> {
  const { open } = await tx
    .selectFrom('apiTokens')
    .select((eb) => eb.fn.countAll<string>().as('open'))
    .where('revokedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
    .executeTakeFirstOrThrow();
  return Number(open);
}

export async function countKnownEvents(tx: Tx, eventIds: readonly number[]): Promise<number> {
  return (await tx.selectFrom('events').select('id').where('id', 'in', [...eventIds]).where('deletedAt', 'is', null).execute()).length;
}

export async function markTokenRevoked(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable('apiTokens').set({ revokedAt: now }).where('id', '=', id).where('revokedAt', 'is', null).executeTakeFirst();
  return numUpdatedRows === 1n;
}

const MOST_LISTED = 200;

export async function selectTokens(query: Query) {
  return query
    .selectFrom('apiTokens')
    .innerJoin('users', 'users.id', 'apiTokens.createdBy')
    .select(['apiTokens.id', 'apiTokens.name', 'apiTokens.prefix', 'apiTokens.scopes', 'apiTokens.eventIds', 'apiTokens.createdAt', 'apiTokens.expiresAt', 'apiTokens.revokedAt', 'apiTokens.lastUsedAt'])
    .select(['users.name as makerName', 'users.role as makerRole', 'users.banned as makerBanned'])
    .orderBy('apiTokens.createdAt', 'desc')
    .limit(MOST_LISTED)
    .execute();
}

export interface EventChoice {
  id: number;
  title: string;
  date: string;
}

const MOST_EVENTS = 200;

export async function selectEventChoices(query: Query, from: string): Promise<EventChoice[]> {
  return query.selectFrom('events').select(['id', 'title', 'eventDate as date']).where('archivedAt', 'is', null).where('eventDate', '>=', from).orderBy('eventDate').orderBy('id').limit(MOST_EVENTS).execute();
}

export async function selectEventTitles(query: Query, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await query.selectFrom('events').select(['id', 'title']).where('id', 'in', [...ids]).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export async function deleteTokensOver(query: Query, before: Date): Promise<void> {
  await query
    .deleteFrom('apiTokens')
    .where((eb) => eb.or([eb('revokedAt', '<', before), eb('expiresAt', '<', before)]))
    .execute();
}
