import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { aTicket, signedIn } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { requestRefund } from '#tests/support/app/refunds.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { anOrderAtStripe, aStripeApp, ledgerOf, closeBalanced, type StripeApp } from '#tests/support/stripe/stripe-app.ts';
import { aVoucher } from '#tests/support/app/vouchers.ts';
import { theAdmin } from '#tests/support/people/admins.ts';

import { endRefundedTickets } from './cases/cases.server.ts';
import { refundAgain } from './refunds/refunds.server.ts';

const PAELLA_CENTS = 1400;
const ADMIN = '00000000-0000-4000-8000-00000000ad31';

let app: StripeApp;
beforeAll(async () => {
  app = await aStripeApp();
});
afterAll(() => closeBalanced(app));
beforeEach(() => {
  app.stripe.notifies = true;
  app.stripe.down = null;
  app.stripe.balance = Number.POSITIVE_INFINITY;
});

async function aPaidOrder(quantity = 1) {
  const event = await anEvent(app, { maxTickets: 12 });
  const sale = await anOrderAtStripe(app, { event, quantity });
  await app.stripe.pay(sale.session);
  return { event, ...sale };
}

async function ticketIdsOf(orderId: string): Promise<string[]> {
  const rows = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', orderId).orderBy('position').execute();
  return rows.map((row) => row.id);
}

function refundsAt(session: string) {
  return app.stripe.session(session).intent!.charge!.refunds;
}

/** As the job would, after the pause it makes between two tries. */
async function tryAgainLater(): Promise<void> {
  app.clock.advance(11 * 60_000);
  await app.round('refunds');
}

describe('a refund that an admin asks for', () => {
  test('of a whole order ends its tickets, frees its seats and gives all of the money back', async () => {
    const { event, placed, session } = await aPaidOrder(3);
    expect(await requestRefund(app.deps, { orderId: placed.orderId, what: { kind: 'order' }, actor: `user:${ADMIN}` })).toBe('due');
    await app.round('refunds');
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({
      status: 'refunded',
      tickets: ['refunded', 'refunded', 'refunded'],
      refunds: [{ reason: 'requested', status: 'succeeded', amount: 3 * PAELLA_CENTS }],
      mails: ['sale', 'refund'],
    });
    expect(refundsAt(session).map((refund) => refund.amount)).toEqual([3 * PAELLA_CENTS]);
    expect(await soldOf(app, event.id)).toBe(0);
    expect(await requestRefund(app.deps, { orderId: placed.orderId, what: { kind: 'order' }, actor: `user:${ADMIN}` })).toBe('nothing_to_refund');
  });

  test('of one ticket leaves the others valid; of the last one ends the order', async () => {
    const { event, placed, session } = await aPaidOrder(2);
    const [first, second] = await ticketIdsOf(placed.orderId);
    expect(await requestRefund(app.deps, { orderId: placed.orderId, what: { kind: 'tickets', ticketIds: [first!] }, actor: `user:${ADMIN}` })).toBe('due');
    expect(await requestRefund(app.deps, { orderId: placed.orderId, what: { kind: 'tickets', ticketIds: [first!] }, actor: `user:${ADMIN}` })).toBe('nothing_to_refund');
    await app.round('refunds');
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'paid', tickets: ['refunded', 'active'] });
    expect(await soldOf(app, event.id)).toBe(1);
    expect(await app.doctor()).toEqual([]);
    expect(await requestRefund(app.deps, { orderId: placed.orderId, what: { kind: 'tickets', ticketIds: [second!] }, actor: `user:${ADMIN}` })).toBe('due');
    await app.round('refunds');
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'refunded', tickets: ['refunded', 'refunded'] });
    expect(refundsAt(session).map((refund) => refund.amount)).toEqual([PAELLA_CENTS, PAELLA_CENTS]);
  });

  test('of the one ticket that cost something leaves those that a code made free valid', async () => {
    const event = await anEvent(app, { maxTickets: 12 });
    const { code } = await aVoucher(app, await signedIn(app, 'admin@comboi.test'), { kind: 'free', ticketLimit: 2 });
    const { placed, session } = await anOrderAtStripe(app, { event, quantity: 3, body: { voucher: code } });
    await app.stripe.pay(session);
    const [paid] = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', placed.orderId).where('price', '>', 0).execute();
    expect(await requestRefund(app.deps, { orderId: placed.orderId, what: { kind: 'tickets', ticketIds: [paid!.id] }, actor: `user:${ADMIN}` })).toBe('due');
    await app.round('refunds');
    const { status, tickets, mails } = await ledgerOf(app, placed.orderId);
    expect([status, tickets.toSorted(), mails]).toEqual(['paid', ['active', 'active', 'refunded'], ['sale', 'refund']]);
    expect(await soldOf(app, event.id)).toBe(2);
    expect(await app.doctor()).toEqual([]);
  });

  test('ticket by ticket is told as a whole, though Stripe shows ten refunds at a time', async () => {
    const { placed, session } = await aPaidOrder(12);
    for (const ticketId of await ticketIdsOf(placed.orderId)) {
      expect(await requestRefund(app.deps, { orderId: placed.orderId, what: { kind: 'tickets', ticketIds: [ticketId] }, actor: `user:${ADMIN}` })).toBe('due');
      await app.round('refunds');
    }
    expect(refundsAt(session)).toHaveLength(12);
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'refunded' });
    expect(await app.doctor()).toEqual([]);
  });

  test('of a sum leaves all tickets valid, and never exceeds what is left', async () => {
    const { placed } = await aPaidOrder(2);
    expect(await requestRefund(app.deps, { orderId: placed.orderId, what: { kind: 'amount', amount: 500 }, actor: `user:${ADMIN}` })).toBe('due');
    for (const amount of [2301, 0, -1, 1.5]) {
      expect(await requestRefund(app.deps, { orderId: placed.orderId, what: { kind: 'amount', amount }, actor: `user:${ADMIN}` })).toBe(amount > 2300 ? 'too_much' : 'nothing_to_refund');
    }
    await app.round('refunds');
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'paid', tickets: ['active', 'active'] });
  });

  test.each(['lost_answer', 'done_then_500', 'kept_500', 'unavailable'] as const)('is carried out once though Stripe fails (%s)', async (fault) => {
    const { placed, session } = await aPaidOrder();
    await requestRefund(app.deps, { orderId: placed.orderId, what: { kind: 'order' }, actor: `user:${ADMIN}` });
    app.stripe.nextFault(/^POST \/v1\/refunds$/, fault);
    await app.round('refunds');
    await tryAgainLater();
    await tryAgainLater();
    expect(refundsAt(session)).toHaveLength(1);
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ refunds: [{ status: 'succeeded' }] });
    figure(`B14 refunds at Stripe after an answer that failed (${fault})`, refundsAt(session).length);
  });

  test('asked for twice at the same moment is one', async () => {
    const { placed, session } = await aPaidOrder();
    const input = { orderId: placed.orderId, what: { kind: 'order' as const }, actor: `user:${ADMIN}` };
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => requestRefund(app.deps, input)));
    expect(outcomes.filter((outcome) => outcome === 'due')).toHaveLength(1);
    await Promise.all([app.round('refunds'), app.round('refunds')]);
    expect(refundsAt(session)).toHaveLength(1);
  });
});

