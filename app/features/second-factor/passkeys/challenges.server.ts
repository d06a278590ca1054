import { isUuid } from '#app/domain/uuid.ts';
import { cookie } from '#app/platform/http/cookies/cookie.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { insertChallenge, type Purpose, takeChallenge } from './store.server.ts';

const LIFE_S = 5 * 60;
const challengeCookie = cookie({ name: 'comboi_passkey', lifeS: LIFE_S });

/** Returns a cookie that ties the challenge to this browser. */
export async function storeChallenge(deps: Deps, input: { challenge: string; purpose: Purpose; sessionToken: string | null }): Promise<string> {
  const [id, now] = [deps.ids.uuid(), deps.clock.now()];
  await deps.db.inTransaction((tx) => insertChallenge(tx, { id, ...input, expiresAt: new Date(now.getTime() + LIFE_S * 1000) }));
  return challengeCookie.write(id, deps.env.publicUrl);
}

/** A challenge is used up even when verification fails. */
export async function spendChallenge(deps: Deps, wanted: { headers: Headers; purpose: Purpose; sessionToken: string | null }): Promise<string | null> {
  const { headers, purpose, sessionToken } = wanted;
  const id = challengeCookie.read(headers, deps.env.publicUrl);
  if (id === undefined || !isUuid(id)) return null;
  return takeChallenge(deps.db.query, { id, purpose, sessionToken, now: deps.clock.now() });
}
