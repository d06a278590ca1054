import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';

interface SignInLink {
  email: string;
  browserHash: string;
}

export async function insertSignInLink(tx: Tx, link: SignInLink & { codeHash: string; expiresAt: Date; now: Date }): Promise<void> {
  const { now, ...row } = link;
  await tx.insertInto('signInLinks').values({ ...row, createdAt: now }).execute();
}

export async function selectSignInLink(query: Query | Tx, link: { codeHash: string; now: Date }): Promise<SignInLink | null> {
  const found = await query.selectFrom('signInLinks').select(['email', 'browserHash']).where('codeHash', '=', link.codeHash).where('expiresAt', '>', link.now).executeTakeFirst();
  return found ?? null;
}

/** Atomic: of two concurrent requests one gets it. */
export async function takeSignInLink(tx: Tx, link: { codeHash: string; now: Date }): Promise<SignInLink | null> {
  const taken = await tx.deleteFrom('signInLinks').where('codeHash', '=', link.codeHash).where('expiresAt', '>', link.now).returning(['email', 'browserHash']).executeTakeFirst();
  return taken ?? null;
}

interface LinkedAccount {
  id: string;
  name: string;
  email: string;
  /** It has a right or a second factor: a link does not open it. */
  needsPassword: boolean;
}

/** Null where no account may be opened. */
export async function selectLinkedAccount(query: Query | Tx, email: string): Promise<LinkedAccount | null> {
  const account = await query
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .select(
      sql<boolean>`users.role = 'admin' or exists (select from user_rights r where r.user_id = users.id)
        or exists (select from second_factors f where f.user_id = users.id and f.confirmed_at is not null)`.as('needsPassword'),
    )
    .where('email', '=', email)
    .where('banned', '=', false)
    .executeTakeFirst();
  return account ?? null;
}

export async function deleteOldSignInLinks(query: Query, before: Date): Promise<void> {
  await query.deleteFrom('signInLinks').where('expiresAt', '<', before).execute();
}
