import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { aPlacedOrder, aTicket, cookieOf, order, post, signedIn } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent, archiveSection, changeEvent, raisePrices, soldOf } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

async function countOrders(): Promise<number> {
  const { count } = await app.db.query.selectFrom('orders').select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

/** Holds the story between reading the event and writing the order, and lets `meanwhile` happen there, once. */
function meanwhile(happen: () => Promise<void>): void {
  app.onCheckpoint('after-facts-read', async () => {
    app.onCheckpoint('after-facts-read', null);
    await happen();
  });
}

test('an order that is to be paid holds its tickets and says where to pay and until when', async () => {
  const event = await anEvent(app, { maxTickets: 10 });
  const { status, body, headers } = await order(app, { event, quantity: 3 });
  expect(status).toBe(201);
  expect(body).toEqual({
    orderId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    orderNumber: expect.stringMatching(new RegExp(`^ORD-${Math.floor(app.clock.now().getTime() / 1000)}-\\d{4}$`)),
    status: 'pending_payment',
    total: 4200,
    discount: 0,
    ticketsCreated: 3,
    expiresAt: new Date(app.clock.now().getTime() + 35 * 60_000).toISOString(),
    paymentUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/dev\/pay\/sandbox_/),
  });
  expect(headers.get('cache-control')).toContain('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(await soldOf(app, event.id)).toBe(3);
});

test('an order whose total is nothing is complete at once, for anyone', async () => {
  const event = await anEvent(app, { dishes: {}, referencePrice: 0 });
  const { status, body } = await order(app, { event, quantity: 2 });
  expect({ status, body }).toMatchObject({ status: 201, body: { status: 'completed', total: 0, expiresAt: null, paymentUrl: null } });
});

describe('tickets that are no list of tickets are INVALID_QUANTITY:', () => {
  test.each(['0', '-1', '1.5', '1000000000', '"5"', 'null', '[]', '[5]', '["5"]', '[null]', '[[]]', '{}', '{"length":1}', 'true'])('%s', async (tickets) => {
    const event = await anEvent(app);
    const before = await countOrders();
    const answer = await post(app, '/api/orders', { body: `{"eventId":${event.id},"email":"ramon@example.com","tickets":${tickets}}` });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_QUANTITY', message: 'La quantitat de tiquets ha de ser major a 0' } });
    expect(await countOrders()).toBe(before);
  });

  test('none', async () => {
    expect(await post(app, '/api/orders', { body: { eventId: 1, email: 'ramon@example.com' } })).toMatchObject({ body: { code: 'INVALID_QUANTITY' } });
  });

  test('but NaN is no JSON in the first place', async () => {
    expect(await post(app, '/api/orders', { body: '{"eventId":1,"email":"ramon@example.com","tickets":NaN}' })).toMatchObject({ status: 400, body: { code: 'INVALID_JSON' } });
  });
});

test.each(['-1', '1.5', '"100"', 'null', '1e21', 'true', '[]'])('an expected total of %s is INVALID_AMOUNT', async (expectedTotal) => {
  const event = await anEvent(app);
  const ticket = JSON.stringify(aTicket(event));
  const answer = await post(app, '/api/orders', { body: `{"eventId":${event.id},"email":"ramon@example.com","tickets":[${ticket}],"expectedTotal":${expectedTotal}}` });
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_AMOUNT', message: "L'import total ha de ser major o igual a 0" } });
});

test.each(['nobody', 'a@x.com, b@evil.com', '', 'a@x.com\r\nBcc: b@evil.com', 5, null])('the e-mail %j is INVALID_EMAIL', async (email) => {
  const event = await anEvent(app);
  expect(await order(app, { event, body: { email } })).toMatchObject({ status: 400, body: { code: 'INVALID_EMAIL', message: "L'email proporcionat no és vàlid" } });
});

test.each([-1, 0, 1.5, '1', '1 OR 1=1', 99_999_999_999, 2_147_483_648, null, true, {}, [], 'b6f7b3ce-7a2b-4f0e-8a7e-0f3b9bb7f6a1'])('the event id %j is INVALID_EVENT_ID', async (eventId) => {
  const event = await anEvent(app);
  expect(await order(app, { event, body: { eventId } })).toMatchObject({ status: 400, body: { code: 'INVALID_EVENT_ID' } });
});

test('an event that is not there, one that is hidden and one that was withdrawn look the same', async () => {
  const event = await anEvent(app);
  const hidden = await anEvent(app, { visibility: 'comision' });
  const withdrawn = await anEvent(app);
  await changeEvent(app, withdrawn.id, { archivedAt: app.clock.now() });
  const answers = [
    await order(app, { event, body: { eventId: 2_147_483_647 } }),
    await order(app, { event: hidden }),
    await order(app, { event: withdrawn }),
  ].map(({ status, body }) => ({ status, body }));
  expect(answers[0]).toEqual({ status: 404, body: { code: 'EVENT_NOT_FOUND', message: "L'esdeveniment especificat no existeix" } });
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});

describe('what the menu does not offer is INVALID_SELECTION, and no seat is taken:', () => {
  test.each<[string, (id: { section: string; dish: string; extra: string; foreign: string }) => string]>([
    ['a required dish that is missing', () => '{"sections":{}}'],
    ['no sections at all', () => '{}'],
    ['two dishes where one is allowed', ({ section, dish }) => `{"sections":{"${section}":["${dish}","${dish}"]}}`],
    ['an unknown dish', ({ section }) => `{"sections":{"${section}":["ghost"]}}`],
    ['a dish of another event', ({ section, foreign }) => `{"sections":{"${section}":["${foreign}"]}}`],
    ['an unknown section', ({ section, dish }) => `{"sections":{"${section}":["${dish}"],"ghost":[]}}`],
    ['a section named constructor', ({ section, dish }) => `{"sections":{"${section}":["${dish}"],"constructor":["${dish}"]}}`],
    ['a dish inherited by __proto__', ({ section, dish }) => `{"sections":{"__proto__":{"${section}":["${dish}"]}}}`],
    ['the same extra twice', ({ section, dish, extra }) => `{"sections":{"${section}":["${dish}"]},"options":["${extra}","${extra}"]}`],
    ['a number of extras', ({ section, dish }) => `{"sections":{"${section}":["${dish}"]},"options":-1}`],
    ['extras as amounts', ({ section, dish, extra }) => `{"sections":{"${section}":["${dish}"]},"options":{"${extra}":-3}}`],
    ['a dish that is a number', ({ section }) => `{"sections":{"${section}":[1]}}`],
    ['a note of 501 characters', ({ section, dish }) => `{"sections":{"${section}":["${dish}"]},"note":"${'a'.repeat(501)}"}`],
    ['a note that is a list', ({ section, dish }) => `{"sections":{"${section}":["${dish}"]},"note":["a"]}`],
  ])('%s', async (_what, write) => {
    const event = await anEvent(app, { maxTickets: 10, extras: { Vi: [250, 200, 150] } });
    const other = await anEvent(app);
    const ids = { section: event.sections[0]!.id, dish: event.sections[0]!.items[0]!.id, extra: event.options[0]!.id, foreign: other.sections[0]!.items[0]!.id };
    const answer = await post(app, '/api/orders', { body: `{"eventId":${event.id},"email":"ramon@example.com","tickets":[${write(ids)}]}` });
    expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID_SELECTION', message: expect.stringMatching(/./) } });
    expect(await soldOf(app, event.id)).toBe(0);
  });
});

test('twenty tickets are an order, twenty-one are TOO_MANY_TICKETS', async () => {
  const event = await anEvent(app);
  expect((await order(app, { event, quantity: 20 })).status).toBe(201);
  expect(await order(app, { event, quantity: 21 })).toMatchObject({ status: 422, body: { code: 'TOO_MANY_TICKETS' } });
});

test.each([
  ['TOTAL_TOO_SMALL', 49, 1],
  ['TOTAL_TOO_LARGE', 5_000_000, 20],
])('a total that no card can pay is %s, and holds nothing', async (code, price, quantity) => {
  const event = await anEvent(app, { maxTickets: 20, dishes: { Tast: [price, price, price] } });
  expect(await order(app, { event, quantity })).toMatchObject({ status: 422, body: { code, total: price * quantity } });
  expect(await soldOf(app, event.id)).toBe(0);
});

test('a total that a card can just pay is sold', async () => {
  const event = await anEvent(app, { dishes: { Tast: [25, 25, 25] } });
  expect(await order(app, { event, quantity: 2 })).toMatchObject({ status: 201, body: { total: 50 } });
});

test('a cart of five hundred tickets with fifty extras each is too large to be read', async () => {
  const event = await anEvent(app);
  const tickets = Array.from({ length: 500 }, () => aTicket(event, { options: Array.from({ length: 50 }, () => app.deps.ids.uuid()) }));
  expect(await order(app, { event, tickets })).toMatchObject({ status: 413, body: { code: 'BODY_TOO_LARGE' } });
});

test('a sale that has closed is SALES_CLOSED with its last day', async () => {
  const event = await anEvent(app, { date: '2099-06-01', saleEndDate: '2020-01-31' });
  expect(await order(app, { event })).toMatchObject({ status: 409, body: { code: 'SALES_CLOSED', saleEndDate: '2020-01-31' } });
  const past = await anEvent(app, { date: '2020-02-01' });
  const { body } = await order(app, { event: past });
  expect(body.code).toBe('SALES_CLOSED');
  expect(body).not.toHaveProperty('saleEndDate');
});

test('more tickets than are left is INSUFFICIENT_TICKETS with both numbers', async () => {
  const event = await anEvent(app, { maxTickets: 5 });
  await aPlacedOrder(app, { event, quantity: 3 });
  expect(await order(app, { event, quantity: 3 })).toMatchObject({ status: 409, body: { code: 'INSUFFICIENT_TICKETS', requested: 3, available: 2 } });
  expect(await order(app, { event, quantity: 2 })).toMatchObject({ status: 201 });
  expect(await order(app, { event })).toMatchObject({ status: 409, body: { code: 'INSUFFICIENT_TICKETS', requested: 1, available: 0 } });
});

test('tickets that were there when we looked and gone when we wrote are TICKETS_SOLD_OUT_DURING_PROCESSING', async () => {
  const event = await anEvent(app, { maxTickets: 5 });
  const neighbour = await app.another();
  meanwhile(async () => {
    await aPlacedOrder(neighbour, { event, quantity: 4 });
  });
  expect(await order(app, { event, quantity: 2 })).toMatchObject({ status: 409, body: { code: 'TICKETS_SOLD_OUT_DURING_PROCESSING', requested: 2, available: 1 } });
  expect(await soldOf(app, event.id)).toBe(4);
  await neighbour.close();
});

test('a section that is taken off the menu between cart and order refuses the order', async () => {
  const event = await anEvent(app, { extras: { Vi: [250, 200, 150] } });
  await archiveSection(app, event.id);
  expect(await order(app, { event })).toMatchObject({ status: 422, body: { code: 'INVALID_SELECTION' } });
});

test('a section that is taken off the menu while the order is being placed refuses it too', async () => {
  const event = await anEvent(app, { maxTickets: 10, extras: { Vi: [250, 200, 150] } });
  meanwhile(() => archiveSection(app, event.id));
  expect(await order(app, { event, tickets: [aTicket(event, { options: [event.options[0]!.id] })] })).toMatchObject({ status: 422, body: { code: 'INVALID_SELECTION' } });
  expect(await soldOf(app, event.id)).toBe(0);
});

test('a price that is raised after the cart is answered with the new total, and charged only once confirmed', async () => {
  const event = await anEvent(app);
  await raisePrices(app, event.id, 1600);
  expect(await order(app, { event, quantity: 2, body: { expectedTotal: 2800 } })).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', total: 3200 } });
  expect(await soldOf(app, event.id)).toBe(0);
  expect(await order(app, { event, quantity: 2, body: { expectedTotal: 3200 } })).toMatchObject({ status: 201, body: { total: 3200 } });
});

test('a price that is raised while the order is being placed is noticed as well', async () => {
  const event = await anEvent(app);
  meanwhile(() => raisePrices(app, event.id, 1600));
  expect(await order(app, { event, body: { expectedTotal: 1400 } })).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', total: 1600 } });
  expect(await order(app, { event, body: { expectedTotal: 1600 } })).toMatchObject({ status: 201 });
  const placed = await app.db.query.selectFrom('orders').select('totalAmount').where('eventId', '=', event.id).execute();
  const unseen = placed.filter(({ totalAmount }) => totalAmount !== 1600);
  expect(placed).toHaveLength(1);
  figure('B25 orders charged otherwise than shown', `${unseen.length} of ${placed.length}`);
});

test('an event that is withdrawn while an order is being placed is EVENT_NOT_AVAILABLE', async () => {
  const event = await anEvent(app, { maxTickets: 5 });
  meanwhile(() => changeEvent(app, event.id, { archivedAt: app.clock.now() }));
  expect(await order(app, { event })).toMatchObject({ status: 409, body: { code: 'EVENT_NOT_AVAILABLE' } });
  expect(await soldOf(app, event.id)).toBe(0);
});

test('an event that is made private while an order is being placed is EVENT_PRIVATE: the buyer knows it exists', async () => {
  const event = await anEvent(app);
  meanwhile(() => changeEvent(app, event.id, { visibility: 'socio' }));
  expect(await order(app, { event })).toMatchObject({ status: 409, body: { code: 'EVENT_PRIVATE' } });
  expect(await order(app, { event })).toMatchObject({ status: 404, body: { code: 'EVENT_NOT_FOUND' } });
});

test('an edit of the event never touches the counter', async () => {
  const event = await anEvent(app, { maxTickets: 50 });
  await aPlacedOrder(app, { event, quantity: 10 });
  await changeEvent(app, event.id, { title: 'Un altre títol' });
  expect(await soldOf(app, event.id)).toBe(10);
  const answers = [await (await app.ask('/api/events')).text(), await (await app.ask(`/api/events/${event.id}`)).text()];
  for (const text of answers) expect(text).not.toMatch(/"sold"|soldtickets/i);
});

test('two carts of one person are two orders, and paying one leaves the other alone', async () => {
  const event = await anEvent(app);
  const first = await order(app, { event });
  const cookie = cookieOf(first.headers);
  const [second] = await Promise.all([order(app, { event, cookie }), app.sandbox.pay(first.body.paymentUrl!.split('/').at(-1)!)]);
  expect(second.status).toBe(201);
  const states = await app.db.query.selectFrom('orders').select(['id', 'status']).where('eventId', '=', event.id).orderBy('createdAt').execute();
  expect(new Map(states.map((row) => [row.id, row.status]))).toEqual(new Map([[first.body.orderId, 'paid'], [second.body.orderId, 'pending_payment']]));
});

test("a stranger who types a buyer's e-mail leaves the buyer's order alone", async () => {
  const event = await anEvent(app);
  const mine = await aPlacedOrder(app, { event, body: { email: 'maria@example.com' } });
  for (let stranger = 0; stranger < 4; stranger += 1) await aPlacedOrder(app, { event, body: { email: 'maria@example.com' } });
  const row = await app.db.query.selectFrom('orders').select('status').where('id', '=', mine.orderId).executeTakeFirstOrThrow();
  expect(row.status).toBe('pending_payment');
});

describe('an order number that is taken', () => {
  /** Makes the next `count` numbers of this second collide with orders that exist. */
  async function takeNumbers(event: Awaited<ReturnType<typeof anEvent>>, count: number): Promise<void> {
    const { rows } = await sql<{ last: string }>`select last_value as last from order_digits`.execute(app.db.query);
    for (let taken = 0; taken < count; taken += 1) await aPlacedOrder(app, { event });
    await sql`select setval('order_digits', ${rows[0]!.last})`.execute(app.db.query);
  }

  test('is passed over without a word', async () => {
    const event = await anEvent(app);
    app.clock.advance(1000);
    await takeNumbers(event, 2);
    expect(await order(app, { event })).toMatchObject({ status: 201 });
  });

  test('three times in a row is DUPLICATE_ORDER_NUMBER, leaves nothing behind, and the same key tries again', async () => {
    const event = await anEvent(app);
    app.clock.advance(1000);
    await takeNumbers(event, 3);
    const sold = await soldOf(app, event.id);
    const refused = await order(app, { event, key: 'collision-1' });
    expect(refused).toMatchObject({ status: 503, body: { code: 'DUPLICATE_ORDER_NUMBER' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await soldOf(app, event.id)).toBe(sold);
    expect(await order(app, { event, key: 'collision-1' })).toMatchObject({ status: 201 });
  });
});

test('an account buys under its own address, whatever is typed', async () => {
  const event = await anEvent(app);
  const cookie = await signedIn(app, 'soci@comboi.test');
  const placed = await aPlacedOrder(app, { event, cookie, body: { email: 'algu@example.com' } });
  const row = await app.db.query.selectFrom('orders').select(['email', 'userName', 'role', 'buyer']).where('id', '=', placed.orderId).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ email: 'soci@comboi.test', userName: 'Maria Anglés', role: 'socio', buyer: expect.stringMatching(/^user:/) });
});
