import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { completeSession, knownBrowserOf, readWaitingSession } from '#app/features/sign-in/session/service.server.ts';
import { traceAccount } from '#app/features/sign-in/trace/service.server.ts';

import { enqueueSecondFactorNotice } from './notice.server.ts';
import { type CodeOutcome, takeCode } from './service.server.ts';
import { countWrongCodes, wasNotified } from './store.server.ts';

const DAY_MS = 24 * 3_600_000;
/** Whoever types so many wrong codes of one account in a day knows its password: its owner is told. */
const NOTIFY_AT = 5;

export type SecondStepOutcome = CodeOutcome | { outcome: 'signed_in'; cookies: Headers } | { outcome: 'no_first_step' };

/** The account whose password was right and whose code is missing; null where there is none. */
export async function awaitedAccount(deps: Deps, headers: Headers): Promise<{ email: string } | null> {
  const waiting = await readWaitingSession(deps, headers);
  return waiting && { email: waiting.email };
}

export async function finishSignIn(deps: Deps, step: { headers: Headers; code: string; limits: RateLimits }): Promise<SecondStepOutcome> {
  const waiting = await readWaitingSession(deps, step.headers);
  if (waiting === null) return { outcome: 'no_first_step' };
  const { userId, email } = waiting;
  const verified = await takeCode(deps, { userId, code: step.code, limits: step.limits, browser: await knownBrowserOf(deps, email, step.headers) });
  if (verified.outcome !== 'right') {
    if (verified.outcome === 'wrong') await noteWrongCode(deps, { userId, email });
    return verified;
  }
  const cookies = await completeSession(deps, waiting);
  if (cookies === null) return { outcome: 'no_first_step' };
  await traceAccount(deps, deps.db.query, { event: 'user.signed_in', userId, detail: { by: verified.kind } });
  return { outcome: 'signed_in', cookies };
}

async function noteWrongCode(deps: Deps, { userId, email }: { userId: string; email: string }): Promise<void> {
  await deps.db.inTransaction(async (tx) => {
    await traceAccount(deps, tx, { event: 'user.sign_in_failed', userId, actor: 'visitor', detail: { step: 'code' } });
    const since = new Date(deps.clock.now().getTime() - DAY_MS);
    if ((await countWrongCodes(tx, { userId, since })) < NOTIFY_AT || (await wasNotified(tx, { email, kind: 'second_factor_guessed', since }))) return;
    await enqueueSecondFactorNotice(tx, deps, { email, kind: 'second_factor_guessed' });
  });
}
