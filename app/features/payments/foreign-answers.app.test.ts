import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { order, post, refreshOrder, sessionOf } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { requestRefund } from '#tests/support/app/refunds.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { testClock } from '#tests/support/app/test-clock.ts';
import { anOrderAtStripe, aStripeApp, ledgerOf, closeBalanced, type StripeApp } from '#tests/support/stripe/stripe-app.ts';
import { FOREIGN_ANSWERS, type ForeignAnswer } from '#tests/support/stripe/stripe-server.ts';

const MINUTE_MS = 60_000;
const ADMIN = '00000000-0000-4000-8000-00000000ad31';
const KINDS = Object.keys(FOREIGN_ANSWERS) as ForeignAnswer[];

let app: StripeApp;
let wrong = 0;
let played = 0;
beforeAll(async () => {
  app = await aStripeApp({ clock: testClock(new Date('2026-06-08T10:00:00Z')) });
});
afterAll(() => closeBalanced(app));
beforeEach(() => {
  app.stripe.down = null;
  app.stripe.notifies = true;
});

/** Plays a foreign answer to one sort of call, and counts what it was believed for. */
async function isUnbelieved(call: RegExp, kind: ForeignAnswer, look: () => Promise<boolean>): Promise<void> {
  app.stripe.nextFault(call, kind);
  played += 1;
  const isRight = await look();
  if (!isRight) wrong += 1;
  expect(isRight).toBe(true);
}

async function aPaidOrder() {
  const sale = await anOrderAtStripe(app, { event: await anEvent(app, { maxTickets: 3 }) });
  await app.stripe.pay(sale.session);
  return sale;
}

