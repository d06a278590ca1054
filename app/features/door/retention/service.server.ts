import type { Deps } from '#app/platform/deps.server.ts';

import { deleteHeldBefore } from '../held/store.server.ts';
import { eraseScannersBefore } from './store.server.ts';

/** Longer than the weeks in which somebody may complain that they were not let in. */
const KEPT_MS = 90 * 24 * 60 * 60_000;

export async function forgetOldScanners(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - KEPT_MS);
  await eraseScannersBefore(deps.db.query, before);
  await deleteHeldBefore(deps.db.query, before);
}
