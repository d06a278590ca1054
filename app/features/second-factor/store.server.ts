import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

export interface SecondFactorRow {
  sealedSecret: string;
  confirmedAt: Date | null;
  lastStep: string;
}

export async function selectSecondFactor(query: Query, userId: string): Promise<SecondFactorRow | null> {
  return (await query.selectFrom('secondFactors').select(['sealedSecret', 'confirmedAt', 'lastStep']).where('userId', '=', userId).executeTakeFirst()) ?? null;
}

/** Serialises the verification of one account's codes. */
export async function lockSecondFactor(tx: Tx, userId: string): Promise<SecondFactorRow | null> {
  return (await tx.selectFrom('secondFactors').select(['sealedSecret', 'confirmedAt', 'lastStep']).where('userId', '=', userId).forUpdate().executeTakeFirst()) ?? null;
}

/** Replaces a secret that is not in force. */
export async function upsertSecret(tx: Tx, factor: { userId: string; sealedSecret: string; now: Date }): Promise<boolean> {
  const { userId, sealedSecret, now } = factor;
  const written = await tx
    .insertInto('secondFactors')
    .values({ userId, sealedSecret, createdAt: now })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ sealedSecret, createdAt: now }).where('secondFactors.confirmedAt', 'is', null))
    .executeTakeFirst();
  return (written.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function markConfirmed(tx: Tx, factor: { userId: string; step: number; now: Date }): Promise<void> {
  await tx.updateTable('secondFactors').set({ confirmedAt: factor.now, lastStep: String(factor.step) }).where('userId', '=', factor.userId).execute();
}

export async function updateLastStep(tx: Tx, userId: string, step: number): Promise<void> {
  await tx.updateTable('secondFactors').set({ lastStep: String(step) }).where('userId', '=', userId).execute();
}

export async function replaceCodes(tx: Tx, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('secondFactorCodes').where('userId', '=', userId).execute();
  await tx.insertInto('secondFactorCodes').values(hashes.map((codeHash) => ({ codeHash, userId }))).execute();
}

/** True for the first use only. */
export async function takeRecoveryCode(tx: Tx, code: { userId: string; codeHash: string; now: Date }): Promise<boolean> {
  const used = await tx
    .updateTable('secondFactorCodes')
    .set({ usedAt: code.now })
    .where('codeHash', '=', code.codeHash)
    .where('userId', '=', code.userId)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

export async function countCodesLeft(query: Query, userId: string): Promise<number> {
  const { count } = await query
    .selectFrom('secondFactorCodes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const deleted = await tx.deleteFrom('secondFactors').where('userId', '=', userId).where('confirmedAt', 'is not', null).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function selectFactorOwner(query: Query, email: string): Promise<{ id: string; name: string } | null> {
  return (await query.selectFrom('users').select(['id', 'name']).where('email', '=', email).executeTakeFirst()) ?? null;
}

export async function countWrongCodes(tx: Tx, { userId, since }: { userId: string; since: Date }): Promise<number> {
  const { count } = await tx
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('subject', '=', 'user')
    .where('subjectId', '=', userId)
    .where('action', '=', 'user.sign_in_failed')
    .where('at', '>', since)
    .where(sql<boolean>`detail->>'step' = 'code'`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function wasNotified(tx: Tx, { email, kind, since }: { email: string; kind: string; since: Date }): Promise<boolean> {
  return (await tx.selectFrom('mails').select('id').where('recipient', '=', email).where('kind', '=', kind).where('createdAt', '>', since).limit(1).executeTakeFirst()) !== undefined;
}
