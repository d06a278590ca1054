import { parseEmailAddress } from '#app/domain/people/email-address.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { selectUserId } from '#app/features/sign-in/store.server.ts';
import { resetSecondFactorTx } from './service.server.ts';

/** For the last admin who has lost phone and codes, at the server's own terminal. */
export async function resetSecondFactorAtTerminal(deps: Deps, typed: string): Promise<'done' | 'not_found' | 'had_none'> {
  const email = parseEmailAddress(typed);
  const userId = email === null ? null : await selectUserId(deps.db.query, email);
  if (email === null || userId === null) return 'not_found';
  return (await deps.db.inTransaction((tx) => resetSecondFactorTx(tx, deps, { userId, email, actor: 'terminal' }))) ? 'done' : 'had_none';
}
