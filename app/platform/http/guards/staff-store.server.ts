import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { GrantableRight } from '#app/domain/people/rights.ts';
import type { Role } from '#app/domain/people/roles.ts';

/** Locked in one order; `no key update`, since they may sign in and buy meanwhile. */
export async function lockActiveAdmins(tx: Tx): Promise<string[]> {
  const admins = await tx.selectFrom('users').select('id').where('role', '=', 'admin').where('banned', '=', false).orderBy('id').forNoKeyUpdate().execute();
  return admins.map(({ id }) => id);
}

export async function lockActiveRole(tx: Tx, userId: string): Promise<Role | null> {
  const user = await tx.selectFrom('users').select('role').where('id', '=', userId).where('banned', '=', false).forShare().executeTakeFirst();
  return user?.role ?? null;
}

export async function selectGrantedRights(query: Query, userId: string): Promise<GrantableRight[]> {
  const rows = await query.selectFrom('userRights').select('staffRight').where('userId', '=', userId).execute();
  return rows.map(({ staffRight }) => staffRight);
}
