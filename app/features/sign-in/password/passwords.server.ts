import { hashPassword, verifyPassword } from '#app/platform/adapters/password-hashing.server.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import type { PasswordProblem } from '#app/domain/people/password.ts';
import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { inHashingQueue } from '../session/hashing-queue.server.ts';
import { traceAccount } from '../trace/service.server.ts';
import { enqueueNotice } from '../recovery/service.server.ts';
import { newPasswordProblem } from './service.server.ts';
import { deleteSessions, isSessionOf } from '../session/store.server.ts';
import { lockAccount, selectPasswordHash, setPassword } from '../store.server.ts';

type ChangeOutcome =
  | { outcome: 'changed' | 'wrong_current' | 'busy' }
  /** The session has ended meanwhile, perhaps by the owner's own reset. */
  | { outcome: 'signed_out' }
  | { outcome: 'refused_password'; problem: PasswordProblem }
  | { outcome: 'too_many'; retryAfterSeconds: number };

interface PasswordChange {
  actor: Extract<Actor, { kind: 'user' }>;
  /** This session stays; the account's others end. */
  sessionToken: string;
  current: string;
  next: string;
  limits: RateLimits;
}

export async function changePassword(deps: Deps, change: PasswordChange): Promise<ChangeOutcome> {
  const { actor, sessionToken, current, next, limits } = change;
  const problem = await newPasswordProblem(deps, { password: next, owner: actor });
  if (problem !== null) return { outcome: 'refused_password', problem };
  // A counter of its own: guesses in an open session must not block the account's logins.
  const guesses = `change ${actor.userId}`;
  const wait = await limits.take('failed_login_of_browser', guesses);
  if (wait !== null) return { outcome: 'too_many', retryAfterSeconds: wait };

  const storedHash = await selectPasswordHash(deps.db.query, actor.userId);
  const hashed = await inHashingQueue(null, async () => {
    if (storedHash === null || !(await verifyPassword({ hash: storedHash, password: current }))) return 'wrong' as const;
    return { hash: await hashPassword(next) };
  });
  if (hashed === null) return { outcome: 'busy' };
  if (hashed === 'wrong') return { outcome: (await isSessionOf(deps.db.query, { userId: actor.userId, token: sessionToken })) ? 'wrong_current' : 'signed_out' };
  await limits.refund('failed_login_of_browser', guesses);

  const now = deps.clock.now();
  return deps.db.inTransaction(async (tx): Promise<ChangeOutcome> => {
    // Hashing is slow: a password or session that changed meanwhile wins.
    await lockAccount(tx, actor.userId);
    if (!(await isSessionOf(tx, { userId: actor.userId, token: sessionToken }))) return { outcome: 'signed_out' };
    if ((await selectPasswordHash(tx, actor.userId)) !== storedHash) return { outcome: 'wrong_current' };
    await setPassword(tx, { userId: actor.userId, hash: hashed.hash, now });
    await deleteSessions(tx, actor.userId, { keep: sessionToken });
    await enqueueNotice(tx, deps, actor.email);
    await traceAccount(deps, tx, { event: 'user.password_changed', userId: actor.userId });
    return { outcome: 'changed' };
  });
}
