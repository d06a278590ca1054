import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

interface Recoverable {
  id: string;
  name: string;
  email: string;
}

export async function selectRecoverable(query: Query | Tx, email: string): Promise<Recoverable | null> {
  const user = await query.selectFrom('users').select(['id', 'name', 'email']).where('email', '=', email).where('banned', '=', false).executeTakeFirst();
  return user ?? null;
}

export async function selectUserName(query: Query, email: string): Promise<Recoverable | null> {
  const user = await query.selectFrom('users').select(['id', 'name', 'email']).where('email', '=', email).executeTakeFirst();
  return user ?? null;
}

/** The newest code replaces the account's others. */
export async function upsertCodes(tx: Tx, codes: readonly { userId: string; codeHash: string }[], { expiresAt, now }: { expiresAt: Date; now: Date }): Promise<void> {
  if (codes.length === 0) return;
  const given = codes.map(({ userId, codeHash }) => ({ user_id: userId, code_hash: codeHash }));
  await sql`
    insert into recovery_codes (user_id, code_hash, expires_at, created_at)
    select user_id, code_hash, ${expiresAt}, ${now}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (user_id uuid, code_hash text)
    on conflict (user_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, created_at = excluded.created_at
  `.execute(tx);
}

export interface StandingCode {
  name: string;
  email: string;
  /** False for an invited user who has not set one. */
  hasPassword: boolean;
  createdAt: Date;
  expiresAt: Date;
}

export async function selectCode(query: Query, code: { userId: string; codeHash: string; now: Date }): Promise<StandingCode | null> {
  const found = await query
    .selectFrom('recoveryCodes')
    .innerJoin('users', 'users.id', 'recoveryCodes.userId')
    .select(['users.name', 'users.email', 'recoveryCodes.createdAt', 'recoveryCodes.expiresAt'])
    .select(({ eb }) => eb('users.passwordHash', 'is not', null).$castTo<boolean>().as('hasPassword'))
    .where('userId', '=', code.userId)
    .where('codeHash', '=', code.codeHash)
    .where('expiresAt', '>', code.now)
    .where('users.banned', '=', false)
    .executeTakeFirst();
  return found ?? null;
}

/** Atomic: of two concurrent requests one gets it. */
export async function takeEmailedCode(tx: Tx, code: { userId: string; codeHash: string; now: Date }): Promise<Recoverable | null> {
  const used = await tx
    .deleteFrom('recoveryCodes')
    .using('users')
    .whereRef('users.id', '=', 'recoveryCodes.userId')
    .where('users.banned', '=', false)
    .where('recoveryCodes.userId', '=', code.userId)
    .where('codeHash', '=', code.codeHash)
    .where('expiresAt', '>', code.now)
    .returning(['users.id', 'users.name', 'users.email'])
    .executeTakeFirst();
  return used ?? null;
}

export async function deleteStaleCodes(query: Query, before: Date): Promise<void> {
  await query.deleteFrom('recoveryCodes').where('expiresAt', '<', before).execute();
}
