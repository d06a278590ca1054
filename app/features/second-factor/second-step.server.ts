import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { completeSession, readWaitingSession } from '#app/features/sign-in/session/service.server.ts';
import { traceAccount } from '#app/features/sign-in/trace/service.server.ts';

import { type CodeOutcome, takeCode } from './service.server.ts';

export type SecondStepOutcome = CodeOutcome | { outcome: 'signed_in'; cookies: Headers } | { outcome: 'no_first_step' };

/** The account whose password was right and whose code is missing; null where there is none. */
export async function awaitedAccount(deps: Deps, headers: Headers): Promise<{ email: string } | null> {
  const waiting = await readWaitingSession(deps, headers);
  return waiting && { email: waiting.email };
}

export async function finishSignIn(deps: Deps, step: { headers: Headers; code: string; limits: RateLimits }): Promise<SecondStepOutcome> {
  const waiting = await readWaitingSession(deps, step.headers);
  if (waiting === null) return { outcome: 'no_first_step' };
  const { userId } = waiting;
  const verified = await takeCode(deps, { userId, code: step.code, limits: step.limits });
  if (verified.outcome !== 'right') {
    if (verified.outcome === 'wrong') await traceAccount(deps, deps.db.query, { event: 'user.sign_in_failed', userId, actor: 'visitor', detail: { step: 'code' } });
    return verified;
  }
  const cookies = await completeSession(deps, waiting);
  if (cookies === null) return { outcome: 'no_first_step' };
  await traceAccount(deps, deps.db.query, { event: 'user.signed_in', userId, detail: { by: verified.kind } });
  return { outcome: 'signed_in', cookies };
}
