import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { SessionSnapshot } from '#app/platform/adapters/payments/payment-provider.server.ts';
import type { ArchivedMail } from '#app/platform/adapters/mail/mail-archive.server.ts';
import { aPaidOrder, aPlacedOrder, post, press, refreshOrder, sessionOf, signedIn } from '#tests/support/people/buyers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { anEvent, raisePrices, soldOf } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aftermathOf } from '#tests/support/app/sandbox-ledger.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const SECOND_MS = 1000;

let app: TestApp;
/** How often the provider was asked about a page. */
const polls = new Map<string, number>();

beforeAll(async () => {
  app = await aTestApp({
    deps: ({ payments }) => ({
      payments: {
        ...payments,
        async fetchSession(session: string): Promise<SessionSnapshot | null> {
          polls.set(session, (polls.get(session) ?? 0) + 1);
          return payments.fetchSession(session);
        },
      },
    }),
  });
});
afterAll(() => closeInOrder(app));

/** The webhooks wait in the provider's log. */
async function withoutWebhooks(work: () => Promise<unknown>): Promise<void> {
  app.webhooks.arrive = false;
  await work();
  await app.db.query.updateTable('sandboxEvents').set({ deliveredAt: app.clock.now() }).where('deliveredAt', 'is', null).execute();
  app.webhooks.arrive = true;
}

test('a card that is declined may be followed by one that is not', async () => {
  const event = await anEvent(app);
  const placed = await aPlacedOrder(app, { event });
  const declined = await press(app, placed, 'decline');
  expect(declined.status).toBe(303);
  expect(declined.headers.get('location')).toBe(`${new URL(placed.paymentUrl!).pathname}?declined=1`);
  expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'pending_payment' });
  await press(app, placed, 'decline');
  await press(app, placed, 'pay');
  expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'paid' });
});

test('a buyer who cancels on the payment page comes back to the checkout, and the tickets are free at once', async () => {
  const event = await anEvent(app, { maxTickets: 4 });
  const placed = await aPlacedOrder(app, { event, quantity: 4 });
  const cancelled = await press(app, placed, 'cancel');
  expect(cancelled.status).toBe(303);
  expect(cancelled.headers.get('location')).toBe(`http://127.0.0.1:3000/checkout/${event.id}?cancelled=${placed.orderId}`);
  expect(await soldOf(app, event.id)).toBe(0);
  expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'cancelled', paidAt: null, tickets: [] });
});

test('a buyer who closes the tab right after paying has tickets and a mail on its way', async () => {
  const event = await anEvent(app);
  const placed = await aPlacedOrder(app, { event, quantity: 2 });
  await app.sandbox.pay(sessionOf(placed));
  expect(await aftermathOf(app, placed)).toMatchObject({ status: 'paid', tickets: ['active'], mails: ['sale'] });
});

test('pressing pay twice is one payment', async () => {
  const event = await anEvent(app);
  const placed = await aPlacedOrder(app, { event });
  await Promise.all([press(app, placed, 'pay'), press(app, placed, 'pay'), press(app, placed, 'pay')]);
  expect(await aftermathOf(app, placed)).toMatchObject({ status: 'paid', refunds: [], mails: ['sale'] });
});

test('what is paid is not cancelled on the payment page afterwards', async () => {
  const event = await anEvent(app);
  const placed = await aPaidOrder(app, { event });
  const cancelled = await press(app, placed, 'cancel');
  expect(cancelled.headers.get('location')).toContain('/payment-success');
  expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'paid' });
});

