import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { anEvent, PAELLA } from '#tests/support/app/events.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPaidOrder, aTicketWith, post, refreshOrder, signedIn } from '#tests/support/people/buyers.ts';
import { openDrawer } from '#tests/support/people/cashiers.ts';
import { give, take, revokeTransfer } from '#tests/support/people/transfers.ts';
import { figure } from '#tests/support/reporting/counts.ts';

import { selectDishes, selectSheetHead } from './store.server.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => app.close());

const asAdmin = (path: string, init: RequestInit = {}) => app.ask(path, { ...init, headers: { Cookie: admin, ...init.headers } });

test('the sheet says what is ordered, served and left, and the notes; the file keeps what looks like a formula from being one', async () => {
  const event = await anEvent(app, { title: 'Sopar de la cuina', dishes: { Paella: PAELLA, Fideuà: PAELLA } });
  const noted = { ...aTicketWith(event, 'Paella'), note: '=1+1 al·lèrgia' };
  const paid = await aPaidOrder(app, { event, tickets: [noted, aTicketWith(event, 'Paella'), aTicketWith(event, 'Fideuà')] });
  const [first] = (await refreshOrder(app, paid.orderId)).tickets;
  const use = await asAdmin('/api/tickets/use', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ ticketId: first!.id, nonce: app.deps.ids.uuid() }) });
  expect(use.status).toBe(200);

  const page = (await (await asAdmin(`/admin/kitchen/${event.id}`)).text()).replaceAll('<!-- -->', '');
  for (const text of ['Full de cuina', 'Sopar de la cuina', '=1+1 al·lèrgia', first!.ticketNumber.slice(-7)]) expect(page).toContain(text);

  const file = await asAdmin(`/api/admin/events/${event.id}/kitchen.csv`);
  expect(file.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  const [header, ...lines] = new TextDecoder().decode(bytes).trimEnd().split(/\r?\n/);
  expect([header, ...lines.slice(0, 2)]).toEqual(['Secció;Plat;Demanats;Servits;Queden;Observacions;Nom;Grup', 'Plat;Paella;2;1;1;', 'Plat;Fideuà;1;0;1;']);
  expect(lines[2]).toContain("'=1+1 al·lèrgia");
  expect((await asAdmin('/admin/kitchen/2147483647')).status).toBe(404);
  expect((await asAdmin('/api/admin/events/2147483647/kitchen.csv')).status).toBe(404);
});

test('a note has a name: the one written with it, at the till too, else the buyer\'s, and its cards have the party and a short number', async () => {
  const event = await anEvent(app, { title: 'Sopar amb noms' });
  const named = { ...aTicketWith(event, 'Paella'), note: 'sense gluten', noteName: 'Iaia Carme' };
  const bought = await aPaidOrder(app, { event, tickets: [named, { ...aTicketWith(event, 'Paella'), note: 'sense ou' }, aTicketWith(event, 'Paella')], body: { userName: 'Neus Ferrer' } });
  const drawer = await openDrawer(app, admin, { name: 'Cuina' });
  const single = { ...aTicketWith(event, 'Paella'), note: 'diabètic', noteName: 'Tonet' };
  expect((await post(app, `/api/admin/till/sessions/${drawer}/sales`, { body: { eventId: event.id, category: 'public', means: 'cash', tickets: [single] }, headers: { Cookie: admin } })).status).toBe(201);

  const cards = (await (await asAdmin(`/admin/kitchen/${event.id}/cards`)).text()).replaceAll('<!-- -->', '');
  const number = (await refreshOrder(app, bought.orderId)).tickets[0]!.ticketNumber.slice(-7);
  for (const text of ['Iaia Carme', 'sense gluten', 'Neus Ferrer', 'sense ou', 'Tonet', 'diabètic', 'Grup de 3, de Neus Ferrer', 'Ve a soles', number]) expect(cards).toContain(text);
  const csv = await (await asAdmin(`/api/admin/events/${event.id}/kitchen.csv`)).text();
  expect(csv).toContain('sense gluten;Iaia Carme;Grup de 3, de Neus Ferrer');
  expect((await app.ask(`/admin/kitchen/${event.id}/cards`)).status).not.toBe(200);
});

test('a note stands with the extras too, on sheet, card and file', async () => {
  const event = await anEvent(app, { title: 'Sopar amb pastís', dishes: { Paella: PAELLA }, extras: { 'Pastís de nous': PAELLA } });
  const [extra] = event.options;
  await aPaidOrder(app, { event, tickets: [{ ...aTicketWith(event, 'Paella'), options: [extra!.id], note: 'al·lèrgica als fruits secs' }] });
  const [sheet, cards, file] = await Promise.all([`/admin/kitchen/${event.id}`, `/admin/kitchen/${event.id}/cards`, `/api/admin/events/${event.id}/kitchen.csv`].map(async (path) => (await (await asAdmin(path)).text()).replaceAll('<!-- -->', '')));
  const notes = (await selectSheetHead(app.db.query, event.id))!.notes.map(({ dishes }) => dishes);
  expect(notes).toEqual([['Paella', 'Pastís de nous']]);
  for (const text of [sheet, cards, file]) expect(text).toContain('Pastís de nous');
});

test('a note and its name stay behind when the ticket is given away, also when it is taken back', async () => {
  const event = await anEvent(app);
  const { orderId } = await aPaidOrder(app, { event, tickets: [{ ...aTicketWith(event, 'Paella'), note: 'sense gluten', noteName: 'Iaia Carme' }] });
  const [ticket] = (await refreshOrder(app, orderId)).tickets;
  const given = { orderId, ticketNumber: ticket!.ticketNumber };
  await take(app, await give(app, given), { name: 'Marta' });
  const left = async () => app.db.query.selectFrom('tickets').select(['note', 'noteName']).where('orderId', '=', orderId).executeTakeFirst();
  expect(await left()).toEqual({ note: null, noteName: null });
  await revokeTransfer(app, given);
  expect(await left()).toEqual({ note: null, noteName: null });
});

test('five thousand tickets are counted, with their notes', async () => {
  const event = await anEvent(app, { dishes: { Paella: PAELLA, Fideuà: PAELLA } });
  const paid = await aPaidOrder(app, { event, tickets: [{ ...aTicketWith(event, 'Paella'), note: 'sense gluten' }] });
  await sql`insert into tickets (id, order_id, event_id, position, ticket_number, price, menu_selection, extras_selection, note, user_role, status, created_at)
    select 'T' || lpad(n::text, 25, '0'), order_id, event_id, 1 + n, ticket_number || '-' || n, price, menu_selection, extras_selection, case when n % 10 = 0 then note end, user_role, status, created_at
    from tickets, generate_series(1, 4999) n where order_id = ${paid.orderId}::uuid`.execute(app.db.query);
  await Promise.all([selectDishes(app.db.query, event.id), selectSheetHead(app.db.query, event.id)]);
  const began = performance.now();
  const [dishes, head] = [await selectDishes(app.db.query, event.id), await selectSheetHead(app.db.query, event.id)];
  const took = performance.now() - began;
  expect(dishes.map(({ count }) => count)).toEqual([5000]);
  expect(head!.notes).toHaveLength(500);
  figure('the kitchen sheet of 5,000 tickets, ms of SQL', Math.round(took));
});
