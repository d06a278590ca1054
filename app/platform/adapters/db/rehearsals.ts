import { type RawBuilder, sql } from 'kysely';

/** Of rows with an `event_id`: not of an event to try everything out with, which no sum of all events counts. */
export const ofRealEvents: RawBuilder<boolean> = sql<boolean>`event_id not in (select id from events where rehearsal)`;