describe('a webhook that is lost', () => {
  test('is made up for by the buyer who looks at their order', async () => {
    const event = await anEvent(app);
    const placed = await aPlacedOrder(app, { event });
    await withoutWebhooks(() => press(app, placed, 'pay'));
    expect(await aftermathOf(app, placed)).toMatchObject({ status: 'pending_payment' });
    expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'paid', tickets: [{ ticketNumber: `${placed.orderNumber}-T1` }] });
  });

  test('is made up for within a minute when nobody looks', async () => {
    const event = await anEvent(app);
    const placed = await aPlacedOrder(app, { event });
    await withoutWebhooks(() => press(app, placed, 'pay'));
    app.clock.advance(60 * SECOND_MS);
    await app.round('sweeper');
    expect(await aftermathOf(app, placed)).toMatchObject({ status: 'paid', tickets: ['active'], mails: ['sale'] });
  });

  test('is sent again by the provider until it is taken', async () => {
    const event = await anEvent(app);
    const placed = await aPlacedOrder(app, { event });
    app.webhooks.arrive = false;
    await press(app, placed, 'pay');
    app.webhooks.arrive = true;
    await app.round('sandbox webhooks');
    expect(await aftermathOf(app, placed)).toMatchObject({ status: 'pending_payment' });
    app.clock.advance(2 * SECOND_MS);
    await app.round('sandbox webhooks');
    expect(await aftermathOf(app, placed)).toMatchObject({ status: 'paid' });
  });

  test('of a cancelled page gives the tickets back all the same', async () => {
    const event = await anEvent(app, { maxTickets: 3 });
    const placed = await aPlacedOrder(app, { event, quantity: 3 });
    await withoutWebhooks(() => press(app, placed, 'cancel'));
    expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'cancelled' });
    expect(await soldOf(app, event.id)).toBe(0);
  });
});

test('the provider is asked about an order at most every five seconds, however often the page asks us', async () => {
  const event = await anEvent(app);
  const placed = await aPlacedOrder(app, { event });
  const session = sessionOf(placed);
  await Promise.all(Array.from({ length: 30 }, () => refreshOrder(app, placed.orderId)));
  expect(polls.get(session)).toBe(1);
  app.clock.advance(5 * SECOND_MS - 1);
  await refreshOrder(app, placed.orderId);
  expect(polls.get(session)).toBe(1);
  app.clock.advance(1);
  await refreshOrder(app, placed.orderId);
  expect(polls.get(session)).toBe(2);
});

const WAITING_PAGES = count({ test: 20, soak: 500 });

test('many pages that wait and ask every two seconds have the provider asked every five at most', async () => {
  const event = await anEvent(app);
  const sessions: string[] = [];
  const orders: string[] = [];
  for (let page = 0; page < WAITING_PAGES; page += 1) {
    const placed = await aPlacedOrder(app, { event });
    orders.push(placed.orderId);
    sessions.push(sessionOf(placed));
  }
  for (let second = 0; second <= 20; second += 2) {
    const states = await Promise.all(orders.map((orderId) => refreshOrder(app, orderId)));
    expect(states.every((state) => state.status === 'pending_payment')).toBe(true);
    app.clock.advance(2 * SECOND_MS);
  }
  const most = Math.max(...sessions.map((session) => polls.get(session) ?? 0));
  expect(most).toBeLessThanOrEqual(5);
  figure(`B24 questions to the provider about one order in 20 s, ${WAITING_PAGES} pages asking us every 2 s`, most);
});

test('everyone who can find out about a payment may do so at once: it is one payment and one mail', async () => {
  const event = await anEvent(app, { maxTickets: 5 });
  const placed = await aPlacedOrder(app, { event, quantity: 5 });
  const other = await app.another();
  await withoutWebhooks(() => press(app, placed, 'pay'));
  app.clock.advance(36 * 60 * SECOND_MS);
  await Promise.all([
    refreshOrder(app, placed.orderId),
    refreshOrder(other, placed.orderId),
    app.round('sweeper'),
    other.round('sweeper'),
    post(app, `/api/orders/${placed.orderId}/cancel`),
    post(other, `/api/orders/${placed.orderId}/cancel`),
  ]);
  expect(await aftermathOf(app, placed)).toMatchObject({ status: 'paid', mails: ['sale'], refunds: [] });
  await other.close();
});

