import { afterAll, beforeAll, expect, test } from 'vitest';

import { MOST_GIVEN_UP } from '#app/domain/order/abandoned-orders.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { aPaidOrder, cookieOf, order, press, refreshOrder } from '#tests/support/people/buyers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const HOUR_MS = 60 * 60_000;
const CARDS = 100;

let app: TestApp;
let event: EventDetail;
beforeAll(async () => {
  app = await aTestApp({ env: { COMBOI_RATE_LIMITS: '1' } });
  event = await anEvent(app);
});
afterAll(() => closeInOrder(app));

async function giveUp(orderId: string, address: string): Promise<void> {
  expect((await app.ask(`/api/orders/${orderId}/cancel`, { method: 'POST', address })).status).toBe(204);
}

/** Places an order for each card, has it declined, and gives the order up. */
async function tryCards(from: (n: number) => { address: string; cookie?: string }): Promise<{ pages: number; codes: Set<string>; retryAfter: number[] }> {
  let pages = 0;
  const codes = new Set<string>();
  const retryAfter: number[] = [];
  for (let card = 0; card < CARDS; card += 1) {
    const who = from(card);
    const { status, body, headers } = await order(app, { event, ...who });
    if (status === 201) {
      pages += 1;
      await press(app, body, 'decline');
      await giveUp(body.orderId, who.address);
    } else {
      codes.add(body.code);
      retryAfter.push(Number(headers.get('retry-after')));
    }
  }
  return { pages, codes, retryAfter };
}

async function alarms(): Promise<unknown[]> {
  await app.round('alarms');
  return app.db.query.selectFrom('alarms').select('facts').where('kind', '=', 'orders_given_up').execute();
}

test('whoever tries a hundred cards, one order given up after the other, is stopped for an hour, and admins are told', async () => {
  const address = '198.51.100.21';
  expect(await alarms()).toEqual([]);
  const { pages, codes, retryAfter } = await tryCards((n) => ({ address, ...(n % 2 === 0 && { cookie: `comboi_visitor=${app.deps.ids.uuid()}` }) }));
  figure('M6 pages at the provider for a hundred cards of orders that one network gave up', pages);
  expect([pages, [...codes]]).toEqual([MOST_GIVEN_UP.network + 1, ['RATE_LIMITED']]);
  expect(Math.min(...retryAfter)).toBeGreaterThan(0);
  expect(await alarms()).toEqual([{ facts: { networks: 1, orders: MOST_GIVEN_UP.network + 1 } }]);
  expect((await order(app, { event, address: '198.51.100.22' })).status).toBe(201);
  app.clock.advance(HOUR_MS);
  expect((await order(app, { event, address })).status).toBe(201);
});

test('one browser that gives up order after order is stopped sooner, from wherever it asks', async () => {
  const cookie = cookieOf((await app.ask(`/order/${event.id}`)).headers);
  const { pages, codes } = await tryCards((n) => ({ address: `198.51.101.${n}`, cookie }));
  expect([pages, [...codes]]).toEqual([MOST_GIVEN_UP.buyer + 1, ['RATE_LIMITED']]);
});

test('an order that is repeated by its key is the same one even while its buyer is stopped', async () => {
  const cookie = cookieOf((await app.ask(`/order/${event.id}`)).headers);
  const address = '198.51.100.23';
  const paid = await aPaidOrder(app, { event, cookie, address, key: 'placed-before-the-pause' });
  await tryCards(() => ({ address, cookie }));
  expect((await order(app, { event, cookie, address })).body.code).toBe('RATE_LIMITED');
  expect(await order(app, { event, cookie, address, key: 'placed-before-the-pause' })).toMatchObject({ status: 201, body: { orderId: paid.orderId } });
});

test('the phones behind the one address of a school all get their tickets, those too that change their mind', async () => {
  const phones = count({ test: 60, soak: 300 });
  const school = await anEvent(app, { maxTickets: 3_000 });
  const address = '198.51.100.24';
  const statuses = new Map<string, number>();
  const noted = async (what: string, answer: { status: number } | Promise<{ status: number }>): Promise<void> => {
    const { status } = await answer;
    statuses.set(`${what} ${status}`, (statuses.get(`${what} ${status}`) ?? 0) + 1);
  };
  await Promise.all(
    Array.from({ length: phones }, async (_, phone) => {
      await noted('page', app.ask('/tickets', { address }));
      const opened = await app.ask(`/order/${school.id}`, { address });
      const cookie = cookieOf(opened.headers);
      await noted('page', opened);
      let placed = await order(app, { event: school, quantity: 2, address, cookie });
      await noted('order', placed);
      if (phone % 6 === 0) {
        await giveUp(placed.body.orderId, address);
        placed = await order(app, { event: school, quantity: 1, address, cookie });
        await noted('order', placed);
      }
      await press(app, placed.body, 'pay');
      for (let attempt = 0; attempt < 3; attempt += 1) await noted('state', app.ask(`/api/orders/${placed.body.orderId}`, { address }));
      expect((await refreshOrder(app, placed.body.orderId)).status).toBe('paid');
    }),
  );
  const changes = phones / 6;
  expect(Object.fromEntries(statuses)).toEqual({ 'page 200': 2 * phones, 'order 201': phones + changes, 'state 200': 3 * phones });
  expect(await soldOf(app, school.id)).toBe(2 * phones - changes);
  figure('M10 phones behind one address that got their tickets, and requests refused', `${phones} of ${phones}, 0`);
});
