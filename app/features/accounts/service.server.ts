import { ROLES, type Role } from '#app/domain/roles.ts';
import type { Neighbours } from '#app/neighbours.server.ts';

import type { Actor } from '#app/domain/actor.ts';

const SESSION_COOKIE = 'comboi.session_token';

/** Who is asking, by the session cookie and the users table as it is now; else a guest. */
export async function actorOf(app: Neighbours, request: { headers: Headers; visitor: string | null }): Promise<Actor> {
  const guest: Actor = { kind: 'guest', visitor: request.visitor };
  // Most visitors carry no session: they cost no question to the database.
  if (!request.headers.get('cookie')?.includes(SESSION_COOKIE)) return guest;
  const session = await app.auth.api.getSession({ headers: request.headers });
  if (!session || session.user.banned === true) return guest;
  const { id, name, email } = session.user;
  return { kind: 'user', userId: id, role: roleFrom(session.user.role), name, email };
}

/** Signs in by password; the answer carries the session cookie. Null when the credentials are not right. */
export async function signIn(app: Neighbours, credentials: { email: string; password: string }, headers: Headers): Promise<Headers | null> {
  const response = await app.auth.api.signInEmail({ body: credentials, headers, asResponse: true });
  if (response.status === 401 || response.status === 400 || response.status === 403) return null;
  if (!response.ok) throw new Error(`sign-in answered ${response.status}`);
  return cookiesOf(response);
}

/** Ends the session on the server; the answer clears the cookie. */
export async function signOut(app: Neighbours, headers: Headers): Promise<Headers> {
  return cookiesOf(await app.auth.api.signOut({ headers, asResponse: true }));
}

function cookiesOf(response: Response): Headers {
  const cookies = new Headers();
  for (const cookie of response.headers.getSetCookie()) cookies.append('Set-Cookie', cookie);
  return cookies;
}

function roleFrom(stored: string | null | undefined): Role {
  return ROLES.find((role) => role === stored) ?? 'public';
}
