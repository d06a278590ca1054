import type { Context } from 'hono';

import { isPasswordRecent, passwordBefore } from '#app/domain/people/session/recent-password.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { Refusal } from '../answers/refusal.server.ts';
import type { EdgeEnv } from '../edge.server.ts';

/** Null when the password was typed recently; else a link leads to the page that asks for it, and a program is refused. */
export function askForPassword(c: Context<EdgeEnv>, deps: Pick<Deps, 'clock'>): Response | null {
  if (isPasswordRecent(c.get('actor'), deps.clock.now())) return null;
  const { method, headers, url } = c.req.raw;
  if (method !== 'GET' || headers.get('sec-fetch-mode') !== 'navigate') throw new Refusal('PASSWORD_NEEDED');
  const { pathname, search } = new URL(url);
  return c.redirect(passwordBefore(pathname + search), 303);
}
