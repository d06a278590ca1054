import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { anEvent, withdraw } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPaidOrder, aPlacedOrder, aTicket, post, refreshOrder, signedIn } from '#tests/support/people/buyers.ts';
import { openDrawer } from '#tests/support/people/cashiers.ts';

const WITHDRAWN = "L'acte s'ha cancel·lat. Ho sentim.";

let app: TestApp;
let admin: string;
let drawer: string;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
  drawer = await openDrawer(app, admin, { name: 'Casal', float: 50_000 });
});
afterAll(() => closeInOrder(app));

async function orderPage(orderId: string): Promise<string> {
  const answer = await app.ask(`/payment-success?order_id=${orderId}`);
  return (await answer.text()).replaceAll(/<script.*?<\/script>|<!-- -->/gs, '').replaceAll('\u00a0', ' ').replaceAll('&#x27;', "'");
}

async function soldAtTill(event: Awaited<ReturnType<typeof anEvent>>, tickets = 1): Promise<{ orderId: string; orderNumber: string }> {
  const body = { eventId: event.id, category: 'public', means: 'cash', tickets: Array.from({ length: tickets }, () => aTicket(event)) };
  return (await post(app, `/api/admin/till/sessions/${drawer}/sales`, { body, headers: { Cookie: admin } })).body as unknown as { orderId: string; orderNumber: string };
}

async function letIn(orderId: string, eventId: number): Promise<void> {
  const [ticket] = (await refreshOrder(app, orderId)).tickets;
  const { body } = await post(app, '/api/tickets/use', { body: { ticketId: ticket!.id, nonce: ticket!.id, eventId, device: 'Porta' }, headers: { Cookie: admin } });
  expect(body).toMatchObject({ success: true });
}

describe('the page of an order whose event was withdrawn', () => {
  test('says so to whoever had free tickets, without a word of paying, of a sale or of what is still to come', async () => {
    const event = await anEvent(app);
    const { orderId } = await aPlacedOrder(app, { event, cookie: admin });
    await withdraw(app, event.id);
    await app.round('withdrawals');
    const page = await orderPage(orderId);
    expect(page).toContain(WITHDRAWN);
    for (const words of ['Error en el Pagament', 'no s\'ha pagat a temps', 'han tornat a la venda', 'Si has arribat a pagar', 'ho continuarem mirant', 'Tornar a la comanda']) expect(page).not.toContain(words);
  });

  test('says so to whoever was about to pay, with what becomes of a payment, and leads to no sale that is over', async () => {
    const event = await anEvent(app);
    const { orderId } = await aPlacedOrder(app, { event });
    await withdraw(app, event.id);
    await app.round('sweeper');
    const page = await orderPage(orderId);
    expect(page).toContain(`${WITHDRAWN} Si has arribat a pagar, et tornarem tots els diners.`);
    for (const words of ['no s\'ha pagat a temps', 'han tornat a la venda', 'Tornar a la comanda']) expect(page).not.toContain(words);
  });

  test('names what waits at the till to whoever paid there, also with a ticket that is used', async () => {
    const event = await anEvent(app);
    const [sold, used] = [await soldAtTill(event), await soldAtTill(event)];
    await letIn(used.orderId, event.id);
    await withdraw(app, event.id);
    await app.round('withdrawals');
    for (const { orderId } of [sold, used]) {
      const page = await orderPage(orderId);
      const { orderNumber } = await refreshOrder(app, orderId);
      expect(page).toContain("L'acte s'ha cancel·lat");
      expect(page).toContain(`Els 14,00 € que vas pagar en persona te'ls tornem a la taquilla: porta el número ${orderNumber}.`);
      for (const words of ['Si creus que és un error', 'Ja tens el tiquet']) expect(page).not.toContain(words);
    }
  });
});

async function handBack(orderId: string): Promise<void> {
  const answer = await post(app, `/api/admin/till/sessions/${drawer}/sales/${orderId}/give-back`, { body: { means: 'cash', reason: 'El que falta' }, headers: { Cookie: admin } });
  expect(answer.status).toBe(200);
}

describe('the page of an order whose money was given back in person', () => {
  const IN_PERSON = "Els diners d'esta comanda ja te'ls hem tornat en persona.";

  test('says so, and not that it is on its way', async () => {
    const { orderId } = await soldAtTill(await anEvent(app));
    await handBack(orderId);
    const page = await orderPage(orderId);
    expect(page).toContain(`Hem fet la devolució de la teua comanda. ${IN_PERSON}`);
    expect(page).not.toContain('van de camí');
  });

  test('names the withdrawal, where that was the reason', async () => {
    const event = await anEvent(app);
    const { orderId } = await soldAtTill(event);
    await withdraw(app, event.id);
    await app.round('withdrawals');
    await handBack(orderId);
    expect(await orderPage(orderId)).toContain(`${WITHDRAWN} ${IN_PERSON}`);
  });
});

test('the page of free tickets that somebody of ours cancelled speaks of no payment', async () => {
  const event = await anEvent(app);
  const { orderId } = await aPlacedOrder(app, { event, cookie: admin });
  const [ticket] = (await refreshOrder(app, orderId)).tickets;
  expect((await post(app, `/api/admin/orders/${orderId}/cancel`, { body: { ticketIds: [ticket!.id], reason: 'No ve' }, headers: { Cookie: admin } })).status).toBe(204);
  const page = await orderPage(orderId);
  expect(page).toContain("La comanda s'ha cancel·lat");
  for (const words of ['Error en el Pagament', 'no s\'ha pagat a temps', 'ho continuarem mirant']) expect(page).not.toContain(words);
});

test('the page of tickets given back after a change of plans names what waits at the till', async () => {
  const event = await anEvent(app);
  const { orderId } = await soldAtTill(event, 2);
  const words = { kind: 'move', subject: 'Canvi', body: 'Canvi', chooseUntil: event.date, createdBy: null } as const;
  app.clock.advance(60_000);
  await app.db.query.insertInto('announcements').values({ ...words, id: app.deps.ids.uuid(), eventId: event.id, createdAt: app.clock.now() }).execute();
  expect((await app.ask(`/canvi-de-plans?order_id=${orderId}`, { method: 'POST', body: new URLSearchParams({ intent: 'tornar' }) })).status).toBe(303);
  await app.round('withdrawals');
  const page = await orderPage(orderId);
  expect(page).toContain("Els 28,00 € que vas pagar en persona te'ls tornem a la taquilla");
  expect(page).not.toContain(WITHDRAWN);
});

test('the page of a card order whose event was not withdrawn says nothing of it', async () => {
  const { orderId } = await aPaidOrder(app, { event: await anEvent(app) });
  expect(await orderPage(orderId)).not.toContain("L'acte s'ha cancel·lat");
});
