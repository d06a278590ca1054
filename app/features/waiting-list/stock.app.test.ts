import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { closeInOrder, violations } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPaidOrder, aPlacedOrder, order, post, press, refreshOrder, signedIn } from '#tests/support/people/buyers.ts';
import { entryCode } from '#app/features/waiting-list/link.server.ts';
import { anEntry, offerTo, openedOffer, entryOf } from '#tests/support/people/waiting.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

async function stockOf(event: EventDetail) {
  const { sold, partiesWaiting: waiting, setAside } = await app.db.query
    .selectFrom('eventStock')
    .select(['sold', 'partiesWaiting', 'setAside'])
    .where('eventId', '=', event.id)
    .executeTakeFirstOrThrow();
  return { sold, waiting, setAside };
}

/** Sold out by one order, in a way that its places can be freed. */
async function aSoldOutEvent(maxTickets: number) {
  const event = await anEvent(app, { maxTickets });
  return { event, placed: await aPlacedOrder(app, { event, quantity: maxTickets }) };
}

async function statusOf(event: EventDetail) {
  const { saleStatus, remaining } = (await (await app.ask(`/api/events/${event.id}`)).json()) as EventDetail;
  return { saleStatus, remaining };
}

describe('while somebody waits', () => {
  test('a freed place is set aside in the transaction that frees it, and open sale stays refused', async () => {
    const { event, placed } = await aSoldOutEvent(3);
    await anEntry(app, event, 4);
    await press(app, placed, 'cancel');
    expect(await stockOf(event)).toEqual({ sold: 3, waiting: 1, setAside: 3 });
    expect(await statusOf(event)).toEqual({ saleStatus: 'soldout', remaining: 0 });
    expect((await order(app, { event })).body).toMatchObject({ code: 'INSUFFICIENT_TICKETS', available: 0 });
  });

  test('so is a place of an overdue hold that a sale ends, of a cancelled ticket and of a raised limit', async () => {
    const { event } = await aSoldOutEvent(2);
    await anEntry(app, event, 4);
    app.clock.advance(36 * MINUTE_MS);
    expect((await order(app, { event })).status).toBe(409);
    expect(await stockOf(event)).toEqual({ sold: 2, waiting: 1, setAside: 2 });
    await app.db.query.updateTable('eventStock').set({ maxTickets: 3 }).where('eventId', '=', event.id).execute();
    expect(await stockOf(event)).toEqual({ sold: 3, waiting: 1, setAside: 3 });

    const other = await anEvent(app, { maxTickets: 2 });
    const { orderId } = await aPaidOrder(app, { event: other, quantity: 2 });
    await anEntry(app, other, 2);
    const admin = await signedIn(app, 'admin@comboi.test');
    const { tickets } = await refreshOrder(app, orderId);
    await post(app, `/api/admin/orders/${orderId}/refund`, { headers: { Cookie: admin }, body: { reason: 'ho demana', ticketIds: [tickets[0]!.id] } });
    await app.round('refunds');
    expect(await stockOf(other)).toEqual({ sold: 2, waiting: 1, setAside: 1 });
  });

  test('a limit below what is taken sets nothing aside, and one that is lifted opens the sale again', async () => {
    const { event, placed } = await aSoldOutEvent(3);
    await anEntry(app, event, 4);
    await press(app, placed, 'cancel');
    await app.db.query.updateTable('eventStock').set({ maxTickets: 1, soldWhenLimited: 3 }).where('eventId', '=', event.id).execute();
    expect(await stockOf(event)).toEqual({ sold: 1, waiting: 1, setAside: 1 });
    await app.db.query.updateTable('eventStock').set({ maxTickets: null }).where('eventId', '=', event.id).execute();
    expect(await stockOf(event)).toEqual({ sold: 0, waiting: 1, setAside: 0 });
    expect((await order(app, { event })).status).toBe(201);
  });

  test('the last who leaves gives what was set aside back to open sale', async () => {
    const { event, placed } = await aSoldOutEvent(2);
    const entry = await anEntry(app, event, 3);
    await press(app, placed, 'cancel');
    await app.db.query.updateTable('waitingParties').set({ status: 'left' }).where('id', '=', entry).execute();
    expect(await stockOf(event)).toEqual({ sold: 0, waiting: 0, setAside: 0 });
    expect((await order(app, { event, quantity: 2 })).status).toBe(201);
  });
});

