import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { count, figure, soakCases } from '#tests/support/reporting/counts.ts';
import { requestRefund } from '#tests/support/app/refunds.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { anOrderAtStripe, aStripeApp, type AtStripe, ledgerOf, closeBalanced, type StripeApp } from '#tests/support/stripe/stripe-app.ts';
import { statementsThatWait } from '#tests/support/app/waiting-statements.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PAELLA_CENTS = 1400;
const ADMIN = '00000000-0000-4000-8000-00000000ad31';

let app: StripeApp;
beforeEach(async () => {
  app = await aStripeApp();
});
afterEach(() => closeBalanced(app));

/** Orders for an event that is far off, paid and confirmed; from then on no webhook tells of anything. */
async function paidOrders(quantity: number): Promise<AtStripe[]> {
  const event = await anEvent(app, { date: addDays(dayInMadrid(app.clock.now()), 200) });
  const sales: AtStripe[] = [];
  app.stripe.notifies = true;
  for (let sale = 0; sale < quantity; sale += 1) {
    const sold = await anOrderAtStripe(app, { event });
    await app.stripe.pay(sold.session);
    sales.push(sold);
  }
  app.stripe.notifies = false;
  return sales;
}

function chargeOf({ session }: AtStripe) {
  return app.stripe.session(session).intent!.charge!;
}

async function letHoursPass(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    app.clock.advance(HOUR_MS);
    for (const job of ['provider feed', 'refunds', 'reversals watch', 'reconciliation']) await app.round(job);
  }
}

async function ask(sale: AtStripe): Promise<void> {
  expect(await requestRefund(app.deps, { orderId: sale.placed.orderId, what: { kind: 'order' }, actor: `user:${ADMIN}` })).toBe('due');
  await app.round('refunds');
}

async function openCases(): Promise<string[]> {
  const rows = await app.db.query.selectFrom('paymentCases').select('kind').where('settledAt', 'is', null).execute();
  return rows.map(({ kind }) => kind);
}

const ORDERS = count({ test: 6, soak: 100 });

test.each(soakCases([60, 6, 1]))('refunds by hand, disputes and refunds that fail of orders of %i days are found with every webhook lost', async (days) => {
  const [byHand, disputed, failing] = [await paidOrders(ORDERS), await paidOrders(ORDERS), await paidOrders(ORDERS)];
  app.stripe.balance = 0;
  for (const sale of failing) await ask(sale);
  await app.round('provider feed');
  app.clock.advance(days * DAY_MS);
  for (const sale of byHand) await app.stripe.refundManually(sale.session);
  for (const sale of disputed) await app.stripe.dispute(sale.session);
  for (const sale of failing) await app.stripe.endRefund(chargeOf(sale).refunds[0]!.id, 'failed');
  await letHoursPass(1);

  const after = await Promise.all([...byHand, ...disputed, ...failing].map(({ placed }) => ledgerOf(app, placed.orderId)));
  const found = [
    after.slice(0, ORDERS).filter(({ status, tickets }) => status === 'refunded' && tickets[0] === 'refunded'),
    after.slice(ORDERS, 2 * ORDERS).filter(({ tickets, openCases: open }) => tickets[0] === 'active, suspended' && open.includes('dispute')),
    after.slice(2 * ORDERS).filter(({ refunds, openCases: open }) => refunds[0]!.status === 'failed' && open.includes('refund_failed')),
  ].map((books) => books.length);
  expect(found).toEqual([ORDERS, ORDERS, ORDERS]);
  figure(`refunds by hand, disputes and failed refunds of orders of ${days} days, every webhook lost, found within 1 h`, `${found.join(', ')} of ${ORDERS} each`);
});