describe('a refund that the account has no money for', () => {
  /** What admins are shown of them, oldest first, as the button sends it. */
  async function failuresOf(orderId: string) {
    const cases = await app.db.query.selectFrom('paymentCases').select(['paymentId', 'reference']).where('orderId', '=', orderId).where('kind', '=', 'refund_failed').orderBy('createdAt').execute();
    return cases.map(({ paymentId, reference }) => ({ paymentId: paymentId!, what: { failed: reference! } }));
  }

  test('stays pending, and is done when the money has come', async () => {
    const { placed, session } = await aPaidOrder();
    app.stripe.balance = 0;
    await requestRefund(app.deps, { orderId: placed.orderId, what: { kind: 'order' }, actor: `user:${ADMIN}` });
    await app.round('refunds');
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ refunds: [{ status: 'pending' }], openCases: [] });
    await app.stripe.endRefund(refundsAt(session)[0]!.id, 'succeeded');
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'refunded', refunds: [{ status: 'succeeded' }] });
  });

  test('and fails in the end is shown to admins, who can try again', async () => {
    const { placed, session } = await aPaidOrder();
    app.stripe.balance = 0;
    await requestRefund(app.deps, { orderId: placed.orderId, what: { kind: 'order' }, actor: `user:${ADMIN}` });
    await app.round('refunds');
    await app.stripe.endRefund(refundsAt(session)[0]!.id, 'failed');
    const { refunds, openCases } = await ledgerOf(app, placed.orderId);
    expect({ refunds, openCases }).toMatchObject({ refunds: [{ status: 'failed' }], openCases: ['refund_failed'] });
    app.stripe.balance = Number.POSITIVE_INFINITY;
    app.clock.advance(1_000);
    const [failure] = await failuresOf(placed.orderId);
    expect(await refundAgain(app.deps, { ...failure!, by: await theAdmin(app) })).toBe('due');
    await app.round('refunds');
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'refunded', refunds: [{ status: 'failed' }, { status: 'succeeded' }] });
    expect(refundsAt(session).map((refund) => refund.status)).toEqual(['failed', 'succeeded']);
    figure('B15 failed refunds shown to admins', `${openCases.length} of ${refunds.length}`);
  });

  test('is tried again for its own sum, where two of one order have failed', async () => {
    const event = await anEvent(app, { dishes: { Paella: [1400, 1200, 1000], Fideuà: [900, 800, 700] } });
    const section = event.sections[0]!;
    const tickets = section.items.map((dish) => aTicket(event, { sections: { [section.id]: [dish.id] } }));
    const { placed, session } = await anOrderAtStripe(app, { event, tickets: [...tickets, tickets[0]] });
    await app.stripe.pay(session);
    app.stripe.balance = 0;
    for (const ticketId of (await ticketIdsOf(placed.orderId)).slice(0, 2)) {
      await requestRefund(app.deps, { orderId: placed.orderId, what: { kind: 'tickets', ticketIds: [ticketId] }, actor: `user:${ADMIN}` });
      await app.round('refunds');
      app.clock.advance(1_000);
    }
    for (const refund of refundsAt(session)) await app.stripe.endRefund(refund.id, 'failed');
    app.stripe.balance = Number.POSITIVE_INFINITY;
    for (const failure of await failuresOf(placed.orderId)) {
      expect(await refundAgain(app.deps, { ...failure, by: await theAdmin(app) })).toBe('due');
      await app.round('refunds');
    }
    const back = refundsAt(session).filter((refund) => refund.status === 'succeeded');
    expect(back.map((refund) => refund.amount).toSorted((one, other) => one - other)).toEqual([900, 1400]);
  });
});

