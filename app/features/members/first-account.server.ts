import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { violatedConstraint } from '#app/platform/adapters/db/database.server.ts';
import { hashPassword } from '#app/platform/adapters/password-hashing.server.ts';
import { RESET_TEXTS } from '#app/domain/people/password.ts';
import { checkEmail, checkName, MAX_NAME } from '#app/domain/people/user-fields.ts';
import { ROLES, type Role } from '#app/domain/people/roles.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { newPasswordProblem, setFirstPassword } from '#app/features/sign-in/password/service.server.ts';
import { linkForTerminal } from '#app/features/sign-in/recovery/service.server.ts';

import { insertUser } from './users-store.server.ts';

export interface AccountInput {
  email: string;
  name: string;
  role: string;
  /** Null: answers with a link that sets one. */
  password: string | null;
}

export type MadeAccount =
  | { outcome: 'made'; email: string; role: Role; link: string | null }
  | { outcome: 'refused'; reason: string };

/** For the server's terminal, above all for the first admin. */
export async function makeAccount(deps: Deps, input: AccountInput): Promise<MadeAccount> {
  const [checkedName, checkedEmail] = [checkName(input.name), checkEmail(input.email)];
  const role = ROLES.find((one) => one === input.role);
  if ('problem' in checkedEmail) return { outcome: 'refused', reason: `«${input.email}» is not an e-mail address.` };
  if ('problem' in checkedName) return { outcome: 'refused', reason: `The name must have 1 to ${MAX_NAME} characters.` };
  if (role === undefined) return { outcome: 'refused', reason: `The role must be one of ${ROLES.join(', ')}.` };
  const [name, email] = [checkedName.value, checkedEmail.value];
  const problem = input.password === null ? null : await newPasswordProblem(deps, { password: input.password, owner: { name, email } });
  if (problem !== null) return { outcome: 'refused', reason: RESET_TEXTS[problem] };

  const id = deps.ids.uuid();
  const now = deps.clock.now();
  const hash = input.password === null ? null : await hashPassword(input.password);
  try {
    await deps.db.inTransaction(async (tx) => {
      await insertUser(tx, { id, name, email, role, now });
      if (hash !== null) await setFirstPassword(tx, { userId: id, hash, now });
      await writeAudit(tx, { at: now, actor: 'terminal', action: 'user.created', subject: 'user', subjectId: id, detail: { before: null, after: role } });
    });
  } catch (error) {
    if (violatedConstraint(error) === null) throw error;
    return { outcome: 'refused', reason: `There is an account of ${email} already.` };
  }
  return { outcome: 'made', email, role, link: hash === null ? await linkForTerminal(deps, id) : null };
}
