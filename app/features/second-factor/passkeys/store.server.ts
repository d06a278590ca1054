import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

export type Purpose = 'add' | 'prove' | 'sign_in';

export interface PasskeyRow {
  id: string;
  name: string;
  createdAt: Date;
  usedAt: Date | null;
}

export async function selectPasskeys(query: Query | Tx, userId: string): Promise<(PasskeyRow & { credentialId: string })[]> {
  return query.selectFrom('passkeys').select(['id', 'credentialId', 'name', 'createdAt', 'usedAt']).where('userId', '=', userId).orderBy('createdAt').execute();
}

export interface KnownPasskey {
  id: string;
  userId: string;
  email: string;
  credentialId: string;
  publicKey: string;
  counter: string;
}

export async function selectPasskey(query: Query, credentialId: string): Promise<KnownPasskey | null> {
  const passkey = await query
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.userId')
    .select(['passkeys.id', 'passkeys.userId', 'users.email', 'passkeys.credentialId', 'passkeys.publicKey', 'passkeys.counter'])
    .where('credentialId', '=', credentialId)
    .where('users.banned', '=', false)
    .executeTakeFirst();
  return passkey ?? null;
}

export async function insertPasskey(tx: Tx, passkey: { id: string; userId: string; credentialId: string; publicKey: string; counter: number; name: string; now: Date }): Promise<boolean> {
  const { now, counter, ...rest } = passkey;
  const made = await tx
    .insertInto('passkeys')
    .values({ ...rest, counter: String(counter), createdAt: now })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .executeTakeFirst();
  return (made.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** False where the passkey was removed meanwhile, or the counter was used already. */
export async function markPasskeyUsed(tx: Tx, use: { id: string; counter: number; now: Date }): Promise<boolean> {
  const marked = await tx
    .updateTable('passkeys')
    .set({ counter: String(use.counter), usedAt: use.now })
    .where('id', '=', use.id)
    .where(({ eb, or, and }) => or([eb('counter', '<', String(use.counter)), and([eb('counter', '=', '0'), eb.lit(use.counter === 0)])]))
    .executeTakeFirst();
  return marked.numUpdatedRows > 0n;
}

export async function updatePasskeyName(tx: Tx, passkey: { id: string; userId: string; name: string }): Promise<boolean> {
  const renamed = await tx.updateTable('passkeys').set({ name: passkey.name }).where('id', '=', passkey.id).where('userId', '=', passkey.userId).executeTakeFirst();
  return renamed.numUpdatedRows > 0n;
}

export async function deletePasskey(tx: Tx, passkey: { id: string; userId: string }): Promise<boolean> {
  const deleted = await tx.deleteFrom('passkeys').where('id', '=', passkey.id).where('userId', '=', passkey.userId).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export interface NewChallenge {
  id: string;
  challenge: string;
  purpose: Purpose;
  sessionToken: string | null;
  expiresAt: Date;
}

export async function insertChallenge(tx: Tx, challenge: NewChallenge): Promise<void> {
  await tx.insertInto('passkeyChallenges').values(challenge).execute();
}

export async function deleteChallengesBefore(query: Query, instant: Date): Promise<void> {
  await query.deleteFrom('passkeyChallenges').where('expiresAt', '<', instant).execute();
}

/** Atomic: of two concurrent requests one gets it. */
export async function takeChallenge(query: Query, wanted: { id: string; purpose: Purpose; sessionToken: string | null; now: Date }): Promise<string | null> {
  const row = await query
    .deleteFrom('passkeyChallenges')
    .where('id', '=', wanted.id)
    .where('purpose', '=', wanted.purpose)
    .where('sessionToken', 'is not distinct from', wanted.sessionToken)
    .where('expiresAt', '>', wanted.now)
    .returning('challenge')
    .executeTakeFirst();
  return row?.challenge ?? null;
}
