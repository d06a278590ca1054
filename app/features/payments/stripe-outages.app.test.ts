import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { order, refreshOrder, sessionOf } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent, changeEvent, soldOf } from '#tests/support/app/events.ts';
import { anOrderAtStripe, aStripeApp, ledgerOf, closeBalanced, type StripeApp } from '#tests/support/stripe/stripe-app.ts';

const MINUTE_MS = 60_000;

let app: StripeApp;
beforeAll(async () => {
  app = await aStripeApp();
});
afterAll(() => closeBalanced(app));
beforeEach(() => {
  app.stripe.down = null;
});

/** Paid at Stripe, which tells us nothing of it. */
async function aPaymentUntold() {
  const event = await anEvent(app);
  const sale = await anOrderAtStripe(app, { event });
  app.stripe.notifies = false;
  await app.stripe.pay(sale.session);
  app.stripe.notifies = true;
  return { event, ...sale };
}

describe('one order that Stripe will not have', () => {
  test('because it refuses its page holds up neither its own seats nor the payments of others', async () => {
    const refused = await anEvent(app, { maxTickets: 1 });
    const refuseNextPage = (): void => app.stripe.nextFault(/^POST \/v1\/checkout\/sessions$/, 'refused');
    refuseNextPage();
    expect(await order(app, { event: refused })).toMatchObject({ status: 503, body: { code: 'PAYMENT_UNAVAILABLE' } });
    const { placed } = await aPaymentUntold();
    app.clock.advance(2 * MINUTE_MS);
    refuseNextPage();
    await app.round('sweeper');
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'paid' });
    app.clock.advance(34 * MINUTE_MS);
    refuseNextPage();
    await app.round('sweeper');
    expect(await soldOf(app, refused.id)).toBe(0);
  });

  test('because it refuses to show its page is shown as our books have it', async () => {
    const { placed } = await aPaymentUntold();
    app.stripe.nextFault(/^GET \/v1\/checkout\/sessions\/cs_/, 'refused');
    expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'pending_payment' });
    app.clock.advance(5_000);
    expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'paid' });
  });

  test('because it repeats its failures for a day lets the others go first', async () => {
    const event = await anEvent(app);
    for (const key of Array.from({ length: 7 }, (_, n) => `refused-for-a-day-${n}`)) {
      // Under the key of the first try, under that key again, and under the one made from it.
      for (let call = 0; call < 3; call += 1) app.stripe.nextFault(/^POST \/v1\/checkout\/sessions$/, 'kept_500');
      for (let attempt = 0; attempt < 2; attempt += 1) expect((await order(app, { event, key })).status).toBe(503);
      // Each is over a second after the one before it.
      app.clock.advance(1_000);
    }
    const { event: other } = await aPaymentUntold();
    const unpaid = await anOrderAtStripe(app, { event: other });
    app.clock.advance(36 * MINUTE_MS);
    for (let round = 0; round < 4; round += 1) {
      await app.round('sweeper');
      app.clock.advance(app.deps.env.hold.sweepMs);
    }
    expect(await ledgerOf(app, unpaid.placed.orderId)).toMatchObject({ status: 'cancelled' });
    expect(await soldOf(app, other.id)).toBe(1);
  });
});

