import { displayName } from '#app/domain/association.ts';
import { oneTimeCodeUrl, stepOfCode } from '#app/platform/adapters/one-time-codes.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import { readTypedCode, RECOVERY_CODES, recoveryCodeOf } from '#app/domain/people/session/second-factor.ts';
import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { traceAccount } from '#app/features/sign-in/trace/service.server.ts';
import { endSessions, holdSignIns } from '#app/features/sign-in/session/service.server.ts';

import { enqueueSecondFactorNotice } from './notice.server.ts';
import { hashOfRecoveryCode, newTotpSecret, openSecret, sealSecret } from './codes.server.ts';
import { countCodesLeft, deleteSecondFactor, lockSecondFactor, markConfirmed, replaceCodes, selectSecondFactor, takeRecoveryCode, updateLastStep, upsertSecret } from './store.server.ts';

type User = Extract<Actor, { kind: 'user' }>;

export type SecondFactorState =
  | { state: 'off' }
  /** The phone has not confirmed a first code yet. */
  | { state: 'begun'; secret: string; url: string }
  | { state: 'on'; since: Date; codesLeft: number };

export async function readSecondFactor(deps: Deps, user: User): Promise<SecondFactorState> {
  const row = await selectSecondFactor(deps.db.query, user.userId);
  if (row === null) return { state: 'off' };
  if (row.confirmedAt !== null) return { state: 'on', since: row.confirmedAt, codesLeft: await countCodesLeft(deps.db.query, user.userId) };
  const secret = await openSecret(deps, row.sealedSecret);
  if (secret === null) return { state: 'off' };
  return { state: 'begun', secret, url: oneTimeCodeUrl(secret, { issuer: displayName((await deps.settings.current()).association), email: user.email }) };
}

/** Not in force before the phone confirms a first code. False where one is in force. */
export async function beginSecondFactor(deps: Deps, user: User): Promise<boolean> {
  const sealedSecret = await sealSecret(deps, newTotpSecret(deps));
  return deps.db.inTransaction((tx) => upsertSecret(tx, { userId: user.userId, sealedSecret, now: deps.clock.now() }));
}

export type CodeOutcome = { outcome: 'wrong' } | { outcome: 'too_many'; retryAfterSeconds: number };
export type CodesOutcome = CodeOutcome | { outcome: 'codes'; codes: string[] };

interface Typed {
  userId: string;
  code: string;
  limits: RateLimits;
}

/** Ends the sessions opened without the second factor. The recovery codes are readable this once only. */
export async function confirmSecondFactor(deps: Deps, typed: Typed & { sessionToken: string; email: string }): Promise<CodesOutcome> {
  const { userId, sessionToken, email } = typed;
  return countedTry(deps, typed, async (tx): Promise<CodesOutcome> => {
    await holdSignIns(tx, userId);
    const factor = await lockSecondFactor(tx, userId);
    if (factor === null || factor.confirmedAt !== null) return { outcome: 'wrong' };
    const now = deps.clock.now();
    const step = await stepOf(deps, factor.sealedSecret, typed.code);
    if (step === null) return { outcome: 'wrong' };
    await markConfirmed(tx, { userId, step, now });
    await endSessions(tx, userId, { keep: sessionToken });
    await enqueueSecondFactorNotice(tx, deps, { email, kind: 'second_factor_on' });
    await traceAccount(deps, tx, { event: 'user.second_factor_on', userId });
    return { outcome: 'codes', codes: await makeCodes(deps, tx, userId) };
  });
}

/** Invalidates the recovery codes before. */
export async function renewCodes(deps: Deps, userId: string): Promise<string[] | null> {
  return deps.db.inTransaction(async (tx) => {
    const factor = await lockSecondFactor(tx, userId);
    if (factor === null || factor.confirmedAt === null) return null;
    await traceAccount(deps, tx, { event: 'user.recovery_codes_made', userId });
    return makeCodes(deps, tx, userId);
  });
}

