import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { deleteUnconfirmedBefore, eraseAddressesBefore } from './store.server.ts';

const UNCONFIRMED_MS = 48 * 60 * 60_000;
const KEPT_DAYS = 30;

/** Who never confirmed is forgotten after two days; the others' addresses thirty days after the event. */
export async function forgetOldParties(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await deleteUnconfirmedBefore(deps.db.query, new Date(now.getTime() - UNCONFIRMED_MS));
  await eraseAddressesBefore(deps.db.query, addDays(dayInMadrid(now), -KEPT_DAYS));
}