describe('an offer', () => {
  async function anOffer(places: number) {
    const { event, placed } = await aSoldOutEvent(places);
    const entry = await anEntry(app, event, places);
    const next = await anEntry(app, event, places);
    await press(app, placed, 'cancel');
    await offerTo(app, entry);
    return { event, entry, next, cookie: openedOffer(app, entry) };
  }

  test('holds its places, and an order consumes it in its own transaction', async () => {
    const { event, entry, cookie } = await anOffer(3);
    expect(await stockOf(event)).toEqual({ sold: 3, waiting: 1, setAside: 0 });
    expect((await order(app, { event })).status).toBe(409);
    const { status, body } = await order(app, { event, quantity: 3, cookie });
    expect(status).toBe(201);
    expect(await stockOf(event)).toEqual({ sold: 3, waiting: 1, setAside: 0 });
    expect(await entryOf(app, entry)).toMatchObject({ status: 'taken', orderId: body.orderId, offeredPlaces: 3 });
    expect((await order(app, { event, quantity: 1, cookie })).body.code).toBe('INSUFFICIENT_TICKETS');
  });

  test('taken for fewer frees the rest for the next, never for open sale', async () => {
    const { event, entry, cookie } = await anOffer(3);
    expect((await order(app, { event, quantity: 1, cookie })).status).toBe(201);
    expect(await stockOf(event)).toEqual({ sold: 3, waiting: 1, setAside: 2 });
    expect((await order(app, { event })).status).toBe(409);
    expect(await entryOf(app, entry)).toMatchObject({ status: 'taken', offeredPlaces: 1 });
  });

  test('gives no more than its places, and says how many those are', async () => {
    const { event, entry, cookie } = await anOffer(2);
    expect((await order(app, { event, quantity: 3, cookie })).body).toMatchObject({ code: 'INSUFFICIENT_TICKETS', requested: 3, available: 2 });
    expect(await entryOf(app, entry)).toMatchObject({ status: 'offered', offeredPlaces: 2 });
    expect((await order(app, { event, quantity: 2, cookie })).status).toBe(201);
  });

  test('is for its own event, for its own time and for whom it was signed', async () => {
    const { event, entry, cookie } = await anOffer(2);
    const { event: other } = await aSoldOutEvent(2);
    expect((await order(app, { event: other, cookie })).status).toBe(409);
    expect((await order(app, { event, cookie: cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) })).status).toBe(409);
    expect((await order(app, { event, cookie: `comboi_offer=${entry}` })).status).toBe(409);
    app.clock.advance(13 * 60 * MINUTE_MS);
    expect((await order(app, { event, cookie })).status).toBe(409);
    expect(await entryOf(app, entry)).toMatchObject({ status: 'expired' });
    expect(await stockOf(event)).toEqual({ sold: 2, waiting: 1, setAside: 2 });
  });

  test('survives an order that the sale refuses, and one that its buyer gives up in time', async () => {
    const { event, entry, cookie } = await anOffer(2);
    expect((await order(app, { event, quantity: 2, cookie, body: { tickets: [{}, {}] } })).body.code).toBe('INVALID_SELECTION');
    expect(await entryOf(app, entry)).toMatchObject({ status: 'offered' });
    const { body: placed } = await order(app, { event, quantity: 2, cookie });
    expect(await entryOf(app, entry)).toMatchObject({ status: 'taken' });
    await press(app, placed, 'cancel');
    expect(await entryOf(app, entry)).toMatchObject({ status: 'offered', offeredPlaces: 2, endedAt: null });
    expect(await stockOf(event)).toEqual({ sold: 2, waiting: 1, setAside: 0 });
    expect((await order(app, { event, quantity: 2, cookie })).status).toBe(201);
  });

  test.each(['waits', 'has an offer'] as const)('comes back from its order also where the same address %s again by then', async (how) => {
    const { event, entry, cookie } = await anOffer(2);
    const { body: placed } = await order(app, { event, quantity: 2, cookie });
    const { email } = await entryOf(app, entry);
    const again = await anEntry(app, event, 1, email!);
    if (how === 'has an offer') {
      await app.db.query.updateTable('eventStock').set({ maxTickets: 3 }).where('eventId', '=', event.id).execute();
      await offerTo(app, again);
    }
    await press(app, placed, 'cancel');
    expect((await refreshOrder(app, placed.orderId)).status).toBe('cancelled');
    const states = [(await entryOf(app, entry)).status, (await entryOf(app, again)).status];
    expect(states).toEqual(how === 'waits' ? ['offered', 'left'] : ['taken', 'offered']);
    const mails = await app.db.query.selectFrom('mails').select('detail').where('kind', '=', 'waiting_list').where('recipient', '=', email!).execute();
    const offers = mails.filter(({ detail }) => JSON.stringify(detail) === JSON.stringify({ about: 'offer', partyId: entry }));
    expect(offers).toHaveLength(how === 'waits' ? 1 : 0);
    expect(await stockOf(event)).toMatchObject({ sold: how === 'waits' ? 2 : 3, waiting: 1 });
    expect(await violations(app)).toEqual([]);
  });

  test('whose order ended after it has expired by then, as its page says, and asks anew', async () => {
    const { event, entry, cookie } = await anOffer(2);
    app.clock.advance((12 * 60 - 10) * MINUTE_MS);
    const { body: placed } = await order(app, { event, quantity: 2, cookie });
    const page = async (): Promise<string> => (await app.ask(`/avisam/lloc?codi=${encodeURIComponent(entryCode(app.deps, entry))}`)).text();
    expect(await page()).toContain('Ja tens la comanda feta');
    app.clock.advance(36 * MINUTE_MS);
    await app.round('sweeper');
    expect((await refreshOrder(app, placed.orderId)).status).toBe('cancelled');
    expect(await page()).toContain("L&#x27;oferta ha caducat");
    expect(await entryOf(app, entry)).toMatchObject({ status: 'taken' });
  });

  test('stands for the payment that comes after its hold was released', async () => {
    const { event, entry, cookie } = await anOffer(2);
    const { body: placed } = await order(app, { event, quantity: 2, cookie });
    app.clock.advance(36 * MINUTE_MS);
    await sql`select release_overdue_holds(${event.id}, ${app.clock.now()}) from event_stock where event_id = ${event.id} for update`.execute(app.db.query);
    expect(await entryOf(app, entry)).toMatchObject({ status: 'offered' });
    await press(app, placed, 'pay');
    expect((await refreshOrder(app, placed.orderId)).status).toBe('paid');
    expect(await entryOf(app, entry)).toMatchObject({ status: 'taken', orderId: placed.orderId });
    expect(await stockOf(event)).toEqual({ sold: 2, waiting: 1, setAside: 0 });
  });

  test('stays good under a limit that was put below it', async () => {
    const { event, cookie } = await anOffer(2);
    await app.db.query.updateTable('eventStock').set({ maxTickets: 0, soldWhenLimited: 2 }).where('eventId', '=', event.id).execute();
    expect((await order(app, { event, quantity: 2, cookie })).status).toBe(201);
    expect(await soldOf(app, event.id)).toBe(2);
  });
});

