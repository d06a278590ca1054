import { afterEach, beforeEach, expect, test } from 'vitest';

import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { order } from '#tests/support/people/buyers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { aStripeApp, closeBalanced, type StripeApp } from '#tests/support/stripe/stripe-app.ts';

const BUYERS = count({ test: 32, soak: 600 });
const PAGES = 4;

let app: StripeApp;
beforeEach(async () => {
  app = await aStripeApp({ pace: { pagesPerSecond: PAGES } });
});
afterEach(() => closeBalanced(app));

async function rush(buyers: number) {
  const event = await anEvent(app, { maxTickets: buyers });
  const answers = await Promise.all(Array.from({ length: buyers }, async (_, at) => order(app, { event, key: `rush-${event.id}-${at}` })));
  const urls = answers.map(({ body }) => body.paymentUrl ?? '');
  return { event, answers, waiting: answers.filter((_, at) => urls[at]!.includes('/pay/') && !urls[at]!.startsWith(app.stripe.url)) };
}

async function look(orderId: string): Promise<{ status: number; location: string | null; html: string }> {
  const answer = await app.ask(`/pay/${orderId}`);
  return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() };
}

function requestedPages(): number {
  return app.stripe.calls.filter((call) => call === 'POST /v1/checkout/sessions').length;
}

test('everybody has the tickets at once; who is more than the pace allows waits on a page and goes on by itself', async () => {
  app.stripe.pagesPerSecond = PAGES * 1.5;
  const { event, answers, waiting } = await rush(BUYERS);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(await soldOf(app, event.id)).toBe(BUYERS);
  expect(waiting.length).toBeGreaterThan(BUYERS / 3);

  const at = answers.indexOf(waiting.at(-1)!);
  const last = waiting.at(-1)!.body;
  const seen = await look(last.orderId);
  expect(seen.status).toBe(200);
  expect(seen.html).toMatch(/persones davant teu/);
  expect(seen.html).toContain('http-equiv="refresh"');
  await expect.poll(async () => (await look(last.orderId)).status, { timeout: 60_000 + (BUYERS / PAGES) * 1_000, interval: 250 }).toBe(303);
  const { location } = await look(last.orderId);
  expect(location).toContain(`${app.stripe.url}/pay/`);
  const again = await order(app, { event, key: `rush-${event.id}-${at}` });
  expect(again.body).toMatchObject({ orderId: last.orderId, paymentUrl: location });
  expect(app.stripe.ledger.sessions.size).toBeLessThanOrEqual(BUYERS);
  expect(requestedPages()).toBeLessThan(BUYERS * 1.1);
  figure(`payment pages opened for ${BUYERS} buyers at ${PAGES} a second: refused for haste`, requestedPages() - BUYERS);
});

test('a provider that refuses for haste slows us down, and nobody gets an error', async () => {
  app.stripe.pagesPerSecond = PAGES / 2;
  const buyers = count({ test: 14, soak: 24 });
  const { answers, waiting } = await rush(buyers);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  for (const { body } of waiting) await expect.poll(async () => (await look(body.orderId)).status, { interval: 250 }).toBe(303);
  expect(app.stripe.ledger.sessions.size).toBe(buyers);
  const refused = requestedPages() - buyers;
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(buyers);
  figure(`refusals for haste while ${buyers} pages were opened at a provider half as fast as told`, refused);
});

test('two processes keep to one pace', async () => {
  const event = await anEvent(app);
  const neighbour = await app.another();
  app.stripe.pagesPerSecond = PAGES * 1.5;
  const buyers = count({ test: 24, soak: 40 });
  const answers = await Promise.all(Array.from({ length: buyers }, async (_, at) => order(at % 2 === 0 ? app : neighbour, { event })));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  await expect.poll(() => app.stripe.ledger.sessions.size, { interval: 100 }).toBe(buyers);
  // Two lines at the full pace each would be refused every other time.
  expect(requestedPages() - buyers).toBeLessThan(buyers / 5);
  await neighbour.close();
});

