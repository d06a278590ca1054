import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { renderRefundMail } from '#app/features/tickets/service.server.ts';
import { refreshOrder, signedIn } from '#tests/support/people/buyers.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { anOrderAtStripe, aStripeApp, ledgerOf, closeBalanced, type StripeApp } from '#tests/support/stripe/stripe-app.ts';

let app: StripeApp;
let admin: string;
beforeAll(async () => {
  app = await aStripeApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => closeBalanced(app));

async function aPaidOrder(quantity = 1) {
  const sale = await anOrderAtStripe(app, { event: await anEvent(app, { title: 'Sopar de germanor' }), quantity });
  await app.stripe.pay(sale.session);
  return sale;
}

async function page(query = '', cookie: string = admin): Promise<{ status: number; text: string }> {
  const response = await app.ask(`/admin/payments${query}`, { headers: { Cookie: cookie } });
  return { status: response.status, text: await response.text() };
}

async function press(fields: [string, string][], cookie: string | null = admin): Promise<Response> {
  return app.ask('/admin/payments', { method: 'POST', body: new URLSearchParams(fields), ...(cookie !== null && { headers: { Cookie: cookie } }) });
}

/** On the order's own page. */
async function refund(orderId: string, fields: [string, string][]): Promise<Response> {
  return app.ask(`/admin/orders/${orderId}`, { method: 'POST', body: new URLSearchParams(fields), headers: { Cookie: admin } });
}

async function openCaseOf(orderId: string): Promise<string> {
  const row = await app.db.query.selectFrom('paymentCases').select('id').where('orderId', '=', orderId).where('settledAt', 'is', null).executeTakeFirstOrThrow();
  return row.id;
}

test('only admins enter, and only they settle', async () => {
  const { placed, session } = await aPaidOrder();
  await app.stripe.dispute(session);
  const id = await openCaseOf(placed.orderId);
  for (const email of ['comissio@comboi.test', 'soci@comboi.test', 'public@comboi.test'] as const) {
    const cookie = await signedIn(app, email);
    const seen = await page('', cookie);
    expect(seen.status).toBe(403);
    expect(seen.text).toContain('Accés Denegat');
    expect(seen.text).not.toContain(placed.orderNumber);
    expect((await press([['intent', 'settle'], ['case', id]], cookie)).status).toBe(403);
  }
  expect((await press([['intent', 'settle'], ['case', id]], null)).status).toBe(401);
  expect(await ledgerOf(app, placed.orderId)).toMatchObject({ openCases: ['dispute'] });
  await app.stripe.endDispute(session, 'won');
});

test.each(['', 'no-case', crypto.randomUUID(), '\0'])('a case that is none (%j) is refused in words', async (id) => {
  for (const intent of ['settle', 'refund']) {
    const answer = await press([['intent', intent], ['case', id]]);
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('ja ho ha resolt');
  }
});

test.each([
  ['no-ticket', 409],
  // What can't be stored is as good as nothing chosen.
  ['\0', 400],
])('a ticket that is none (%j) is not given back', async (ticket, status) => {
  const { placed } = await aPaidOrder();
  expect((await refund(placed.orderId, [['intent', 'refund-some'], ['ticket', ticket]])).status).toBe(status);
  expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'paid', tickets: ['active'], refunds: [] });
});

test('a case is shown with what happened, and is settled once, with a trace of who did it', async () => {
  const { placed, session } = await aPaidOrder(2);
  await app.stripe.refundManually(session, 500);
  const { text } = await page();
  expect(text).toContain('Devolució parcial feta a mà');
  expect(text).toContain(placed.orderNumber);
  const id = await openCaseOf(placed.orderId);
  expect((await press([['intent', 'settle'], ['case', id]])).status).toBe(303);
  expect((await press([['intent', 'settle'], ['case', id]])).status).toBe(409);
  expect(await ledgerOf(app, placed.orderId)).toMatchObject({ openCases: [] });
  const traces = await app.db.query.selectFrom('audit').select('actor').where('action', '=', 'payment.case_settled').execute();
  expect(traces).toHaveLength(1);
  expect(traces[0]!.actor).toMatch(/^user:/);
});

