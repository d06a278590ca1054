import { createHash, timingSafeEqual } from 'node:crypto';

import { cookie } from '#app/platform/http/cookies/cookie.server.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { Deps } from '#app/platform/deps.server.ts';

const LINKS = 'links of waiting parties';

/** A day and a bit: no offer lives longer. */
const offer = cookie({ name: 'comboi_offer', lifeS: 25 * 60 * 60 });

/** What a party's mails carry; it alone opens the party's page, its offer included. */
export function entryCode(deps: Deps, partyId: string): string {
  return `${partyId}.${deps.keys.sign(LINKS, partyId)}`;
}

/** Null for what we did not sign. */
export function entryIdIn(deps: Deps, code: string): string | null {
  const [id = '', signature = ''] = code.split('.');
  if (!isUuid(id)) return null;
  const [given, right] = [signature, deps.keys.sign(LINKS, id)].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(given, right) ? id : null;
}

/** Goes with the browser from the offer's page to its order. */
export function offerCookie(deps: Deps, partyId: string | null): string {
  return offer.write(partyId === null ? null : entryCode(deps, partyId), deps.env.publicUrl);
}

/** The party whose offer this browser has opened. Whether it still stands is the sale's to say. */
export function offerOpenedBy(deps: Deps, headers: Headers): string | null {
  return entryIdIn(deps, offer.read(headers, deps.env.publicUrl) ?? '');
}
