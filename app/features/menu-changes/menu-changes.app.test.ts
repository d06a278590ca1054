import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { anEvent, PAELLA, takenOf } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { give, take, revokeTransfer } from '#tests/support/people/transfers.ts';
import { aPaidOrder, aTicketWith, refreshOrder, signedIn } from '#tests/support/people/buyers.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
let member: string;
let admin: string;
beforeAll(async () => {
  app = await aTestApp();
  member = await signedIn(app, 'soci@comboi.test');
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => closeInOrder(app));

async function aSoldPaella({ cookie, deadline = true }: { cookie?: string; deadline?: boolean } = {}) {
  const event = await anEvent(app, {
    dishes: { Paella: PAELLA, Fideuà: PAELLA, Arròs: PAELLA, Llamàntol: [3000, 3000, 3000] },
    places: { Paella: 1, Arròs: 0 },
    ...(deadline && { kitchenDeadline: new Date(app.clock.now().getTime() + HOUR_MS) }),
  });
  const placed = await aPaidOrder(app, { event, tickets: [aTicketWith(event, 'Paella')], ...(cookie !== undefined && { cookie }) });
  const [ticket] = (await refreshOrder(app, placed.orderId)).tickets;
  return { event, orderId: placed.orderId, ticketNumber: ticket!.ticketNumber, ticketId: ticket!.id };
}

type Sold = Awaited<ReturnType<typeof aSoldPaella>>;

function idOf(event: EventDetail, dish: string): string {
  return event.sections[0]!.items.find(({ name }) => name === dish)!.id;
}

async function swap(path: string, event: EventDetail, change: { from: string; to: string; cookie?: string; intent?: string }): Promise<number> {
  const { from, to, cookie = '', intent } = change;
  const body = new URLSearchParams({ 'dish[0]': `${event.sections[0]!.id} ${idOf(event, from)} ${idOf(event, to)}`, ...(intent !== undefined && { intent }) });
  return (await app.ask(path, { method: 'POST', headers: { Cookie: cookie }, body })).status;
}

const byLink = ({ ticketNumber, orderId }: Sold): string => `/canviar-plats/${ticketNumber}?order_id=${orderId}`;

async function dishesOf(orderId: string): Promise<string[]> {
  const tickets = await app.db.query.selectFrom('tickets').select('menuSelection').where('orderId', '=', orderId).execute();
  return tickets.flatMap(({ menuSelection }) => menuSelection.flatMap(({ items }) => items.map(({ name }) => name)));
}

describe('until the deadline', () => {
  test('whoever has the order link changes a dish for another of its price: places, kitchen and history follow', async () => {
    const sold = await aSoldPaella();
    const page = await (await app.ask(byLink(sold))).text();
    for (const text of ['Fideuà', 'Arròs', 'Esgotat']) expect(page).toContain(text);
    expect(page).not.toContain('Llamàntol');
    expect(await (await app.ask(`/payment-success?order_id=${sold.orderId}`)).text()).toContain('Canviar plats');

    expect(await swap(byLink(sold), sold.event, { from: 'Paella', to: 'Fideuà' })).toBe(303);
    expect(await dishesOf(sold.orderId)).toEqual(['Fideuà']);
    expect(await takenOf(app, sold.event, 'Paella')).toBe(0);
    const kitchen = (await (await app.ask(`/api/admin/events/${sold.event.id}/kitchen`, { headers: { Cookie: admin } })).json()) as { dishes: { name: string; count: number }[] };
    expect(kitchen.dishes.map(({ name, count }) => [name, count])).toEqual([['Fideuà', 1]]);
    const changes = await app.db.query.selectFrom('menuChanges').selectAll().where('ticketId', '=', sold.ticketId).execute();
    expect(changes.map(({ before, after, changedBy }) => [before[0]!.items[0]!.name, after[0]!.items[0]!.name, changedBy])).toEqual([['Paella', 'Fideuà', 'order link']]);
    expect(await (await app.ask(`/admin/orders/${sold.orderId}`, { headers: { Cookie: admin } })).text()).toContain('Plats canviats');
  });

  test('an account changes its own, from its tickets', async () => {
    const sold = await aSoldPaella({ cookie: member });
    expect(await (await app.ask('/my-tickets', { headers: { Cookie: member } })).text()).toContain(`/canviar-plats/${sold.ticketNumber}`);
    expect(await swap(`/canviar-plats/${sold.ticketNumber}`, sold.event, { from: 'Paella', to: 'Fideuà', cookie: member })).toBe(303);
    expect(await dishesOf(sold.orderId)).toEqual(['Fideuà']);
  });

  test.each([
    ['another price', 'Paella', 'Llamàntol', 409],
    ['a dish that ran out', 'Paella', 'Arròs', 409],
    ['a dish that is not on the ticket any more', 'Fideuà', 'Paella', 409],
    ['nothing', 'Paella', 'Paella', 400],
  ])('%s is refused, and the ticket stays as it is', async (_, from, to, status) => {
    const sold = await aSoldPaella();
    expect(await swap(byLink(sold), sold.event, { from, to })).toBe(status);
    expect([await dishesOf(sold.orderId), await takenOf(app, sold.event, 'Paella')]).toEqual([['Paella'], 1]);
  });
});

test('a ticket that was given away has its dishes changed by whoever took it, and not by its sender', async () => {
  const sold = await aSoldPaella();
  const { page } = await take(app, await give(app, sold), { name: 'Marta' });
  const byKey = `/canviar-plats/${sold.ticketNumber}?clau=${new URL(page!, 'http://localhost').searchParams.get('clau')}`;
  expect((await (await app.ask(page!)).text()).replaceAll('&amp;', '&')).toContain(byKey);
  expect(await swap(byLink(sold), sold.event, { from: 'Paella', to: 'Fideuà' })).toBe(409);
  const html = await (await app.ask(byKey)).text();
  expect([html.includes('Fideuà'), html.includes(sold.orderId)]).toEqual([true, false]);
  expect(await swap(byKey, sold.event, { from: 'Paella', to: 'Fideuà' })).toBe(303);
  expect([await dishesOf(sold.orderId), await takenOf(app, sold.event, 'Paella')]).toEqual([['Fideuà'], 0]);

  expect(await revokeTransfer(app, sold)).toBe(303);
  expect([(await app.ask(byKey)).status, await swap(byKey, sold.event, { from: 'Fideuà', to: 'Paella' })]).toEqual([404, 404]);
  expect(await swap(byLink(sold), sold.event, { from: 'Fideuà', to: 'Paella' })).toBe(303);
  app.clock.advance(HOUR_MS);
  const { page: late } = await take(app, await give(app, sold), { name: 'Tard' });
  expect(await (await app.ask(late!)).text()).not.toContain('Canviar plats');
  expect(await swap(`/canviar-plats/${sold.ticketNumber}${new URL(late!, 'http://localhost').search}`, sold.event, { from: 'Paella', to: 'Fideuà' })).toBe(409);
});

test('nobody else finds the ticket', async () => {
  const sold = await aSoldPaella();
  const other = await aSoldPaella();
  for (const [path, cookie] of [
    [`/canviar-plats/${sold.ticketNumber}`, ''],
    [`/canviar-plats/${sold.ticketNumber}`, member],
    [`/canviar-plats/${sold.ticketNumber}?order_id=${other.orderId}`, ''],
    [`/canviar-plats/${sold.ticketNumber}?order_id=x`, ''],
    [`/canviar-plats/${sold.ticketNumber}?clau=${other.ticketId}`, ''],
    ['/canviar-plats/%00', ''],
  ] as const) {
    expect((await app.ask(path, { headers: { Cookie: cookie } })).status).toBe(404);
    expect(await swap(path, sold.event, { from: 'Paella', to: 'Fideuà', cookie })).toBe(404);
  }
  expect(await dishesOf(sold.orderId)).toEqual(['Paella']);
});

test('after the deadline, and without one, only an admin changes a dish', async () => {
  const late = await aSoldPaella();
  const never = await aSoldPaella({ deadline: false });
  app.clock.advance(HOUR_MS);
  admin = await signedIn(app, 'admin@comboi.test');
  for (const sold of [late, never]) {
    expect(await swap(byLink(sold), sold.event, { from: 'Paella', to: 'Fideuà' })).toBe(409);
    expect(await swap(`/admin/orders/${sold.orderId}/plats/${sold.ticketNumber}`, sold.event, { from: 'Paella', to: 'Llamàntol', cookie: admin, intent: 'dishes' })).toBe(409);
    expect(await swap(`/admin/orders/${sold.orderId}/plats/${sold.ticketNumber}`, sold.event, { from: 'Paella', to: 'Fideuà', cookie: admin, intent: 'dishes' })).toBe(303);
    expect(await dishesOf(sold.orderId)).toEqual(['Fideuà']);
  }
});

test('ten holders want the last place of a dish at once: one gets it', async () => {
  const event = await anEvent(app, { dishes: { Paella: PAELLA, Fideuà: PAELLA }, places: { Fideuà: 1 }, kitchenDeadline: new Date(app.clock.now().getTime() + HOUR_MS) });
  const orders = await Promise.all(Array.from({ length: 10 }, () => aPaidOrder(app, { event, tickets: [aTicketWith(event, 'Paella')] })));
  const answers = await Promise.all(
    orders.map(async ({ orderId }) => {
      const [ticket] = (await refreshOrder(app, orderId)).tickets;
      return swap(`/canviar-plats/${ticket!.ticketNumber}?order_id=${orderId}`, event, { from: 'Paella', to: 'Fideuà' });
    }),
  );
  expect(answers.toSorted()).toEqual([303, ...Array.from({ length: 9 }, () => 409)]);
  expect(await takenOf(app, event, 'Fideuà')).toBe(1);
});
