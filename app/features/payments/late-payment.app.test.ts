import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { PaymentProvider } from '#app/platform/adapters/payments/payment-provider.server.ts';
import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import { aPaidOrder, aPlacedOrder, press, refreshOrder, sessionOf, signedIn } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent, soldOf, withdraw } from '#tests/support/app/events.ts';
import { closeInOrder, violations } from '#tests/support/app/invariants.ts';
import { aftermathOf, chargeAgain, tamperWith } from '#tests/support/app/sandbox-ledger.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { deliver, eventBody } from '#tests/support/app/webhooks.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
/** How the provider answers when it is asked to give money back. */
let refunding: 'usual' | 'silent' | 'refused' = 'usual';
/** Waits, where a test wants two processes to have asked before either is answered. */
let beforeRefund: () => Promise<void> = async () => {};

beforeAll(async () => {
  app = await aTestApp({
    deps: ({ payments }) => ({
      payments: {
        ...payments,
        refund: async (request: Parameters<PaymentProvider['refund']>[0]) => {
          await beforeRefund();
          if (refunding === 'refused') return { status: 'failed', refund: null, reason: 'no balance' } as const;
          const outcome = await payments.refund(request);
          // As when the answer gets lost: the money has gone back, and we don't know.
          if (refunding === 'silent') throw new app.comboi.PaymentUnavailable('timed out');
          return outcome;
        },
      },
    }),
  });
});
afterAll(() => closeInOrder(app));

/** An order of all five tickets that is paid at the provider while none of its webhooks arrive. */
async function aSilentPayment(minutesAfterOrder: number) {
  const event = await anEvent(app, { maxTickets: 5 });
  const placed = await aPlacedOrder(app, { event, quantity: 5 });
  app.clock.advance(minutesAfterOrder * MINUTE_MS);
  await payInSilence(placed);
  return { event, placed };
}

async function payInSilence(placed: PlacedOrder): Promise<void> {
  app.webhooks.arrive = false;
  await press(app, placed, 'pay');
  await app.db.query.updateTable('sandboxEvents').set({ deliveredAt: app.clock.now() }).where('deliveredAt', 'is', null).execute();
  app.webhooks.arrive = true;
}

async function deliverWebhook(placed: PlacedOrder): Promise<void> {
  expect(await deliver(app, eventBody({ session: sessionOf(placed) }))).toBe(200);
}

const HONOURED = { status: 'paid', tickets: ['active'], refunds: [], cases: [], mails: ['sale'], refunded: [] };

describe('a payment that was made in time', () => {
  test('is honoured though we hear of it after the hold has ended', async () => {
    const { placed } = await aSilentPayment(30);
    app.clock.advance(10 * MINUTE_MS);
    await deliverWebhook(placed);
    expect(await aftermathOf(app, placed)).toEqual(HONOURED);
  });

  test('is found by the sweeper, which does not release what is paid', async () => {
    const { event, placed } = await aSilentPayment(30);
    app.clock.advance(10 * MINUTE_MS);
    await app.round('sweeper');
    expect(await aftermathOf(app, placed)).toEqual(HONOURED);
    expect(await soldOf(app, event.id)).toBe(5);
  });

  test('counts when the provider says it was made, not when we hear of it', async () => {
    const { placed } = await aSilentPayment(20);
    const paidAt = app.clock.now().toISOString();
    app.clock.advance(10 * MINUTE_MS);
    await deliverWebhook(placed);
    expect((await refreshOrder(app, placed.orderId)).paidAt).toBe(paidAt);
  });
});

