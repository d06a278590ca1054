import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { aTicket, order, refreshOrder } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent, soldOf, withdraw } from '#tests/support/app/events.ts';
import { anOrderAtStripe, aStripeApp, ledgerOf, closeBalanced, OLD_SECRET, type StripeApp } from '#tests/support/stripe/stripe-app.ts';

const MINUTE_MS = 60_000;
const PAELLA_CENTS = 1400;

let app: StripeApp;
beforeAll(async () => {
  app = await aStripeApp();
});
afterAll(() => closeBalanced(app));
beforeEach(() => {
  app.stripe.notifies = true;
  app.stripe.down = null;
  app.stripe.keepsRefusals = false;
  app.stripe.balance = Number.POSITIVE_INFINITY;
});

/** Paid at Stripe; whether we know of it is another matter. */
async function aPaidOrder(input: { quantity?: number; maxTickets?: number; reported?: boolean } = {}) {
  const event = await anEvent(app, { ...(input.maxTickets !== undefined && { maxTickets: input.maxTickets }) });
  const sale = await anOrderAtStripe(app, { event, quantity: input.quantity ?? 1 });
  app.stripe.notifies = input.reported ?? true;
  await app.stripe.pay(sale.session);
  app.stripe.notifies = true;
  return { event, ...sale };
}

/** What has been told of since then, in order. */
function eventsSince(count: number) {
  return app.stripe.events.slice(count);
}

describe('the page at Stripe', () => {
  test('lists each ticket with its dishes, knows the buyer and ends in 33 minutes', async () => {
    const event = await anEvent(app, { title: 'Sopar de germanor', dishes: { Paella: [1400, 1200, 1000] }, extras: { Vi: [350, 350, 350] } });
    const ticket = aTicket(event, { options: [event.options[0]!.id], note: 'al·lèrgia als fruits secs' });
    const { placed, session } = await anOrderAtStripe(app, { event, tickets: [ticket, aTicket(event)] });
    const page = app.stripe.session(session);
    expect(page.lines).toEqual([
      { name: `Sopar de germanor · Tiquet ${placed.orderNumber}-T1`, description: 'Paella · Vi', amount: 1750, quantity: 1 },
      { name: `Sopar de germanor · Tiquet ${placed.orderNumber}-T2`, description: 'Paella', amount: 1400, quantity: 1 },
    ]);
    expect(page.email).toBe('ramon@example.com');
    expect(page.amount).toBe(placed.total);
    expect(page.metadata).toMatchObject({ order_id: placed.orderId, order_number: placed.orderNumber, event_id: String(event.id), event_title: 'Sopar de germanor', quantity: '2' });
    expect(page.successUrl).toContain(`/payment-success?order_id=${placed.orderId}`);
    expect(page.expiresAt - page.created).toBe(33 * 60);
    expect(JSON.stringify(page)).not.toContain('al·lèrgia');
  });

  test('comes in the language of the browser where Stripe knows no Catalan', async () => {
    const { session } = await anOrderAtStripe(app, { event: await anEvent(app) });
    expect(app.stripe.session(session).locale).toBe('auto');
  });

  test.each([['no trace of that', false], ['that', true]])('asks for the address itself where Stripe takes ours for none and keeps %s', async (_what, keepsRefusals) => {
    app.stripe.keepsRefusals = keepsRefusals;
    const { placed, session } = await anOrderAtStripe(app, { event: await anEvent(app), body: { email: 'ramon@example.123' } });
    expect(app.stripe.session(session).email).toBeNull();
    await app.stripe.pay(session);
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'paid', mails: ['sale'] });
  });

  test('opens for ten buyers who come at once, before that is known', async () => {
    const fresh = await aStripeApp();
    const event = await anEvent(fresh);
    const answers = await Promise.all(Array.from({ length: 10 }, () => order(fresh, { event })));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
    await closeBalanced(fresh);
  });

  test('that is declined can be paid by another card', async () => {
    const { placed, session } = await anOrderAtStripe(app, { event: await anEvent(app) });
    await app.stripe.decline(session);
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'pending_payment', payments: ['open'] });
    await app.stripe.pay(session);
    const { payments, ...books } = await ledgerOf(app, placed.orderId);
    expect({ payments, ...books }).toMatchObject({ status: 'paid', tickets: ['active'], payments: ['paid'], mails: ['sale'] });
    figure('B19 paid after a declined card', `${payments.filter((status) => status === 'paid').length} of ${payments.length}`);
  });

  test('is closed before its tickets are sold to others', async () => {
    const event = await anEvent(app, { maxTickets: 1 });
    const { placed, session } = await anOrderAtStripe(app, { event });
    app.clock.advance(36 * MINUTE_MS);
    await app.round('sweeper');
    expect(app.stripe.session(session).status).toBe('expired');
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'cancelled', payments: ['expired'] });
    expect(await soldOf(app, event.id)).toBe(0);
  });

  test('that is cancelled by the buyer is closed at Stripe', async () => {
    const event = await anEvent(app);
    const { placed, session } = await anOrderAtStripe(app, { event });
    expect((await app.ask(`/api/orders/${placed.orderId}/cancel`, { method: 'POST' })).status).toBe(204);
    expect(app.stripe.session(session).status).toBe('expired');
    expect(await soldOf(app, event.id)).toBe(0);
  });
});

