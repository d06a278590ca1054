import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { CAP_TEXTS } from '#app/domain/order/caps.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { aPaidOrder, aPlacedOrder, cookieOf, order, press, signedIn } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const HOUR_MS = 60 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

let networks = 0;
function aNetwork(): string {
  networks += 1;
  return `198.18.${networks >> 8}.${networks & 255}`;
}

/** Opening an event's page gives a browser its visitor cookie. */
async function aBrowser(event: EventDetail): Promise<string> {
  return cookieOf((await app.ask(`/order/${event.id}`)).headers);
}

async function aFreeEvent(input: { maxTickets?: number } = {}): Promise<EventDetail> {
  return anEvent(app, { ...input, dishes: {}, referencePrice: 0 });
}

function codesOf(answers: readonly { status: number; body: { code: string; limit?: string } }[]): string[] {
  return answers.map(({ status, body }) => (status === 201 ? '201' : `${status} ${body.code} ${body.limit ?? ''}`.trim()));
}

async function mailsTo(email: string): Promise<number> {
  return (await app.db.query.selectFrom('mails').select('id').where('recipient', '=', email).execute()).length;
}

describe('what is held unpaid', () => {
  test('callers of one network without a cookie share three holds, and a fifth of an event', async () => {
    const address = aNetwork();
    const event = await anEvent(app, { maxTickets: 100 });
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push(await order(app, { event, quantity: 20, address }));
    figure('S4b seats of 100 that five anonymous requests hold', await soldOf(app, event.id));
    expect(codesOf(answers)).toEqual(['201', ...Array.from({ length: 4 }, () => '409 TOO_MANY_HOLDS network')]);
    expect(await soldOf(app, event.id)).toBe(20);

    const unlimited = await anEvent(app);
    const more = [];
    for (let n = 0; n < 4; n += 1) more.push(await order(app, { event: unlimited, quantity: 20, address }));
    expect(codesOf(more)).toEqual(['201', '201', '201', '409 TOO_MANY_HOLDS network']);
    expect((await order(app, { event: unlimited, address: aNetwork() })).status).toBe(201);
  });

  test('cookies that somebody invents hold a fifth of the event together, however many ask at once', async () => {
    const address = aNetwork();
    const event = await anEvent(app, { maxTickets: 200 });
    const answers = await Promise.all(Array.from({ length: 60 }, () => order(app, { event, quantity: 2, address, cookie: `comboi_visitor=${app.deps.ids.uuid()}` })));
    expect(new Set(codesOf(answers))).toEqual(new Set(['201', '409 TOO_MANY_HOLDS network']));
    expect(await soldOf(app, event.id)).toBe(40);
  });

  test('a small event is never too small for one family', async () => {
    const event = await anEvent(app, { maxTickets: 30 });
    expect((await order(app, { event, quantity: 20, address: aNetwork() })).status).toBe(201);
  });

  test('a neighbourhood behind one address buys all the same: what is paid counts no more', async () => {
    const address = aNetwork();
    const event = await anEvent(app, { maxTickets: 300 });
    let waits = 0;
    const neighbour = async (): Promise<void> => {
      const cookie = await aBrowser(event);
      for (;;) {
        const { status, body } = await order(app, { event, quantity: 3, address, cookie });
        if (status === 201) return void (await press(app, body, 'pay'));
        expect([status, body.code]).toEqual([409, 'TOO_MANY_HOLDS']);
        waits += 1;
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    };
    await Promise.all(Array.from({ length: 60 }, neighbour));
    expect(await soldOf(app, event.id)).toBe(180);
    figure('S4b neighbours behind one address who got their three tickets of 300, all at once', `60 of 60, after ${waits} refusals`);
  });

  test('twenty behind one address who have seen the event’s page get their places at the first try', async () => {
    const address = aNetwork();
    const event = await anEvent(app, { maxTickets: 300 });
    const cookies = await Promise.all(Array.from({ length: 20 }, () => aBrowser(event)));
    const answers = await Promise.all(cookies.map((cookie) => order(app, { event, quantity: 3, address, cookie })));
    expect(new Set(codesOf(answers))).toEqual(new Set(['201']));
  });

  test('a hundred cards that are tried one after the other find three pages at the provider, and one for each order', async () => {
    const address = aNetwork();
    const event = await anEvent(app);
    const counts = { cards: 0, refused: 0 };
    for (; counts.cards < 100; counts.cards += 1) {
      const { status, body } = await order(app, { event, address, key: `one-card-of-many-${counts.cards % 50}` });
      if (status === 201) await press(app, body, 'decline');
      else counts.refused += 1;
    }
    const orders = app.db.query.selectFrom('orders').select(sql<string>`id::text`.as('id')).where('eventId', '=', event.id);
    const pages = await app.db.query.selectFrom('sandboxSessions').select('id').where('reference', 'in', orders).execute();
    figure('M6 pages at the provider for a hundred cards that one network tried', pages.length);
    expect([pages.length, counts.refused]).toEqual([3, 94]);
  });

  test('of one buyer counts together with what was free', async () => {
    const event = await anEvent(app, { dishes: { Plat: [1000, 0, 0], Tast: [0, 0, 0] } });
    const cookie = await aBrowser(event);
    const [section] = event.sections;
    const ticketOf = (name: string) => ({ sections: { [section!.id]: [section!.items.find((item) => item.name === name)!.id] }, options: [] });
    const free = await order(app, { event, cookie, tickets: Array.from({ length: 12 }, () => ticketOf('Tast')) });
    expect(free).toMatchObject({ status: 201, body: { status: 'completed' } });
    const dearOnes = (count: number) => order(app, { event, cookie, tickets: Array.from({ length: count }, () => ticketOf('Plat')) });
    const tooMany = await dearOnes(9);
    expect(codesOf([tooMany])).toEqual(['409 TOO_MANY_HOLDS free']);
    expect(tooMany.body.message).toBe(CAP_TEXTS.free);
    expect(await dearOnes(8)).toMatchObject({ status: 201, body: { status: 'pending_payment' } });
    expect(codesOf([await dearOnes(8), await dearOnes(9)])).toEqual(['409 TOO_MANY_HOLDS', '409 TOO_MANY_HOLDS free']);
  });

  test('is not ended for an order that is too large anyway with what was free', async () => {
    const event = await anEvent(app, { dishes: { Plat: [1000, 0, 0], Tast: [0, 0, 0] } });
    const cookie = await aBrowser(event);
    const [section] = event.sections;
    const ask = (name: string, count: number) => {
      app.clock.advance(1000);
      const ticket = { sections: { [section!.id]: [section!.items.find((item) => item.name === name)!.id] }, options: [] };
      return order(app, { event, cookie, tickets: Array.from({ length: count }, () => ticket) });
    };
    const holds = async (): Promise<string[]> => {
      const rows = await app.db.query.selectFrom('orders').select('id').where('eventId', '=', event.id).where('status', '=', 'pending_payment').orderBy('createdAt').execute();
      return rows.map(({ id }) => id);
    };
    expect(codesOf([await ask('Tast', 16), await ask('Plat', 1), await ask('Plat', 1)])).toEqual(['201', '201', '201']);
    const [oldest, newer] = await holds();
    expect(codesOf([await ask('Plat', 4)])).toEqual(['409 TOO_MANY_HOLDS']);
    expect(await holds()).toEqual([oldest, newer]);
    expect(codesOf([await ask('Plat', 3)])).toEqual(['201']);
    expect(await holds()).toEqual([newer, expect.any(String)]);
  });
});

describe('what is free', () => {
  test('is twenty tickets for one address and event, whoever asks', async () => {
    const event = await aFreeEvent({ maxTickets: 150 });
    const answers = [];
    for (let n = 0; n < 40; n += 1) answers.push(await order(app, { event, body: { email: 'desconegut@example.com' } }));
    const placed = codesOf(answers).filter((code) => code === '201').length;
    figure('S4 free orders and mails that a stranger makes for one address in an hour, of 40', `${placed} and ${await mailsTo('desconegut@example.com')}`);
    expect(placed).toBe(10);
    expect(await mailsTo('desconegut@example.com')).toBe(10);
    expect(answers[10]).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(answers[10]!.headers.get('retry-after'))).toBeGreaterThan(0);

    const another = await aFreeEvent();
    const large = [];
    for (let n = 0; n < 3; n += 1) large.push(await order(app, { event: another, quantity: 8, body: { email: 'altra@example.com' } }));
    expect(codesOf(large)).toEqual(['201', '201', '409 TOO_MANY_HOLDS free']);
  });

  test('is twenty tickets for one buyer and event, whatever addresses they type', async () => {
    const event = await aFreeEvent();
    const cookie = await aBrowser(event);
    const answers = [];
    for (let n = 0; n < 3; n += 1) answers.push(await order(app, { event, cookie, quantity: 10, body: { email: `inventat${n}@example.com` } }));
    expect(codesOf(answers)).toEqual(['201', '201', '409 TOO_MANY_HOLDS free']);
  });

  test('is sixty tickets an hour for one network, over all events and however many ask at once', async () => {
    const address = aNetwork();
    const events = await Promise.all(Array.from({ length: 4 }, () => aFreeEvent()));
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => order(app, { event: events[n % 4]!, quantity: 10, address, body: { email: `xarxa${n}@example.com` } })));
    expect(codesOf(answers).filter((code) => code === '201')).toHaveLength(6);
    expect(new Set(codesOf(answers))).toEqual(new Set(['201', '429 RATE_LIMITED']));
    app.clock.advance(HOUR_MS);
    expect((await order(app, { event: events[0]!, quantity: 10, address, body: { email: 'xarxa-despres@example.com' } })).status).toBe(201);
  });

  test('sends no eleventh mail an hour to one address when it is asked for again', async () => {
    const event = await aFreeEvent();
    const orders = [];
    for (let n = 0; n < 4; n += 1) orders.push(await aPlacedOrder(app, { event, body: { email: 'una-altra@example.com' } }));
    const resent = [];
    for (let n = 0; n < 12; n += 1) resent.push((await app.ask(`/api/orders/${orders[n % 4]!.orderId}/resend`, { method: 'POST' })).status);
    expect(resent.filter((status) => status === 202)).toHaveLength(6);
    expect(resent.slice(6)).toEqual(resent.slice(6).map(() => 429));
    expect(await mailsTo('una-altra@example.com')).toBe(10);
  });
});