describe('money given back by hand at Stripe', () => {
  test('ends order and tickets, by charge.refunded alone', async () => {
    const { event, placed, session } = await aPaidOrder(2);
    app.stripe.notifies = false;
    await app.stripe.refundManually(session);
    const reported = app.stripe.events.findLast((one) => one.type === 'charge.refunded')!;
    expect(await app.stripe.deliver(reported)).toBe(200);
    const books = await ledgerOf(app, placed.orderId);
    expect(books).toMatchObject({ status: 'refunded', tickets: ['refunded', 'refunded'], refunds: [{ reason: 'provider', status: 'succeeded' }] });
    expect(await soldOf(app, event.id)).toBe(0);
    figure('B16 tickets still valid after a refund by hand', books.tickets.filter((ticket) => ticket === 'active').length);
  });

  test('in part is recorded, and a person says for which tickets', async () => {
    const { placed, session } = await aPaidOrder(2);
    await app.stripe.refundManually(session, 1000);
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'paid', refunds: [{ amount: 1000 }], openCases: ['partial_refund'] });
    await app.stripe.refundManually(session, 1800);
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'refunded' });
  });

  test('while ours waits is not given back twice', async () => {
    const { placed, session } = await aPaidOrder();
    await requestRefund(app.deps, { orderId: placed.orderId, what: { kind: 'order' }, actor: `user:${ADMIN}` });
    app.stripe.notifies = false;
    await app.stripe.refundManually(session);
    await app.round('refunds');
    expect(refundsAt(session)).toHaveLength(1);
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ openCases: ['refund_failed'] });
    for (const one of app.stripe.events.slice(-2)) expect(await app.stripe.deliver(one)).toBe(200);
    expect(await app.doctor()).toEqual([]);
  });
});

describe('a dispute', () => {
  test('suspends the tickets and is shown to admins; won, they are valid again', async () => {
    const { placed, session } = await aPaidOrder(2);
    await app.stripe.dispute(session);
    const { tickets, ...books } = await ledgerOf(app, placed.orderId);
    expect({ ...books, tickets }).toMatchObject({ status: 'paid', tickets: ['active, suspended', 'active, suspended'], openCases: ['dispute'] });
    await app.stripe.endDispute(session, 'won');
    const opened = app.stripe.events.findLast((one) => one.type === 'charge.dispute.created')!;
    await app.stripe.deliver({ ...opened, id: 'evt_told_again' });
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ tickets: ['active', 'active'], openCases: [] });
    figure('B17 tickets suspended by a dispute', `${tickets.filter((ticket) => ticket.endsWith('suspended')).length} of ${tickets.length}`);
  });

  test('lost ends the order: the bank has taken the money back', async () => {
    const { event, placed, session } = await aPaidOrder();
    await app.stripe.dispute(session);
    await app.stripe.endDispute(session, 'lost');
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'refunded', refunds: [{ reason: 'provider', status: 'succeeded', amount: PAELLA_CENTS }] });
    expect(await soldOf(app, event.id)).toBe(0);
  });
});

