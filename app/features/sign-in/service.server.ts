import { hashPassword, needsRehash, verifyPassword } from '#app/platform/adapters/password-hashing.server.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import { type GrantableRight, rightsOf } from '#app/domain/people/rights.ts';
import { isIdle } from '#app/domain/people/session/session-life.ts';
import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import type { ShiftStanding } from '#app/domain/shifts/standing.ts';
import { selectRightsNow, standingFrom } from '#app/platform/http/guards/shift-store.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { inHashingQueue } from './session/hashing-queue.server.ts';
import { knownBrowserCookie, readKnownBrowser } from './session/known-browser.server.ts';
import { keepInUse, readSession } from './session/service.server.ts';
import { traceAccount } from './trace/service.server.ts';
import { credentialsSchema } from './schema.ts';
import { type SignedInSession, openSessionTx } from './session/open-session.server.ts';
import { readSessionToken, writeSessionToken } from './session/session-cookie.server.ts';
import { deleteSession, hasSecondFactor, selectPeople, type Session } from './session/store.server.ts';
import { lockOpenable, replaceHash, selectCredential, selectUserId } from './store.server.ts';

/** A guest's token is null. */
export async function readSessionActor(deps: Deps, request: { headers: Headers; visitor: string | null }): Promise<{ token: string | null; actor: Actor }> {
  const session = await readSession(deps, request.headers);
  if (session === null || !(await keepInUse(deps, session))) return { token: null, actor: { kind: 'guest', visitor: request.visitor } };
  const { token, userId } = session;
  const lacksSecondFactor = needsSecondFactor(deps, session) && !(await hasSecondFactor(deps.db.query, userId));
  return { token, actor: toUser(session, lacksSecondFactor ? null : await selectRightsNow(deps.db.query, userId, deps.clock.now())) };
}

/** The people of these sessions as they are now; sessions that have ended are missing. */
export async function actorsOf(deps: Pick<Deps, 'db' | 'clock' | 'env'>, tokens: readonly string[]): Promise<{ token: string; actor: Actor }[]> {
  const now = deps.clock.now();
  const sessions = (await selectPeople(deps.db.query, { tokens, now })).filter((session) => !isIdle(session, now));
  return sessions.map((session) => {
    const lacksSecondFactor = needsSecondFactor(deps, session) && !session.hasSecondFactor;
    return { token: session.token, actor: toUser(session, lacksSecondFactor ? null : { granted: session.granted, shift: standingFrom(session, now) }) };
  });
}

type Owner = Pick<Session, 'userId' | 'role' | 'name' | 'email' | 'provedAt'>;

function needsSecondFactor({ env }: Pick<Deps, 'env'>, { role }: Owner): boolean {
  return role === 'admin' && env.adminSecondFactor;
}

/** `may`: null for an admin who lacks the second factor. */
function toUser({ userId, role, name, email, provedAt }: Owner, may: { granted: readonly GrantableRight[]; shift: ShiftStanding | null } | null): Actor {
  const person = { kind: 'user', userId, role, name, email, provedAt } as const;
  return may === null ? { ...person, rights: [], lacksSecondFactor: true } : { ...person, rights: rightsOf(role, may.granted), ...(may.shift && { shift: may.shift }) };
}

interface SignInRequest {
  credentials: unknown;
  headers: Headers;
  address: string;
  limits: RateLimits;
}

type SignInOutcome =
  | { outcome: 'signed_in'; cookies: Headers }
  /** The password was right; the session of these cookies gives no access until `finishSignIn`. */
  | { outcome: 'code_needed'; cookies: Headers }
  /** Unknown account, wrong password or disabled: indistinguishable from outside. */
  | { outcome: 'refused' }
  | { outcome: 'too_many'; retryAfterSeconds: number }
  | { outcome: 'busy' };