describe('without a list of what happened', () => {
  test('a pending refund and an open dispute are asked about every hour, and their ends are found', async () => {
    const [refunded, disputed] = await paidOrders(2);
    app.stripe.balance = 0;
    await ask(refunded!);
    await app.stripe.dispute(disputed!.session);
    await app.round('provider feed');
    app.clock.advance(60 * DAY_MS);
    await app.stripe.endRefund(chargeOf(refunded!).refunds[0]!.id, 'failed');
    await app.stripe.endDispute(disputed!.session, 'won');
    await app.round('reversals watch');
    expect(await ledgerOf(app, refunded!.placed.orderId)).toMatchObject({ refunds: [{ status: 'failed' }], openCases: ['refund_failed'] });
    expect(await ledgerOf(app, disputed!.placed.orderId)).toMatchObject({ tickets: ['active'], openCases: [] });
    const { length } = app.stripe.calls;
    app.clock.advance(2 * HOUR_MS);
    await app.round('reversals watch');
    expect(app.stripe.calls).toHaveLength(length);
  });

  test('the night and the doctor find what was given back or disputed of an order of sixty days', async () => {
    const [byHand, disputed] = await paidOrders(2);
    app.clock.advance(60 * DAY_MS);
    await app.stripe.refundManually(byHand!.session);
    await app.stripe.dispute(disputed!.session);
    expect((await app.doctor()).map((line) => line.split(':')[0])).toEqual(['I3, I4, I13 refunds_differ', 'I3, I4, I13 dispute_unknown']);
    await app.round('reconciliation');
    expect(await ledgerOf(app, byHand!.placed.orderId)).toMatchObject({ status: 'refunded' });
    expect(await ledgerOf(app, disputed!.placed.orderId)).toMatchObject({ tickets: ['active, suspended'] });
    expect(await app.doctor()).toEqual([]);
  });
});

describe('a refund that takes too long', () => {
  test('because Stripe does not let us in is a case after an hour, which closes itself; the doctor tells', async () => {
    const [sale] = await paidOrders(1);
    app.stripe.down = 'json_403';
    await ask(sale!);
    await letHoursPass(1);
    expect((await openCases()).toSorted()).toEqual(['provider_refuses', 'provider_refuses', 'refund_delayed']);
    app.stripe.down = null;
    expect((await app.doctor()).filter((line) => line.startsWith('I3 a refund'))).toHaveLength(1);
    await letHoursPass(1);
    expect(await ledgerOf(app, sale!.placed.orderId)).toMatchObject({ status: 'refunded', refunds: [{ status: 'succeeded' }], openCases: [] });
    expect(chargeOf(sale!).refunds).toHaveLength(1);
  });

  test('at the bank is a case after ten days, not before, and closes itself', async () => {
    const [sale] = await paidOrders(1);
    app.stripe.balance = 0;
    await ask(sale!);
    app.clock.advance(9 * DAY_MS);
    await letHoursPass(1);
    expect(await openCases()).toEqual([]);
    app.clock.advance(DAY_MS);
    await letHoursPass(1);
    expect(await openCases()).toEqual(['refund_delayed']);
    expect(await app.doctor()).toEqual([expect.stringContaining('I3 a refund is carried out in time')]);
    await app.stripe.endRefund(chargeOf(sale!).refunds[0]!.id, 'succeeded');
    await letHoursPass(1);
    expect(await openCases()).toEqual([]);
  });
});

describe('a refund whose answer was lost', () => {
  test('with us away until Stripe has forgotten the key is found, not made again', async () => {
    const [sale] = await paidOrders(1);
    // The library itself tries a closed connection once more.
    for (let call = 0; call < 2; call += 1) app.stripe.nextFault(/^POST \/v1\/refunds$/, 'lost_answer');
    await ask(sale!);
    expect(chargeOf(sale!).refunds).toHaveLength(1);
    app.clock.advance(25 * HOUR_MS);
    app.stripe.forgetKeys();
    await app.round('refunds');
    expect(chargeOf(sale!).refunds).toHaveLength(1);
    expect(await ledgerOf(app, sale!.placed.orderId)).toMatchObject({ status: 'refunded', refunds: [{ status: 'succeeded' }] });
  });

  test.each([1, 0])('of one ticket, which Stripe would give back twice, is given back once, though we know of %i attempts', async (attempts) => {
    const event = await anEvent(app);
    const sale = await anOrderAtStripe(app, { event, quantity: 3 });
    await app.stripe.pay(sale.session);
    app.stripe.notifies = false;
    const { id } = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', sale.placed.orderId).limit(1).executeTakeFirstOrThrow();
    await requestRefund(app.deps, { orderId: sale.placed.orderId, what: { kind: 'tickets', ticketIds: [id] }, actor: `user:${ADMIN}` });
    const { idempotencyKey: key } = await app.db.query.updateTable('refunds').set({ attempts }).returning('idempotencyKey').executeTakeFirstOrThrow();
    await app.deps.payments.refund({ charge: chargeOf(sale).id, amount: PAELLA_CENTS as never, key, isRetry: false });
    app.clock.advance(48 * HOUR_MS);
    app.stripe.forgetKeys();
    await app.round('refunds');
    expect(chargeOf(sale).refunds.map((refund) => refund.amount)).toEqual([PAELLA_CENTS]);
  });

  test('made twice all the same, under one key, is told by the doctor', async () => {
    const [sale] = await paidOrders(1);
    await requestRefund(app.deps, { orderId: sale!.placed.orderId, what: { kind: 'amount', amount: 500 }, actor: `user:${ADMIN}` });
    await app.round('refunds');
    const [first] = chargeOf(sale!).refunds;
    chargeOf(sale!).refunds.push({ ...first!, id: 're_the_second' });
    expect(await app.doctor()).toEqual([expect.stringContaining('refunded_twice')]);
    chargeOf(sale!).refunds.pop();
  });
});

