import type { Neighbours } from '#app/neighbours.server.ts';

import { deleteIdempotencyKeysBefore } from './store.server.ts';

/** Keys are good for 24 hours; a repeat after that is a new request. */
export const KEY_LIFE_MS = 24 * 60 * 60 * 1000;

export async function forgetOldKeys(app: Neighbours): Promise<void> {
  await deleteIdempotencyKeysBefore(app.db.query, new Date(app.clock.now().getTime() - KEY_LIFE_MS));
}
