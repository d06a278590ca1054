import type { GrantableRight } from '#app/domain/people/rights.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { requireRight, type Staff } from '#app/platform/http/guards/guards.server.ts';

export async function castStaff<R extends GrantableRight>(deps: Deps, email: string, right: R): Promise<Staff<R>> {
  const { id: userId, name, role } = await deps.db.query.selectFrom('users').select(['id', 'name', 'role']).where('email', '=', email).executeTakeFirstOrThrow();
  return requireRight({ kind: 'user', userId, name, email, role, rights: [right] }, right);
}
