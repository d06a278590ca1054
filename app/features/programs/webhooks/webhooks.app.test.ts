import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import type { MessageType } from '#app/domain/programs/message.ts';
import { webhookMessageSchema } from '#app/features/programs/schema.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { REAL_ENV } from '#tests/support/app/real-site.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPaidOrder, aPlacedOrder, order } from '#tests/support/people/buyers.ts';
import { admit, aDoorkeeper, ask, soldTickets, undo } from '#tests/support/people/scanners.ts';
import { aReceiver, isSigned, type Received, type Receiver } from '#tests/support/programs/receiver.ts';
import { aTokenMaker } from '#tests/support/programs/tokens.ts';
import { figure } from '#tests/support/reporting/counts.ts';

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
const ADDRESS = 'remedios.secreta@example.com';
const NAME = 'Remedios Secreta';
const ALL: readonly MessageType[] = ['order.paid', 'order.refunded', 'order.cancelled', 'ticket.admitted', 'ticket.admission_undone', 'ticket.cancelled', 'event.changed'];

type AWebhook = Record<'id' | 'secret', string>;

let app: TestApp;
let event: EventDetail;
const open: string[] = [];
beforeAll(async () => {
  app = await aTestApp();
  event = await anEvent(app);
});
afterEach(async () => {
  for (const id of open.splice(0)) await asAdmin({ path: `/api/admin/webhooks/${id}`, method: 'DELETE' });
});
afterAll(() => closeInOrder(app));

/** Who has just signed in: the clock goes on for days. */
const freshCookie = async (): Promise<string> => (await aTokenMaker(app)).cookie;

const asAdmin = async <Body>(call: { path: string; body?: unknown; method?: string }) => ask<Body>(app, { headers: { Cookie: await freshCookie() } }, call);

async function aWebhook(input: { url: string; events?: readonly string[]; people?: boolean }): Promise<AWebhook> {
  const made = await asAdmin<AWebhook>({ path: '/api/admin/webhooks', body: { events: ['order.paid'], ...input } });
  if (made.status !== 201) throw new Error(`no webhook: ${made.status} ${JSON.stringify(made.body)}`);
  open.push(made.body.id);
  return made.body;
}

const paid = (of: EventDetail = event) => aPaidOrder(app, { event: of, body: { email: ADDRESS, userName: NAME } });
const deliver = (): Promise<void> => app.round('webhooks');

/** As the loop would: in rounds, the clock going on between them, until nothing waits or so long. */
async function deliverFor(duration: number, step: number = MINUTE_MS): Promise<void> {
  for (let passed = 0; passed < duration; passed += step) {
    await deliver();
    app.clock.advance(step);
  }
}

const numbersOf = (received: readonly Received[]): string[] => received.map(({ message }) => String(message.data['orderNumber']));

async function stateOf({ id }: AWebhook) {
  const rows = await app.db.query.selectFrom('webhookDeliveries').select(['deliveredAt', 'givenUpAt', 'attempts']).where('webhookId', '=', id).execute();
  return { all: rows.length, delivered: rows.filter(({ deliveredAt }) => deliveredAt !== null).length, givenUp: rows.filter(({ givenUpAt }) => givenUpAt !== null).length };
}

