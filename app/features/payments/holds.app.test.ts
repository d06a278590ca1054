import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { saleClosesAt } from '#app/domain/event/sale.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { aPaidOrder, aPlacedOrder, cookieOf, order, post, press, refreshOrder } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

async function statusOf(orderId: string): Promise<string> {
  return (await app.db.query.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()).status;
}

describe('one buyer and one event', () => {
  /** Orders one after the other with one browser's cookie. */
  async function ordersOf(event: EventDetail, quantities: readonly number[]) {
    const first = await order(app, { event, quantity: quantities[0]! });
    const cookie = cookieOf(first.headers);
    const answers = [first];
    for (const quantity of quantities.slice(1)) {
      app.clock.advance(1000);
      answers.push(await order(app, { event, quantity, cookie }));
    }
    return { answers, cookie };
  }

  test('hold two orders; a third one ends the oldest, and its payment page is closed', async () => {
    const event = await anEvent(app);
    const { answers } = await ordersOf(event, [1, 2, 3]);
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
    expect(await Promise.all(answers.map((answer) => statusOf(answer.body.orderId)))).toEqual(['cancelled', 'pending_payment', 'pending_payment']);
    expect(await soldOf(app, event.id)).toBe(5);
    const page = await app.sandbox.readPage(answers[0]!.body.paymentUrl!.split('/').at(-1)!);
    expect(page?.status).toBe('expired');
  });

  test('hold at most twenty tickets: more is TOO_MANY_HOLDS, and no hold is ended for nothing', async () => {
    const event = await anEvent(app);
    const { answers, cookie } = await ordersOf(event, [15, 6]);
    expect(answers[1]).toMatchObject({ status: 409, body: { code: 'TOO_MANY_HOLDS' } });
    expect(await statusOf(answers[0]!.body.orderId)).toBe('pending_payment');
    expect(await order(app, { event, quantity: 5, cookie })).toMatchObject({ status: 201 });
    // The oldest has 15: without it 5 + 16 would still be too many.
    expect(await order(app, { event, quantity: 16, cookie })).toMatchObject({ status: 409, body: { code: 'TOO_MANY_HOLDS' } });
    expect(await statusOf(answers[0]!.body.orderId)).toBe('pending_payment');
  });

  test('may buy again and again what they have paid', async () => {
    const event = await anEvent(app);
    const { answers, cookie } = await ordersOf(event, [20]);
    await press(app, answers[0]!.body, 'pay');
    expect(await order(app, { event, quantity: 20, cookie })).toMatchObject({ status: 201 });
    expect(await statusOf(answers[0]!.body.orderId)).toBe('paid');
  });

  test('never lose a hold that has been paid at the provider: it is found and kept', async () => {
    const event = await anEvent(app);
    app.webhooks.arrive = false;
    const { answers, cookie } = await ordersOf(event, [1, 1]);
    await press(app, answers[0]!.body, 'pay');
    app.clock.advance(1000);
    const third = await order(app, { event, cookie });
    app.webhooks.arrive = true;
    expect(third.status).toBe(201);
    expect(await statusOf(answers[0]!.body.orderId)).toBe('paid');
    expect(await statusOf(answers[1]!.body.orderId)).toBe('pending_payment');
  });

  test('are not held up by holds of theirs that are overdue', async () => {
    const event = await anEvent(app);
    const { answers, cookie } = await ordersOf(event, [20]);
    app.clock.advance(35 * MINUTE_MS);
    expect(await order(app, { event, quantity: 20, cookie })).toMatchObject({ status: 201 });
    await app.round('sweeper');
    expect(await statusOf(answers[0]!.body.orderId)).toBe('cancelled');
  });

  test('cannot get round the limits by asking all at once', async () => {
    const event = await anEvent(app);
    const { cookie } = await ordersOf(event, [1]);
    const answers = await Promise.all(Array.from({ length: 12 }, () => order(app, { event, quantity: 9, cookie })));
    expect(answers.filter((answer) => answer.status !== 201 && answer.body.code !== 'TOO_MANY_HOLDS')).toEqual([]);
    const held = await app.db.query.selectFrom('orders').select('ticketQuantity').where('eventId', '=', event.id).where('status', '=', 'pending_payment').execute();
    expect(held.length).toBeLessThanOrEqual(2);
    expect(held.reduce((sum, row) => sum + row.ticketQuantity, 0)).toBeLessThanOrEqual(20);
  });
});

test('a caller without a cookie is a new buyer each time, and is given one', async () => {
  const event = await anEvent(app);
  const answers = [];
  for (let call = 0; call < 4; call += 1) answers.push(await order(app, { event, quantity: 20 }));
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201]);
  expect(new Set(answers.map((answer) => cookieOf(answer.headers))).size).toBe(4);
  expect(await Promise.all(answers.map((answer) => statusOf(answer.body.orderId)))).toEqual(Array.from({ length: 4 }, () => 'pending_payment'));
});

test('a cookie that we never gave is no buyer: it is replaced', async () => {
  const event = await anEvent(app);
  const answer = await order(app, { event, cookie: "comboi_visitor=' or 1=1 --" });
  expect(answer.status).toBe(201);
  expect(cookieOf(answer.headers)).toMatch(/^comboi_visitor=[0-9a-f-]{36}$/);
});

