import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { aPaidOrder, aPlacedOrder, aTicket, cookieOf, order, type OrderInput, post, press, signedIn } from '#tests/support/people/buyers.ts';
import { anEvent, changeEvent, soldOf } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

let keys = 0;
function aKey(): string {
  keys += 1;
  return `a-key-of-its-own-${keys}`;
}

/** Asks with a key, then asks the very same again after `meanwhile`. */
async function askTwice(input: OrderInput, meanwhile: (first: Awaited<ReturnType<typeof order>>['body']) => Promise<unknown>) {
  const first = await order(app, input);
  await meanwhile(first.body);
  return { first, second: await order(app, input) };
}

test('fifty clicks at once with one key are one order and one payment page, and all are told the same', async () => {
  const event = await anEvent(app, { maxTickets: 100 });
  const key = aKey();
  const answers = await Promise.all(Array.from({ length: 50 }, () => order(app, { event, quantity: 2, key })));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  expect(await soldOf(app, event.id)).toBe(2);
  const sessions = await app.db.query.selectFrom('sandboxSessions').select('id').where('reference', '=', answers[0]!.body.orderId).execute();
  expect(sessions).toHaveLength(1);
});

test('one key with another body is IDEMPOTENCY_KEY_REUSED, and nothing is sold', async () => {
  const event = await anEvent(app);
  const key = aKey();
  await aPlacedOrder(app, { event, key });
  for (const input of [{ quantity: 2 }, { body: { email: 'altra@example.com' } }, { body: { expectedTotal: 1400 } }, { body: { userName: 'Ramon' } }]) {
    expect(await order(app, { event, key, ...input })).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  }
  expect(await soldOf(app, event.id)).toBe(1);
});

test('fifty at once with one key and two bodies are one order of one of them', async () => {
  const event = await anEvent(app);
  const key = aKey();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => order(app, { event, quantity: 1 + (index % 2), key })));
  const placed = answers.filter((answer) => answer.status === 201);
  expect(answers.filter((answer) => answer.body.code === 'IDEMPOTENCY_KEY_REUSED')).toHaveLength(25);
  expect(placed).toHaveLength(25);
  expect(new Set(placed.map((answer) => answer.body.orderId)).size).toBe(1);
  expect(await soldOf(app, event.id)).toBe(placed[0]!.body.ticketsCreated);
});

test('the same order written in another order of its parts is the same request', async () => {
  const event = await anEvent(app);
  const key = aKey();
  const ticket = aTicket(event);
  const head = { 'Idempotency-Key': key };
  const first = await post(app, '/api/orders', { headers: head, body: { eventId: event.id, email: 'ramon@example.com', tickets: [ticket] } });
  const second = await post(app, '/api/orders', { headers: head, body: { tickets: [Object.fromEntries(Object.entries(ticket).toReversed())], extra: 'ignored', email: ' Ramon@Example.com ', eventId: event.id } });
  expect(second.status).toBe(201);
  expect(second.body).toEqual(first.body);
});

test('a key used by an account is not the same request without it', async () => {
  const event = await anEvent(app);
  const key = aKey();
  await aPlacedOrder(app, { event, key, cookie: await signedIn(app, 'public@comboi.test') });
  expect(await order(app, { event, key, body: { email: 'public@comboi.test' } })).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
});

describe('a repeated request is answered with the order as it is now:', () => {
  test('waiting, with the same payment page', async () => {
    const event = await anEvent(app);
    const { first, second } = await askTwice({ event, key: aKey() }, async () => {});
    expect(second.body).toEqual(first.body);
  });

  test('paid, with nothing left to pay', async () => {
    const event = await anEvent(app);
    const { first, second } = await askTwice({ event, key: aKey() }, (placed) => press(app, placed, 'pay'));
    expect(second).toMatchObject({ status: 201, body: { orderId: first.body.orderId, status: 'paid', paymentUrl: null, expiresAt: null, total: 1400, ticketsCreated: 1 } });
  });

  test('cancelled, and not sold anew', async () => {
    const event = await anEvent(app);
    const { first, second } = await askTwice({ event, key: aKey() }, (placed) => press(app, placed, 'cancel'));
    expect(second).toMatchObject({ status: 201, body: { orderId: first.body.orderId, status: 'cancelled', paymentUrl: null } });
    expect(await soldOf(app, event.id)).toBe(0);
  });

  test('placed, though the event has been withdrawn since', async () => {
    const event = await anEvent(app);
    const { first, second } = await askTwice({ event, key: aKey() }, () => changeEvent(app, event.id, { archivedAt: app.clock.now() }));
    expect(second).toMatchObject({ status: 201, body: { orderId: first.body.orderId } });
  });
});

