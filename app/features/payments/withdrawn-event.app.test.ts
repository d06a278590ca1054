import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { renderEventWithdrawnMail, renderRefundMail } from '#app/features/tickets/service.server.ts';
import { aPaidOrder, aPlacedOrder, aTicket, order, post, press, refreshOrder, sessionOf, signedIn } from '#tests/support/people/buyers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { anEvent, soldOf, withdraw } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aftermathOf } from '#tests/support/app/sandbox-ledger.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { type TestClock, testClock } from '#tests/support/app/test-clock.ts';
import { deliver, eventBody } from '#tests/support/app/webhooks.ts';
import { statementsThatWait } from '#tests/support/app/waiting-statements.ts';

const MINUTE_MS = 60_000;
const HONOURED = { status: 'paid', tickets: ['active'], refunds: [], cases: [], mails: ['sale'], refunded: [] };

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterEach(() => {
  app.onCheckpoint('before-withdrawal-commit', null);
  app.webhooks.arrive = true;
});
afterAll(() => closeInOrder(app));

async function aWaitingOrder() {
  const event = await anEvent(app, { maxTickets: 5 });
  return { event, placed: await aPlacedOrder(app, { event, quantity: 3 }) };
}

test('who has paid before the event was withdrawn has tickets, though we hear of it afterwards', async () => {
  const { event, placed } = await aWaitingOrder();
  app.webhooks.arrive = false;
  await press(app, placed, 'pay');
  app.clock.advance(MINUTE_MS);
  expect(await withdraw(app, event.id)).toBe(true);
  expect(await deliver(app, eventBody({ session: sessionOf(placed) }))).toBe(200);
  expect(await aftermathOf(app, placed)).toEqual(HONOURED);
  expect(await soldOf(app, event.id)).toBe(3);
  app.webhooks.arrive = true;
  app.clock.advance(MINUTE_MS);
  await app.round('sandbox webhooks');
});

test('who pays an event that was withdrawn meanwhile has the money back, once, and is told why', async () => {
  const { event, placed } = await aWaitingOrder();
  app.clock.advance(MINUTE_MS);
  await withdraw(app, event.id);
  await press(app, placed, 'pay');
  for (let again = 0; again < 3; again += 1) expect(await deliver(app, eventBody({ session: sessionOf(placed) }))).toBe(200);
  await Promise.all([app.round('refunds'), app.round('refunds'), app.round('sweeper')]);
  expect(await aftermathOf(app, placed)).toEqual({
    status: 'refunded',
    tickets: ['refunded'],
    refunds: [{ reason: 'event_cancelled', status: 'succeeded', amount: 4200 }],
    cases: ['event_cancelled'],
    mails: ['refund'],
    refunded: [4200],
  });
  expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'refunded', tickets: [] });
  expect(await soldOf(app, event.id)).toBe(0);

  const mail = await app.db.query.selectFrom('mails').select(['id', 'kind', 'orderId', 'recipient', 'detail', 'createdAt']).where('orderId', '=', placed.orderId).executeTakeFirstOrThrow();
  expect((await renderRefundMail(app.deps, mail))?.text).toContain("L'acte s'ha cancel·lat");
});

test('a payment that is told of while the event is being withdrawn waits for that, and goes back', async () => {
  const { event, placed } = await aWaitingOrder();
  let notified: Promise<unknown> = Promise.resolve();
  app.onCheckpoint('before-withdrawal-commit', async () => {
    app.clock.advance(1);
    notified = app.sandbox.pay(sessionOf(placed));
    await expect.poll(() => statementsThatWait(app)).toBe(1);
  });
  await withdraw(app, event.id);
  await notified;
  expect(await aftermathOf(app, placed)).toMatchObject({ status: 'refunded', refunds: [{ reason: 'event_cancelled' }] });
  expect(await soldOf(app, event.id)).toBe(0);
});

test('the payment page of who has not paid by then is closed by the next round, and the seats are free', async () => {
  const { event, placed } = await aWaitingOrder();
  await withdraw(app, event.id);
  await app.round('sweeper');
  expect(await app.sandbox.readPage(sessionOf(placed))).toMatchObject({ status: 'expired' });
  expect(await aftermathOf(app, placed)).toMatchObject({ status: 'cancelled', tickets: ['cancelled'], refunds: [], mails: [] });
  expect(await soldOf(app, event.id)).toBe(0);
});

