import { afterAll, beforeAll, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { anEvent, changeEvent, PAELLA } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aTicketWith } from '#tests/support/people/buyers.ts';
import { admit, aDoorkeeper, aPassHolder, ask, aSoldTicket, type AtTheDoor, type SoldTicket, soldTickets } from '#tests/support/people/scanners.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import type { DoorAnswer } from '#app/domain/door/answer.ts';


let app: TestApp;
let admin: AtTheDoor;
let cook: AtTheDoor;
let event: EventDetail;
beforeAll(async () => {
  app = await aTestApp();
  [admin, cook] = [await aDoorkeeper(app, { admin: true }), await aDoorkeeper(app, { device: 'Cuina · c1' })];
  event = await anEvent(app, { title: 'Sopar amb cuina', dishes: { Paella: PAELLA, Fideuà: PAELLA }, extras: { Vi: [250, 200, 150] } });
  await changeEvent(app, event.id, { exitReentry: false, kitchenService: true });
});
afterAll(() => closeInOrder(app));

interface Serve {
  ticketId: string;
  nonce?: string;
  places?: number[];
  eventId?: number;
}

async function post(who: AtTheDoor, path: string, body: object): Promise<DoorAnswer> {
  const answer = await ask<DoorAnswer>(app, who, { path, body: { device: who.device, ...body } });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const look = (who: AtTheDoor, qrData: string): Promise<DoorAnswer> => post(who, '/api/tickets/verify', { qrData, eventId: event.id, mode: 'serve' });
const serve = (who: AtTheDoor, body: Serve): Promise<DoorAnswer> => post(who, '/api/tickets/serve', { nonce: app.deps.ids.uuid(), ...body });
const undo = (who: AtTheDoor, body: { ticketId: string; nonce?: string }): Promise<DoorAnswer> => post(who, '/api/tickets/undo-serving', { nonce: app.deps.ids.uuid(), ...body });

async function withWine(): Promise<SoldTicket> {
  const wine = event.options[0]!.id;
  return (await soldTickets(app, { event, tickets: [{ ...aTicketWith(event, 'Paella'), options: [wine] }] }))[0]!;
}

async function servedOfKitchen(eventId: number): Promise<Record<string, [count: number, served: number]>> {
  const { body } = await ask<{ dishes: { name: string; count: number; served: number }[] }>(app, admin, { path: `/api/admin/events/${eventId}/kitchen` });
  return Object.fromEntries(body.dishes.map(({ name, count, served }) => [name, [count, served]]));
}

test('a ticket shows its dishes at the counter, is served once, and whoever comes again is told when and where', async () => {
  const { id, ticketNumber } = await withWine();
  for (const text of [id, ticketNumber]) {
    expect(await look(cook, text)).toMatchObject({ success: true, code: 'VALID', message: 'Per servir: 2 plats', ticket: { dishes: [{ place: 0, name: 'Paella', servedAt: null }, { place: 1, name: 'Vi', section: 'Extres', servedAt: null }] } });
  }
  const at = app.clock.now().toISOString();
  expect(await serve(cook, { ticketId: id })).toMatchObject({ success: true, code: 'SERVED', message: 'Servit', ticket: { used_at: null, dishes: [{ servedAt: at }, { servedAt: at }] } });
  app.clock.advance(30_000);
  expect((await serve(cook, { ticketId: id })).message).toBe('Ja servit fa 30\u00a0s, en este dispositiu');
  const elsewhere = await serve(admin, { ticketId: id });
  expect(elsewhere).toMatchObject({ success: false, code: 'ALREADY_SERVED' });
  expect(elsewhere.message).toMatch(/^Ja servit a les \d\d:\d\d · Cuina$/);
  const scans = await app.db.query.selectFrom('scans').select(['kind', 'code', 'success', 'device']).where('ticketId', '=', id).where('kind', '=', 'serve').orderBy('id').execute();
  expect(scans).toEqual([{ kind: 'serve', code: 'SERVED', success: true, device: cook.device }, { kind: 'serve', code: 'ALREADY_SERVED', success: false, device: cook.device }, { kind: 'serve', code: 'ALREADY_SERVED', success: false, device: admin.device }]);
  // Entering is apart from it.
  expect((await admit(app, cook, { ticketId: id })).code).toBe('ADMITTED');
});

test('dishes are given out one by one where somebody comes twice, and the kitchen counts what was given, not who entered', async () => {
  const before = await servedOfKitchen(event.id);
  const { id } = await withWine();
  await admit(app, cook, { ticketId: id });
  expect(await servedOfKitchen(event.id)).toMatchObject({ Paella: [(before['Paella']?.[0] ?? 0) + 1, before['Paella']?.[1] ?? 0] });
  expect(await serve(cook, { ticketId: id, places: [1] })).toMatchObject({ success: true, message: 'Servit: 1 plat. En queda 1 per servir' });
  expect(await look(cook, id)).toMatchObject({ success: true, message: 'Per servir: 1 plat' });
  expect((await serve(cook, { ticketId: id, places: [1] })).code).toBe('ALREADY_SERVED');
  expect(await servedOfKitchen(event.id)).toMatchObject({ Vi: [(before['Vi']?.[0] ?? 0) + 1, (before['Vi']?.[1] ?? 0) + 1], Paella: [(before['Paella']?.[0] ?? 0) + 1, before['Paella']?.[1] ?? 0] });
  expect((await serve(cook, { ticketId: id })).message).toBe('Servit');
  expect((await servedOfKitchen(event.id))['Paella']?.[1]).toBe((before['Paella']?.[1] ?? 0) + 1);
});

test('eight counters at once give out each dish once, and one nonce gets one answer', async () => {
  const tickets = await soldTickets(app, { event, quantity: 10 });
  let given = 0;
  for (const { id } of tickets) {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, counter) => serve(counter % 2 === 0 ? cook : admin, { ticketId: id })));
    given += answers.filter(({ success }) => success).length;
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['SERVED', 'ALREADY_SERVED']));
  }
  expect(given).toBe(10);
  const rows = await app.db.query.selectFrom('servedDishes').select('id').where('ticketId', 'in', tickets.map(({ id }) => id)).execute();
  expect(rows).toHaveLength(10);
  figure('dishes given out of 10 asked for at eight counters at once', rows.length);
  const again = await aSoldTicket(app, event);
  const nonce = app.deps.ids.uuid();
  const answers = await Promise.all([1, 2, 3].map(() => serve(cook, { ticketId: again.id, nonce })));
  expect(answers.map(({ code }) => code)).toEqual(['SERVED', 'SERVED', 'SERVED']);
  const other = await aSoldTicket(app, event);
  expect(await ask(app, cook, { path: '/api/tickets/serve', body: { ticketId: other.id, nonce } })).toMatchObject({ status: 400, body: { code: 'INVALID_JSON' } });
});

