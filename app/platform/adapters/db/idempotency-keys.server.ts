import { sql } from 'kysely';

import type { Tx } from './database.server.ts';

export interface KeyClaim {
  key: string;
  scope: string;
  requestHash: string;
  orderId: string | null;
  now: Date;
}

export const KEY_LIFE_HOURS = 24;
export const KEY_LIFE_MS = KEY_LIFE_HOURS * 60 * 60 * 1000;

/** `reused`: the key came with another request before. A concurrent claim waits here for the first one's transaction. */
export async function claimKey(tx: Tx, claim: KeyClaim): Promise<'new' | 'repeat' | 'reused'> {
  const { key, scope, requestHash, orderId, now } = claim;
  const taken = await sql<{ key: string }>`
    insert into idempotency_keys as k (key, scope, request_hash, order_id, created_at)
    values (${key}, ${scope}, ${requestHash}, ${orderId}, ${now})
    on conflict (key) do update
      set scope = excluded.scope, request_hash = excluded.request_hash, order_id = excluded.order_id, created_at = excluded.created_at, answer = null
      where k.created_at < ${new Date(now.getTime() - KEY_LIFE_MS)}
    returning key`.execute(tx);
  if (taken.rows.length > 0) return 'new';
  const known = await tx.selectFrom('idempotencyKeys').select(['scope', 'requestHash']).where('key', '=', key).executeTakeFirst();
  return known?.scope === scope && known.requestHash === requestHash ? 'repeat' : 'reused';
}

export async function storeAnswer(tx: Tx, key: string, answer: unknown): Promise<void> {
  await tx.updateTable('idempotencyKeys').set({ answer: JSON.stringify(answer) }).where('key', '=', key).execute();
}

export async function selectAnswer(tx: Tx, key: string): Promise<unknown> {
  return (await tx.selectFrom('idempotencyKeys').select('answer').where('key', '=', key).executeTakeFirst())?.answer ?? null;
}

export async function freeKey(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('idempotencyKeys').where('key', '=', key).execute();
}
