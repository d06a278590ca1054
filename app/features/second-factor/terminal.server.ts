import { parseEmailAddress } from '#app/domain/people/email-address.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { resetSecondFactorTx } from './service.server.ts';
import { selectFactorOwner } from './store.server.ts';

/** Run on the server's terminal when the last admin has lost phone and codes. */
export async function resetSecondFactorAtTerminal(deps: Deps, typed: string): Promise<'done' | 'not_found' | 'had_none'> {
  const email = parseEmailAddress(typed);
  const owner = email === null ? null : await selectFactorOwner(deps.db.query, email);
  if (email === null || owner === null) return 'not_found';
  return (await deps.db.inTransaction((tx) => resetSecondFactorTx(tx, deps, { userId: owner.id, email, actor: 'terminal' }))) ? 'done' : 'had_none';
}