/** Attempts are counted before hashing, against concurrent guesses, and refunded when right. Ends the browser's old session. */
export async function signInWithPassword(deps: Deps, request: SignInRequest): Promise<SignInOutcome> {
  const { headers, address, limits } = request;
  const retryAfterSeconds = await limits.take('password', address);
  if (retryAfterSeconds !== null) return { outcome: 'too_many', retryAfterSeconds };
  const parsed = credentialsSchema.safeParse(request.credentials);
  if (!parsed.success) return { outcome: 'refused' };

  const email = parsed.data.email.trim().toLowerCase();
  const browser = await readKnownBrowser(deps, email, headers);
  const counted = [
    ['failed_login_of_address', address],
    browser === null ? (['failed_login_of_account', email] as const) : (['failed_login_of_browser', browser] as const),
  ] as const;
  const refundHits = async (): Promise<unknown> => Promise.all(counted.map(([act, key]) => limits.refund(act, key)));
  const waits = await Promise.all(counted.map(([act, key]) => limits.take(act, key)));
  const wait = Math.max(...waits.map((seconds) => seconds ?? 0));
  if (wait > 0) return { outcome: 'too_many', retryAfterSeconds: wait };

  const opened = await openByPassword(deps, { email, password: parsed.data.password, headers, stranger: browser === null ? address : null });
  if (opened === 'busy') {
    await refundHits();
    return { outcome: 'busy' };
  }
  if (opened === 'refused') {
    void traceFailure(deps, email);
    return { outcome: 'refused' };
  }

  await refundHits();
  await rehash(deps, { userId: opened.userId, hash: opened.hash, password: parsed.data.password });
  const cookies = new Headers([['Set-Cookie', opened.cookie]]);
  if (opened.awaitsCode) return { outcome: 'code_needed', cookies };
  await traceAccount(deps, deps.db.query, { event: 'user.signed_in', userId: opened.userId, detail: { by: 'password' } });
  cookies.append('Set-Cookie', await knownBrowserCookie(deps, email));
  return { outcome: 'signed_in', cookies };
}

interface PasswordAttempt {
  email: string;
  password: string;
  headers: Headers;
  stranger: string | null;
}

/** A password that changed during the verification is verified again. */
async function openByPassword(deps: Deps, attempt: PasswordAttempt): Promise<'busy' | 'refused' | (SignedInSession & { userId: string; hash: string })> {
  const { email, password, headers, stranger } = attempt;
  const credential = await selectCredential(deps.db.query, email);
  const { userId, hash } = credential ?? { userId: null, hash: null };
  // Without an account the same work is done, so that timing reveals nothing.
  const isRight = await inHashingQueue(stranger, async () => (hash === null ? (await hashPassword(password)) === null : verifyPassword({ hash, password })));
  if (isRight === null) return 'busy';
  if (!isRight || userId === null || hash === null) return 'refused';
  const opened = await deps.db.inTransaction(async (tx) => ((await lockOpenable(tx, userId))?.hash === hash ? openSessionTx(tx, deps, { userId, headers, by: 'password' }) : null));
  return opened === null ? openByPassword(deps, attempt) : { ...opened, userId, hash };
}

async function rehash(deps: Deps, { userId, hash, password }: { userId: string; hash: string; password: string }): Promise<void> {
  if (!needsRehash(hash)) return;
  const renewed = await inHashingQueue(null, () => hashPassword(password));
  if (renewed !== null) await replaceHash(deps.db.query, { userId, from: hash, to: renewed });
}

/** Not awaited: timing must not reveal whether the address has an account. */
async function traceFailure(deps: Deps, email: string): Promise<void> {
  try {
    const userId = await selectUserId(deps.db.query, email);
    if (userId === null) deps.log.info({ event: 'user.sign_in_failed', userId: null }, 'account');
    else await traceAccount(deps, deps.db.query, { event: 'user.sign_in_failed', userId, actor: 'visitor', detail: { step: 'password' } });
  } catch (error) {
    deps.log.warn({ err: error }, 'a failed login left no trace');
  }
}

export async function signOut(deps: Deps, headers: Headers): Promise<Headers> {
  const session = await readSession(deps, headers);
  if (session !== null) await traceAccount(deps, deps.db.query, { event: 'user.signed_out', userId: session.userId });
  const token = readSessionToken(deps, headers);
  if (token !== null) await deleteSession(deps.db.query, token);
  return new Headers([['Set-Cookie', writeSessionToken(deps, null)]]);
}
