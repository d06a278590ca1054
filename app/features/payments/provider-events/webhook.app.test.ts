import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { aPaidOrder, aPlacedOrder, press, refreshOrder, sessionOf } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aftermathOf } from '#tests/support/app/sandbox-ledger.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { deliver, eventBody, signed } from '#tests/support/app/webhooks.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

/** An order that is paid at the provider, of which nobody has told us yet. */
async function aSecretlyPaidOrder() {
  const event = await anEvent(app, { maxTickets: 5 });
  const placed = await aPlacedOrder(app, { event, quantity: 2 });
  await payInSilence(placed);
  return { event, placed };
}

async function payInSilence(placed: { paymentUrl: string | null }): Promise<void> {
  app.webhooks.arrive = false;
  await press(app, placed, 'pay');
  await app.db.query.updateTable('sandboxEvents').set({ deliveredAt: app.clock.now() }).where('deliveredAt', 'is', null).execute();
  app.webhooks.arrive = true;
}

test('an event delivered fifty times at once, an hour later and two days later is one payment and one mail', async () => {
  const { placed } = await aSecretlyPaidOrder();
  const body = eventBody({ session: sessionOf(placed) });
  const statuses = await Promise.all(Array.from({ length: 50 }, () => deliver(app, body)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  for (const later of [61 * 60_000, 48 * HOUR_MS]) {
    app.clock.advance(later);
    expect(await deliver(app, body)).toBe(200);
  }
  expect(await aftermathOf(app, placed)).toEqual({ status: 'paid', tickets: ['active'], refunds: [], cases: [], mails: ['sale'], refunded: [] });
  const paid = await app.db.query.selectFrom('audit').select('id').where('subjectId', '=', placed.orderId).where('action', '=', 'order.paid').execute();
  expect(paid).toHaveLength(1);
});

test('fifty different events about one payment are one payment and one mail as well', async () => {
  const { placed } = await aSecretlyPaidOrder();
  const statuses = await Promise.all(Array.from({ length: 50 }, () => deliver(app, eventBody({ session: sessionOf(placed) }))));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await aftermathOf(app, placed)).toMatchObject({ status: 'paid', mails: ['sale'], refunds: [] });
});

describe('events in any order end in what the provider says now:', () => {
  const TYPES = ['checkout.session.completed', 'checkout.session.expired', 'checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed'];

  function permutations(list: readonly string[]): string[][] {
    if (list.length === 0) return [[]];
    return list.flatMap((first, index) => permutations([...list.slice(0, index), ...list.slice(index + 1)]).map((rest) => [first, ...rest]));
  }

  test('paid, where it is paid', async () => {
    const event = await anEvent(app);
    for (const types of permutations(TYPES)) {
      const placed = await aPlacedOrder(app, { event });
      await payInSilence(placed);
      for (const type of types) expect(await deliver(app, eventBody({ type, session: sessionOf(placed) }))).toBe(200);
      expect({ types, ...(await aftermathOf(app, placed)) }).toMatchObject({ types, status: 'paid', tickets: ['active'], mails: ['sale'], refunds: [] });
    }
  });

  test('given up, where it was given up', async () => {
    const event = await anEvent(app);
    for (const types of permutations(TYPES.slice(0, 3))) {
      const placed = await aPlacedOrder(app, { event });
      await press(app, placed, 'cancel');
      for (const type of types) expect(await deliver(app, eventBody({ type, session: sessionOf(placed) }))).toBe(200);
      expect({ types, ...(await aftermathOf(app, placed)) }).toMatchObject({ types, status: 'cancelled', tickets: ['cancelled'], mails: [] });
    }
    expect(await soldOf(app, event.id)).toBe(0);
  });

  test('waiting, while nobody has paid', async () => {
    const event = await anEvent(app);
    const placed = await aPlacedOrder(app, { event });
    for (const type of TYPES) expect(await deliver(app, eventBody({ type, session: sessionOf(placed) }))).toBe(200);
    expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'pending_payment', tickets: [] });
  });
});