describe('a dispute over a part of a charge', () => {
  test('lost leaves the tickets valid, and asks a person which of them ended', async () => {
    const { event, placed, session } = await aPaidOrder(2);
    await app.stripe.dispute(session, PAELLA_CENTS);
    expect((await ledgerOf(app, placed.orderId)).tickets).toEqual(['active, suspended', 'active, suspended']);
    await app.stripe.endDispute(session, 'lost');
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'paid', tickets: ['active', 'active'], refunds: [{ reason: 'provider', amount: PAELLA_CENTS }], openCases: ['partial_refund'] });
    expect(await soldOf(app, event.id)).toBe(2);
    expect(await app.doctor()).toEqual([]);
    const { id: caseId } = await app.db.query.selectFrom('paymentCases').select('id').where('orderId', '=', placed.orderId).where('kind', '=', 'partial_refund').executeTakeFirstOrThrow();
    expect(await endRefundedTickets(app.deps, await theAdmin(app), { caseId, ticketIds: (await ticketIdsOf(placed.orderId)).slice(0, 1) })).toBe('done');
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ tickets: ['refunded', 'active'], openCases: [], mails: ['sale'] });
  });
});

describe('a second payment of one order', () => {
  /** A second page of a paid order, as after a new attempt whose first page could be paid after all; paid too. */
  async function anOrderPaidTwice() {
    const { placed } = await aPaidOrder();
    const now = app.clock.now();
    const page = await app.deps.payments.recoverSession({
      key: `order:${placed.orderId}:2`, orderId: placed.orderId, orderNumber: placed.orderNumber, eventId: 1, eventTitle: 'Sopar', email: 'ramon@example.com',
      amount: placed.total as never, currency: 'eur', ticketQuantity: 1, contents: async () => ({ lines: [{ name: 'Tiquet', description: '', amount: placed.total as never, ticket: { id: 'A'.repeat(26), role: 'public', price: placed.total, discount: 0, choices: [] } }], uses: [], account: null }),
      expiresAt: new Date(now.getTime() + 31 * 60_000), successUrl: 'http://127.0.0.1/', cancelUrl: 'http://127.0.0.1/',
    });
    await app.db.query.insertInto('payments').values({
      id: app.deps.ids.uuid(), orderId: placed.orderId, provider: 'stripe', idempotencyKey: `order:${placed.orderId}:2`, status: 'open',
      amount: placed.total, providerSession: page.session, paymentUrl: page.url, expiresAt: now, createdAt: now,
    }).execute();
    await app.stripe.pay(page.session);
    await app.round('refunds');
    return { placed, second: page.session };
  }

  test('is given back, and the order stays valid when that is told', async () => {
    const { placed, second } = await anOrderPaidTwice();
    expect(refundsAt(second)).toHaveLength(1);
    const books = await ledgerOf(app, placed.orderId);
    expect(books).toMatchObject({ status: 'paid', tickets: ['active'], refunds: [{ reason: 'second_payment', status: 'succeeded' }], openCases: ['second_payment'] });
    figure('B12, B13 refunds of a second payment, and its order', `${refundsAt(second).length}, ${books.status}`);
  });

  test.each(['won', 'lost'] as const)('that is disputed, and %s, leaves the tickets valid all along', async (end) => {
    const { placed, second } = await anOrderPaidTwice();
    await app.stripe.dispute(second);
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'paid', tickets: ['active'], openCases: ['second_payment', 'dispute'] });
    await app.stripe.endDispute(second, end);
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'paid', tickets: ['active'] });
    expect(await app.doctor()).toEqual([]);
  });

  test('is asked about no more', async () => {
    const { placed } = await anOrderPaidTwice();
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ payments: ['paid', 'expired'] });
    await app.round('sweeper');
    const { length } = app.stripe.calls;
    app.clock.advance(2 * 60_000);
    await app.round('sweeper');
    expect(app.stripe.calls).toHaveLength(length);
  });
});
