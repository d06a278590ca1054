import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

export async function selectUserId(query: Query, email: string): Promise<string | null> {
  return (await query.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id ?? null;
}

interface Credential {
  userId: string;
  /** Null before an invitation is accepted. */
  hash: string | null;
}

/** Null where no account may be opened. */
export async function selectCredential(query: Query, email: string): Promise<Credential | null> {
  const user = await query.selectFrom('users').select(['id as userId', 'passwordHash as hash']).where('email', '=', email).where('banned', '=', false).executeTakeFirst();
  return user ?? null;
}

export async function selectPasswordHash(query: Query, userId: string): Promise<string | null> {
  return (await query.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirst())?.passwordHash ?? null;
}

/** Null where no session may be opened. Waits for `lockAccount` alone. */
export async function lockOpenable(tx: Tx, userId: string): Promise<{ hash: string | null } | null> {
  const user = await tx.selectFrom('users').select('passwordHash as hash').where('id', '=', userId).where('banned', '=', false).forKeyShare().executeTakeFirst();
  return user ?? null;
}

/** For changes of password or sessions; logins wait. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

/** False where session or password have changed since the verification. */
export async function markProved(query: Query, proof: { token: string; userId: string; hash: string; now: Date }): Promise<boolean> {
  const { token, userId, hash, now } = proof;
  const marked = await query
    .updateTable('sessions')
    .set({ provedAt: now, seenAt: now })
    .where('token', '=', token)
    .where('userId', '=', userId)
    .where(({ exists, selectFrom }) => exists(selectFrom('users').select('id').where('id', '=', userId).where('passwordHash', '=', hash)))
    .executeTakeFirst();
  return marked.numUpdatedRows > 0n;
}

export async function setPassword(tx: Tx, { userId, hash, now }: { userId: string; hash: string; now: Date }): Promise<void> {
  await lockAccount(tx, userId);
  await tx.updateTable('users').set({ passwordHash: hash, updatedAt: now }).where('id', '=', userId).execute();
  await tx
    .deleteFrom('signInLinks')
    .where('email', '=', (eb) => eb.selectFrom('users').select('email').where('id', '=', userId))
    .execute();
}

/** Only while the password is unchanged. */
export async function replaceHash(query: Query, change: { userId: string; from: string; to: string }): Promise<void> {
  await query.updateTable('users').set({ passwordHash: change.to }).where('id', '=', change.userId).where('passwordHash', '=', change.from).execute();
}

export async function markEmailVerified(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.updateTable('users').set({ emailVerified: true, updatedAt: now }).where('id', '=', userId).where('emailVerified', '=', false).execute();
}

export async function selectHasPasskey(query: Query, userId: string): Promise<boolean> {
  return (await query.selectFrom('passkeys').select('id').where('userId', '=', userId).limit(1).executeTakeFirst()) !== undefined;
}
