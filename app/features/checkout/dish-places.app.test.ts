import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { anEvent, PAELLA, soldOf, takenOf, withdraw } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aftermathOf } from '#tests/support/app/sandbox-ledger.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPaidOrder, aPlacedOrder, aTicketWith, order, post, press, refreshOrder, signedIn } from '#tests/support/people/buyers.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => closeInOrder(app));

function paellasFor(places: number): Promise<EventDetail> {
  return anEvent(app, { dishes: { Paella: PAELLA, Fideuà: PAELLA }, places: { Paella: places } });
}

const paellas = (event: EventDetail, count: number) => Array.from({ length: count }, () => aTicketWith(event, 'Paella'));

async function act(orderId: string, what: 'refund' | 'cancel', ticketIds?: string[]): Promise<number> {
  // Some tests let hours pass, and refunds want a recent password.
  admin = await signedIn(app, 'admin@comboi.test');
  return (await post(app, `/api/admin/orders/${orderId}/${what}`, { headers: { Cookie: admin }, body: { reason: 'ho demana', ...(ticketIds && { ticketIds }) } })).status;
}

async function remainingOf(event: EventDetail): Promise<(number | null)[]> {
  const now = (await (await app.ask(`/api/events/${event.id}`)).json()) as EventDetail;
  return now.sections[0]!.items.map(({ remaining }) => remaining);
}

describe('a dish that runs out', () => {
  test('is told with its ticket, the first ones keep it, and nothing is sold', async () => {
    const event = await paellasFor(2);
    const tickets = [aTicketWith(event, 'Fideuà'), ...paellas(event, 3)];
    const { status, body } = await order(app, { event, tickets });
    const [section] = event.sections;
    expect([status, body.code, body.message, body.items]).toEqual([
      409,
      'ITEM_SOLD_OUT',
      'Ticket 4: «Paella» no arriba per a tots, només en queden 2.',
      [{ ticket: 3, sectionId: section!.id, itemId: section!.items[0]!.id, available: 2 }],
    ]);
    expect([await takenOf(app, event, 'Paella'), await soldOf(app, event.id)]).toEqual([0, 0]);
    expect((await order(app, { event, tickets: tickets.slice(0, 3) })).status).toBe(201);
    expect(await remainingOf(event)).toEqual([0, null]);
  });

  test('leaves the key of the refused order free for the changed one', async () => {
    const event = await paellasFor(0);
    expect((await order(app, { event, tickets: paellas(event, 1), key: 'dish-places-key' })).body.code).toBe('ITEM_SOLD_OUT');
    expect((await order(app, { event, tickets: [aTicketWith(event, 'Fideuà')], key: 'dish-places-key' })).status).toBe(201);
  });

  test('binds the box office too, whose free tickets take and give back their places', async () => {
    const event = await paellasFor(1);
    const free = await aPlacedOrder(app, { event, tickets: paellas(event, 1), cookie: admin });
    expect([free.status, await takenOf(app, event, 'Paella')]).toEqual(['completed', 1]);
    expect((await order(app, { event, tickets: paellas(event, 1), cookie: admin })).body.code).toBe('ITEM_SOLD_OUT');
    expect(await act(free.orderId, 'cancel')).toBe(204);
    expect(await takenOf(app, event, 'Paella')).toBe(0);
  });
});

describe('places come back', () => {
  test('when a hold is given up, and when its time is over', async () => {
    const event = await paellasFor(4);
    const given = await aPlacedOrder(app, { event, tickets: paellas(event, 2) });
    await aPlacedOrder(app, { event, tickets: paellas(event, 2) });
    expect(await takenOf(app, event, 'Paella')).toBe(4);
    await post(app, `/api/orders/${given.orderId}/cancel`);
    expect(await takenOf(app, event, 'Paella')).toBe(2);
    app.clock.advance(35 * MINUTE_MS);
    await app.round('sweeper');
    expect(await takenOf(app, event, 'Paella')).toBe(0);
  });

  test('to the sale that needs them, when the sweeper is dead', async () => {
    const event = await paellasFor(2);
    const dead = await aPlacedOrder(app, { event, tickets: paellas(event, 2) });
    app.clock.advance(60 * MINUTE_MS);
    expect((await order(app, { event, tickets: paellas(event, 2) })).status).toBe(201);
    expect(await refreshOrder(app, dead.orderId)).toMatchObject({ status: 'cancelled' });
    expect(await takenOf(app, event, 'Paella')).toBe(2);
  });

  test('one by one, as tickets are refunded and cancelled', async () => {
    const event = await paellasFor(3);
    const paid = await aPaidOrder(app, { event, tickets: paellas(event, 3) });
    const ids = (await refreshOrder(app, paid.orderId)).tickets.map(({ id }) => id);
    expect(await act(paid.orderId, 'refund', [ids[0]!])).toBe(202);
    await app.round('refunds');
    expect(await takenOf(app, event, 'Paella')).toBe(2);
    expect(await act(paid.orderId, 'cancel', [ids[1]!])).toBe(204);
    expect(await takenOf(app, event, 'Paella')).toBe(1);
    await aPaidOrder(app, { event, tickets: paellas(event, 2) });
    expect(await remainingOf(event)).toEqual([0, null]);
  });

  test('when the event is withdrawn', async () => {
    const event = await paellasFor(3);
    await aPaidOrder(app, { event, tickets: paellas(event, 2) });
    await withdraw(app, event.id);
    await app.round('withdrawals');
    await app.round('refunds');
    expect(await takenOf(app, event, 'Paella')).toBe(0);
  });
});

describe('a payment that comes after its hold was released', () => {
  async function aLateOrder() {
    const event = await paellasFor(2);
    const placed = await aPlacedOrder(app, { event, tickets: paellas(event, 2) });
    app.clock.advance(36 * MINUTE_MS);
    await app.round('sweeper');
    return { event, placed };
  }

  test('takes its dishes again while they are there', async () => {
    const { event, placed } = await aLateOrder();
    await press(app, placed, 'pay');
    expect(await aftermathOf(app, placed)).toMatchObject({ status: 'paid', refunds: [] });
    expect(await takenOf(app, event, 'Paella')).toBe(2);
  });

  test('goes back when one of them is gone, though there are seats', async () => {
    const { event, placed } = await aLateOrder();
    await aPaidOrder(app, { event, tickets: paellas(event, 1) });
    await press(app, placed, 'pay');
    expect(await aftermathOf(app, placed)).toMatchObject({ status: 'refunded', refunds: [{ reason: 'late_payment' }] });
    expect([await takenOf(app, event, 'Paella'), await soldOf(app, event.id)]).toEqual([1, 1]);
  });
});