describe('a hold that nobody pays', () => {
  test('lasts thirty-five minutes to the millisecond and is then given back', async () => {
    const event = await anEvent(app, { maxTickets: 5 });
    const placed = await aPlacedOrder(app, { event, quantity: 5 });
    app.clock.advance(35 * MINUTE_MS - 1);
    await app.round('sweeper');
    expect(await soldOf(app, event.id)).toBe(5);
    app.clock.advance(1);
    await app.round('sweeper');
    expect(await soldOf(app, event.id)).toBe(0);
    expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'cancelled', tickets: [] });
  });

  test('blocks nobody when the sweeper is dead: the sale that needs its tickets takes them', async () => {
    const event = await anEvent(app, { maxTickets: 5 });
    const dead = await aPlacedOrder(app, { event, quantity: 5 });
    expect(await order(app, { event })).toMatchObject({ body: { code: 'INSUFFICIENT_TICKETS', available: 0 } });
    app.clock.advance(60 * MINUTE_MS);
    const { status, body } = await order(app, { event, quantity: 5 });
    expect(status).toBe(201);
    expect(await statusOf(dead.orderId)).toBe('cancelled');
    expect(await soldOf(app, event.id)).toBe(5);
    figure('A11 seats wrongly blocked after an hour without a sweeper', 5 - body.ticketsCreated);
  });

  test('is given up at once when its buyer says so', async () => {
    const event = await anEvent(app, { maxTickets: 5 });
    const placed = await aPlacedOrder(app, { event, quantity: 5 });
    expect((await post(app, `/api/orders/${placed.orderId}/cancel`)).status).toBe(204);
    expect(await soldOf(app, event.id)).toBe(0);
    expect((await post(app, `/api/orders/${placed.orderId}/cancel`)).status).toBe(204);
    expect(await soldOf(app, event.id)).toBe(0);
  });
});

test('an order that is paid is not cancelled by anyone who asks', async () => {
  const event = await anEvent(app);
  const paid = await aPaidOrder(app, { event });
  expect((await post(app, `/api/orders/${paid.orderId}/cancel`)).status).toBe(204);
  expect(await refreshOrder(app, paid.orderId)).toMatchObject({ status: 'paid' });
});

test('two sweepers at once give a hold back once', async () => {
  const event = await anEvent(app, { maxTickets: 40 });
  for (let call = 0; call < 8; call += 1) await aPlacedOrder(app, { event, quantity: 5 });
  const other = await app.another();
  app.clock.advance(36 * MINUTE_MS);
  await Promise.all([app.round('sweeper'), other.round('sweeper'), app.round('sweeper'), other.round('sweeper')]);
  expect(await soldOf(app, event.id)).toBe(0);
  await other.close();
});

describe('the moment at which a sale closes', () => {
  test('is exact: the last millisecond sells, the next is SALES_CLOSED', async () => {
    const event = await anEvent(app, { date: '2030-03-19', saleEndDate: '2030-03-18' });
    const closes = saleClosesAt(event);
    const before = app.clock.now();
    for (const early of [100, 1]) {
      app.clock.set(new Date(closes - early));
      expect((await order(app, { event })).status).toBe(201);
    }
    app.clock.set(new Date(closes));
    expect(await order(app, { event })).toMatchObject({ status: 409, body: { code: 'SALES_CLOSED', saleEndDate: '2030-03-18' } });
    app.clock.set(before);
  });

  test('between reading the event and writing the order counts for the clock that wrote', async () => {
    const event = await anEvent(app, { date: '2030-03-19', saleEndDate: '2030-03-18' });
    const before = app.clock.now();
    app.clock.set(new Date(saleClosesAt(event) - 1));
    app.onCheckpoint('after-facts-read', () => app.clock.advance(1));
    const answer = await order(app, { event });
    app.onCheckpoint('after-facts-read', null);
    app.clock.set(before);
    expect(answer).toMatchObject({ status: 409, body: { code: 'SALES_CLOSED' } });
  });

  test('does not matter to a ticket held before it: it can still be paid', async () => {
    const event = await anEvent(app, { date: '2030-03-19', saleEndDate: '2030-03-18' });
    const before = app.clock.now();
    app.clock.set(new Date(saleClosesAt(event) - 1));
    const held = await aPlacedOrder(app, { event });
    app.clock.advance(20 * MINUTE_MS);
    expect(await order(app, { event })).toMatchObject({ body: { code: 'SALES_CLOSED' } });
    await press(app, held, 'pay');
    expect(await refreshOrder(app, held.orderId)).toMatchObject({ status: 'paid' });
    app.clock.set(before);
  });
});

describe('a server clock that jumps', () => {
  test('an hour back leaves holds and sales as they are', async () => {
    const event = await anEvent(app, { maxTickets: 10 });
    const held = await aPlacedOrder(app, { event, quantity: 5, key: 'jump-back-1' });
    app.clock.advance(-60 * MINUTE_MS);
    await app.round('sweeper');
    expect(await statusOf(held.orderId)).toBe('pending_payment');
    expect((await aPlacedOrder(app, { event, quantity: 5, key: 'jump-back-1' })).orderId).toBe(held.orderId);
    await press(app, held, 'pay');
    expect(await statusOf(held.orderId)).toBe('paid');
    app.clock.advance(60 * MINUTE_MS);
  });

  test('an hour ahead loses nobody who has paid or pays meanwhile', async () => {
    const event = await anEvent(app, { maxTickets: 10 });
    const paid = await aPlacedOrder(app, { event, quantity: 2 });
    app.webhooks.arrive = false;
    await press(app, paid, 'pay');
    const held = await aPlacedOrder(app, { event, quantity: 3 });
    app.clock.advance(60 * MINUTE_MS);
    await app.round('sweeper');
    app.clock.advance(-60 * MINUTE_MS);
    app.webhooks.arrive = true;
    await press(app, held, 'pay');
    expect(await statusOf(paid.orderId)).toBe('paid');
    expect(await statusOf(held.orderId)).toBe('paid');
    expect(await soldOf(app, event.id)).toBe(5);
  });
});
