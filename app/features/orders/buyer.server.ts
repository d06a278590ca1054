import { createHash } from 'node:crypto';

import type { Actor } from '#app/domain/people/actor.ts';

/** An account, else one browser; only a hash of its cookie is stored. */
export function buyerOf(actor: Actor): string | null {
  if (actor.kind === 'user') return `user:${actor.userId}`;
  return actor.visitor === null ? null : `visitor:${createHash('sha256').update(actor.visitor).digest('hex')}`;
}
