import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { aTicket } from '#tests/support/people/buyers.ts';
import { ask } from '#tests/support/people/scanners.ts';
import { aReceiver, type Receiver } from '#tests/support/programs/receiver.ts';
import { aTokenMaker } from '#tests/support/programs/tokens.ts';
import { anOrderAtStripe, aStripeApp, closeBalanced, type StripeApp } from '#tests/support/stripe/stripe-app.ts';

let app: StripeApp;
let receiver: Receiver;
beforeAll(async () => {
  [app, receiver] = [await aStripeApp(), await aReceiver()];
  await asAdmin('/api/admin/webhooks', { url: receiver.url, events: ['order.paid', 'order.refunded', 'ticket.cancelled'] });
});
beforeEach(() => receiver.received.splice(0));
afterAll(async () => {
  await receiver.close();
  await closeBalanced(app);
});

const asAdmin = async (path: string, body: unknown) => ask<Record<'id' | 'orderId', string>>(app, { headers: { Cookie: (await aTokenMaker(app)).cookie } }, { path, body });

async function atStripe(): Promise<string> {
  const { session } = await anOrderAtStripe(app, { event: await anEvent(app), quantity: 2 });
  await app.stripe.pay(session);
  return session;
}

async function deliveries(): Promise<string[]> {
  await app.round('webhooks');
  return receiver.received.map(({ message: { type, data } }) => [type, data['status'], data['amount']].filter((one) => one !== undefined).join(' '));
}

const WHOLE = ['order.paid paid', 'ticket.cancelled refunded', 'ticket.cancelled refunded', 'order.refunded refunded 2800'];

test('a whole order that the till gives back is told as refunded, after its tickets', async () => {
  const event = await anEvent(app);
  const { body: { id: drawer } } = await asAdmin('/api/admin/till/sessions', { float: 0, name: 'Caixa' });
  const { body: { orderId } } = await asAdmin(`/api/admin/till/sessions/${drawer}/sales`, { eventId: event.id, category: 'public', means: 'cash', tickets: [aTicket(event), aTicket(event)] });
  expect((await asAdmin(`/api/admin/till/sessions/${drawer}/sales/${orderId}/give-back`, { means: 'cash', reason: 'Prova' })).status).toBe(200);
  expect(await deliveries()).toEqual(WHOLE);
});

test('a whole charge given back at Stripe is told as refunded, after its tickets', async () => {
  await app.stripe.refundManually(await atStripe());
  expect(await deliveries()).toEqual(WHOLE);
});

test('a charge given back at Stripe in two parts is told as paid, and then as refunded', async () => {
  const session = await atStripe();
  for (const amount of [1000, 1800]) await app.stripe.refundManually(session, amount);
  expect(await deliveries()).toEqual(['order.paid paid', 'order.refunded paid 1000', 'ticket.cancelled refunded', 'ticket.cancelled refunded', 'order.refunded refunded 1800']);
});

test('a dispute that is lost is told as refunded, after its tickets', async () => {
  const session = await atStripe();
  await app.stripe.dispute(session);
  await app.stripe.endDispute(session, 'lost');
  expect(await deliveries()).toEqual(WHOLE);
});
