import { createHmac, timingSafeEqual } from 'node:crypto';

import { cookie, SESSION_COOKIE } from '#app/platform/http/cookies/cookie.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

export const SESSION_LIFE_S = 30 * 24 * 60 * 60;

const sessionCookie = cookie({ name: SESSION_COOKIE, lifeS: SESSION_LIFE_S });

/** Signed, so that reading the table gives no access, and guesses cost no database query. */
export function readSessionToken(deps: Pick<Deps, 'env' | 'keys'>, headers: Headers): string | null {
  const [, token, signature] = /^([A-Za-z0-9]+)\.(.+)$/.exec(sessionCookie.read(headers, deps.env.publicUrl) ?? '') ?? [];
  if (token === undefined || signature === undefined) return null;
  const [received, expected] = [Buffer.from(signature), Buffer.from(signatureOf(deps, token))];
  return received.length === expected.length && timingSafeEqual(received, expected) ? token : null;
}

/** Null deletes it. */
export function writeSessionToken(deps: Pick<Deps, 'env' | 'keys'>, token: string | null): string {
  return sessionCookie.write(token && `${token}.${signatureOf(deps, token)}`, deps.env.publicUrl);
}

function signatureOf({ keys }: Pick<Deps, 'keys'>, token: string): string {
  return createHmac('sha256', keys.derive('sessions').toString('hex')).update(token).digest('base64');
}