test('where the process that had the line is gone, whoever looks takes a place in the line of another', async () => {
  const { waiting } = await rush(24);
  const neighbour = await app.another();
  app.stripe.down = 'unavailable';
  const { orderId } = waiting.at(-1)!.body;
  await expect.poll(async () => (await app.db.query.selectFrom('payments').select('askedAt').where('orderId', '=', orderId).executeTakeFirstOrThrow()).askedAt).not.toBeNull();
  app.stripe.down = null;
  await expect.poll(async () => (await neighbour.ask(`/pay/${orderId}`)).status, { interval: 250 }).toBe(303);
  await neighbour.close();
});

test('whoever never came to their turn keeps the places for an hour after the order, then reads that nothing was paid; the provider is asked nothing', async () => {
  const buyers = count({ test: 40, soak: 560 });
  const event = await anEvent(app, { maxTickets: buyers });
  const neighbour = await app.another();
  await Promise.all(Array.from({ length: buyers }, async () => order(neighbour, { event })));
  await neighbour.close();
  await expect.poll(async () => {
    const before = app.stripe.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 4_000 / PAGES));
    return app.stripe.calls.length - before;
  }).toBe(0);
  const unasked = await app.db.query.selectFrom('payments').select('id').where('askedAt', 'is', null).where('status', '=', 'creating').execute();
  expect(unasked.length).toBeGreaterThan(5);
  app.clock.advance(33 * 60_000);
  await app.round('sweeper');
  app.clock.advance(20 * 60_000);
  await app.round('sweeper');
  expect(await soldOf(app, event.id)).toBe(unasked.length);
  const rival = await order(app, { event, quantity: 20 });
  const lost = rival.status === 201 ? 20 : 0;
  const held = (await soldOf(app, event.id)) - lost;
  expect(held).toBe(unasked.length);
  app.clock.advance(8 * 60_000);
  await app.round('sweeper');
  expect(await soldOf(app, event.id)).toBe(lost);
  const { orderId } = await app.db.query.selectFrom('payments').select('orderId').where('id', '=', unasked[0]!.id).executeTakeFirstOrThrow();
  expect(await (await app.ask(`/payment-success?order_id=${orderId}`)).text()).toContain("No t&#x27;hem pogut obrir el pagament: no has pagat res.");
  figure(`T8 places lost in our own line, of ${unasked.length} who waited 53 minutes`, unasked.length - held);
  expect(app.stripe.ledger.sessions.size).toBeLessThanOrEqual(buyers - unasked.length + Math.sign(lost));
  figure(`holds of ${buyers} that ended without a question, since their page was never asked for`, unasked.length);
});

test("an outage is no pace: it is PAYMENT_UNAVAILABLE, and the order's page of waiting is there all the same", async () => {
  const event = await anEvent(app);
  app.stripe.down = 'unavailable';
  const refused = await order(app, { event, key: 'in-an-outage' });
  expect(refused).toMatchObject({ status: 503, body: { code: 'PAYMENT_UNAVAILABLE' } });
  expect(app.deps.payments.isSilent()).toBe(true);
  const waiting = await app.db.query.selectFrom('orders').select(['id', 'holdExpiresAt']).where('eventId', '=', event.id).executeTakeFirstOrThrow();
  await expect.poll(async () => (await look(waiting.id)).html, { interval: 250 }).toContain('El banc no respon; els teus llocs queden guardats fins a les');
  app.clock.advance(33 * 60_000);
  await app.round('sweeper');
  app.clock.advance(10 * 60_000);
  await app.round('sweeper');
  expect(await soldOf(app, event.id)).toBe(1);
  app.stripe.down = null;
  expect(await order(app, { event, key: 'in-an-outage' })).toMatchObject({ status: 201 });
  expect(app.deps.payments.isSilent()).toBe(false);
});

test('the page of one that is paid, given up or unknown', async () => {
  const event = await anEvent(app);
  const placed = (await order(app, { event })).body;
  await app.ask(`/api/orders/${placed.orderId}/cancel`, { method: 'POST' });
  expect(await look(placed.orderId)).toMatchObject({ status: 303, location: `/payment-success?order_id=${placed.orderId}` });
  expect(await look('00000000-0000-4000-8000-000000000000')).toMatchObject({ status: 404 });
  expect(await look('x')).toMatchObject({ status: 302, location: '/' });
});