describe('a payment that comes after its hold was released', () => {
  /** Everybody's webhooks are lost, the hold is overdue and swept; only then is it paid. */
  async function aPaymentTooLate() {
    const event = await anEvent(app, { maxTickets: 5 });
    const placed = await aPlacedOrder(app, { event, quantity: 5 });
    app.clock.advance(36 * MINUTE_MS);
    await app.round('sweeper');
    expect(await soldOf(app, event.id)).toBe(0);
    return { event, placed };
  }

  test('is honoured while the tickets are still there', async () => {
    const { event, placed } = await aPaymentTooLate();
    await press(app, placed, 'pay');
    expect(await aftermathOf(app, placed)).toEqual(HONOURED);
    const sold = await soldOf(app, event.id);
    expect(sold).toBe(5);
    figure('B9 tickets of a late payment with seats left', `${sold} of ${placed.ticketsCreated}`);
  });

  test('is given back once when they are gone, with one mail to the buyer and a notice to the admins', async () => {
    const { event, placed } = await aPaymentTooLate();
    const rival = await aPaidOrder(app, { event, quantity: 1 });
    await press(app, placed, 'pay');
    for (let again = 0; again < 3; again += 1) await deliverWebhook(placed);
    await Promise.all([app.round('refunds'), app.round('refunds'), app.round('sweeper')]);
    await app.round('refunds');
    expect(await aftermathOf(app, placed)).toEqual({
      status: 'refunded',
      tickets: ['refunded'],
      refunds: [{ reason: 'late_payment', status: 'succeeded', amount: 7000 }],
      cases: ['late_payment'],
      mails: ['refund'],
      refunded: [7000],
    });
    expect(await soldOf(app, event.id)).toBe(1);
    expect(await refreshOrder(app, rival.orderId)).toMatchObject({ status: 'paid' });
    expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'refunded', tickets: [] });
  });

  test('is given back when the event was withdrawn', async () => {
    const { event, placed } = await aPaymentTooLate();
    await withdraw(app, event.id);
    await press(app, placed, 'pay');
    expect(await aftermathOf(app, placed)).toMatchObject({ status: 'refunded', refunds: [{ reason: 'event_cancelled' }] });
  });

  test('is given back when the event has begun', async () => {
    const before = app.clock.now();
    const { placed } = await aPaymentTooLate();
    app.clock.advance(40 * 24 * 60 * MINUTE_MS);
    await press(app, placed, 'pay');
    expect(await aftermathOf(app, placed)).toMatchObject({ status: 'refunded', refunds: [{ reason: 'late_payment' }] });
    app.clock.set(before);
  });

  test('twice is given back twice, and neither buyer nor ticket is told to be valid', async () => {
    const { event, placed } = await aPaymentTooLate();
    await aPaidOrder(app, { event, quantity: 1 });
    await press(app, placed, 'pay');
    await chargeAgain(app, placed);
    await deliverWebhook(placed);
    await app.round('refunds');
    const aftermath = await aftermathOf(app, placed);
    expect(aftermath).toMatchObject({ status: 'refunded', tickets: ['refunded'], refunded: [7000, 7000] });
    expect(aftermath.refunds.map((refund) => refund.reason)).toEqual(['late_payment', 'late_payment']);
  });
});

test('a hold whose webhooks are lost and whose tickets another sale took is honoured if there are others, else refunded', async () => {
  const { event, placed } = await aSilentPayment(10);
  app.clock.advance(30 * MINUTE_MS);
  // The sweeper is dead: the next sale takes what is overdue, and knows nothing of the payment.
  const rival = await aPlacedOrder(app, { event, quantity: 2 });
  expect(await aftermathOf(app, placed)).toMatchObject({ status: 'cancelled' });
  await deliverWebhook(placed);
  expect(await aftermathOf(app, placed)).toMatchObject({ status: 'refunded', mails: ['refund'], cases: ['late_payment'] });
  expect(await soldOf(app, event.id)).toBe(2);
  await press(app, rival, 'cancel');

  const lucky = await aSilentPayment(10);
  app.clock.advance(30 * MINUTE_MS);
  const other = await aPlacedOrder(app, { event: lucky.event, quantity: 1 });
  await press(app, other, 'cancel');
  await app.round('sweeper');
  expect(await aftermathOf(app, lucky.placed)).toEqual(HONOURED);
});

describe('a second payment of one order', () => {
  test('is given back, and the order stays valid with one set of tickets', async () => {
    const event = await anEvent(app, { maxTickets: 5 });
    const placed = await aPaidOrder(app, { event, quantity: 2 });
    await chargeAgain(app, placed);
    for (let again = 0; again < 3; again += 1) await deliverWebhook(placed);
    await app.round('refunds');
    expect(await aftermathOf(app, placed)).toEqual({
      status: 'paid',
      tickets: ['active'],
      refunds: [{ reason: 'second_payment', status: 'succeeded', amount: 2800 }],
      cases: ['second_payment'],
      mails: ['sale', 'refund'],
      refunded: [2800],
    });
    expect(await soldOf(app, event.id)).toBe(2);
  });

  test('that we hear of together with the first is told apart: the earlier one pays', async () => {
    const event = await anEvent(app);
    const placed = await aPlacedOrder(app, { event });
    await payInSilence(placed);
    const second = await chargeAgain(app, placed);
    await deliverWebhook(placed);
    expect(await aftermathOf(app, placed)).toMatchObject({ status: 'paid', refunds: [{ reason: 'second_payment' }] });
    const refund = await app.db.query.selectFrom('refunds').select('charge').where('orderId', '=', placed.orderId).executeTakeFirstOrThrow();
    expect(refund.charge).toBe(second);
    await app.round('refunds');
  });
});