test('admins are bound by the event’s limit alone', async () => {
  const cookie = await signedIn(app, 'admin@comboi.test');
  const event = await anEvent(app, { maxTickets: 70 });
  const address = aNetwork();
  const answers = [];
  for (let n = 0; n < 4; n += 1) answers.push(await order(app, { event, cookie, quantity: 20, address }));
  expect(codesOf(answers)).toEqual(['201', '201', '201', '409 INSUFFICIENT_TICKETS']);
});

test('a browser is told from others once it has seen an event’s page, and by nothing else', async () => {
  const event = await anEvent(app);
  for (const path of [`/order/${event.id}`, `/order/${event.id}.data`, `/checkout/${event.id}`]) {
    expect((await app.ask(path)).headers.getSetCookie()).toEqual([expect.stringMatching(/^comboi_visitor=[0-9a-f-]{36}; /)]);
  }
  const cookie = await aBrowser(event);
  expect((await app.ask(`/order/${event.id}`, { headers: { Cookie: cookie } })).headers.getSetCookie()).toEqual([]);
  for (const path of ['/', '/tickets', '/calendar']) expect((await app.ask(path)).headers.getSetCookie()).toEqual([]);
});

test('where an order came from is known as a secret name for a day, then not at all', async () => {
  const event = await anEvent(app);
  const { orderId } = await aPaidOrder(app, { event, address: '198.51.100.77' });
  const storedHash = async (): Promise<string | null> => (await app.db.query.selectFrom('orders').select('networkHash').where('id', '=', orderId).executeTakeFirstOrThrow()).networkHash;
  expect(await storedHash()).toMatch(/^[\w-]{43}$/);
  app.clock.advance(24 * HOUR_MS + 1);
  await app.round('retention');
  expect(await storedHash()).toBeNull();
});