describe.each(KINDS)('an answer that is not from Stripe (%s)', (kind) => {
  test('to a new checkout session is an outage: the hold is kept and the same key works afterwards', async () => {
    const event = await anEvent(app, { maxTickets: 1 });
    await isUnbelieved(/^POST \/v1\/checkout\/sessions$/, kind, async () => {
      const answer = await order(app, { event, key: `foreign-${kind}` });
      return answer.status === 503 && answer.body.code === 'PAYMENT_UNAVAILABLE' && (await soldOf(app, event.id)) === 1;
    });
    const again = await order(app, { event, key: `foreign-${kind}` });
    expect(again).toMatchObject({ status: 201, body: { paymentUrl: expect.stringContaining('/pay/cs_') } });
    await app.stripe.pay(sessionOf(again.body));
    expect(await ledgerOf(app, again.body.orderId)).toMatchObject({ status: 'paid' });
  });

  test('to a question about a session changes nothing, and the next one is answered', async () => {
    const { placed, session } = await anOrderAtStripe(app, { event: await anEvent(app) });
    app.stripe.notifies = false;
    await app.stripe.pay(session);
    await isUnbelieved(/^GET \/v1\/checkout\/sessions\/cs_/, kind, async () => (await refreshOrder(app, placed.orderId)).status === 'pending_payment');
    app.clock.advance(5_000);
    expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'paid' });
  });

  test('while a webhook is read leaves no row behind: the next delivery does it all', async () => {
    const { placed, session } = await anOrderAtStripe(app, { event: await anEvent(app) });
    app.stripe.notifies = false;
    await app.stripe.pay(session);
    const reported = app.stripe.events.findLast((one) => one.type === 'checkout.session.completed')!;
    await isUnbelieved(/^GET \/v1\/checkout\/sessions\/cs_/, kind, async () => (await app.stripe.deliver(reported)) === 503);
    expect(await app.stripe.deliver(reported)).toBe(200);
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'paid' });
  });

  test('while a webhook about a payment is read does the same', async () => {
    const { placed, session } = await aPaidOrder();
    app.stripe.notifies = false;
    await app.stripe.refundManually(session);
    const reported = app.stripe.events.findLast((one) => one.type === 'charge.refunded')!;
    await isUnbelieved(/^GET \/v1\/checkout\/sessions\?payment_intent/, kind, async () => (await app.stripe.deliver(reported)) === 503);
    expect(await app.stripe.deliver(reported)).toBe(200);
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'refunded' });
  });

  test('to a session that is closed keeps the hold until Stripe has answered', async () => {
    const event = await anEvent(app, { maxTickets: 1 });
    const { placed } = await anOrderAtStripe(app, { event });
    await isUnbelieved(/^POST \/v1\/checkout\/sessions\/cs_\w+\/expire$/, kind, async () => {
      await post(app, `/api/orders/${placed.orderId}/cancel`);
      return (await ledgerOf(app, placed.orderId)).status === 'pending_payment' && (await soldOf(app, event.id)) === 1;
    });
    await post(app, `/api/orders/${placed.orderId}/cancel`);
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'cancelled' });
  });

  test('to a refund leaves it due, and it is carried out once', async () => {
    const { placed, session } = await aPaidOrder();
    await requestRefund(app.deps, { orderId: placed.orderId, what: { kind: 'order' }, actor: `user:${ADMIN}` });
    await isUnbelieved(/^POST \/v1\/refunds$/, kind, async () => {
      await app.round('refunds');
      return (await ledgerOf(app, placed.orderId)).refunds[0]?.status === 'due';
    });
    app.clock.advance(MINUTE_MS);
    // Before it is asked for again it is looked for.
    await isUnbelieved(/^GET \/v1\/refunds$/, kind, async () => {
      await app.round('refunds');
      return (await ledgerOf(app, placed.orderId)).refunds[0]?.status === 'due';
    });
    app.clock.advance(MINUTE_MS);
    await app.round('refunds');
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'refunded', refunds: [{ status: 'succeeded' }] });
    expect(app.stripe.session(session).intent!.charge!.refunds).toHaveLength(1);
  });

  test('to the question about a dispute changes nothing', async () => {
    const { placed, session } = await aPaidOrder();
    app.stripe.notifies = false;
    await app.stripe.dispute(session);
    const reported = app.stripe.events.findLast((one) => one.type === 'charge.dispute.created')!;
    await isUnbelieved(/^GET \/v1\/disputes/, kind, async () => (await app.stripe.deliver(reported)) === 503);
    expect((await ledgerOf(app, placed.orderId)).tickets).toEqual(['active']);
    expect(await app.stripe.deliver(reported)).toBe(200);
    expect((await ledgerOf(app, placed.orderId)).tickets).toEqual(['active, suspended']);
    await app.stripe.endDispute(session, 'won');
    await app.stripe.deliver(app.stripe.events.at(-1)!);
  });

  test('to the list of what happened is read again', async () => {
    const { placed, session } = await anOrderAtStripe(app, { event: await anEvent(app) });
    app.stripe.notifies = false;
    await app.stripe.pay(session);
    app.clock.advance(10_000);
    await isUnbelieved(/^GET \/v1\/events$/, kind, async () => {
      await app.round('provider feed');
      return (await ledgerOf(app, placed.orderId)).status === 'pending_payment';
    });
    app.clock.advance(10_000);
    await app.round('provider feed');
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'paid' });
  });

  test('to the nightly list of sessions finds no difference where there is none', async () => {
    const before = await app.db.query.selectFrom('paymentCases').select('id').where('kind', '=', 'mismatch').execute();
    app.clock.advance(24 * 60 * MINUTE_MS);
    await isUnbelieved(/^GET \/v1\/checkout\/sessions$/, kind, async () => {
      await app.round('reconciliation');
      const night = await app.db.query.selectFrom('reconciliations').selectAll().where('finishedAt', 'is not', null).execute();
      const after = await app.db.query.selectFrom('paymentCases').select('id').where('kind', '=', 'mismatch').execute();
      return night.length === KINDS.indexOf(kind) && after.length === before.length;
    });
    await app.round('reconciliation');
    const done = await app.db.query.selectFrom('reconciliations').select('mismatches').where('finishedAt', 'is not', null).execute();
    expect(done).toHaveLength(KINDS.indexOf(kind) + 1);
  });
});

test('no answer of all these was believed', () => {
  expect(wrong).toBe(0);
  figure('foreign answers of six kinds on every call, and wrong states after them', `${played}, ${wrong}`);
});

test('a key that is refused is shown to admins, once, and again when it happens again', async () => {
  const refusals = () =>
    app.db.query.selectFrom('paymentCases').select(['reference', 'settledAt']).where('kind', '=', 'provider_refuses').where('reference', '=', 'checkout').execute();
  const event = await anEvent(app);
  for (let buyer = 0; buyer < 2; buyer += 1) {
    app.stripe.nextFault(/^POST \/v1\/checkout\/sessions$/, 'json_403');
    expect((await order(app, { event })).status).toBe(503);
  }
  expect(await refusals()).toEqual([{ reference: 'checkout', settledAt: null }]);
  await app.db.query.updateTable('paymentCases').set({ settledAt: app.clock.now() }).where('kind', '=', 'provider_refuses').execute();
  app.stripe.nextFault(/^POST \/v1\/checkout\/sessions$/, 'json_403');
  await order(app, { event });
  expect(await refusals()).toEqual([{ reference: 'checkout', settledAt: null }]);
});
