import { afterAll, beforeAll, expect, test } from 'vitest';

import type { GroupAnswer } from '#app/domain/door/answer.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aTicket } from '#tests/support/people/buyers.ts';
import { aDoorkeeper, aPassHolder, ask, type AtTheDoor, soldTickets, undo, verify } from '#tests/support/people/scanners.ts';

let app: TestApp;
let event: EventDetail;
beforeAll(async () => {
  app = await aTestApp();
  event = await anEvent(app);
});
afterAll(() => closeInOrder(app));

async function admitParty(who: AtTheDoor, ticketIds: readonly string[]): Promise<GroupAnswer> {
  const { status, body } = await ask<GroupAnswer>(app, who, { path: '/api/tickets/use-party', body: { ticketIds, nonce: app.deps.ids.uuid(), eventId: event.id, device: who.device } });
  expect(status).toBe(200);
  return body;
}

test('a party is admitted, and taken back, without the notes of tickets that nobody scanned', async () => {
  const admin = await aDoorkeeper(app, { admin: true });
  for (const who of [admin, await aDoorkeeper(app), await aPassHolder(app, { admin, events: [event] })]) {
    const tickets = await soldTickets(app, { event, tickets: [aTicket(event, { note: 'Sense fruits secs' }), aTicket(event, { note: 'Cadira de rodes' }), aTicket(event)] });
    const [scanned, other] = tickets;
    const stored = { menus: { a: ['Paella'] }, note: 'Nota de fa anys' };
    await app.db.query.updateTable('tickets').set({ menuSelection: JSON.stringify(stored) }).where('id', '=', other!.id).execute();
    expect((await verify(app, who, { qrData: scanned!.id, eventId: event.id })).ticket?.note).toBe('Sense fruits secs');
    const party = await admitParty(who, tickets.map(({ id }) => id));
    expect(party).toMatchObject({ success: true, admitted: 3 });
    expect(party.results.map(({ ticket }) => [ticket?.note, JSON.stringify(ticket?.menu_selection).includes('Paella')])).toEqual([[null, true], [null, true], [null, true]]);
    for (const answer of [party, await undo(app, who, { ticketId: scanned!.id }), await undo(app, who, { ticketId: other!.id })]) expect(JSON.stringify(answer)).not.toMatch(/Sense fruits secs|Cadira de rodes|Nota de fa anys/);
  }
});
