import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { eraseNotesBefore } from './old-notes-store.server.ts';

/** A note may hold an allergy. */
const KEPT_DAYS = 30;

export async function forgetOldNotes(deps: Deps): Promise<void> {
  await eraseNotesBefore(deps.db.query, addDays(dayInMadrid(deps.clock.now()), -KEPT_DAYS));
}
