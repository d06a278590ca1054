import { afterAll, beforeAll, expect, test } from 'vitest';

import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { anOrderAtStripe, aStripeApp, ledgerOf, closeBalanced, type StripeApp } from '#tests/support/stripe/stripe-app.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

let app: StripeApp;
beforeAll(async () => {
  app = await aStripeApp();
  app.stripe.notifies = false;
  await app.round('provider feed');
});
afterAll(() => closeBalanced(app));

async function statusOf(orderId: string): Promise<string> {
  return (await ledgerOf(app, orderId)).status;
}

/** As the loop does it, every ten seconds. */
async function tenSeconds(): Promise<void> {
  app.clock.advance(10 * SECOND_MS);
  await app.round('provider feed');
}

async function callsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const { length } = app.stripe.calls;
  await work();
  return app.stripe.calls.slice(length);
}

test('a hundred payments of which no webhook tells, by buyers who left, are confirmed within seconds', async () => {
  const event = await anEvent(app);
  const waits: number[] = [];
  const unheard = new Map<string, number>();
  let lastRound = app.clock.now().getTime();
  async function secondsPass(seconds: number): Promise<void> {
    app.clock.advance(seconds * SECOND_MS);
    const now = app.clock.now().getTime();
    if (now - lastRound < 10 * SECOND_MS) return;
    lastRound = now;
    await app.round('provider feed');
    for (const [orderId, paidAt] of unheard) {
      if ((await statusOf(orderId)) !== 'paid') continue;
      waits.push(now - paidAt);
      unheard.delete(orderId);
    }
  }
  for (let sale = 0; sale < 100; sale += 1) {
    const { placed, session } = await anOrderAtStripe(app, { event });
    await app.stripe.pay(session);
    unheard.set(placed.orderId, app.clock.now().getTime());
    await secondsPass(3);
  }
  await secondsPass(10);
  expect(unheard.size).toBe(0);
  const sorted = waits.toSorted((one, other) => one - other);
  const [median, longest] = [sorted[50]! / 1_000, sorted.at(-1)! / 1_000];
  expect(median).toBeLessThan(30);
  expect(longest).toBeLessThan(60);
  figure('B1 paid orders confirmed with every webhook lost, by the clock of the tests', `100 of 100, median ${median} s, at most ${longest} s`);
});

test('what is asked grows with what was paid, not with what waits', async () => {
  const event = await anEvent(app);
  for (let hold = 0; hold < 30; hold += 1) await anOrderAtStripe(app, { event });
  const { placed, session } = await anOrderAtStripe(app, { event });
  await app.stripe.pay(session);
  const calls = await callsDuring(async () => {
    await tenSeconds();
    app.clock.advance(MINUTE_MS - 10 * SECOND_MS);
    await app.round('provider feed');
    await app.round('sweeper');
  });
  expect(await statusOf(placed.orderId)).toBe('paid');
  expect(calls).toEqual(['GET /v1/events', `GET /v1/checkout/sessions/${session}`, 'GET /v1/events']);
  figure('questions to the provider in a minute in which 1 of 31 open holds was paid', calls.length);
});

test('what a webhook or the page has settled is not asked about again', async () => {
  const { session } = await anOrderAtStripe(app, { event: await anEvent(app) });
  app.stripe.notifies = true;
  await app.stripe.pay(session);
  app.stripe.notifies = false;
  expect(await callsDuring(tenSeconds)).toEqual(['GET /v1/events']);

  const polled = await anOrderAtStripe(app, { event: await anEvent(app) });
  await app.stripe.pay(polled.session);
  await app.ask(`/api/orders/${polled.placed.orderId}`);
  expect(await callsDuring(tenSeconds)).toEqual(['GET /v1/events']);
});

test('processes that read at once read once, and a process that was away reads on from where it was', async () => {
  const other = await app.another();
  // What was read before is no part of this: it would take a second page of the list.
  app.clock.advance(10 * MINUTE_MS);
  await app.round('provider feed');
  const { placed, session } = await anOrderAtStripe(app, { event: await anEvent(app) });
  await app.stripe.pay(session);
  app.clock.advance(3 * DAY_MS);
  const calls = await callsDuring(() => Promise.all([app.round('provider feed'), other.round('provider feed'), app.round('provider feed')]));
  expect(calls.filter((call) => call === 'GET /v1/events')).toHaveLength(1);
  expect(await statusOf(placed.orderId)).toBe('paid');
  await other.close();
});

test('one event that cannot be settled holds up no other, and is tried again', async () => {
  const event = await anEvent(app);
  const [unlucky, lucky] = [await anOrderAtStripe(app, { event }), await anOrderAtStripe(app, { event })];
  for (const { session } of [unlucky, lucky]) await app.stripe.pay(session);
  app.stripe.nextFault(new RegExp(`^GET /v1/checkout/sessions/${unlucky.session}`), 'refused');
  await tenSeconds();
  expect([await statusOf(unlucky.placed.orderId), await statusOf(lucky.placed.orderId)]).toEqual(['pending_payment', 'paid']);
  await tenSeconds();
  expect(await statusOf(unlucky.placed.orderId)).toBe('paid');
});

test('while the feed can not be read, single sessions are asked about', async () => {
  const { placed, session } = await anOrderAtStripe(app, { event: await anEvent(app) });
  await app.stripe.pay(session);
  for (let second = 0; second <= 60; second += 10) {
    app.stripe.nextFault(/^GET \/v1\/events/, 'unavailable');
    await tenSeconds();
  }
  expect(await statusOf(placed.orderId)).toBe('pending_payment');
  await app.round('sweeper');
  expect(await statusOf(placed.orderId)).toBe('paid');
  await tenSeconds();
});

test('rows of events that the provider tells of no more are forgotten', async () => {
  const event = { id: 'evt_of_last_year', type: 'x', provider: 'stripe', outcome: 'ignored', receivedAt: new Date(app.clock.now().getTime() - 46 * DAY_MS) };
  await app.db.query.insertInto('paymentEvents').values([event, { ...event, id: 'evt_of_last_month', receivedAt: new Date(app.clock.now().getTime() - 44 * DAY_MS) }]).execute();
  await app.round('retention');
  const rows = await app.db.query.selectFrom('paymentEvents').select('id').where('id', 'like', 'evt_of_last%').execute();
  expect(rows).toEqual([{ id: 'evt_of_last_month' }]);
});

test('a webhook about a payment that Stripe has never heard of is acknowledged', async () => {
  const reported = { id: 'evt_of_nobody', type: 'charge.refunded', created: 0, object: { id: 'ch_of_nobody', object: 'charge', payment_intent: 'pi_of_nobody' } };
  app.stripe.nextFault(/^GET \/v1\/checkout\/sessions/, 'missing');
  expect(await app.stripe.deliver(reported)).toBe(200);
});