describe('a payment that no webhook tells of', () => {
  test('is found within ninety seconds by the reconciler: a hundred of a hundred', async () => {
    const event = await anEvent(app);
    const sales = [];
    for (let n = 0; n < 100; n += 1) sales.push(await anOrderAtStripe(app, { event }));
    app.stripe.notifies = false;
    for (const { session } of sales) await app.stripe.pay(session);
    const { sweepMs } = app.deps.env.hold;
    let waitedMs = 0;
    let found = 0;
    while (found < sales.length && waitedMs < 90_000) {
      app.clock.advance(sweepMs);
      waitedMs += sweepMs;
      await app.round('sweeper');
      const states = await Promise.all(sales.map(({ placed }) => ledgerOf(app, placed.orderId)));
      found = states.filter(({ status, mails }) => status === 'paid' && mails.length === 1).length;
    }
    expect(found).toBe(100);
    figure('B1 paid orders found with every webhook lost', `${found} of 100, the last after ${waitedMs / 1000} s`);
  });

  test('is found by the buyer who looks', async () => {
    const { placed } = await aPaidOrder({ reported: false });
    expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'paid' });
  });

  test('is found at night, four days later', async () => {
    const { placed } = await aPaidOrder({ reported: false });
    // As after a restore: nobody would ask any more.
    await app.db.query.updateTable('payments').set({ status: 'expired' }).where('orderId', '=', placed.orderId).execute();
    app.clock.advance(25 * 60 * MINUTE_MS);
    await app.round('reconciliation');
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'paid', mails: ['sale'] });
  });
});

