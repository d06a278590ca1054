import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

export type TokenRow = Awaited<ReturnType<typeof selectTokensById>>[number];

export async function selectTokenByHash(query: Query, tokenHash: string): Promise<TokenRow | null> {
  return (await tokens(query).where('apiTokens.tokenHash', '=', tokenHash).executeTakeFirst()) ?? null;
}

export async function selectTokensById(query: Query, ids: readonly string[]) {
  return tokens(query).where('apiTokens.id', 'in', [...ids]).execute();
}

/** With their makers as these are now. */
function tokens(query: Query) {
  return query
    .selectFrom('apiTokens')
    .innerJoin('users', 'users.id', 'apiTokens.createdBy')
    .select(['apiTokens.id', 'apiTokens.name', 'apiTokens.createdBy as makerId', 'apiTokens.scopes', 'apiTokens.eventIds', 'apiTokens.expiresAt', 'apiTokens.revokedAt', 'apiTokens.lastUsedAt'])
    .select(['users.role as makerRole', 'users.banned as makerBanned'])
    .select((eb) => eb.exists(eb.selectFrom('secondFactors').select('userId').whereRef('secondFactors.userId', '=', 'users.id').where('confirmedAt', 'is not', null)).$castTo<boolean>().as('makerHasSecondFactor'));
}

export async function noteUse(query: Query, id: string, now: Date): Promise<void> {
  await query.updateTable('apiTokens').set({ lastUsedAt: now }).where('id', '=', id).execute();
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
  return tokens(query).select(['apiTokens.prefix', 'apiTokens.createdAt', 'users.name as makerName']).orderBy('apiTokens.createdAt', 'desc').limit(MOST_LISTED).execute();
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