describe('what is told', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await aReceiver();
  });
  afterEach(() => receiver.received.splice(0));
  afterAll(() => receiver.close());

  test('a sale, signed by the scheme that libraries of others check', async () => {
    const { secret } = await aWebhook({ url: receiver.url });
    const { orderNumber, total } = await paid();
    await deliver();
    const [delivery] = receiver.received;
    expect(delivery!.message).toMatchObject({ type: 'order.paid', subject: `order:${orderNumber}`, sequence: 1, data: { orderNumber, eventId: event.id, status: 'paid', total, ticketQuantity: 1 } });
    expect([secret.startsWith('whsec_'), isSigned(delivery!, secret), isSigned({ ...delivery!, body: `${delivery!.body} ` }, secret), isSigned(delivery!, `whsec_${Buffer.alloc(32).toString('base64')}`)]).toEqual([true, true, false, false]);
    expect(Number(delivery!.headers['webhook-timestamp'])).toBe(Math.floor(app.clock.now().getTime() / 1000));
    expect(new Date(delivery!.message.timestamp).getTime()).toBe(app.clock.now().getTime());
  });

  test('nothing of a sale that comes to nothing: not placed, not paid', async () => {
    const { id } = await aWebhook({ url: receiver.url, events: ALL });
    await aPlacedOrder(app, { event });
    await order(app, { event, body: { expectedTotal: 1 } });
    await app.db
      .inTransaction(async (tx) => {
        await tx.updateTable('orders').set({ status: 'paid', paidAt: app.clock.now() }).where('status', '=', 'pending_payment').execute();
        throw new Error('rolled back');
      })
      .catch(() => {});
    await deliver();
    expect([receiver.received, await stateOf({ id, secret: '' })]).toEqual([[], { all: 0, delivered: 0, givenUp: 0 }]);
  });

  test('each kind, with numbers by subject', async () => {
    await aWebhook({ url: receiver.url, events: ALL });
    const keeper = await aDoorkeeper(app, { admin: true });
    const own = await anEvent(app);
    const [ticket, beside] = await soldTickets(app, { event: own, quantity: 2 });
    const again = await paid(own);
    await admit(app, keeper, { ticketId: ticket!.id });
    await undo(app, keeper, { ticketId: ticket!.id });
    await asAdmin({ path: `/api/admin/orders/${ticket!.orderId}/refund`, body: { reason: 'Prova' } });
    await app.round('refunds');
    await asAdmin({ path: `/api/admin/orders/${again.orderId}/cancel`, body: { reason: 'Prova' } });
    await asAdmin({ path: `/api/admin/events/${own.id}/archive`, method: 'POST' });
    await deliver();
    const messages = receiver.received.map(({ message: { type, subject, sequence } }) => `${type} ${subject.replace(ticket!.ticketNumber, 'T').replace(beside!.ticketNumber, 'OTHER').replace(again.orderNumber, 'SECOND').replace(/ORD-[\d-]+/, 'FIRST')} ${sequence}`);
    expect(messages).toEqual([
      `event.changed event:${own.id} 1`,
      'order.paid order:FIRST 1',
      'order.paid order:SECOND 1',
      'ticket.admitted ticket:T 1',
      'ticket.admission_undone ticket:T 2',
      'ticket.cancelled ticket:T 3',
      'ticket.cancelled ticket:OTHER 1',
      'order.refunded order:FIRST 2',
      'ticket.cancelled ticket:SECOND-T1 1',
      `event.changed event:${own.id} 2`,
    ]);
    for (const { message } of receiver.received) expect(webhookMessageSchema.safeParse(message).error, message.type).toBeUndefined();
    for (const secret of [ticket!.id, ticket!.orderId, again.orderId, ADDRESS, NAME]) expect(JSON.stringify(receiver.received)).not.toContain(secret);
  });

  test('who it is only where that was chosen, and not once it has been erased; the log never holds it', async () => {
    await aWebhook({ url: receiver.url, people: true });
    const { orderId } = await paid();
    await deliver();
    expect(receiver.received[0]!.message.data).toMatchObject({ orderId, email: ADDRESS, name: NAME });
    const erased = await paid();
    await app.db.query.updateTable('orders').set({ email: null, userName: null }).where('id', '=', erased.orderId).execute();
    await deliver();
    expect(receiver.received[1]!.message.data).toMatchObject({ email: null, name: null });
    await app.db.query.updateTable('orders').set({ email: ADDRESS, userName: NAME }).where('id', '=', erased.orderId).execute();
    const log = JSON.stringify(await app.db.query.selectFrom('webhookDeliveries').selectAll().execute());
    for (const secret of [ADDRESS, NAME, orderId]) expect(log).not.toContain(secret);
  });

  test('to nobody once it is ended, and a sale at that moment is not disturbed', async () => {
    const { id } = await aWebhook({ url: receiver.url });
    await paid();
    const [, bought] = await Promise.all([asAdmin({ path: `/api/admin/webhooks/${id}`, method: 'DELETE' }), paid()]);
    expect(bought.orderNumber).toMatch(/^ORD-/);
    await deliver();
    expect(receiver.received).toEqual([]);
    expect((await app.db.query.selectFrom('webhooks').select('sealedSecret').where('id', '=', id).executeTakeFirst())?.sealedSecret).toBe('');
  });

  test('once it is ended, to nobody of what was under way either', async () => {
    const { id } = await aWebhook({ url: receiver.url });
    for (let at = 0; at < 3; at += 1) await paid();
    receiver.answer((response) => void asAdmin({ path: `/api/admin/webhooks/${id}`, method: 'DELETE' }).then(() => response.writeHead(204).end()));
    await deliver();
    receiver.answer(204);
    expect(receiver.received.length).toBe(1);
  });
});

