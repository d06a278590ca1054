import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { aPaidOrder, aTicket } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => app.close());

async function notes(): Promise<number> {
  const { rows } = await sql<{ notes: number }>`select count(*)::integer as notes from tickets where note is not null or note_name is not null or menu_selection ? 'note'`.execute(app.db.query);
  return rows[0]!.notes;
}

test('notes stay for thirty days after their event, and are gone on the next', async () => {
  const event = await anEvent(app);
  await aPaidOrder(app, { event, body: { tickets: [aTicket(event, { note: 'alèrgia als fruits secs', noteName: 'Iaia Carme' }), aTicket(event)] } });
  await aPaidOrder(app, { event, tickets: [aTicket(event, { noteName: 'Iaia Carme' })] });
  const { orderId } = await aPaidOrder(app, { event });
  await app.db.query.updateTable('tickets').set({ menuSelection: JSON.stringify({ note: 'api', menus: {} }) }).where('orderId', '=', orderId).execute();
  const { eventDate } = await app.db.query.selectFrom('events').select('eventDate').where('id', '=', event.id).executeTakeFirstOrThrow();

  const endOfLastDay = Date.parse(`${eventDate}T20:00:00Z`) + 30 * DAY_MS;
  app.clock.advance(endOfLastDay - app.clock.now().getTime());
  await app.round('retention');
  expect(await notes()).toBe(3);

  app.clock.advance(DAY_MS);
  await app.round('retention');
  expect(await notes()).toBe(0);
  const stored = await app.db.query.selectFrom('tickets').select(['menuSelection', 'status']).where('orderId', '=', orderId).executeTakeFirstOrThrow();
  expect(stored).toEqual({ menuSelection: { menus: {} }, status: 'active' });
  figure('notes left 31 days after the event', await notes());
});
