import type { Role } from '#app/domain/people/roles.ts';
import { isIdle, isToBeSeen } from '#app/domain/people/session/session-life.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { readSessionToken } from './session-cookie.server.ts';
import { deleteSession, markSeen, type Session, selectSession } from './store.server.ts';

/** The session of whoever is signed in; null for a guest, and while a second factor has still to be shown. */
export async function readSession(deps: Deps, headers: Headers): Promise<Session | null> {
  const found = await lookUp(deps, headers);
  return found?.awaitsCode === true ? null : found;
}

/** The session of whoever has shown the right password and has still to show a code. */
export async function readWaitingSession(deps: Deps, headers: Headers): Promise<Session | null> {
  const found = await lookUp(deps, headers);
  return found?.awaitsCode === true ? found : null;
}

export async function sessionTokenOf(deps: Deps, headers: Headers): Promise<string | null> {
  return (await readSession(deps, headers))?.token ?? null;
}

/** Notes that the session is in use; false when it was left alone for too long, and is over. */
export async function keepInUse(deps: Deps, session: Pick<Session, 'token' | 'seenAt'> & { role: Role }): Promise<boolean> {
  const now = deps.clock.now();
  if (isIdle(session, now)) {
    await deleteSession(deps.db.query, session.token);
    return false;
  }
  if (isToBeSeen(session.seenAt, now)) await markSeen(deps.db.query, session.token, now);
  return true;
}

async function lookUp(deps: Deps, headers: Headers): Promise<Session | null> {
  const token = readSessionToken(deps, headers);
  return token === null ? null : selectSession(deps.db.query, { token, now: deps.clock.now() });
}