describe('a webhook', () => {
  test('of a session whose time is over waits for nobody who sells places, and leaves the hold to the sweeper', async () => {
    const event = await anEvent(app);
    const { placed, session } = await anOrderAtStripe(app, { event });
    app.stripe.notifies = false;
    app.clock.advance(app.deps.env.hold.sessionMs + MINUTE_MS);
    expect(await app.deps.payments.fetchSession(session)).toMatchObject({ state: 'expired' });
    const expired = app.stripe.events.find(({ type, object }) => type === 'checkout.session.expired' && object.id === session)!;
    await app.db.inTransaction(async (tx) => {
      await tx.selectFrom('eventStock').select('sold').where('eventId', '=', event.id).forUpdate().executeTakeFirstOrThrow();
      expect(await app.stripe.deliver(expired)).toBe(200);
    });
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'pending_payment', payments: ['expired'] });
    expect(await soldOf(app, event.id)).toBe(1);
    app.clock.advance(app.deps.env.hold.holdMs);
    await app.round('sweeper');
    expect(await soldOf(app, event.id)).toBe(0);
  });

  test('is believed with either secret while one replaces the other', async () => {
    for (const secret of [undefined, OLD_SECRET]) {
      const count = app.stripe.events.length;
      const { placed } = await aPaidOrder({ reported: false });
      const completed = eventsSince(count).find((event) => event.type === 'checkout.session.completed')!;
      expect(await app.stripe.deliver(completed, secret === undefined ? {} : { secret })).toBe(200);
      expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'paid' });
    }
  });

  test.each<[string, Parameters<StripeApp['stripe']['deliver']>[1]]>([
    ['signed by somebody else', { secret: 'whsec_of_a_stranger' }],
    ['older than five minutes', { secondsAgo: 301 }],
    ['written anew after it was signed', { rewrite: (body) => JSON.stringify(JSON.parse(body)) }],
    ['of the live mode', { change: (event) => ({ ...event, livemode: true }) }],
    ['of another account', { change: (event) => ({ ...event, account: 'acct_of_a_stranger' }) }],
    ['without a name', { change: ({ id: _id, ...event }) => event }],
    ['that is no JSON', { rewrite: () => 'no JSON' }],
  ])('%s is refused and changes nothing', async (_name, how) => {
    const count = app.stripe.events.length;
    const { placed } = await aPaidOrder({ reported: false });
    for (const event of eventsSince(count)) expect(await app.stripe.deliver(event, how)).toBe(400);
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'pending_payment' });
    await refreshOrder(app, placed.orderId);
  });

  test('delivered fifty times at once and again after two days is one payment and one mail', async () => {
    const count = app.stripe.events.length;
    const { placed } = await aPaidOrder({ reported: false });
    const completed = eventsSince(count).find((event) => event.type === 'checkout.session.completed')!;
    const statuses = await Promise.all(Array.from({ length: 50 }, () => app.stripe.deliver(completed)));
    app.clock.advance(48 * 60 * MINUTE_MS);
    expect([...new Set([...statuses, await app.stripe.deliver(completed)])]).toEqual([200]);
    const { status, payments, mails } = await ledgerOf(app, placed.orderId);
    expect({ status, payments, mails }).toEqual({ status: 'paid', payments: ['paid'], mails: ['sale'] });
    figure(`B3 payments and mails of an event delivered ${statuses.length + 1} times`, `${payments.length} and ${mails.length}`);
  });

  test('that we could not act on is answered 503 and works the second time', async () => {
    const count = app.stripe.events.length;
    const { placed } = await aPaidOrder({ reported: false });
    const completed = eventsSince(count).find((event) => event.type === 'checkout.session.completed')!;
    app.stripe.down = 'unavailable';
    expect(await app.stripe.deliver(completed)).toBe(503);
    app.stripe.down = null;
    expect(await app.stripe.deliver(completed)).toBe(200);
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'paid' });
  });
});

test('five events of one payment end right in each of their 120 orders', async () => {
  const event = await anEvent(app);
  const types = ['payment_intent.payment_failed', 'payment_intent.succeeded', 'checkout.session.completed', 'charge.refunded', 'refund.created'];
  app.stripe.notifies = false;
  async function endsRight(sequence: readonly string[]): Promise<boolean> {
    const { placed, session } = await anOrderAtStripe(app, { event });
    const count = app.stripe.events.length;
    await app.stripe.decline(session);
    await app.stripe.pay(session);
    await app.stripe.refundManually(session);
    const intent = app.stripe.session(session).intent!.id;
    const log = eventsSince(count).filter(({ object }) => [object['id'], object['payment_intent']].includes(intent));
    for (const type of sequence) expect(await app.stripe.deliver(log.find((one) => one.type === type)!)).toBe(200);
    const books = await ledgerOf(app, placed.orderId);
    return books.status === 'refunded' && books.tickets[0] === 'refunded' && books.refunds.length === 1 && books.mails.filter((cause) => cause === 'sale').length === 1;
  }
  const orders = permutations(types);
  let right = 0;
  for (let first = 0; first < orders.length; first += 12) {
    const ends = await Promise.all(orders.slice(first, first + 12).map(endsRight));
    right += ends.filter(Boolean).length;
  }
  expect(right).toBe(120);
  expect(await soldOf(app, event.id)).toBe(0);
  figure('B4 orders of five events that end as Stripe says', `${right} of 120`);
});

function permutations<Item>(list: readonly Item[]): Item[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((first, index) => permutations([...list.slice(0, index), ...list.slice(index + 1)]).map((rest) => [first, ...rest]));
}

