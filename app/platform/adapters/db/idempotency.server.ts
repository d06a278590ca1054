import { createHash } from 'node:crypto';

import type { Tx } from './database.server.ts';
import { claimKey, freeKey, storeAnswer, selectAnswer } from './idempotency-keys.server.ts';

export type KeyReused = { outcome: 'key_reused' };

export type MadeBefore = { outcome: 'made_before'; id: string };

interface Claim {
  key: string | null;
  /** Whose acts these are: 'event'. */
  scope: string;
  request: unknown;
  now: Date;
}

/** Acts once for each idempotency key, without a key each time. A refused request frees its key, since it may be right later. */
export async function withIdempotency<Answer extends { outcome: string }>(
  tx: Tx,
  claim: Claim & { done?: readonly string[]; /** Of an act in several transactions: after this outcome the same request goes on. */ goesOnAfter?: string },
  act: () => Promise<Answer>,
): Promise<Answer | KeyReused> {
  const { key, scope, now } = claim;
  if (key === null) return act();
  const requestHash = createHash('sha256').update(JSON.stringify(claim.request)).digest('hex');
  const claimed = await claimKey(tx, { key, scope, requestHash, orderId: null, now });
  if (claimed === 'reused') return { outcome: 'key_reused' };
  if (claimed === 'repeat') {
    const first = (await selectAnswer(tx, key)) as Answer;
    if (claim.goesOnAfter === undefined || first.outcome !== claim.goesOnAfter) return first;
  }
  const answer = await act();
  if ((claim.done ?? ['done']).includes(answer.outcome)) await storeAnswer(tx, key, answer);
  else await freeKey(tx, key);
  return answer;
}

/** For what is made with a secret: its answer is stored without it, and a repeat is told only what was made. */
export async function withSecretOnce<Answer extends { outcome: string; id?: string }>(tx: Tx, claim: Claim, act: () => Promise<Answer>): Promise<Answer | MadeBefore | KeyReused> {
  const answers: Answer[] = [];
  const answer = await withIdempotency<Answer | MadeBefore>(tx, { ...claim, done: ['made_before'] }, async () => {
    const fresh = await act();
    answers.push(fresh);
    return fresh.id === undefined ? fresh : { outcome: 'made_before', id: fresh.id };
  });
  return answers[0] ?? answer;
}