describe("a refund's outcome that answer and webhook tell at once", () => {
  const RACES = count({ test: 6, soak: 80 });

  async function waitForLocks(waiting: number): Promise<void> {
    await expect.poll(() => statementsThatWait(app)).toBe(waiting);
  }

  test.each(['answer', 'webhook'] as const)('is written once, also where the %s comes first', async (first) => {
    let twice = 0;
    for (let race = 0; race < RACES; race += 1) {
      const [sale] = await paidOrders(1);
      await requestRefund(app.deps, { orderId: sale!.placed.orderId, what: { kind: 'order' }, actor: `user:${ADMIN}` });
      const { id } = await app.db.query.selectFrom('refunds').select('id').where('orderId', '=', sale!.placed.orderId).executeTakeFirstOrThrow();
      const answer = holdAnswer();
      const job = app.round('refunds');
      await answer.isThere;
      const release = await lockRefund(id);
      const webhook = (): Promise<number> => app.stripe.deliver(app.stripe.events.findLast((one) => one.type === 'refund.created')!);
      // Both wait for the row, in this order.
      let delivered: Promise<number>;
      if (first === 'answer') {
        answer.release();
        await waitForLocks(1);
        delivered = webhook();
      } else {
        delivered = webhook();
        await waitForLocks(1);
        answer.release();
      }
      await waitForLocks(2);
      await release();
      await Promise.all([job, delivered]);
      const audited = await app.db.query.selectFrom('audit').select('id').where('subjectId', '=', id).where('action', '=', 'refund.succeeded').execute();
      if (audited.length > 1) twice += 1;
    }
    expect(twice).toBe(0);
    figure(`refund outcomes told twice where the ${first} came first`, `${twice} of ${RACES}`);
  });

  /** Stripe has given the money back, and its answer is still on its way. */
  function holdAnswer(): { isThere: Promise<void>; release: () => void } {
    const there = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const { payments } = app.deps;
    const { refund } = payments;
    payments.refund = async (request) => {
      payments.refund = refund;
      const outcome = await refund(request);
      there.resolve();
      await released.promise;
      return outcome;
    };
    return { isThere: there.promise, release: released.resolve };
  }

  /** Until it is released nobody else writes the refund's row. */
  async function lockRefund(id: string): Promise<() => Promise<void>> {
    const released = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const hold = app.db.query.transaction().execute(async (tx) => {
      await tx.selectFrom('refunds').select('id').where('id', '=', id).forUpdate().execute();
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    return () => {
      released.resolve();
      return hold;
    };
  }
});

test('a refund cannot be pending without a name to ask for it by', async () => {
  const [sale] = await paidOrders(1);
  await requestRefund(app.deps, { orderId: sale!.placed.orderId, what: { kind: 'order' }, actor: `user:${ADMIN}` });
  await expect(app.db.query.updateTable('refunds').set({ status: 'pending' }).execute()).rejects.toThrow('refunds_named');
  await app.round('refunds');
});