describe('a delayed method', () => {
  test('gives tickets only when the money has come', async () => {
    const event = await anEvent(app, { maxTickets: 1 });
    const { placed, session } = await anOrderAtStripe(app, { event });
    await app.stripe.pay(session, { method: 'delayed' });
    const unpaid = await ledgerOf(app, placed.orderId);
    expect(unpaid).toMatchObject({ status: 'pending_payment', tickets: ['pending_payment'], payments: ['processing'] });
    // Neither the sweeper nor a rival takes what is being paid.
    app.clock.advance(60 * MINUTE_MS);
    await app.round('sweeper');
    expect((await order(app, { event })).body.code).toBe('INSUFFICIENT_TICKETS');
    await app.stripe.settleDelayed(session, 'succeeded');
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'paid', tickets: ['active'], mails: ['sale'] });
    figure('B22 tickets valid while a delayed method is unpaid', unpaid.tickets.filter((ticket) => ticket === 'active').length);
  });

  test('that fails gives the seats back', async () => {
    const event = await anEvent(app, { maxTickets: 1 });
    const { placed, session } = await anOrderAtStripe(app, { event });
    await app.stripe.pay(session, { method: 'delayed' });
    await app.stripe.settleDelayed(session, 'failed');
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'cancelled', tickets: ['cancelled'], mails: [] });
    expect(await soldOf(app, event.id)).toBe(0);
  });
});

describe('a payment we hear of late', () => {
  test('is honoured while there are seats', async () => {
    const { event, placed, session } = await aPaidOrder({ reported: false, maxTickets: 1 });
    app.stripe.down = 'unavailable';
    app.clock.advance(36 * MINUTE_MS);
    await app.round('sweeper');
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'pending_payment' });
    app.stripe.down = null;
    await app.round('sweeper');
    expect(app.stripe.session(session).status).toBe('complete');
    const { status, refunds } = await ledgerOf(app, placed.orderId);
    expect({ status, refunds }).toEqual({ status: 'paid', refunds: [] });
    expect(await soldOf(app, event.id)).toBe(1);
    figure('B8 paid in time, heard of after the hold, given back', refunds.length);
  });

  test('into a full event is given back, once', async () => {
    const { event, placed } = await aPaidOrder({ reported: false, maxTickets: 1 });
    app.clock.advance(36 * MINUTE_MS);
    const rival = await anOrderAtStripe(app, { event });
    await app.stripe.pay(rival.session);
    for (const one of app.stripe.events.slice(-20)) await app.stripe.deliver(one);
    for (let round = 0; round < 3; round += 1) await app.round('refunds');
    const books = await ledgerOf(app, placed.orderId);
    expect(books).toMatchObject({
      status: 'refunded',
      tickets: ['refunded'],
      refunds: [{ reason: 'late_payment', status: 'succeeded', amount: PAELLA_CENTS }],
      openCases: ['late_payment'],
      mails: ['refund'],
    });
    expect(await ledgerOf(app, rival.placed.orderId)).toMatchObject({ status: 'paid' });
    expect(await soldOf(app, event.id)).toBe(1);
    figure('B10 refunds of a late payment into a full event', books.refunds.length);
  });

  test('of an event that is gone is given back', async () => {
    const event = await anEvent(app);
    const { placed, session } = await anOrderAtStripe(app, { event });
    app.clock.advance(MINUTE_MS);
    await withdraw(app, event.id);
    app.clock.advance(MINUTE_MS);
    await app.stripe.pay(session);
    for (let round = 0; round < 3; round += 1) await app.round('refunds');
    expect(app.stripe.session(session).intent?.charge?.refunds).toHaveLength(1);
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({
      status: 'refunded',
      tickets: ['refunded'],
      refunds: [{ reason: 'event_cancelled', status: 'succeeded', amount: PAELLA_CENTS }],
      openCases: ['event_cancelled'],
      mails: ['refund'],
    });
    expect(await soldOf(app, event.id)).toBe(0);
  });
});

describe('a page for another sum, currency or order', () => {
  test.each([
    ['sum', { amount: 1 }],
    ['currency', { currency: 'usd' }],
    ['order', { reference: '00000000-0000-4000-8000-000000000000' }],
  ])('(another %s) is not fulfilled, and admins are told', async (what, change) => {
    const { placed, session } = await anOrderAtStripe(app, { event: await anEvent(app) });
    app.stripe.tamper(session, change);
    await app.stripe.pay(session);
    const { tickets, ...books } = await ledgerOf(app, placed.orderId);
    expect({ tickets, ...books }).toMatchObject({ status: 'pending_payment', tickets: ['pending_payment'], openCases: ['amount_differs'], mails: [] });
    figure(`B18 tickets given for another ${what}`, tickets.filter((ticket) => ticket === 'active').length);
  });
});