test('a withdrawn event sells no more, and withdrawing it again does nothing', async () => {
  const event = await anEvent(app);
  expect(await withdraw(app, event.id)).toBe(true);
  expect((await order(app, { event })).body.code).toBe('EVENT_NOT_FOUND');
  expect((await app.ask(`/api/events/${event.id}`)).status).toBe(404);
  expect(await withdraw(app, event.id)).toBe(false);

  const traces = await app.db.query.selectFrom('audit').select(['action', 'actor']).where('subject', '=', 'event').where('subjectId', '=', String(event.id)).execute();
  expect(traces).toEqual([{ action: 'event.withdrawn', actor: expect.stringMatching(/^user:/) }]);
});

test('whoever had paid before an event was withdrawn gets all of it back, once, in the background', async () => {
  const event = await anEvent(app, { maxTickets: 9 });
  const paid = await Promise.all([0, 1, 2].map((buyer) => aPaidOrder(app, { event, quantity: 2, address: `10.9.0.${buyer}` })));
  const admin = await signedIn(app, 'admin@comboi.test');
  const free = await aPlacedOrder(app, { event, cookie: admin });
  await withdraw(app, event.id);
  await Promise.all([app.round('withdrawals'), app.round('withdrawals')]);
  await app.round('withdrawals');
  const panel = async (): Promise<string> => (await app.ask('/admin', { headers: { Cookie: admin } })).text();
  expect(await panel()).toContain('Retirat: queden 3 comandes');
  for (let round = 0; round < 4; round += 1) {
    app.clock.advance(MINUTE_MS);
    await app.round('refunds');
  }
  expect(await panel()).not.toContain('Retirat: qued');
  for (const placed of paid) {
    expect(await aftermathOf(app, placed)).toMatchObject({
      status: 'refunded',
      tickets: ['refunded'],
      refunds: [{ reason: 'event_cancelled', status: 'succeeded', amount: 2800 }],
      refunded: [2800],
    });
  }
  expect(await refreshOrder(app, free.orderId)).toMatchObject({ status: 'cancelled', tickets: [] });
  expect(await soldOf(app, event.id)).toBe(0);
  const notified = await app.db.query.selectFrom('mails').select(['kind', 'orderId']).where('kind', 'in', ['refund', 'event_withdrawn']).where('orderId', 'in', [free.orderId, ...paid.map(({ orderId }) => orderId)]).execute();
  expect(notified.toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual([{ kind: 'event_withdrawn', orderId: free.orderId }, ...paid.map(() => ({ kind: 'refund', orderId: expect.any(String) }))]);
});

test('what was kept when a ticket was ended, or was paid for one that is used, goes back with the event, once', async () => {
  const admin = await signedIn(app, 'admin@comboi.test');
  const event = await anEvent(app);
  const [unrefunded, used] = await Promise.all([1, 2].map((buyer) => aPaidOrder(app, { event, address: `10.9.1.${buyer}` })));
  const [unrefundedTicket, usedTicket] = await Promise.all([unrefunded!, used!].map(({ orderId }) => app.db.query.selectFrom('tickets').select('id').where('orderId', '=', orderId).executeTakeFirstOrThrow()));
  const headers = { Cookie: admin };
  expect((await post(app, `/api/admin/orders/${unrefunded!.orderId}/cancel`, { body: { ticketIds: [unrefundedTicket!.id], reason: 'no ve' }, headers })).status).toBe(204);
  expect((await post(app, '/api/tickets/use', { body: { ticketId: usedTicket!.id, nonce: app.deps.ids.uuid() }, headers })).status).toBe(200);
  await withdraw(app, event.id);
  for (let round = 0; round < 3; round += 1) {
    await Promise.all([app.round('withdrawals'), app.round('withdrawals')]);
    app.clock.advance(MINUTE_MS);
    await app.round('refunds');
  }
  expect(await aftermathOf(app, unrefunded!)).toMatchObject({ status: 'refunded', tickets: ['cancelled'], refunds: [{ reason: 'event_cancelled', amount: 1400 }], refunded: [1400] });
  expect(await aftermathOf(app, used!)).toMatchObject({ status: 'refunded', tickets: ['used'], refunds: [{ reason: 'event_cancelled', amount: 1400 }], refunded: [1400] });
});

test('whoever held free tickets of it, or paid by hand, is written to as well, once, and told where the money is', async () => {
  const admin = await signedIn(app, 'admin@comboi.test');
  const event = await anEvent(app, { title: 'Sopar de la mar' });
  const free = await aPlacedOrder(app, { event, cookie: admin });
  const headers = { Cookie: admin };
  const drawer = (await post(app, '/api/admin/till/sessions', { body: { float: 0, name: 'Casal' }, headers })).body as unknown as { id: string };
  const sale = { eventId: event.id, category: 'public', means: 'cash', tickets: [aTicket(event)], email: 'neus@example.com' };
  const sold = (await post(app, `/api/admin/till/sessions/${drawer.id}/sales`, { body: sale, headers })).body as unknown as { orderId: string };
  await withdraw(app, event.id);
  await Promise.all([app.round('withdrawals'), app.round('withdrawals')]);
  await app.round('withdrawals');
  const mails = await app.db.query.selectFrom('mails').select(['id', 'kind', 'orderId', 'recipient', 'detail', 'createdAt']).where('kind', '=', 'event_withdrawn').where('orderId', 'in', [free.orderId, sold.orderId]).execute();
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(['admin@comboi.test', 'neus@example.com']);
  const textFor = async (orderId: string): Promise<string> => (await renderEventWithdrawnMail(app.deps, mails.find((mail) => mail.orderId === orderId)!))?.text ?? '';
  expect(await textFor(free.orderId)).toContain('No vas pagar res');
  expect(await textFor(sold.orderId)).toContain("14,00\u00a0€ que vas pagar en persona te'ls tornem a la taquilla");
});

test('whoever has had the cash back before the mail leaves does not read that nothing was paid', async () => {
  const headers = { Cookie: await signedIn(app, 'admin@comboi.test') };
  const event = await anEvent(app);
  const drawer = (await post(app, '/api/admin/till/sessions', { body: { float: 5_000, name: 'Carpa' }, headers })).body as unknown as { id: string };
  const sale = { eventId: event.id, category: 'public', means: 'cash', tickets: [aTicket(event)], email: 'neus@example.com' };
  const { orderId } = (await post(app, `/api/admin/till/sessions/${drawer.id}/sales`, { body: sale, headers })).body as unknown as { orderId: string };
  await withdraw(app, event.id);
  await app.round('withdrawals');
  const paidOut = await app.ask('/admin/owed', { method: 'POST', headers, body: new URLSearchParams({ intent: 'give-back', order: orderId, means: 'cash', drawer: drawer.id }) });
  expect(paidOut.status).toBe(303);
  const mail = await app.db.query.selectFrom('mails').select(['id', 'kind', 'orderId', 'recipient', 'detail', 'createdAt']).where('kind', '=', 'event_withdrawn').where('orderId', '=', orderId).executeTakeFirstOrThrow();
  const { text } = (await renderEventWithdrawnMail(app.deps, mail))!;
  expect(text).toContain('Del que vas pagar ja no queda res per tornar');
  for (const words of ['No vas pagar res', 'a la taquilla']) expect(text).not.toContain(words);
});

const BUYERS = count({ test: 20, soak: 400 });
const AT_ONCE = BUYERS / 4;

function tickingClock(): TestClock {
  const clock = testClock();
  return {
    ...clock,
    now() {
      clock.advance(1);
      return clock.now();
    },
  };
}

test('an event withdrawn amid its buyers: the moment of paying alone says who has tickets and who has the money', async () => {
  const one = await aTestApp({ clock: tickingClock() });
  const other = await one.another();
  const event = await anEvent(one);
  const held = [];
  for (let n = 0; n < BUYERS; n += 1) held.push(await aPlacedOrder(one, { event }));
  const acts = held.map((placed, n) => async () => {
    await one.sandbox.pay(sessionOf(placed));
    await deliver(n % 2 === 0 ? one : other, eventBody({ session: sessionOf(placed) }));
  });
  acts.splice(BUYERS / 2, 0, async () => void (await withdraw(other, event.id)));
  const waiting = acts.values();
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (const act of waiting) await act();
  }));
  for (let round = 0; round < BUYERS / 10; round += 1) await one.round('refunds');

  const { withdrawnAt } = await one.db.query.selectFrom('events').select('withdrawnAt').where('id', '=', event.id).executeTakeFirstOrThrow();
  let honoured = 0;
  let refunded = 0;
  for (const placed of held) {
    const charge = await one.db.query.selectFrom('sandboxCharges').select('createdAt').where('sessionId', '=', sessionOf(placed)).executeTakeFirstOrThrow();
    const isBefore = charge.createdAt < withdrawnAt!;
    if (isBefore) honoured += 1;
    else refunded += 1;
    expect(await aftermathOf(one, placed)).toMatchObject(isBefore ? HONOURED : { status: 'refunded', tickets: ['refunded'], refunded: [1400] });
  }
  expect(await soldOf(one, event.id)).toBe(honoured);
  figure(`B11 of ${BUYERS} who paid around a withdrawal, with tickets, with their money, as the moment of paying says`, `${honoured}, ${refunded}`);
  await other.close();
  await closeInOrder(one);
});