export async function removeSecondFactor(deps: Deps, user: Pick<User, 'userId' | 'email'>): Promise<boolean> {
  return deps.db.inTransaction(async (tx) => {
    if (!(await deleteSecondFactor(tx, user.userId))) return false;
    await enqueueSecondFactorNotice(tx, deps, { email: user.email, kind: 'second_factor_off' });
    await traceAccount(deps, tx, { event: 'user.second_factor_off', userId: user.userId });
    return true;
  });
}

/** By somebody else, after phone and codes were lost: every session of the account ends. */
export async function resetSecondFactorTx(tx: Tx, deps: Deps, reset: { userId: string; email: string; actor: string }): Promise<boolean> {
  const { userId, email, actor } = reset;
  if (!(await deleteSecondFactor(tx, userId))) return false;
  await endSessions(tx, userId, { keep: null });
  await enqueueSecondFactorNotice(tx, deps, { email, kind: 'second_factor_off' });
  await traceAccount(deps, tx, { event: 'user.second_factor_reset', userId, actor });
  return true;
}

/** Verifies a phone's code, or uses up a recovery code. Strangers, known browsers and recovery codes are counted apart, so that none locks the owner out. */
export async function takeCode(deps: Deps, typed: Typed & { browser: string | null }): Promise<CodeOutcome | { outcome: 'right'; kind: 'app' | 'recovery' }> {
  const { userId, browser } = typed;
  const read = readTypedCode(typed.code);
  const whose = read?.kind === 'recovery' ? `recovery ${userId}` : browser === null ? userId : `${userId} ${browser}`;
  const isStranger = read?.kind !== 'recovery' && browser === null;
  const wait = isStranger ? await typed.limits.take('second_factor_day', userId) : null;
  if (wait !== null) return { outcome: 'too_many', retryAfterSeconds: wait };
  const taken = await countedTry(deps, { userId: whose, limits: typed.limits }, async (tx) => {
    const factor = read === null ? null : await lockSecondFactor(tx, userId);
    if (read === null || factor === null || factor.confirmedAt === null) return { outcome: 'wrong' } as const;
    if (read.kind === 'recovery') {
      const isTaken = await takeRecoveryCode(tx, { userId, codeHash: hashOfRecoveryCode(deps, userId, read.code), now: deps.clock.now() });
      if (!isTaken) return { outcome: 'wrong' } as const;
      await traceAccount(deps, tx, { event: 'user.recovery_code_used', userId });
      return { outcome: 'right', kind: 'recovery' } as const;
    }
    const step = await stepOf(deps, factor.sealedSecret, read.code);
    // A code works once, so that one read over a shoulder is worthless.
    if (step === null || step <= Number(factor.lastStep)) return { outcome: 'wrong' } as const;
    await updateLastStep(tx, userId, step);
    return { outcome: 'right', kind: 'app' } as const;
  });
  if (isStranger && taken.outcome !== 'wrong') await typed.limits.refund('second_factor_day', userId);
  return taken;
}

/** The attempt is counted before it is verified, against concurrent guesses, and refunded when right. */
async function countedTry<Outcome extends { outcome: string }>(deps: Deps, { userId, limits }: Pick<Typed, 'userId' | 'limits'>, look: (tx: Tx) => Promise<Outcome>): Promise<Outcome | CodeOutcome> {
  const wait = await limits.take('second_factor_code', userId);
  if (wait !== null) return { outcome: 'too_many', retryAfterSeconds: wait };
  const seen = await deps.db.inTransaction(look);
  if (seen.outcome !== 'wrong') await limits.refund('second_factor_code', userId);
  return seen;
}

async function stepOf(deps: Deps, sealedSecret: string, typed: string): Promise<number | null> {
  const read = readTypedCode(typed);
  if (read?.kind !== 'app') return null;
  const secret = await openSecret(deps, sealedSecret);
  return secret === null ? null : stepOfCode({ secret, code: read.code, now: deps.clock.now() });
}

async function makeCodes(deps: Deps, tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeOf(deps.ids.token()));
  await replaceCodes(tx, userId, codes.map((code) => hashOfRecoveryCode(deps, userId, code)));
  return codes;
}
