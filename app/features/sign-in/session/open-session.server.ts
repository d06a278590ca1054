import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { readSessionToken, SESSION_LIFE_S, writeSessionToken } from './session-cookie.server.ts';
import { deleteSession, hasSecondFactor, insertSession } from './store.server.ts';

/** Time to enter the code after the password. */
const CODE_AWAITED_MS = 10 * 60_000;

export interface SignedInSession {
  cookie: string;
  awaitsCode: boolean;
}

/** Ends the browser's old session. The caller holds the lock of `lockOpenable`. */
export async function openSessionTx(tx: Tx, deps: Deps, { userId, headers, by }: { userId: string; headers: Headers; by: 'password' | 'passkey' | 'link' }): Promise<SignedInSession> {
  const before = readSessionToken(deps, headers);
  if (before !== null) await deleteSession(tx, before);
  const [token, now] = [deps.ids.token(), deps.clock.now()];
  const awaitsCode = by === 'password' && (await hasSecondFactor(tx, userId));
  const expiresAt = new Date(now.getTime() + (awaitsCode ? CODE_AWAITED_MS : SESSION_LIFE_S * 1000));
  await insertSession(tx, { id: deps.ids.uuid(), token, userId, userAgent: headers.get('user-agent'), awaitsCode, hasProof: by !== 'link' && !awaitsCode, expiresAt, now });
  return { cookie: writeSessionToken(deps, token), awaitsCode };
}
