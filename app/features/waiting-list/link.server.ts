import { createHash, timingSafeEqual } from 'node:crypto';

import { cookie } from '#app/platform/http/cookies/cookie.server.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { Deps } from '#app/platform/deps.server.ts';

const LINKS = 'links of waiting parties';

/** 25 hours, longer than any offer. */
const offer = cookie({ name: 'comboi_offer', lifeS: 25 * 60 * 60 });

/** The code in an entry's mails; it alone opens the entry's page and offer. */
export function entryCode(deps: Deps, entryId: string): string {
  return `${entryId}.${deps.keys.sign(LINKS, entryId)}`;
}

/** Null for an invalid signature. */
export function entryIdIn(deps: Deps, code: string): string | null {
  const [id = '', signature = ''] = code.split('.');
  if (!isUuid(id)) return null;
  return timingSafeEqual(digestOf(signature), digestOf(deps.keys.sign(LINKS, id))) ? id : null;
}

export function offerCookie(deps: Deps, entryId: string | null): string {
  return offer.write(entryId === null ? null : entryCode(deps, entryId), deps.env.publicUrl);
}

/** The entry whose link this browser has opened; its offer may have ended since. */
export function offerOpenedBy(deps: Deps, headers: Headers): string | null {
  return entryIdIn(deps, offer.read(headers, deps.env.publicUrl) ?? '');
}

/** `timingSafeEqual` needs two buffers of one length. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
