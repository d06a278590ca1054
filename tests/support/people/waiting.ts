import { sql } from 'kysely';

import type { EventDetail } from '#app/features/events/schema.ts';
import { offerCookie } from '#app/features/waiting-list/link.server.ts';

import type { TestApp } from '../app/test-app.ts';

let addresses = 0;

/** An entry of a confirmed address that waits, as the database keeps it; answers its id. */
export async function anEntry(app: TestApp, event: Pick<EventDetail, 'id'>, places: number, email?: string): Promise<string> {
  const [id] = await entries(app, event, [{ places, email }]);
  return id!;
}

/** One behind the other. */
export async function entries(app: TestApp, event: Pick<EventDetail, 'id'>, list: readonly { places: number; email?: string | undefined }[]): Promise<string[]> {
  const now = app.clock.now();
  const rows = list.map(({ places, email }) => {
    addresses += 1;
    return { id: app.deps.ids.uuid(), places, email: email ?? `colla${addresses}@example.com` };
  });
  await app.db.inTransaction(async (tx) => {
    await sql`select from event_stock where event_id = ${event.id} for update`.execute(tx);
    for (const { id, places, email } of rows) {
      await sql`
        insert into waiting_parties (id, event_id, email, places, status, queue_number, requested_at, confirmed_at)
        values (${id}, ${event.id}, ${email}, ${places}, 'waiting', nextval('waiting_queue'), ${now}, ${now})`.execute(tx);
    }
  });
  return rows.map(({ id }) => id);
}

/** Its places for twelve hours, whoever else waits. */
export async function offerTo(app: TestApp, entryId: string): Promise<void> {
  const now = app.clock.now();
  await app.db.inTransaction(async (tx) => {
    await sql`select from event_stock join waiting_parties using (event_id) where waiting_parties.id = ${entryId} for update of event_stock`.execute(tx);
    await tx
      .updateTable('waitingParties')
      .set((eb) => ({ status: 'offered', offeredAt: now, offerExpiresAt: new Date(now.getTime() + 12 * 3_600_000), offeredPlaces: eb.ref('places') }))
      .where('id', '=', entryId)
      .execute();
  });
}

export async function entryOf(app: TestApp, entryId: string) {
  return app.db.query.selectFrom('waitingParties').selectAll().where('id', '=', entryId).executeTakeFirstOrThrow();
}

/** The cookie of a browser that has opened the link of its offer. */
export function openedOffer(app: TestApp, entryId: string): string {
  return offerCookie(app.deps, entryId).split(';')[0]!;
}
