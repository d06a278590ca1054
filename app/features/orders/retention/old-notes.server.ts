import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { Deps } from '#app/deps.server.ts';

import { eraseNotesBefore } from './old-notes-store.server.ts';

/** Long enough for questions about a supper; a note may hold an allergy. */
const KEPT_DAYS = 30;

/** Notes are for the kitchen: thirty days after their event they are erased. */
export async function forgetOldNotes(deps: Deps): Promise<void> {
  await eraseNotesBefore(deps.db.query, addDays(dayInMadrid(deps.clock.now()), -KEPT_DAYS));
}
