import { type PasswordProblem, passwordProblem } from '#app/domain/people/password.ts';
import { type AccountOwner, isPersonalPassword } from '#app/domain/people/personal-password.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { setPassword } from '../store.server.ts';
import { isCommonPassword } from './common-passwords.server.ts';

export async function newPasswordProblem(deps: Pick<Deps, 'settings'>, { password, owner }: { password: string; owner: AccountOwner }): Promise<PasswordProblem | null> {
  const broken = passwordProblem(password);
  if (broken !== null) return broken;
  const { association } = await deps.settings.current();
  if (isPersonalPassword(password, { ...owner, association: association.name })) return 'personal';
  return (await isCommonPassword(password)) ? 'common' : null;
}

/** For an account created in the same transaction. */
export async function setFirstPassword(tx: Tx, password: { userId: string; hash: string; now: Date }): Promise<void> {
  await setPassword(tx, password);
}