describe('the page of an order', () => {
  async function pageOf(orderId: string): Promise<string> {
    return (await app.ask(`/payment-success?order_id=${orderId}`)).text();
  }
  const SUCCESS = /Ja tens (el tiquet|els tiquets)!/;

  test('shows tickets only when it is paid, and not before', async () => {
    const event = await anEvent(app);
    const placed = await aPlacedOrder(app, { event });
    const waiting = await pageOf(placed.orderId);
    expect(waiting).not.toMatch(SUCCESS);
    expect(waiting).not.toContain(`${placed.orderNumber}-T1`);
    await press(app, placed, 'pay');
    const paid = await pageOf(placed.orderId);
    expect(paid).toContain(`${placed.orderNumber}-T1`);
  });

  test('finds a payment that no webhook told of', async () => {
    const event = await anEvent(app);
    const placed = await aPlacedOrder(app, { event });
    await withoutWebhooks(() => press(app, placed, 'pay'));
    expect(await pageOf(placed.orderId)).toContain(`${placed.orderNumber}-T1`);
  });

  test('of an order that was given up shows no ticket, though its tickets exist', async () => {
    const event = await anEvent(app);
    const placed = await aPlacedOrder(app, { event });
    await press(app, placed, 'cancel');
    const html = await pageOf(placed.orderId);
    expect(html).not.toMatch(SUCCESS);
    expect(html).not.toContain(`${placed.orderNumber}-T1`);
  });

  test('of a box office order shows its tickets', async () => {
    const event = await anEvent(app);
    const placed = await aPlacedOrder(app, { event, cookie: await signedIn(app, 'admin@comboi.test') });
    expect(await pageOf(placed.orderId)).toContain(`${placed.orderNumber}-T1`);
  });
});

test('a price that is raised between order and payment changes nothing: what was agreed is charged', async () => {
  const event = await anEvent(app);
  const placed = await aPlacedOrder(app, { event, quantity: 2 });
  await raisePrices(app, event.id, 9900);
  await press(app, placed, 'pay');
  expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'paid', total: 2800 });
  const charged = await app.db.query.selectFrom('sandboxCharges').select('amount').where('sessionId', '=', sessionOf(placed)).execute();
  expect(charged).toEqual([{ amount: 2800 }]);
  figure('B26 orders charged as they were agreed', `${charged.filter(({ amount }) => amount === placed.total).length} of ${charged.length}`);
});

describe('asking for the tickets again', () => {
  async function resend(orderId: string): ReturnType<typeof post> {
    return post(app, `/api/orders/${orderId}/resend`, { body: { email: 'thief@example.com', to: 'thief@example.com' } });
  }

  test('works three times an hour, and only ever to the address of the order', async () => {
    const event = await anEvent(app);
    const placed = await aPaidOrder(app, { event });
    const answers = await Promise.all(Array.from({ length: 20 }, () => resend(placed.orderId)));
    expect(answers.filter((answer) => answer.status === 202)).toHaveLength(3);
    const refused = answers.filter((answer) => answer.status !== 202);
    expect(refused.every((answer) => answer.status === 429 && answer.body.code === 'RATE_LIMITED')).toBe(true);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBe(3600);

    app.clock.advance(3600 * SECOND_MS - 1);
    expect((await resend(placed.orderId)).status).toBe(429);
    app.clock.advance(1);
    expect((await resend(placed.orderId)).status).toBe(202);
    const mails = await app.db.query.selectFrom('mails').select('recipient').where('orderId', '=', placed.orderId).execute();
    expect(mails).toEqual(Array.from({ length: 5 }, () => ({ recipient: 'ramon@example.com' })));
  });

  test('is refused while nothing is paid, and for an order that is not there', async () => {
    const event = await anEvent(app);
    const placed = await aPlacedOrder(app, { event });
    expect(await resend(placed.orderId)).toMatchObject({ status: 409, body: { code: 'ORDER_NOT_PAID' } });
    expect(await resend(app.deps.ids.uuid())).toMatchObject({ status: 404, body: { code: 'ORDER_NOT_FOUND' } });
  });
});

test('each paid order is one mail with every ticket as an image, and then says that it was sent', async () => {
  const own = await aTestApp();
  const event = await anEvent(own);
  const placed = await aPaidOrder(own, { event, quantity: 3 });
  await own.round('outbox');
  expect(await refreshOrder(own, placed.orderId)).toMatchObject({ emailStatus: 'sent' });
  const mails = (await (await own.ask('/dev/mail.json')).json()) as ArchivedMail[];
  const images = (mail: ArchivedMail): string[] => mail.attachments.filter((file) => file.contentType === 'image/png').map((file) => file.filename);
  expect(mails.map((mail) => ({ to: mail.to, images: images(mail) }))).toEqual([
    { to: 'ramon@example.com', images: [1, 2, 3].map((n) => `ticket-${placed.orderNumber}-T${n}.png`) },
  ]);
  await closeInOrder(own);
});
