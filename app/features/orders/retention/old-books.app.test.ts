import { afterAll, beforeAll, expect, test } from 'vitest';

import { aPaidOrder, aTicket, post, signedIn } from '#tests/support/people/buyers.ts';
import { openDrawer } from '#tests/support/people/cashiers.ts';
import { anEvent, withdraw } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

async function buyersOf(event: { id: number }): Promise<(string | null)[]> {
  return (await app.db.query.selectFrom('orders').select('email').where('eventId', '=', event.id).orderBy('createdAt').execute()).map(({ email }) => email);
}

test('whoever bought is forgotten six years after the event, and the sums stay', async () => {
  const event = await anEvent(app);
  const { orderId, total } = await aPaidOrder(app, { event, body: { email: 'pere@example.com', userName: 'Pere Pagat' }, tickets: [aTicket(event), aTicket(event)] });
  const { eventDate } = await app.db.query.selectFrom('events').select('eventDate').where('id', '=', event.id).executeTakeFirstOrThrow();

  app.clock.set(new Date(Date.parse(`${eventDate}T20:00:00Z`) + 2_192 * DAY_MS));
  await app.round('retention');
  expect(await buyersOf(event)).toEqual(['pere@example.com']);

  app.clock.advance(DAY_MS);
  await app.round('retention');
  expect(await app.db.query.selectFrom('orders').select(['email', 'userName', 'buyer', 'userId', 'status', 'totalAmount']).where('id', '=', orderId).executeTakeFirstOrThrow()).toEqual({
    email: '', userName: null, buyer: null, userId: null, status: 'paid', totalAmount: total,
  });
  expect(await app.db.query.selectFrom('mails').select('recipient').where('orderId', '=', orderId).where('recipient', '<>', '').execute()).toEqual([]);
  expect(await app.db.query.selectFrom('tickets').select('status').where('orderId', '=', orderId).execute()).toEqual([{ status: 'active' }, { status: 'active' }]);
});

test('whoever has money to come in person is remembered until they have it', async () => {
  const admin = await signedIn(app, 'admin@comboi.test');
  const event = await anEvent(app);
  const drawer = await openDrawer(app, admin, { name: 'Casal' });
  const sale = { eventId: event.id, category: 'public', means: 'cash', tickets: [aTicket(event)], email: 'neus@example.com' };
  expect((await post(app, `/api/admin/till/sessions/${drawer}/sales`, { body: sale, headers: { Cookie: admin } })).status).toBe(201);
  await withdraw(app, event.id);
  await app.round('withdrawals');
  app.clock.advance(7 * 366 * DAY_MS);
  await app.round('retention');
  expect(await buyersOf(event)).toEqual(['neus@example.com']);
});
