import { hashPassword, needsRehash, verifyPassword } from '#app/platform/adapters/password-hashing.server.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import { rightsOf } from '#app/domain/people/rights.ts';
import { ROLES, type Role } from '#app/domain/people/roles.ts';
import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import { selectGrantedRights } from '#app/platform/http/guards/staff-store.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { inHashingQueue } from './session/hashing-queue.server.ts';
import { knownBrowserCookie, readKnownBrowser } from './session/known-browser.server.ts';
import { keepInUse, readSession } from './session/session.server.ts';
import { traceAccount } from './session/trace.server.ts';
import { hasSecondFactor } from './second-factor/store.server.ts';
import { credentialsSchema } from './schema.ts';
import { deleteSession, markAwaitingCode, markSignedIn, replaceHash, selectOpeningHash, selectUserId } from './store.server.ts';

/** Whoever has shown the password has this long to fetch the phone. */
const CODE_AWAITED_MS = 10 * 60_000;

/** By the session cookie and the users table as it is now. */
export async function actorOf(deps: Deps, request: { headers: Headers; visitor: string | null }): Promise<Actor> {
  const guest: Actor = { kind: 'guest', visitor: request.visitor };
  const session = await readSession(deps, request.headers);
  if (!session || session.user.banned === true) return guest;
  const { id, name, email } = session.user;
  const role = roleFrom(session.user.role);
  if (!(await keepInUse(deps, session, role))) return guest;
  const person = { kind: 'user', userId: id, role, name, email, provedAt: session.session.provedAt ?? null } as const;
  const lacksSecondFactor = role === 'admin' && deps.env.adminSecondFactor && !(await hasSecondFactor(deps.db.query, id));
  if (lacksSecondFactor) return { ...person, rights: [], lacksSecondFactor };
  return { ...person, rights: rightsOf(role, await selectGrantedRights(deps.db.query, id)) };
}

export async function sessionTokenOf(deps: Deps, headers: Headers): Promise<string | null> {
  return (await readSession(deps, headers))?.session.token ?? null;
}

export interface SignInRequest {
  credentials: unknown;
  headers: Headers;
  address: string;
  limits: RateLimits;
}

export type SignInOutcome =
  | { outcome: 'signed_in'; cookies: Headers }
  /** The password was right; the session of these cookies opens nothing until a code has come (`finishSignIn`). */
  | { outcome: 'code_needed'; cookies: Headers }
  /** No such account, not its password, or disabled: nobody is told which. */
  | { outcome: 'refused' }
  | { outcome: 'too_many'; retryAfterSeconds: number }
  | { outcome: 'busy' };

/** Ends the browser's old session. Attempts are counted before hashing, so that many at once gain nothing, and given back when right. */
export async function signIn(deps: Deps, request: SignInRequest): Promise<SignInOutcome> {
  const { headers, address, limits } = request;
  const retryAfterSeconds = await limits.take('password', address);
  if (retryAfterSeconds !== null) return { outcome: 'too_many', retryAfterSeconds };
  const given = credentialsSchema.safeParse(request.credentials);
  if (!given.success) return { outcome: 'refused' };

  const email = given.data.email.trim().toLowerCase();
  const browser = await readKnownBrowser(deps, email, headers);
  const counted = [
    ['failed_login_of_address', address],
    browser === null ? (['failed_login_of_account', email] as const) : (['failed_login_of_browser', browser] as const),
  ] as const;
  const refundHits = async (): Promise<unknown> => Promise.all(counted.map(([act, key]) => limits.refund(act, key)));
  const waits = await Promise.all(counted.map(([act, key]) => limits.take(act, key)));
  const wait = Math.max(...waits.map((seconds) => seconds ?? 0));
  if (wait > 0) return { outcome: 'too_many', retryAfterSeconds: wait };

  const before = await sessionTokenOf(deps, headers);
  const hash = await selectOpeningHash(deps.db.query, email);
  const response = await inHashingQueue(browser === null ? address : null, () =>
    deps.auth.api.signInEmail({ body: { email, password: given.data.password }, headers, asResponse: true }),
  );
  if (response === null) {
    await refundHits();
    return { outcome: 'busy' };
  }
  if (response.status === 401 || response.status === 400 || response.status === 403) {
    void traceFailure(deps, email);
    return { outcome: 'refused' };
  }
  if (!response.ok) throw new Error(`sign-in answered ${response.status}`);
  const { token, user } = (await response.clone().json()) as { token: string; user: { id: string } };
  // A new password, or being disabled, ends all sessions: also the one that was being made meanwhile.
  const standing = await selectOpeningHash(deps.db.query, email);
  const isStillRight = standing !== null && (standing === hash || (await verifyPassword({ hash: standing, password: given.data.password })));
  if (!isStillRight) {
    await deleteSession(deps.db.query, token);
    return { outcome: 'refused' };
  }

  await refundHits();
  await rehash(deps, { hash: standing, password: given.data.password });
  if (before !== null) await deleteSession(deps.db.query, before);
  const cookies = cookiesOf(response);
  if (await hasSecondFactor(deps.db.query, user.id)) {
    await markAwaitingCode(deps.db.query, token, new Date(deps.clock.now().getTime() + CODE_AWAITED_MS));
    return { outcome: 'code_needed', cookies };
  }
  await markSignedIn(deps.db.query, token, deps.clock.now());
  await traceAccount(deps, deps.db.query, { event: 'user.signed_in', userId: user.id, detail: { by: 'password' } });
  cookies.append('Set-Cookie', await knownBrowserCookie(deps, email));
  return { outcome: 'signed_in', cookies };
}

async function rehash(deps: Deps, { hash, password }: { hash: string; password: string }): Promise<void> {
  if (!needsRehash(hash)) return;
  const renewed = await inHashingQueue(null, () => hashPassword(password));
  if (renewed !== null) await replaceHash(deps.db.query, { from: hash, to: renewed });
}

/** Not waited for: an address that has an account must not take longer to be refused than one that has none. */
async function traceFailure(deps: Deps, email: string): Promise<void> {
  try {
    const userId = await selectUserId(deps.db.query, email);
    if (userId === null) deps.log.info({ event: 'user.sign_in_failed', userId: null }, 'account');
    else await traceAccount(deps, deps.db.query, { event: 'user.sign_in_failed', userId, actor: 'visitor', detail: { step: 'password' } });
  } catch (error) {
    deps.log.warn({ err: error }, 'a failed login left no trace');
  }
}

/** Ends the session on the server; the answer clears the cookie. */
export async function signOut(deps: Deps, headers: Headers): Promise<Headers> {
  const session = await readSession(deps, headers);
  if (session !== null) await traceAccount(deps, deps.db.query, { event: 'user.signed_out', userId: session.user.id });
  return cookiesOf(await deps.auth.api.signOut({ headers, asResponse: true }));
}

function cookiesOf(response: Response): Headers {
  const cookies = new Headers();
  for (const cookie of response.headers.getSetCookie()) cookies.append('Set-Cookie', cookie);
  return cookies;
}

function roleFrom(stored: string | null | undefined): Role {
  return ROLES.find((role) => role === stored) ?? 'public';
}