describe('Stripe out of order at checkout', () => {
  test('keeps the hold, says so without an answer, and the same key works afterwards', async () => {
    const event = await anEvent(app);
    app.stripe.down = 'hang';
    const began = performance.now();
    const first = await order(app, { event, key: 'stripe-hangs' });
    expect(first).toMatchObject({ status: 503, body: { code: 'PAYMENT_UNAVAILABLE' } });
    const silentMs = performance.now() - began;
    expect((await app.ask('/api/events')).status).toBe(200);
    app.stripe.down = null;
    const again = await order(app, { event, key: 'stripe-hangs' });
    expect(again).toMatchObject({ status: 201 });
    await app.stripe.pay(sessionOf(again.body));
    expect(await ledgerOf(app, again.body.orderId)).toMatchObject({ status: 'paid', payments: ['paid'] });
    expect(await soldOf(app, event.id)).toBe(1);
    figure('B20 a buyer is told that Stripe is silent after', `${Math.round(silentMs / 100) / 10} s`);
  });

  test('for longer than a page may be short begins a new attempt', async () => {
    const event = await anEvent(app);
    app.stripe.down = 'unavailable';
    expect((await order(app, { event, key: 'stripe-is-down-long' })).status).toBe(503);
    app.clock.advance(10 * MINUTE_MS);
    app.stripe.down = null;
    const again = await order(app, { event, key: 'stripe-is-down-long' });
    expect(again.status).toBe(201);
    await app.stripe.pay(sessionOf(again.body));
    expect(await ledgerOf(app, again.body.orderId)).toMatchObject({ status: 'paid', payments: ['expired', 'paid'] });
  });

  test.each(['lost_answer', 'done_then_500', 'kept_500'] as const)('(%s) leaves one page, not two', async (fault) => {
    const event = await anEvent(app);
    const pages = app.stripe.ledger.sessions.size;
    app.stripe.nextFault(/^POST \/v1\/checkout\/sessions$/, fault);
    if (fault === 'lost_answer') app.stripe.nextFault(/^POST \/v1\/checkout\/sessions$/, fault);
    await order(app, { event, key: `fault-${fault}` });
    const again = await order(app, { event, key: `fault-${fault}` });
    expect(again.status).toBe(201);
    expect(app.stripe.ledger.sessions.size - pages).toBe(1);
    await app.stripe.pay(sessionOf(again.body));
    expect(await ledgerOf(app, again.body.orderId)).toMatchObject({ status: 'paid' });
  });

  test('and an event renamed meanwhile: the page that was opened is found', async () => {
    const event = await anEvent(app);
    const pages = app.stripe.ledger.sessions.size;
    app.stripe.nextFault(/^POST \/v1\/checkout\/sessions$/, 'done_then_500');
    expect((await order(app, { event, key: 'renamed-meanwhile' })).status).toBe(503);
    await changeEvent(app, event.id, { title: 'Un altre nom' });
    const again = await order(app, { event, key: 'renamed-meanwhile' });
    expect(again.status).toBe(201);
    expect(app.stripe.ledger.sessions.size - pages).toBe(1);
  });

  test('and an event renamed after an answer that Stripe repeats: the page is opened under another key', async () => {
    const event = await anEvent(app);
    const pages = app.stripe.ledger.sessions.size;
    app.stripe.nextFault(/^POST \/v1\/checkout\/sessions$/, 'kept_500');
    expect((await order(app, { event, key: 'renamed-after-a-failure' })).status).toBe(503);
    await changeEvent(app, event.id, { title: 'Encara un altre nom' });
    const again = await order(app, { event, key: 'renamed-after-a-failure' });
    expect(again.status).toBe(201);
    expect(app.stripe.ledger.sessions.size - pages).toBe(1);
    await app.stripe.pay(sessionOf(again.body));
    expect(await ledgerOf(app, again.body.orderId)).toMatchObject({ status: 'paid' });
  });

  test('when a hold ends whose page was opened but never named to us: the page is closed', async () => {
    const event = await anEvent(app, { maxTickets: 1 });
    app.stripe.nextFault(/^POST \/v1\/checkout\/sessions$/, 'done_then_500');
    expect((await order(app, { event, key: 'orphan-page' })).status).toBe(503);
    const orphan = [...app.stripe.ledger.sessions.values()].at(-1)!;
    app.clock.advance(61 * MINUTE_MS);
    await app.db.query.updateTable('orders').set({ holdExpiresAt: app.clock.now() }).where('eventId', '=', event.id).execute();
    await app.round('sweeper');
    expect(orphan.status).toBe('expired');
    expect(await soldOf(app, event.id)).toBe(0);
  });

  test('when a hold ends whose page was never opened: it is released all the same', async () => {
    const event = await anEvent(app, { maxTickets: 1 });
    app.stripe.down = 'unavailable';
    expect((await order(app, { event, key: 'never-opened' })).status).toBe(503);
    app.stripe.down = null;
    app.clock.advance(61 * MINUTE_MS);
    await app.round('sweeper');
    expect(await soldOf(app, event.id)).toBe(0);
  });
});
