import { sessionCookieName } from '#app/platform/adapters/auth.server.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { isIdle, isToBeSeen } from '#app/domain/people/session/session-life.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { deleteSession, markSeen } from '../store.server.ts';

export type LibrarySession = NonNullable<Awaited<ReturnType<Deps['auth']['api']['getSession']>>>;

/** The session of whoever is signed in; null for a guest, and while a second factor has still to be shown. */
export async function readSession(deps: Deps, headers: Headers): Promise<LibrarySession | null> {
  const found = await lookUp(deps, headers);
  return found?.session.awaitsCode === true ? null : found;
}

/** The session of whoever has shown the right password and has still to show a code. */
export async function readWaitingSession(deps: Deps, headers: Headers): Promise<LibrarySession | null> {
  const found = await lookUp(deps, headers);
  const isWaiting = found?.session.awaitsCode === true && found.session.expiresAt > deps.clock.now() && found.user.banned !== true;
  return isWaiting ? found : null;
}

/** Notes that the session is in use; false when it was left alone for too long, and is over. */
export async function keepInUse(deps: Deps, { session }: LibrarySession, role: Role): Promise<boolean> {
  const now = deps.clock.now();
  const seenAt = session.seenAt ?? null;
  if (isIdle({ role, seenAt }, now)) {
    await deleteSession(deps.db.query, session.token);
    return false;
  }
  if (isToBeSeen(seenAt, now)) await markSeen(deps.db.query, session.token, now);
  return true;
}

async function lookUp(deps: Deps, headers: Headers): Promise<LibrarySession | null> {
  // Most visitors carry no session: they cost no question to the database.
  if (!headers.get('cookie')?.includes(sessionCookieName(deps.env.publicUrl))) return null;
  return deps.auth.api.getSession({ headers });
}
