import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { acceptedShifts, drawersOfShifts } from '#app/platform/http/guards/shift-store.server.ts';

import { SESSION_LIFE_S } from './session-cookie.server.ts';

export interface Session {
  token: string;
  userId: string;
  name: string;
  email: string;
  role: Role;
  provedAt: Date | null;
  seenAt: Date | null;
  awaitsCode: boolean;
}

export async function selectSession(query: Query, { token, now }: { token: string; now: Date }): Promise<Session | null> {
  const session = await query
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.token', 'sessions.userId', 'users.name', 'users.email', 'users.role', 'sessions.provedAt', 'sessions.seenAt', 'sessions.awaitsCode'])
    .where('sessions.token', '=', token)
    .where('sessions.expiresAt', '>', now)
    .where('users.banned', '=', false)
    .executeTakeFirst();
  return session ?? null;
}

/** Sessions that are open, with what their people may do. */
export async function selectPeople(query: Query, { tokens, now }: { tokens: readonly string[]; now: Date }) {
  const rows = await query
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.token', 'sessions.userId', 'users.name', 'users.email', 'users.role', 'sessions.provedAt', 'sessions.seenAt'])
    .select((eb) => [
      jsonArrayFrom(eb.selectFrom('userRights').select('staffRight').whereRef('userRights.userId', '=', 'users.id')).as('rights'),
      acceptedShifts(sql.ref('users.id'), now).as('shifts'),
      drawersOfShifts(sql.ref('users.id')).as('drawers'),
      eb.exists(eb.selectFrom('secondFactors').select('userId').whereRef('secondFactors.userId', '=', 'users.id').where('confirmedAt', 'is not', null)).$castTo<boolean>().as('hasSecondFactor'),
    ])
    .where(sql<boolean>`sessions.token = any(${[...tokens]}::text[])`)
    .where('sessions.expiresAt', '>', now)
    .where('sessions.awaitsCode', '=', false)
    .where('users.banned', '=', false)
    .execute();
  return rows.map(({ rights, ...session }) => ({ ...session, granted: rights.map(({ staffRight }) => staffRight) }));
}

interface NewSession {
  id: string;
  token: string;
  userId: string;
  userAgent: string | null;
  awaitsCode: boolean;
  /** Its owner showed a password or a passkey. */
  hasProof: boolean;
  expiresAt: Date;
  now: Date;
}

export async function insertSession(tx: Tx, { now, hasProof, ...session }: NewSession): Promise<void> {
  await tx.insertInto('sessions').values({ ...session, provedAt: hasProof ? now : null, seenAt: session.awaitsCode ? null : now, createdAt: now }).execute();
}

export async function deleteSession(query: Query | Tx, token: string): Promise<void> {
  await query.deleteFrom('sessions').where('token', '=', token).execute();
}

/** Completes a session with its second factor; false when it was ended meanwhile. */
export async function markSignedIn(query: Query, token: string, now: Date): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + SESSION_LIFE_S * 1000);
  const marked = await query.updateTable('sessions').set({ provedAt: now, seenAt: now, awaitsCode: false, expiresAt }).where('token', '=', token).executeTakeFirst();
  return marked.numUpdatedRows > 0n;
}

/** The user was verified again; false when the session has ended. */
export async function renewProof(tx: Tx, session: { token: string; userId: string; now: Date }): Promise<boolean> {
  const { token, userId, now } = session;
  const marked = await tx.updateTable('sessions').set({ provedAt: now, seenAt: now }).where('token', '=', token).where('userId', '=', userId).where('awaitsCode', '=', false).executeTakeFirst();
  return marked.numUpdatedRows > 0n;
}

export async function markSeen(query: Query, token: string, now: Date): Promise<void> {
  await query.updateTable('sessions').set({ seenAt: now }).where('token', '=', token).execute();
}

export async function deleteSessionsBefore(query: Query, before: Date): Promise<void> {
  await query.deleteFrom('sessions').where('expiresAt', '<', before).execute();
}

export async function deleteSessions(tx: Tx, userId: string, options: { keep: string | null }): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where((eb) => (options.keep === null ? eb.lit(true) : eb('token', '<>', options.keep)))
    .execute();
}

export async function isSessionOf(query: Query, session: { userId: string; token: string }): Promise<boolean> {
  const found = await query.selectFrom('sessions').select('id').where('token', '=', session.token).where('userId', '=', session.userId).executeTakeFirst();
  return found !== undefined;
}

export async function hasSecondFactor(query: Query, userId: string): Promise<boolean> {
  const row = await query.selectFrom('secondFactors').select('userId').where('userId', '=', userId).where('confirmedAt', 'is not', null).executeTakeFirst();
  return row !== undefined;
}