test('a part given back at Stripe ends the tickets it was for, and no more money moves', async () => {
  const { placed, session } = await aPaidOrder(3);
  await app.stripe.refundManually(session, 2800);
  const ids = (await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', placed.orderId).orderBy('position').execute()).map(({ id }) => id);
  const id = await openCaseOf(placed.orderId);
  const { text } = await page();
  for (const words of ['Eren estos tiquets', `${placed.orderNumber}-T3`]) expect(text).toContain(words);
  expect((await press([['intent', 'end-tickets'], ['case', id]])).status).toBe(409);
  const chosen: [string, string][] = [['intent', 'end-tickets'], ['case', id], ['ticket', ids[0]!], ['ticket', ids[2]!], ['ticket', 'AAAAAAAAAAAAAAAAAAAAAAAAAA']];
  expect((await press(chosen)).status).toBe(303);
  expect((await press(chosen)).status).toBe(409);
  await app.round('refunds');
  expect(await ledgerOf(app, placed.orderId)).toMatchObject({
    status: 'paid',
    tickets: ['refunded', 'active', 'refunded'],
    openCases: [],
    refunds: [{ reason: 'provider', amount: 2800 }],
    mails: ['sale', 'refund'],
  });
  expect(app.stripe.session(session).intent!.charge!.refunds).toHaveLength(1);
  const order = (await (await app.ask(`/api/orders/${placed.orderId}`)).json()) as { tickets: { ticketNumber: string }[] };
  expect(order.tickets.map(({ ticketNumber }) => ticketNumber)).toEqual([`${placed.orderNumber}-T2`]);
});

test('of several parts given back at Stripe each is told by its own amount, also after one that failed', async () => {
  const { placed: { orderId }, session } = await aPaidOrder(4);
  const amounts = [1000, 1200];
  for (const amount of amounts) {
    await app.stripe.refundManually(session, amount);
    app.clock.advance(60_000);
  }
  app.stripe.notifies = false;
  const failing = await app.stripe.refundManually(session, 700);
  await app.stripe.endRefund(failing, 'failed');
  app.stripe.notifies = true;
  await app.round('provider feed');
  app.clock.advance(60_000);
  expect(await ledgerOf(app, orderId)).toMatchObject({ refunds: [{ amount: 1000 }, { amount: 1200 }, { amount: 700, status: 'failed' }], openCases: ['partial_refund', 'partial_refund', 'refund_failed'] });
  const tickets = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', orderId).orderBy('position').execute();
  const cases = await app.db.query.selectFrom('paymentCases').select(['id', 'kind']).where('orderId', '=', orderId).orderBy('createdAt').execute();
  for (const at of [0, 1]) {
    expect((await press([['intent', 'end-tickets'], ['case', cases[at]!.id], ['ticket', tickets[at]!.id]])).status).toBe(303);
    app.clock.advance(60_000);
  }
  const mails = await app.db.query.selectFrom('mails').select(['id', 'kind', 'orderId', 'recipient', 'detail', 'createdAt']).where('orderId', '=', orderId).where('kind', '=', 'refund').orderBy('createdAt').execute();
  const texts = await Promise.all(mails.map(async (mail) => (await renderRefundMail(app.deps, mail))!.text));
  expect(texts.map((text) => /Import: ([\d,]+)/.exec(text)?.[1])).toEqual(['10,00', '12,00']);
  // Of a release that did not say which.
  expect((await renderRefundMail(app.deps, { ...mails[1]!, detail: null }))!.text).toContain('Import: 12,00');
  expect((await press([['intent', 'settle'], ['case', cases[2]!.id]])).status).toBe(303);
});

test('tickets that let nobody in are a line without a code, on the order’s page and in its answer', async () => {
  const { placed, session } = await aPaidOrder(3);
  const [first] = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', placed.orderId).orderBy('position').execute();
  await refund(placed.orderId, [['intent', 'refund-some'], ['ticket', first!.id]]);
  await app.round('refunds');
  const orderPage = async (): Promise<string> => (await (await app.ask(`/payment-success?order_id=${placed.orderId}`)).text()).replaceAll('<!-- -->', '');
  const after = await orderPage();
  expect(after).not.toContain(first!.id);
  expect(after).toMatch(new RegExp(`Tiquet ${placed.orderNumber}-T1</span><span[^>]*>Reemborsat`));
  expect(await refreshOrder(app, placed.orderId)).toMatchObject({ tickets: [{ ticketNumber: `${placed.orderNumber}-T2` }, { ticketNumber: `${placed.orderNumber}-T3` }] });

  await app.stripe.dispute(session);
  expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'paid', tickets: [] });
  const disputed = await orderPage();
  expect(disputed.match(/>Suspés</g)).toHaveLength(2);
  expect(disputed).not.toMatch(/Ja tens (el tiquet|els tiquets)!/);
  await app.stripe.endDispute(session, 'won');
  expect(await refreshOrder(app, placed.orderId)).toMatchObject({ tickets: [{}, {}] });
});

test('amounts stand in words to people, and in cents nowhere', async () => {
  const { session } = await aPaidOrder(2);
  await app.stripe.refundManually(session, 550);
  await app.stripe.dispute(session);
  const { text } = await page();
  expect(text).toContain('retornats 5,50\u00a0€ de 28,00\u00a0€ des de la passarel·la');
  expect(text).toContain('disputa de 28,00\u00a0€ al banc');
  expect(text).not.toContain('cèntims');
  await app.stripe.endDispute(session, 'won');
});