describe('a delivery that is not from the provider changes nothing:', () => {
  const FORGERIES: [string, (body: string) => { body: string; signature: string | null }][] = [
    ['one without a signature', (body) => ({ body, signature: null })],
    ['one signed with another secret', (body) => ({ body, signature: signed(app, body, { secret: 'whsec_guessed' }) })],
    ['one that is 301 seconds old', (body) => ({ body, signature: signed(app, body, { secondsAgo: 301 }) })],
    ['one from 301 seconds ahead', (body) => ({ body, signature: signed(app, body, { secondsAgo: -301 }) })],
    ['one whose body was written anew', (body) => ({ body: JSON.stringify(JSON.parse(body), null, 1), signature: signed(app, body) })],
    ['one whose body was changed', (body) => ({ body: body.replace('completed', 'complete'), signature: signed(app, body) })],
    ['one with half a signature', (body) => ({ body, signature: signed(app, body).slice(0, -2) })],
    ['one with an empty signature', (body) => ({ body, signature: 't=,v1=' })],
    ['one with a time that is none', (body) => ({ body, signature: signed(app, body).replace(/t=\d+/, 't=NaN') })],
    ['one with the time of another', (body) => ({ body, signature: signed(app, body).replace(/t=(\d+)/, (_, t: string) => `t=${Number(t) + 1}`) })],
    ['one that is rightly signed and no JSON', () => ({ body: 'completed', signature: signed(app, 'completed') })],
    ['one that is rightly signed and no event', () => ({ body: '{"id":5}', signature: signed(app, '{"id":5}') })],
  ];
  let believed = 0;

  test.each(FORGERIES)('%s', async (_what, forge) => {
    const { placed } = await aSecretlyPaidOrder();
    const { body, signature } = forge(eventBody({ session: sessionOf(placed) }));
    const status = await deliver(app, body, signature);
    if (status !== 400) believed += 1;
    expect(status).toBe(400);
    expect(await aftermathOf(app, placed)).toMatchObject({ status: 'pending_payment', mails: [] });
    expect((await deliver(app, eventBody({ session: sessionOf(placed) })))).toBe(200);
  });

  test('but one that is 299 seconds old is believed', async () => {
    const { placed } = await aSecretlyPaidOrder();
    const body = eventBody({ session: sessionOf(placed) });
    expect(await deliver(app, body, signed(app, body, { secondsAgo: 299 }))).toBe(200);
    expect(await aftermathOf(app, placed)).toMatchObject({ status: 'paid' });
    figure('B5 deliveries believed that are not from the provider', `${believed} of ${FORGERIES.length}`);
  });
});

test('what an event says about a payment is not believed, only where to look', async () => {
  const event = await anEvent(app);
  const placed = await aPlacedOrder(app, { event });
  const body = JSON.stringify({
    id: 'evt_boast',
    type: 'checkout.session.completed',
    data: { object: { id: sessionOf(placed), payment_status: 'paid', amount_total: 1400, status: 'complete', client_reference_id: placed.orderId } },
  });
  expect(await deliver(app, body)).toBe(200);
  expect(await refreshOrder(app, placed.orderId)).toMatchObject({ status: 'pending_payment' });
});

test.each([
  ['about a page that is not ours', { session: 'cs_of_somebody_else' }],
  ['about nothing of ours', { session: null, type: 'customer.created' }],
  ['of a type we have never heard of', { session: null, type: 'x'.repeat(5_000) }],
])('an event %s is acknowledged and forgotten', async (_what, input) => {
  expect(await deliver(app, eventBody(input))).toBe(200);
});

test('a delivery that fails half-way leaves nothing behind, and the next one does it all', async () => {
  const { placed } = await aSecretlyPaidOrder();
  const body = eventBody({ id: 'evt_half_way', session: sessionOf(placed) });
  app.onCheckpoint('after-event-row', () => {
    throw new Error('the database went away');
  });
  expect(await deliver(app, body)).toBe(500);
  app.onCheckpoint('after-event-row', null);
  expect(await app.db.query.selectFrom('paymentEvents').select('id').where('id', '=', 'evt_half_way').execute()).toEqual([]);
  expect(await aftermathOf(app, placed)).toMatchObject({ status: 'pending_payment' });

  expect(await deliver(app, body)).toBe(200);
  expect(await aftermathOf(app, placed)).toMatchObject({ status: 'paid', mails: ['sale'] });
});

test('an event about an order that is already paid is one more word about it', async () => {
  const event = await anEvent(app);
  const placed = await aPaidOrder(app, { event });
  expect(await deliver(app, eventBody({ type: 'checkout.session.expired', session: sessionOf(placed) }))).toBe(200);
  expect(await aftermathOf(app, placed)).toMatchObject({ status: 'paid', tickets: ['active'], mails: ['sale'] });
});
