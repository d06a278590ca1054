import type { Deps } from '#app/platform/deps.server.ts';

import { eraseNetworksBefore } from './old-networks-store.server.ts';

const DAY_MS = 24 * 60 * 60_000;

export async function forgetOldNetworks(deps: Deps): Promise<void> {
  await eraseNetworksBefore(deps.db.query, new Date(deps.clock.now().getTime() - DAY_MS));
}
