import type { Deps } from '#app/deps.server.ts';

import { deleteIdempotencyKeysBefore } from './store.server.ts';

/** Keys are good for 24 hours; a repeat after that is a new request. */
export const KEY_LIFE_MS = 24 * 60 * 60 * 1000;

export async function forgetOldKeys(deps: Deps): Promise<void> {
  await deleteIdempotencyKeysBefore(deps.db.query, new Date(deps.clock.now().getTime() - KEY_LIFE_MS));
}
