import { createHash } from 'node:crypto';

import type { Tx } from './database.server.ts';
import { claimKey, freeKey, keepAnswer, selectAnswer } from './idempotency-keys.server.ts';

/** The key was used for something else. */
export interface KeyReused {
  outcome: 'key_reused';
}

export interface KeyedRequest {
  /** Null: done each time. */
  key: string | null;
  /** What is asked for: see `KeyClaim`. */
  scope: string;
  /** Everything that makes two requests the same. */
  request: unknown;
  now: Date;
}

/** Does a thing once for each key and answers its repetition alike. A key whose request was refused may be used again: what was refused may be right later. */
export async function onceByKey<Answer extends { outcome: string }>(tx: Tx, { key, scope, request, now }: KeyedRequest, act: () => Promise<Answer>): Promise<Answer | KeyReused> {
  if (key === null) return act();
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  const claimed = await claimKey(tx, { key, scope, requestHash, orderId: null, now });
  if (claimed === 'reused') return { outcome: 'key_reused' };
  if (claimed === 'repeat') return (await selectAnswer(tx, key)) as Answer;
  const answer = await act();
  if (answer.outcome === 'done') await keepAnswer(tx, key, answer);
  else await freeKey(tx, key);
  return answer;
}