test('a serving by mistake is taken back by the same device within a minute, by an admin at any time', async () => {
  const { id } = await withWine();
  const nonce = app.deps.ids.uuid();
  await serve(cook, { ticketId: id, nonce });
  expect((await undo(await aDoorkeeper(app), { ticketId: id })).code).toBe('ALREADY_SERVED');
  expect(await undo(cook, { ticketId: id, nonce })).toMatchObject({ success: true, code: 'VALID', ticket: { dishes: [{ servedAt: null }, { servedAt: null }] } });
  expect((await undo(cook, { ticketId: id, nonce })).success).toBe(true);
  expect((await serve(cook, { ticketId: id })).code).toBe('SERVED');
  app.clock.advance(61_000);
  expect((await undo(cook, { ticketId: id })).code).toBe('ALREADY_SERVED');
  expect((await undo(admin, { ticketId: id })).success).toBe(true);
  expect(await undo(admin, { ticketId: id })).toMatchObject({ success: false, message: "No s'ha servit res d'este tiquet" });
  const audits = await app.db.query.selectFrom('audit').select('action').where('subjectId', '=', id).where('action', '=', 'ticket.serving_undone').execute();
  expect(audits).toHaveLength(2);
});

test('is refused with its reason: another event, no service, an ended ticket, a code of nobody', async () => {
  const plain = await anEvent(app, { title: 'Sense cuina' });
  const [elsewhere, mine] = [await aSoldTicket(app, plain), await aSoldTicket(app, event)];
  expect((await serve(cook, { ticketId: elsewhere.id, eventId: event.id })).code).toBe('OTHER_EVENT');
  expect(await serve(cook, { ticketId: elsewhere.id })).toMatchObject({ code: 'NO_SERVICE', message: 'En este acte no es marca què se servix' });
  expect((await serve(cook, { ticketId: app.deps.ids.ticket() })).code).toBe('NOT_FOUND');
  expect((await look(cook, '{"ticketId":')).code).toBe('BAD_QR');
  await app.db.query.updateTable('tickets').set({ suspendedAt: app.clock.now() }).where('id', '=', mine.id).execute();
  expect((await serve(cook, { ticketId: mine.id })).code).toBe('SUSPENDED');
  await app.db.query.updateTable('tickets').set({ suspendedAt: null }).where('id', '=', mine.id).execute();
  const pass = await aPassHolder(app, { admin, events: [plain] });
  expect((await serve(pass, { ticketId: mine.id })).code).toBe('OTHER_EVENT');
});