describe('a payment that is not for what was ordered brings no tickets, and somebody is told:', () => {
  test.each([
    ['another amount', { amount: 1 }],
    ['another currency', { currency: 'usd' }],
  ])('%s', async (_what, change) => {
    const event = await anEvent(app);
    const placed = await aPlacedOrder(app, { event });
    await tamperWith(app, placed, change);
    await press(app, placed, 'pay');
    for (let again = 0; again < 2; again += 1) await deliverWebhook(placed);
    expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'pending_payment', tickets: [] });
    expect(await aftermathOf(app, placed)).toMatchObject({ tickets: ['pending_payment'], cases: ['amount_differs'], mails: [] });
    app.clock.advance(36 * MINUTE_MS);
    await app.round('sweeper');
    expect(await aftermathOf(app, placed)).toMatchObject({ status: 'cancelled', cases: ['amount_differs'], mails: [] });
    expect(await soldOf(app, event.id)).toBe(0);
  });

  test('but the right charge that follows on the same page pays the order, and only the wrong one can be given back', async () => {
    const placed = await aPlacedOrder(app, { event: await anEvent(app) });
    await tamperWith(app, placed, { amount: 1 });
    await press(app, placed, 'pay');
    await tamperWith(app, placed, { amount: 1400 });
    const right = await chargeAgain(app, placed);
    for (let again = 0; again < 3; again += 1) await deliverWebhook(placed);
    expect(await aftermathOf(app, placed)).toEqual({ ...HONOURED, cases: ['amount_differs'] });
    const { providerPayment } = await app.db.query.selectFrom('payments').select('providerPayment').where('orderId', '=', placed.orderId).executeTakeFirstOrThrow();
    expect(providerPayment).toBe(right);
    expect(await violations(app)).toEqual([]);

    const cookie = await signedIn(app, 'admin@comboi.test');
    const { id } = await app.db.query.selectFrom('paymentCases').select('id').where('orderId', '=', placed.orderId).executeTakeFirstOrThrow();
    const answer = await app.ask('/admin/payments', { method: 'POST', body: new URLSearchParams({ intent: 'refund', case: id }), headers: { Cookie: cookie } });
    expect(answer.status).toBe(303);
    await app.round('refunds');
    await deliverWebhook(placed);
    expect(await aftermathOf(app, placed)).toMatchObject({ status: 'paid', tickets: ['active'], refunded: [1] });
  });

  test('the page of another order', async () => {
    const event = await anEvent(app);
    const placed = await aPlacedOrder(app, { event });
    const other = await aPlacedOrder(app, { event });
    await tamperWith(app, placed, { reference: other.orderId });
    await press(app, placed, 'pay');
    expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'pending_payment' });
    expect(await refreshOrder(app, other.orderId)).toMatchObject({ status: 'pending_payment' });
    expect(await aftermathOf(app, placed)).toMatchObject({ cases: ['amount_differs'] });
  });
});

describe('giving money back', () => {
  /** A refund that is due for a second payment. */
  async function aRefundDue() {
    const event = await anEvent(app);
    const placed = await aPaidOrder(app, { event });
    await chargeAgain(app, placed);
    await deliverWebhook(placed);
    return placed;
  }

  test('is tried again when the provider gives no answer, and gives back once', async () => {
    const placed = await aRefundDue();
    refunding = 'silent';
    for (let minute = 0; minute < 3; minute += 1) {
      await app.round('refunds');
      app.clock.advance(10 * MINUTE_MS);
    }
    expect(await aftermathOf(app, placed)).toMatchObject({ refunds: [{ status: 'due' }] });
    refunding = 'usual';
    await app.round('refunds');
    await app.round('refunds');
    expect(await aftermathOf(app, placed)).toMatchObject({ refunds: [{ status: 'succeeded' }], refunded: [1400] });
  });

  test('that the provider refuses becomes a case for somebody, once', async () => {
    const placed = await aRefundDue();
    refunding = 'refused';
    await app.round('refunds');
    await app.round('refunds');
    refunding = 'usual';
    expect(await aftermathOf(app, placed)).toMatchObject({ refunds: [{ status: 'failed' }], cases: ['second_payment', 'refund_failed'], refunded: [] });
  });

  test.each(['usual', 'refused'] as const)('is done once, and said once, by two processes that ask at the same time (%s)', async (mood) => {
    const placed = await aRefundDue();
    const other = await app.another();
    let asking = 0;
    beforeRefund = async () => {
      asking += 1;
    };
    refunding = mood;
    await Promise.all([app.round('refunds'), other.round('refunds')]);
    refunding = 'usual';
    beforeRefund = async () => {};

    expect(asking).toBe(1);
    const { refunds, cases, refunded } = await aftermathOf(app, placed);
    expect({ status: refunds.map((refund) => refund.status), cases, refunded }).toEqual(
      mood === 'usual'
        ? { status: ['succeeded'], cases: ['second_payment'], refunded: [1400] }
        : { status: ['failed'], cases: ['second_payment', 'refund_failed'], refunded: [] },
    );
    const { id } = await app.db.query.selectFrom('refunds').select('id').where('orderId', '=', placed.orderId).executeTakeFirstOrThrow();
    const audited = await app.db.query.selectFrom('audit').select('action').where('subjectId', '=', id).orderBy('id').execute();
    expect(audited).toEqual([{ action: 'refund.due' }, { action: mood === 'usual' ? 'refund.succeeded' : 'refund.failed' }]);
    await other.close();
  });
});
