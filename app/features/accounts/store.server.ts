import { SESSION_LIFE_S } from '#app/platform/adapters/auth.server.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

const PASSWORD_PROVIDER = 'credential';

export async function deleteSession(query: Query, token: string): Promise<void> {
  await query.deleteFrom('sessions').where('token', '=', token).execute();
}

/** Makes a session a whole one; false when it was ended meanwhile. */
export async function markSignedIn(query: Query, token: string, now: Date): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + SESSION_LIFE_S * 1000);
  const marked = await query.updateTable('sessions').set({ provedAt: now, seenAt: now, awaitsCode: false, expiresAt }).where('token', '=', token).executeTakeFirst();
  return marked.numUpdatedRows > 0n;
}

export async function markAwaitingCode(query: Query, token: string, expiresAt: Date): Promise<void> {
  await query.updateTable('sessions').set({ awaitsCode: true, expiresAt }).where('token', '=', token).execute();
}

export async function markSeen(query: Query, token: string, now: Date): Promise<void> {
  await query.updateTable('sessions').set({ seenAt: now }).where('token', '=', token).execute();
}

export async function selectUserId(query: Query, email: string): Promise<string | null> {
  return (await query.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id ?? null;
}

export async function deleteSessionsBefore(query: Query, before: Date): Promise<void> {
  await query.deleteFrom('sessions').where('expiresAt', '<', before).execute();
}

export async function deleteSessions(tx: Tx, userId: string, options: { keep: string | null }): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(options.keep !== null, (query) => query.where('token', '<>', options.keep!))
    .execute();
}

export async function selectOpeningHash(query: Query, email: string): Promise<string | null> {
  const account = await query
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.userId')
    .select('accounts.password')
    .where('users.email', '=', email)
    .where('users.banned', '=', false)
    .where('accounts.providerId', '=', PASSWORD_PROVIDER)
    .executeTakeFirst();
  return account?.password ?? null;
}

export async function selectPasswordHash(query: Query, userId: string): Promise<string | null> {
  const account = await query
    .selectFrom('accounts')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', PASSWORD_PROVIDER)
    .executeTakeFirst();
  return account?.password ?? null;
}

/** Waits for whoever sets the password, ends sessions or makes one. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

export async function isSessionOf(query: Query, session: { userId: string; token: string }): Promise<boolean> {
  const found = await query.selectFrom('sessions').select('id').where('token', '=', session.token).where('userId', '=', session.userId).executeTakeFirst();
  return found !== undefined;
}

/** Notes that the session's person has just typed the password with this hash; false where session or password are no longer those. */
export async function markProved(query: Query, proof: { token: string; userId: string; hash: string; now: Date }): Promise<boolean> {
  const { token, userId, hash, now } = proof;
  const marked = await query
    .updateTable('sessions')
    .set({ provedAt: now, seenAt: now })
    .where('token', '=', token)
    .where('userId', '=', userId)
    .where(({ exists, selectFrom }) => exists(selectFrom('accounts').select('id').where('userId', '=', userId).where('providerId', '=', PASSWORD_PROVIDER).where('password', '=', hash)))
    .executeTakeFirst();
  return marked.numUpdatedRows > 0n;
}

export async function setPassword(tx: Tx, password: { id: string; userId: string; hash: string; now: Date }): Promise<void> {
  const { id, userId, hash, now } = password;
  await lockAccount(tx, userId);
  const updated = await tx
    .updateTable('accounts')
    .set({ password: hash, updatedAt: now })
    .where('userId', '=', userId)
    .where('providerId', '=', PASSWORD_PROVIDER)
    .executeTakeFirst();
  if (updated.numUpdatedRows > 0n) return;
  await tx
    .insertInto('accounts')
    .values({ id, userId, accountId: userId, providerId: PASSWORD_PROVIDER, password: hash, createdAt: now, updatedAt: now })
    .execute();
}

/** Unless the password has been changed meanwhile. */
export async function replaceHash(query: Query, change: { from: string; to: string }): Promise<void> {
  await query.updateTable('accounts').set({ password: change.to }).where('providerId', '=', PASSWORD_PROVIDER).where('password', '=', change.from).execute();
}

export async function markEmailVerified(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.updateTable('users').set({ emailVerified: true, updatedAt: now }).where('id', '=', userId).where('emailVerified', '=', false).execute();
}