/** Changes that break the books of a list; and the rule that notices. */
const WRONG: [what: string, rule: string, change: string][] = [
  ['a lost count of entries', 'I1 the counter of those', 'update event_stock set parties_waiting = parties_waiting + 1'],
  ['a free place while somebody waits', 'I1 while somebody waits', 'update event_stock set set_aside = set_aside - 1, sold = sold - 1 where set_aside > 0'],
  ['a split entry', 'I1 an offer is for a whole', `update waiting_parties set offered_places = offered_places - 1 where status = 'offered'`],
  ['an offer that nobody counts', 'I1 the counter of an event', `update waiting_parties set status = 'left' where status = 'offered'`],
];

test.each(WRONG)('the doctor finds %s', async (_what, rule, change) => {
  const own = await aTestApp();
  const event = await anEvent(own, { maxTickets: 5 });
  const placed = await aPlacedOrder(own, { event, quantity: 5 });
  const entry = await anEntry(own, event, 2);
  await anEntry(own, event, 4);
  await press(own, placed, 'cancel');
  await offerTo(own, entry);
  expect(await violations(own)).toEqual([]);
  await own.db.query.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql.raw(change).execute(tx);
  });
  expect(await violations(own)).toContainEqual(expect.stringContaining(rule));
  await own.close();
});
