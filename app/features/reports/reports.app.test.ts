import { afterAll, beforeAll, expect, test } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPaidOrder, aPlacedOrder, aTicket, post, signedIn } from '#tests/support/people/buyers.ts';

import { periodOf } from './service.server.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => closeInOrder(app));

async function pageText(path: string): Promise<string> {
  const answer = await app.ask(path, { headers: { Cookie: admin } });
  expect(answer.status).toBe(200);
  return (await answer.text()).replaceAll(/<script[\s\S]*?<\/script>/g, '').replaceAll(/<[^>]+>/g, ' ').replaceAll('&#x27;', "'").replaceAll(/\s+/g, ' ');
}

test('totals add the web, the till and what was given back up by day, means and category', async () => {
  const event = await anEvent(app);
  await aPaidOrder(app, { event, tickets: [aTicket(event), aTicket(event)] });
  await aPlacedOrder(app, { event });
  const asAdmin = { headers: { Cookie: admin } };
  const { id } = (await post(app, '/api/admin/till/sessions', { body: { float: 0 }, ...asAdmin })).body as unknown as { id: string };
  const sale = { eventId: event.id, category: 'socio', means: 'cash', tickets: [aTicket(event)] };
  const { orderId } = (await post(app, `/api/admin/till/sessions/${id}/sales`, { body: sale, ...asAdmin })).body as unknown as { orderId: string };
  await post(app, `/api/admin/till/sessions/${id}/sales`, { body: { ...sale, means: 'house', reason: 'Premi' }, ...asAdmin });
  await post(app, `/api/admin/till/sessions/${id}/sales/${orderId}/give-back`, { body: { means: 'bizum', reason: 'No ve' }, ...asAdmin });

  const csv = await (await app.ask(`/api/admin/reports/totals.csv?eventId=${event.id}`, { headers: { Cookie: admin } })).text();
  const lines = csv.slice(1).trim().split('\r\n').slice(1).map((line) => line.split(';').slice(1).join(';'));
  expect(lines.toSorted()).toEqual([
    'Bizum (taquilla);Soci;0;0,00;12,00',
    'Efectiu (taquilla);Soci;1;12,00;0,00',
    'Gratis;Administrador;1;0,00;0,00',
    'Targeta (web);Públic;2;28,00;0,00',
  ]);
  const page = await pageText(`/admin/totals?eventId=${event.id}`);
  expect(page).toContain('Per mitjà de pagament');
  expect(page).toMatch(/Total 4 40,00.€ 12,00.€ 28,00.€/);
});

test.each([['2027-02-30', '2027-03-01'], ['0027-03-01', '0027-03-15'], ['2027-13-01', '2027-13-02']])('a period from %s to %s is none', (from, to) => {
  expect(periodOf({ from, to }, '2027-03-30')).toEqual({ from: '2027-03-01', to: '2027-03-30' });
});

test('a period that is none is the last thirty days', async () => {
  expect(await pageText('/admin/totals?from=2027-13-99&to=x')).toContain('Tots els actes, del');
});

test('the sales of an event stand beside those of the one it was made from, and the table says the same', async () => {
  const origin = await anEvent(app, { title: 'Sopar de l’any passat' });
  await aPaidOrder(app, { event: origin, tickets: [aTicket(origin), aTicket(origin), aTicket(origin)] });
  const event = await anEvent(app, { title: 'Sopar d’enguany' });
  await app.db.query.updateTable('events').set({ copiedFrom: origin.id }).where('id', '=', event.id).execute();
  await aPaidOrder(app, { event });
  const page = await pageText(`/admin/sales/${event.id}`);
  expect(page).toContain('1 tiquet vàlid');
  expect(page).toContain('A estes altures, «Sopar de l’any passat» en portava 3: ara en són 2 menys.');
  expect(page).toContain('La taula darrere de la gràfica');
  expect(await pageText(`/admin/sales/${event.id}?with=0`)).not.toContain('A estes altures');
  expect((await app.ask('/admin/sales/999999', { headers: { Cookie: admin } })).status).toBe(404);
});

test('whoever has more tickets than an order may is told of with all addresses and orders, and nobody else', async () => {
  const event = await anEvent(app);
  const cookie = `comboi_visitor=${app.deps.ids.uuid()}`;
  await aPaidOrder(app, { event, quantity: 12, cookie, body: { email: 'neus+1@example.com' } });
  await aPaidOrder(app, { event, quantity: 20, body: { email: 'pau@example.com' } });
  const asAdmin = { headers: { Cookie: admin } };
  const { id } = (await post(app, '/api/admin/till/sessions', { body: { float: 0, name: 'Porta' }, ...asAdmin })).body as unknown as { id: string };
  for (let sale = 0; sale < 2; sale += 1) {
    const sold = await post(app, `/api/admin/till/sessions/${id}/sales`, { body: { eventId: event.id, category: 'public', means: 'cash', email: 'taquilla@example.com', tickets: Array.from({ length: 15 }, () => aTicket(event)) }, ...asAdmin });
    expect(sold.status).toBe(201);
  }
  expect(await pageText(`/admin/sales/${event.id}`)).toContain('Ningú: cap comprador passa');

  const again = [await aPaidOrder(app, { event, quantity: 8, cookie, body: { email: 'roser@example.com' } }), await aPaidOrder(app, { event, quantity: 4, body: { email: 'neus@example.com' } })];
  const page = await pageText(`/admin/sales/${event.id}`);
  expect(page).toContain('neus+1@example.com, roser@example.com, neus@example.com');
  for (const { orderNumber } of again) expect(page).toContain(orderNumber);
  expect(page).not.toMatch(/pau@|taquilla@/);
});

test('those whose address was erased are not one buyer', async () => {
  const event = await anEvent(app);
  for (const email of ['neus@example.com', 'pau@example.com']) await aPaidOrder(app, { event, quantity: 15, body: { email } });
  await app.db.query.updateTable('orders').set({ email: '', userName: null, buyer: null }).where('eventId', '=', event.id).execute();
  expect(await pageText(`/admin/sales/${event.id}`)).toContain('Ningú: cap comprador passa');
});
