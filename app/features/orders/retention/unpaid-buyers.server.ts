import type { Deps } from '#app/platform/deps.server.ts';

import { eraseUnpaidBuyersBefore } from './unpaid-buyers-store.server.ts';

/** The privacy page promises less than a year. */
const KEPT_MS = 300 * 24 * 60 * 60_000;

export async function forgetUnpaidBuyers(deps: Deps): Promise<void> {
  await eraseUnpaidBuyersBefore(deps.db.query, new Date(deps.clock.now().getTime() - KEPT_MS));
}
