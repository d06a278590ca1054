import { afterAll, beforeAll, expect, test } from 'vitest';

import { aPaidOrder, aPlacedOrder, aTicket, press, refreshOrder } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent, withdraw } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

async function buyersOf(event: { id: number }): Promise<{ email: string | null; userName: string | null }[]> {
  return app.db.query.selectFrom('orders').select(['email', 'userName']).where('eventId', '=', event.id).orderBy('email').execute();
}

test('whoever never paid is forgotten within a year, and nobody else', async () => {
  const event = await anEvent(app);
  const unpaid = await aPlacedOrder(app, { event, body: { email: 'mai@example.com', userName: 'Mai Paga' }, tickets: [aTicket(event, { noteName: 'Iaia Carme' })] });
  await press(app, unpaid, 'cancel');
  await aPaidOrder(app, { event, body: { email: 'pagat@example.com', userName: 'Pere Pagat' } });
  // Its money came too late for a withdrawn event and went back: that stands in the books.
  const late = await aPlacedOrder(app, { event, body: { email: 'tard@example.com', userName: 'Tere Tard' } });
  await withdraw(app, event.id);
  await press(app, late, 'pay');
  await app.round('refunds');
  const others = [
    { email: 'pagat@example.com', userName: 'Pere Pagat' },
    { email: 'tard@example.com', userName: 'Tere Tard' },
  ];

  app.clock.advance(299 * DAY_MS);
  await app.round('retention');
  expect(await buyersOf(event)).toEqual([{ email: 'mai@example.com', userName: 'Mai Paga' }, ...others]);

  app.clock.advance(2 * DAY_MS);
  await app.round('retention');
  expect(await buyersOf(event)).toEqual([{ email: '', userName: null }, ...others]);
  expect(await app.db.query.selectFrom('tickets').select('noteName').where('orderId', '=', unpaid.orderId).execute()).toEqual([{ noteName: null }]);
  expect(await refreshOrder(app, unpaid.orderId)).toMatchObject({ status: 'cancelled' });
  figure('addresses left of orders that nobody paid, after 301 days', (await buyersOf(event)).filter(({ email }) => email === 'mai@example.com').length);
});
