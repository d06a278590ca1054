import { timingSafeEqual } from 'node:crypto';

import { cookie } from '#app/platform/http/cookies/cookie.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

const knownBrowser = cookie({ name: 'comboi_known', lifeS: 365 * 24 * 60 * 60 });
const VALUE = /^([0-9a-f-]{36})\.([\w-]{43})$/;

/** Known browsers have a failure counter of their own, so that strangers can't lock the owner out. */
export async function readKnownBrowser(deps: Deps, email: string, headers: Headers): Promise<string | null> {
  const [, browser, signature] = VALUE.exec(knownBrowser.read(headers, deps.env.publicUrl) ?? '') ?? [];
  if (browser === undefined || signature === undefined) return null;
  const right = signatureOf(deps, email, browser);
  return timingSafeEqual(Buffer.from(signature), Buffer.from(right)) ? browser : null;
}

export async function knownBrowserCookie(deps: Deps, email: string): Promise<string> {
  const browser = deps.ids.uuid();
  return knownBrowser.write(`${browser}.${signatureOf(deps, email, browser)}`, deps.env.publicUrl);
}

function signatureOf({ keys }: Deps, email: string, browser: string): string {
  return keys.sign('known browser', `${email.toLowerCase()}\n${browser}`);
}
