import { createHmac, timingSafeEqual } from 'node:crypto';

import { parse, serialize } from 'hono/utils/cookie';

import type { Deps } from '#app/deps.server.ts';

const YEAR_S = 365 * 24 * 60 * 60;
const VALUE = /^([0-9a-f-]{36})\.([\w-]{43})$/;

/**
 * A browser from which somebody has signed in to an account before. When strangers use up the account's failed logins,
 * its owner still has their own. The cookie opens nothing.
 */
export async function readKnownBrowser(deps: Deps, email: string, headers: Headers): Promise<string | null> {
  const name = nameOn(deps.env.publicUrl);
  const [, browser, signature] = VALUE.exec(parse(headers.get('cookie') ?? '', name)[name] ?? '') ?? [];
  if (browser === undefined || signature === undefined) return null;
  const right = await signatureOf(deps, email, browser);
  return timingSafeEqual(Buffer.from(signature), Buffer.from(right)) ? browser : null;
}

export async function knownBrowserCookie(deps: Deps, email: string): Promise<string> {
  const browser = deps.ids.uuid();
  return serialize(nameOn(deps.env.publicUrl), `${browser}.${await signatureOf(deps, email, browser)}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: YEAR_S,
    secure: deps.env.publicUrl.protocol === 'https:',
  });
}

async function signatureOf(deps: Deps, email: string, browser: string): Promise<string> {
  const { secret } = await deps.auth.$context;
  return createHmac('sha256', secret).update(`known browser\n${email.toLowerCase()}\n${browser}`).digest('base64url');
}

function nameOn(publicUrl: URL): string {
  return publicUrl.protocol === 'https:' ? '__Host-comboi_known' : 'comboi_known';
}
