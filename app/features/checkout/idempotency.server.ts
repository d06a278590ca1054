import { KEY_LIFE_MS } from '#app/platform/adapters/db/idempotency-keys.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { deleteIdempotencyKeysBefore } from './store.server.ts';

export async function forgetOldKeys(deps: Deps): Promise<void> {
  await deleteIdempotencyKeysBefore(deps.db.query, new Date(deps.clock.now().getTime() - KEY_LIFE_MS));
}
