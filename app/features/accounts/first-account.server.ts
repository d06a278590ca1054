import { hashPassword } from 'better-auth/crypto';

import { writeAudit } from '#app/adapters/db/audit.server.ts';
import { violatedConstraint } from '#app/adapters/db/database.server.ts';
import { parseEmailAddress } from '#app/domain/email-address.ts';
import { RESET_TEXTS } from '#app/domain/password.ts';
import { ROLES, type Role } from '#app/domain/roles.ts';
import type { Neighbours } from '#app/neighbours.server.ts';

import { linkForTerminal, newPasswordProblem } from './recovery.server.ts';
import { putPassword } from './store.server.ts';

export interface AccountWish {
  email: string;
  name: string;
  role: string;
  /** Null: the answer is a link that sets one. */
  password: string | null;
}

export type MadeAccount =
  | { outcome: 'made'; email: string; role: Role; link: string | null }
  | { outcome: 'refused'; reason: string };

/** Makes an account at the server's own terminal: how the first admin of an installation comes to be. */
export async function makeAccount(app: Neighbours, wish: AccountWish): Promise<MadeAccount> {
  const email = parseEmailAddress(wish.email);
  const role = ROLES.find((one) => one === wish.role);
  const name = wish.name.trim();
  if (email === null) return { outcome: 'refused', reason: `«${wish.email}» is not an e-mail address.` };
  if (role === undefined) return { outcome: 'refused', reason: `The role must be one of ${ROLES.join(', ')}.` };
  if (name === '' || name.length > 120) return { outcome: 'refused', reason: 'The name must have 1 to 120 characters.' };
  const problem = wish.password === null ? null : newPasswordProblem(wish.password);
  if (problem !== null) return { outcome: 'refused', reason: RESET_TEXTS[problem] };

  const id = app.ids.uuid();
  const now = app.clock.now();
  const hash = wish.password === null ? null : await hashPassword(wish.password);
  try {
    await app.db.inTransaction(async (tx) => {
      await tx.insertInto('users').values({ id, name, email, emailVerified: false, role, banned: false, createdAt: now, updatedAt: now }).execute();
      if (hash !== null) await putPassword(tx, { id: app.ids.uuid(), userId: id, hash, now });
      await writeAudit(tx, { at: now, actor: 'terminal', action: 'user.created', subject: 'user', subjectId: id, detail: { role } });
    });
  } catch (error) {
    if (violatedConstraint(error) === null) throw error;
    return { outcome: 'refused', reason: `There is an account of ${email} already.` };
  }
  return { outcome: 'made', email, role, link: hash === null ? await linkForTerminal(app, id) : null };
}
