import type { RouterContextProvider } from 'react-router';

import { verifyPassword } from '#app/platform/adapters/password-hashing.server.ts';
import { PASSWORD_AGAIN, type PasswordAsk } from '#app/design/admin-kit/form/form-reply.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import { isPasswordRecent } from '#app/domain/people/session/recent-password.ts';
import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import { requestContext } from '#app/platform/http/request-context.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { sessionTokenOf } from '../session/service.server.ts';
import { traceAccount } from '../trace/service.server.ts';
import { inHashingQueue } from '../session/hashing-queue.server.ts';
import { markProved, selectHasPasskey, selectPasswordHash } from '../store.server.ts';
import { type ProofOutcome, proofProblem } from './proof-words.ts';

interface RouteArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

/** Null when the password was typed in the last 15 minutes or came with this form, from which it is removed. */
export async function askPasswordAgain({ context, request }: RouteArgs, form: FormData): Promise<PasswordAsk | null> {
  const { deps, actor, limits } = context.get(requestContext);
  const typed = form.get(PASSWORD_AGAIN);
  form.delete(PASSWORD_AGAIN);
  if (isPasswordRecent(actor, deps.clock.now())) return null;
  const fields = [...form].filter((field): field is [string, string] => typeof field[1] === 'string');
  const hasPasskey = await hasOwnPasskey(deps, actor);
  if (typeof typed !== 'string') return { fields, problem: null, hasPasskey };
  const proof = await provePassword(deps, { actor, headers: request.headers, password: typed, limits });
  return proof.outcome === 'proved' ? null : { fields, problem: proofProblem(proof), hasPasskey };
}

export async function hasOwnPasskey(deps: Deps, actor: Actor): Promise<boolean> {
  return actor.kind === 'user' && selectHasPasskey(deps.db.query, actor.userId);
}

interface PasswordProof {
  actor: Actor;
  headers: Headers;
  password: string;
  limits: RateLimits;
}

/** Verifies the signed-in user's password and notes that in the session. */
export async function provePassword(deps: Deps, { actor, headers, password, limits }: PasswordProof): Promise<ProofOutcome> {
  const token = await sessionTokenOf(deps, headers);
  if (actor.kind !== 'user' || token === null) return { outcome: 'signed_out' };
  // All places that ask for the password share one counter.
  const guesses = `change ${actor.userId}`;
  const wait = await limits.take('failed_login_of_browser', guesses);
  if (wait !== null) return { outcome: 'too_many', retryAfterSeconds: wait };
  const hash = await selectPasswordHash(deps.db.query, actor.userId);
  const isRight = await inHashingQueue(null, async () => hash !== null && verifyPassword({ hash, password }));
  if (isRight === null) return { outcome: 'busy' };
  if (hash === null || !isRight) {
    await traceAccount(deps, deps.db.query, { event: 'user.sign_in_failed', userId: actor.userId, detail: { step: 'password_again' } });
    return { outcome: 'wrong' };
  }
  await limits.refund('failed_login_of_browser', guesses);
  // A password changed during the verification proves nothing.
  const isMarked = await markProved(deps.db.query, { token, userId: actor.userId, hash, now: deps.clock.now() });
  return { outcome: isMarked ? 'proved' : 'wrong' };
}