describe('a receiver that fails', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await aReceiver();
  });
  afterEach(() => {
    receiver.received.splice(0);
    receiver.answer(204);
  });
  afterAll(() => receiver.close());

  test('down for an hour while much happens: nothing is lost, and all comes in order', async () => {
    const webhook = await aWebhook({ url: receiver.url });
    receiver.down();
    const rows = Array.from({ length: 1_000 }, (_, at) => at);
    const many = await paid();
    // As many as a busy night has; each row is what the trigger writes for a sale.
    await app.db.query
      .insertInto('webhookDeliveries')
      .values(rows.map((at) => ({ id: app.deps.ids.uuid(), webhookId: webhook.id, type: 'order.paid', subject: `order:ORD-1-${at % 100}`, happenedAt: app.clock.now(), data: JSON.stringify({ orderNumber: `ORD-1-${at}` }) })))
      .execute();
    await deliverFor(HOUR_MS);
    const tries = (await app.db.query.selectFrom('webhookDeliveries').select('attempts').where('webhookId', '=', webhook.id).execute()).reduce((sum, { attempts }) => sum + attempts, 0);
    expect(await stateOf(webhook)).toEqual({ all: 1_001, delivered: 0, givenUp: 0 });
    receiver.up();
    // A turn ends by the time it takes, so a slow machine needs more of them.
    for (let round = 0; round < 500 && (await stateOf(webhook)).delivered < 1_001; round += 1) await deliverFor(10 * MINUTE_MS, 10 * MINUTE_MS);
    const numbers = numbersOf(receiver.received);
    expect(numbers).toEqual([many.orderNumber, ...rows.map((at) => `ORD-1-${at}`)]);
    const bySubject = Map.groupBy(receiver.received, ({ message }) => message.subject);
    expect([...bySubject.values()].flatMap((messages) => messages.map(({ message }, at) => message.sequence - at - 1)).filter((gap) => gap !== 0)).toEqual([]);
    figure('X8 messages lost with the receiver down for an hour', `${1_001 - new Set(numbers).size} of 1001; ${tries} tries meanwhile`);
    expect(tries).toBeLessThan(20);
  });

  test('that answers and is not heard is told again, under the same id and number', async () => {
    const webhook = await aWebhook({ url: receiver.url });
    await paid();
    app.onCheckpoint('after-send-before-mark', () => {
      throw new Error('killed');
    });
    await deliver().catch(() => {});
    app.onCheckpoint('after-send-before-mark', null);
    await deliver();
    expect(receiver.received.length).toBe(1);
    app.clock.advance(MINUTE_MS);
    await deliver();
    const [first, second] = receiver.received;
    expect([receiver.received.length, second!.id, second!.body]).toEqual([2, first!.id, first!.body]);
    expect(await stateOf(webhook)).toEqual({ all: 1, delivered: 1, givenUp: 0 });
  });

  test('is told once by two processes at once', async () => {
    await aWebhook({ url: receiver.url });
    const rival = await app.another();
    for (let at = 0; at < 10; at += 1) await paid();
    await Promise.all([deliver(), rival.round('webhooks'), deliver(), rival.round('webhooks')]);
    await deliver();
    expect([receiver.received.length, new Set(receiver.received.map(({ id }) => id)).size]).toEqual([10, 10]);
    await rival.close();
  });

  test.each([
    ['that says no', 500],
    ['that leads elsewhere', 302],
  ] as const)('%s for three days: it is given up, told to admins, and tried anew when they say so', async (_how, status) => {
    const webhook = await aWebhook({ url: receiver.url });
    const begun = app.clock.now();
    receiver.answer(status);
    await paid();
    await deliver();
    app.clock.advance(DAY_MS);
    await paid();
    await deliverFor(2 * DAY_MS - HOUR_MS, HOUR_MS);
    expect((await stateOf(webhook)).givenUp).toBe(0);
    const pauses = receiver.received.length;
    await deliverFor(3 * HOUR_MS, HOUR_MS);
    expect(await stateOf(webhook)).toEqual({ all: 2, delivered: 0, givenUp: 1 });
    expect(pauses).toBeLessThan(80);
    await app.round('alarms');
    expect(await app.db.query.selectFrom('alarms').select('facts').where('kind', '=', 'webhooks_given_up').executeTakeFirst()).toEqual({ facts: { messages: 1 } });
    expect((await (await app.ask(`/admin/programs/webhooks/${webhook.id}`, { headers: { Cookie: await freshCookie() } })).text()).includes('no ha arribat')).toBe(true);
    receiver.answer(204);
    await app.ask(`/admin/programs/webhooks/${webhook.id}`, { method: 'POST', headers: { Cookie: await freshCookie(), 'Content-Type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams({ intent: 'retry' }) });
    await deliver();
    expect(await stateOf(webhook)).toEqual({ all: 2, delivered: 2, givenUp: 0 });
    app.clock.set(begun);
  });

  test('that does not want one message gets the others', async () => {
    const webhook = await aWebhook({ url: receiver.url });
    const [first] = [await paid(), await paid()];
    receiver.answer((response) => response.writeHead(receiver.received.at(-1)!.message.data['orderNumber'] === first!.orderNumber ? 422 : 200).end());
    await deliver();
    expect(await stateOf(webhook)).toEqual({ all: 2, delivered: 1, givenUp: 0 });
  });

  test('does not keep another from hearing at once', async () => {
    const well = await aReceiver();
    receiver.answer(503);
    await aWebhook({ url: receiver.url });
    await aWebhook({ url: well.url });
    const { orderNumber } = await paid();
    await deliver();
    expect(numbersOf(well.received)).toEqual([orderNumber]);
    await well.close();
  });
});

describe('making one', () => {
  const problems = async (at: TestApp, body: unknown): Promise<unknown> => {
    const { cookie } = await aTokenMaker(at);
    const { status, body: answer } = await ask<{ fields?: Record<string, string> }>(at, { headers: { Cookie: cookie } }, { path: '/api/admin/webhooks', body });
    return [status, Object.keys(answer.fields ?? {})];
  };

  test.each([
    ['no address', { events: ['order.paid'] }, 'url'],
    ['no message', { url: 'https://exemple.cat', events: [] }, 'events'],
    ['an unknown message', { url: 'https://exemple.cat', events: ['order.eaten'] }, 'events[0]'],
    ['plain http', { url: 'http://exemple.cat', events: ['order.paid'] }, 'url'],
    ['a password in it', { url: 'https://a:b@exemple.cat', events: ['order.paid'] }, 'url'],
    ['words', { url: 'la nostra web', events: ['order.paid'] }, 'url'],
  ])('says what is wrong of %s', async (_what, body, field) => {
    expect(await problems(app, body)).toEqual([422, [field]]);
  });

  test('outside the demo the machine itself is refused, and nothing inside its network is ever sent anything', async () => {
    const real = await aTestApp({ env: REAL_ENV });
    expect(await problems(real, { url: 'https://localhost/x', events: ['order.paid'] })).toEqual([422, ['url']]);
    const { cookie } = await aTokenMaker(real);
    for (const host of ['10.0.0.1', '169.254.169.254', '192.168.1.1', '0x7f.1', '[::1]', '[::ffff:10.0.0.1]', '[fd00::1]']) expect([host, await problems(real, { url: `https://${host}/latest`, events: ['order.paid'] })]).toEqual([host, [422, ['url']]]);
    // Of a name nobody knows where it will lead.
    const inside = await ask<{ id: string }>(real, { headers: { Cookie: cookie } }, { path: '/api/admin/webhooks', body: { url: 'https://exemple.cat/latest', events: ['order.paid'] } });
    await real.db.query.updateTable('webhooks').set({ url: 'https://169.254.169.254/latest' }).where('id', '=', inside.body.id).execute();
    const tested = await ask<{ delivered: boolean; status: number | null }>(real, { headers: { Cookie: cookie } }, { path: `/api/admin/webhooks/${inside.body.id}/test`, method: 'POST' });
    expect([tested.status, tested.body]).toMatchObject([200, { delivered: false, status: null, problem: expect.stringContaining('xarxa privada') }]);
    await real.close();
  });

  test('needs an admin and the password of a quarter of an hour; its secret is told once and sealed', async () => {
    const keeper = await aDoorkeeper(app);
    expect((await ask(app, keeper, { path: '/api/admin/webhooks', body: { url: 'https://exemple.cat', events: ['order.paid'] } })).status).toBe(403);
    const { id, secret } = await aWebhook({ url: 'https://exemple.cat/avisos' });
    const stored = JSON.stringify(await app.db.query.selectFrom('webhooks').selectAll().where('id', '=', id).execute());
    const listed = await (await app.ask('/api/admin/webhooks', { headers: { Cookie: await freshCookie() } })).text();
    expect([stored.includes(secret.slice(6)), listed.includes(secret.slice(6)), listed.includes('exemple.cat')]).toEqual([false, false, true]);
    const headers = { Cookie: await freshCookie() };
    app.clock.advance(16 * MINUTE_MS);
    expect((await ask(app, { headers }, { path: '/api/admin/webhooks', body: { url: 'https://exemple.cat', events: ['order.paid'] } })).body.code).toBe('PASSWORD_NEEDED');
    app.clock.advance(-16 * MINUTE_MS);
  });

  test('is tried by a test that is answered at once and stands in the log', async () => {
    const receiver = await aReceiver();
    const { id, secret } = await aWebhook({ url: receiver.url });
    const test = () => asAdmin<{ delivered: boolean; status: number }>({ path: `/api/admin/webhooks/${id}/test`, method: 'POST' });
    const listed = () => asAdmin<{ webhooks: { id: string; givenUp: number }[] }>({ path: '/api/admin/webhooks' });
    expect(await listed()).toMatchObject({ body: { webhooks: [{ id, lastDeliveredAt: null }] } });
    expect((await test()).body).toMatchObject({ delivered: true, status: 204, problem: null });
    receiver.answer(500);
    expect((await test()).body).toMatchObject({ delivered: false, status: 500, problem: expect.stringContaining('500') });
    expect(receiver.received.map(({ message: { type, sequence } }) => [type, sequence])).toEqual([['webhook.test', 1], ['webhook.test', 2]]);
    expect(isSigned(receiver.received[0]!, secret)).toBe(true);
    await deliverFor(HOUR_MS);
    expect(receiver.received.length).toBe(2);
    const { body } = await asAdmin<{ deliveries: { state: string }[] }>({ path: `/api/admin/webhooks/${id}/deliveries` });
    expect(body.deliveries.map(({ state }) => state)).toEqual(['given_up', 'delivered']);
    await app.round('alarms');
    expect(await listed()).toMatchObject({ body: { webhooks: [{ id, givenUp: 0, lastDeliveredAt: expect.any(String) }] } });
    await receiver.close();
  });

  test('its messages are forgotten thirty days after they arrived', async () => {
    const receiver = await aReceiver();
    const webhook = await aWebhook({ url: receiver.url });
    await paid();
    await deliver();
    app.clock.advance(29 * DAY_MS);
    await app.round('retention');
    expect((await stateOf(webhook)).all).toBe(1);
    app.clock.advance(2 * DAY_MS);
    await app.round('retention');
    expect((await stateOf(webhook)).all).toBe(0);
    await receiver.close();
  });
});
