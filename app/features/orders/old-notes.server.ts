import { addDays } from '#app/domain/dates.ts';
import { dayInMadrid } from '#app/domain/madrid-time.ts';
import type { Neighbours } from '#app/neighbours.server.ts';

import { eraseNotesBefore } from './old-notes-store.server.ts';

/** Long enough for questions about a supper; a note may hold an allergy. */
const KEPT_DAYS = 30;

/** Notes are for the kitchen: thirty days after their event they are erased. */
export async function forgetOldNotes(app: Neighbours): Promise<void> {
  await eraseNotesBefore(app.db.query, addDays(dayInMadrid(app.clock.now()), -KEPT_DAYS));
}
