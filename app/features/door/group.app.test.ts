import { afterAll, beforeAll, expect, test } from 'vitest';

import type { GroupAnswer } from '#app/domain/door/answer.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aTicket } from '#tests/support/people/buyers.ts';
import { give, take } from '#tests/support/people/transfers.ts';
import { admit, aDoorkeeper, aPassHolder, ask, type AtTheDoor, soldTickets, undo, verify } from '#tests/support/people/scanners.ts';

let app: TestApp;
let event: EventDetail;
beforeAll(async () => {
  app = await aTestApp();
  event = await anEvent(app);
});
afterAll(() => closeInOrder(app));

async function admitGroup(who: AtTheDoor, ticketIds: readonly string[]): Promise<GroupAnswer> {
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
    const admission = await admitGroup(who, tickets.map(({ id }) => id));
    expect(admission).toMatchObject({ success: true, admitted: 3 });
    expect(admission.results.map(({ ticket }) => [ticket?.note, JSON.stringify(ticket?.menu_selection).includes('Paella')])).toEqual([[null, true], [null, true], [null, true]]);
    for (const answer of [admission, await undo(app, who, { ticketId: scanned!.id }), await undo(app, who, { ticketId: other!.id })]) expect(JSON.stringify(answer)).not.toMatch(/Sense fruits secs|Cadira de rodes|Nota de fa anys/);
  }
});

test('a ticket that was given away is a party of its own: it is let in with nobody else, and nobody else with it', async () => {
  const who = await aDoorkeeper(app);
  const tickets = await soldTickets(app, { event, quantity: 3 });
  const [ana, lent, friend] = tickets;
  expect((await take(app, await give(app, lent!), { name: 'Bernat' })).status).toBe(303);
  const { id: bernat } = await app.db.query.selectFrom('tickets').select('id').where('ticketNumber', '=', lent!.ticketNumber).executeTakeFirstOrThrow();
  const groupOf = async (ticketId: string): Promise<string[]> => (await ask<{ tickets: { ticketId: string }[] }>(app, who, { path: '/api/tickets/party', body: { ticketId, eventId: event.id } })).body.tickets.map((ticket) => ticket.ticketId);
  expect([await groupOf(ana!.id), await groupOf(friend!.id), await groupOf(bernat)]).toEqual([[ana!.id, friend!.id], [ana!.id, friend!.id], [bernat]]);
  expect((await admit(app, who, { ticketId: ana!.id })).ticket?.party).toEqual({ size: 2, inside: 1 });
  expect((await verify(app, who, { qrData: bernat })).ticket?.party).toEqual({ size: 1, inside: 0 });
  await admitGroup(who, await groupOf(ana!.id));
  expect(await admit(app, who, { ticketId: bernat })).toMatchObject({ code: 'ADMITTED', ticket: { party: { size: 1, inside: 1 } } });
});