test('a clock that is slow is shown to admins while it is', async () => {
  const { payments } = app.deps;
  const { clockAheadMs } = payments;
  payments.clockAheadMs = () => 75_000;
  await app.round('provider clock');
  expect((await page()).text).toContain('75 segons endarrerit');
  payments.clockAheadMs = clockAheadMs;
  await app.round('provider clock');
  expect((await page()).text).not.toContain('segons endarrerit');
});

test('a charge for another sum is given back by its button', async () => {
  const { placed, session } = await anOrderAtStripe(app, { event: await anEvent(app) });
  app.stripe.tamper(session, { amount: 999 });
  await app.stripe.pay(session);
  expect((await press([['intent', 'refund'], ['case', await openCaseOf(placed.orderId)]])).status).toBe(303);
  await app.round('refunds');
  expect(app.stripe.session(session).intent!.charge!.refunds.map((refund) => refund.amount)).toEqual([999]);
  expect(await ledgerOf(app, placed.orderId)).toMatchObject({ openCases: [], refunds: [{ status: 'succeeded', amount: 999 }] });
});

/** By its number, as 'Pagaments' finds it. */
async function orderPageFound(number: string): Promise<string> {
  const found = await app.ask(`/admin/payments?comanda=${number}`, { headers: { Cookie: admin } });
  expect(found.status).toBe(302);
  const address = found.headers.get('location') ?? '';
  expect(address).toMatch(/^\/admin\/orders\/[0-9a-f-]{36}$/);
  return (await (await app.ask(address, { headers: { Cookie: admin } })).text()).replaceAll('<!-- -->', '');
}

test('a number that no order has is told beside its field, and stands there still', async () => {
  const { status, text } = await page('?comanda=ord-0-0');
  expect(status).toBe(200);
  expect(text.replaceAll('<!-- -->', '')).toMatch(/role="alert"[^>]*>(?:<svg.*?<\/svg>)?No hi ha cap comanda amb el número ORD-0-0\./);
  expect(text).toMatch(/name="comanda"[^>]*value="ORD-0-0"|value="ORD-0-0"[^>]*name="comanda"/);
});

test('a number leads nobody but admins on', async () => {
  const { placed } = await aPaidOrder();
  const answer = await app.ask(`/admin/payments?comanda=${placed.orderNumber}`, { headers: { Cookie: await signedIn(app, 'soci@comboi.test') } });
  expect(answer.status).toBe(403);
  expect(answer.headers.get('location')).toBeNull();
});

describe('a refund by hand', () => {
  test('of one ticket, and then of the rest', async () => {
    const { placed } = await aPaidOrder(3);
    expect(await orderPageFound(placed.orderNumber.toLowerCase())).toContain(`${placed.orderNumber}-T3`);
    const [first] = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', placed.orderId).orderBy('position').execute();
    expect((await refund(placed.orderId, [['intent', 'refund-some'], ['ticket', first!.id]])).status).toBe(303);
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'paid', tickets: ['refunded', 'active', 'active'] });
    expect((await refund(placed.orderId, [['intent', 'refund-some'], ['whole', 'on']])).status).toBe(303);
    await app.round('refunds');
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'refunded', refunds: [{ amount: 1400, status: 'succeeded' }, { amount: 2800, status: 'succeeded' }] });
  });

  test('names the state of each ticket as every other screen does', async () => {
    const { placed } = await aPaidOrder(2);
    const [first] = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', placed.orderId).orderBy('position').execute();
    await refund(placed.orderId, [['intent', 'refund-some'], ['ticket', first!.id]]);
    const words = await orderPageFound(placed.orderNumber);
    expect(words).toMatch(/-T1<\/strong><[^>]*>Reemborsat/);
    expect(words).toMatch(/-T2<\/strong><[^>]*>Actiu/);
  });

  test('of nothing asks for what is to be given back', async () => {
    const { placed } = await aPaidOrder();
    const answer = await refund(placed.orderId, [['intent', 'refund-some']]);
    expect(await answer.text()).toContain("Tria els tiquets que s'anul·len");
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'paid', refunds: [] });
  });

  test('of an order that is not there is refused', async () => {
    expect((await refund(crypto.randomUUID(), [['intent', 'refund-some'], ['whole', 'on']])).status).toBe(409);
  });

  test('of tickets of somebody else is refused', async () => {
    const { placed } = await aPaidOrder();
    expect((await refund(placed.orderId, [['intent', 'refund-some'], ['ticket', 'AAAAAAAAAAAAAAAAAAAAAAAAAA']])).status).toBe(409);
    expect(await ledgerOf(app, placed.orderId)).toMatchObject({ status: 'paid', refunds: [] });
  });
});
