import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { isIdle, isToBeSeen } from '#app/domain/people/session/session-life.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { openSessionTx } from './open-session.server.ts';
import { readSessionToken } from './session-cookie.server.ts';
import { lockAccount, lockOpenable } from '../store.server.ts';
import { knownBrowserCookie, readKnownBrowser } from './known-browser.server.ts';
import { deleteSession, deleteSessions, markSeen, renewProof, markSignedIn, type Session, selectSession } from './store.server.ts';

/** Null for a guest, and while a second factor is missing. */
export async function readSession(deps: Deps, headers: Headers): Promise<Session | null> {
  const found = await lookUp(deps, headers);
  return found?.awaitsCode === true ? null : found;
}

/** A session whose second factor is missing. */
export async function readWaitingSession(deps: Deps, headers: Headers): Promise<Session | null> {
  const found = await lookUp(deps, headers);
  return found?.awaitsCode === true ? found : null;
}

export async function sessionTokenOf(deps: Deps, headers: Headers): Promise<string | null> {
  return (await readSession(deps, headers))?.token ?? null;
}

/** False when the session was idle for too long, and is over. */
export async function keepInUse(deps: Deps, session: Pick<Session, 'token' | 'seenAt'> & { role: Role }): Promise<boolean> {
  const now = deps.clock.now();
  if (isIdle(session, now)) {
    await deleteSession(deps.db.query, session.token);
    return false;
  }
  if (isToBeSeen(session.seenAt, now)) await markSeen(deps.db.query, session.token, now);
  return true;
}

/** Null where the session was ended meanwhile, by a new password or from another device. */
export async function completeSession(deps: Deps, { token, email }: Pick<Session, 'token' | 'email'>): Promise<Headers | null> {
  if (!(await markSignedIn(deps.db.query, token, deps.clock.now()))) return null;
  return new Headers([['Set-Cookie', await knownBrowserCookie(deps, email)]]);
}

/** For a passkey, which replaces password and code; null where the account is disabled. */
export async function openVerifiedSession(tx: Tx, deps: Deps, { userId, email, headers }: { userId: string; email: string; headers: Headers }): Promise<Headers | null> {
  if ((await lockOpenable(tx, userId)) === null) return null;
  const { cookie } = await openSessionTx(tx, deps, { userId, headers, by: 'passkey' });
  return new Headers([
    ['Set-Cookie', cookie],
    ['Set-Cookie', await knownBrowserCookie(deps, email)],
  ]);
}

/** A browser in which the account was signed in before; null for another. */
export async function knownBrowserOf(deps: Deps, email: string, headers: Headers): Promise<string | null> {
  return readKnownBrowser(deps, email, headers);
}

export async function proveSession(tx: Tx, deps: Pick<Deps, 'clock'>, session: { token: string; userId: string }): Promise<boolean> {
  return renewProof(tx, { ...session, now: deps.clock.now() });
}

/** Logins wait until the transaction ends, and then see its changes. */
export async function holdSignIns(tx: Tx, userId: string): Promise<void> {
  await lockAccount(tx, userId);
}

export async function endSessions(tx: Tx, userId: string, options: { keep: string | null }): Promise<void> {
  await deleteSessions(tx, userId, options);
}

async function lookUp(deps: Deps, headers: Headers): Promise<Session | null> {
  const token = readSessionToken(deps, headers);
  return token === null ? null : selectSession(deps.db.query, { token, now: deps.clock.now() });
}
