import { afterAll, beforeAll, expect, test } from 'vitest';

import { aPlacedOrder, eventNamed, press, refreshOrder } from '#tests/support/people/buyers.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => app.close());

test('a buyer who pays on the hosted page holds tickets at once', async () => {
  const event = await eventNamed(app, 'Sopar de Germanor');
  const placed = await aPlacedOrder(app, { event, quantity: 4 });
  expect(placed).toMatchObject({ status: 'pending_payment', ticketsCreated: 4, total: 4 * 1800 });
  expect((await refreshOrder(app, placed.orderId)).tickets).toEqual([]);

  const pressed = await press(app, placed, 'pay');

  expect(pressed.status).toBe(303);
  expect(pressed.headers.get('location')).toBe(`http://127.0.0.1:3000/payment-success?order_id=${placed.orderId}`);
  const order = await refreshOrder(app, placed.orderId);
  expect(order).toMatchObject({ status: 'paid', ticketQuantity: 4, emailStatus: 'pending' });
  expect(order.tickets.map((ticket) => ticket.ticketNumber)).toEqual([1, 2, 3, 4].map((n) => `${placed.orderNumber}-T${n}`));
});

test('a link to an order that a mail program has cut says that there is none, and one without an order leads home', async () => {
  const cut = await app.ask('/payment-success?order_id=0f9d2c11-33');
  expect(cut.status).toBe(404);
  expect(await cut.text()).toContain('No hem trobat esta comanda');
  expect((await app.ask('/payment-success?order_id=')).headers.get('location')).toBe('/');
});