test('a refusal is not kept: the same key may succeed later', async () => {
  const event = await anEvent(app, { maxTickets: 1 });
  const other = await aPlacedOrder(app, { event });
  const { first, second } = await askTwice({ event, key: aKey() }, () => press(app, other, 'cancel'));
  expect(first).toMatchObject({ status: 409, body: { code: 'INSUFFICIENT_TICKETS' } });
  expect(second.status).toBe(201);
});

test('a key is good for a day: a minute before it still is the old order, a moment after it is a new one', async () => {
  const event = await anEvent(app);
  const key = aKey();
  const first = await aPaidOrder(app, { event, key });
  app.clock.advance(24 * HOUR_MS - 60_000);
  expect((await aPlacedOrder(app, { event, key })).orderId).toBe(first.orderId);
  app.clock.advance(60_001);
  const fresh = await aPlacedOrder(app, { event, key });
  expect(fresh.orderId).not.toBe(first.orderId);
  expect((await aPlacedOrder(app, { event, key })).orderId).toBe(fresh.orderId);
});

test('keys that are no longer good are forgotten, others are kept', async () => {
  const event = await anEvent(app);
  const [old, young] = [aKey(), aKey()];
  await aPaidOrder(app, { event, key: old });
  app.clock.advance(23 * HOUR_MS);
  await aPaidOrder(app, { event, key: young });
  app.clock.advance(HOUR_MS + 1000);
  await app.round('retention');
  const retained = await app.db.query.selectFrom('idempotencyKeys').select('key').where('key', 'in', [old, young]).execute();
  expect(retained).toEqual([{ key: young }]);
});

test.each(['short', 'a'.repeat(201), 'with space', 'àccents-àccents'])('the key «%s» is refused', async (key) => {
  const event = await anEvent(app);
  expect(await order(app, { event, key })).toMatchObject({ status: 400, body: { code: 'INVALID_IDEMPOTENCY_KEY' } });
});

test.each(['12345678', 'a'.repeat(200), `!"#$%&'()*+,-./:;<=>?@[]^_{|}~\\`])('the key «%s» is fine', async (key) => {
  const event = await anEvent(app);
  expect((await order(app, { event, key })).status).toBe(201);
});

describe('a payment provider that does not answer', () => {
  /** A second app on the same database whose provider is silent until told otherwise. */
  async function withSilentProvider(): Promise<{ silent: TestApp; provider: { answers: boolean } }> {
    const provider = { answers: false };
    const silent = await aTestApp({
      deps: (usual) => ({
        payments: {
          ...usual.payments,
          openSession: async (request) => {
            if (!provider.answers) throw new app.comboi.PaymentUnavailable('no answer');
            return usual.payments.openSession(request);
          },
        },
      }),
    });
    return { silent, provider };
  }

  test('is PAYMENT_UNAVAILABLE; the hold is kept and the same key goes on with it', async () => {
    const { silent, provider } = await withSilentProvider();
    const event = await anEvent(silent, { maxTickets: 5 });
    const key = aKey();
    const refused = await order(silent, { event, quantity: 3, key });
    expect(refused).toMatchObject({ status: 503, body: { code: 'PAYMENT_UNAVAILABLE' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await soldOf(silent, event.id)).toBe(3);

    provider.answers = true;
    const placed = await aPlacedOrder(silent, { event, quantity: 3, key, cookie: cookieOf(refused.headers) });
    expect(placed.paymentUrl).toContain('/dev/pay/');
    expect(await soldOf(silent, event.id)).toBe(3);
    await press(silent, placed, 'pay');
    await closeInOrder(silent);
  });
});
