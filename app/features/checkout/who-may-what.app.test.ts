import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { aPaidOrder, aPlacedOrder, aTicket, order, post, press, refreshOrder, sessionOf, signedIn } from '#tests/support/people/buyers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
const cookies: Record<string, string | undefined> = {};
beforeAll(async () => {
  app = await aTestApp();
  for (const name of ['admin', 'comissio', 'soci', 'public'] as const) cookies[name] = await signedIn(app, `${name}@comboi.test`);
});
afterAll(() => closeInOrder(app));

async function orderAs(who: string, event: EventDetail, body: Record<string, unknown> = {}): ReturnType<typeof order> {
  const cookie = cookies[who];
  return order(app, { event, tickets: [aTicket(event, { options: event.options.map((option) => option.id) })], body, ...(cookie !== undefined && { cookie }) });
}

describe('everyone pays their own price', () => {
  test.each([
    ['nobody in particular', 1400 + 250],
    ['public', 1400 + 250],
    ['soci', 1200 + 200],
    ['comissio', 1000 + 150],
  ])('%s pays %i', async (who, total) => {
    const event = await anEvent(app, { extras: { Vi: [250, 200, 150] } });
    expect(await orderAs(who, event, { expectedTotal: total })).toMatchObject({ status: 201, body: { status: 'pending_payment', total } });
  });

  test('an admin pays nothing, and the order is complete at once with its mail', async () => {
    const event = await anEvent(app, { extras: { Vi: [250, 200, 150] } });
    const { body } = await orderAs('admin', event);
    expect(body).toMatchObject({ status: 'completed', total: 0, expiresAt: null, paymentUrl: null });
    const state = await refreshOrder(app, body.orderId);
    expect(state).toMatchObject({ status: 'completed', total: 0, emailStatus: 'pending', tickets: [{ ticketNumber: `${body.orderNumber}-T1` }] });
    expect(state.paidAt).not.toBeNull();
  });

  test('an event without a menu costs everybody its reference price, and an admin nothing', async () => {
    const event = await anEvent(app, { dishes: {}, referencePrice: 600 });
    const totals = [];
    for (const who of ['nobody', 'public', 'soci', 'comissio', 'admin']) totals.push((await orderAs(who, event)).body.total);
    expect(totals).toEqual([600, 600, 600, 600, 0]);
  });
});

describe('a total that is claimed', () => {
  test.each(['nobody', 'public', 'soci', 'comissio'])('of nothing makes nothing free for %s', async (who) => {
    const event = await anEvent(app, { maxTickets: 5 });
    expect(await orderAs(who, event, { expectedTotal: 0, total: 0, status: 'completed', role: 'admin', is_admin_gift: true })).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED' } });
    expect(await soldOf(app, event.id)).toBe(0);
  });

  test('of something is not taken from an admin', async () => {
    const event = await anEvent(app);
    expect(await orderAs('admin', event, { expectedTotal: 1400 })).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', total: 0 } });
  });

  test('in whatever words makes no ticket free for anybody but an admin', async () => {
    const CLAIMS = [{ total: 0, status: 'completed' }, { role: 'admin', user_role: 'admin' }, { is_admin_gift: true, type: 'gift' }, { price: 0, discount: 100 }];
    const event = await anEvent(app);
    for (const who of ['nobody', 'public', 'soci', 'comissio']) {
      for (const claim of CLAIMS) await orderAs(who, event, { ...claim, tickets: [{ ...aTicket(event), ...claim }] });
    }
    const sold = await app.db.query.selectFrom('tickets').select(['price', 'status']).where('eventId', '=', event.id).execute();
    const free = sold.filter(({ price, status }) => price === 0 || status === 'active');
    figure('B27, H8 tickets free because the browser said so, for who is no admin', `${free.length} of ${sold.length}`);
    expect(sold).toHaveLength(4 * CLAIMS.length);
    expect(free).toEqual([]);
  });
});

describe('an account that the buyer believes in', () => {
  test.each([
    ['nobody', 'soci@comboi.test'],
    ['soci', null],
    ['soci', 'comissio@comboi.test'],
  ])('and that does not ask (%s, not %s) buys nothing, at whatever price', async (who, expectedAccount) => {
    const event = await anEvent(app, { dishes: {}, referencePrice: 600, maxTickets: 5 });
    expect(await orderAs(who, event, { expectedAccount, expectedTotal: 600 })).toMatchObject({ status: 409, body: { code: 'ACCOUNT_CHANGED' } });
    expect(await soldOf(app, event.id)).toBe(0);
  });

  test.each([
    ['nobody', null],
    ['soci', 'soci@comboi.test'],
  ])('and that asks (%s) buys', async (who, expectedAccount) => {
    expect((await orderAs(who, await anEvent(app), { expectedAccount })).status).toBe(201);
  });
});

test('a role that is taken away prices the very next order', async () => {
  const PRICES = { public: 1400, socio: 1200, comision: 1000, admin: 0 };
  const STEPS = [['comision', 'public'], ['comision', 'socio'], ['socio', 'public'], ['admin', 'comision'], ['admin', 'socio'], ['admin', 'public']] as const;
  const event = await anEvent(app);
  const become = (role: keyof typeof PRICES): Promise<unknown> => app.db.query.updateTable('users').set({ role }).where('email', '=', 'comissio@comboi.test').execute();
  let atOldPrice = 0;
  for (const [from, to] of STEPS) {
    await become(from);
    expect((await orderAs('comissio', event)).body.total).toBe(PRICES[from]);
    await become(to);
    const refused = await orderAs('comissio', event, { expectedTotal: PRICES[from] });
    expect(refused).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', total: PRICES[to] } });
    const agreed = await orderAs('comissio', event, { expectedTotal: refused.body.total });
    if (agreed.body.total !== PRICES[to]) atOldPrice += 1;
  }
  await become('comision');
  figure('F8 orders at the price of a role that was taken away', `${atOldPrice} of ${STEPS.length}`);
  expect(atOldPrice).toBe(0);
});

test('somebody who is banned is nobody in particular from the next request', async () => {
  const event = await anEvent(app);
  await app.db.query.updateTable('users').set({ banned: true }).where('email', '=', 'soci@comboi.test').execute();
  expect((await orderAs('soci', event)).body.total).toBe(1400);
  await app.db.query.updateTable('users').set({ banned: false }).where('email', '=', 'soci@comboi.test').execute();
});

test('only those who may see an event may buy for it', async () => {
  const members = await anEvent(app, { visibility: 'socio' });
  const committee = await anEvent(app, { visibility: 'comision' });
  const answers = [];
  for (const who of ['nobody', 'public', 'soci', 'comissio', 'admin']) answers.push([(await orderAs(who, members)).status, (await orderAs(who, committee)).status]);
  expect(answers).toEqual([[404, 404], [404, 404], [201, 404], [201, 201], [201, 201]]);
});

test('the box office sells on after the sale has closed, as long as there are tickets', async () => {
  const event = await anEvent(app, { date: '2099-01-10', saleEndDate: '2020-01-01', maxTickets: 1 });
  expect((await orderAs('soci', event)).body.code).toBe('SALES_CLOSED');
  expect((await orderAs('admin', event)).status).toBe(201);
  expect(await orderAs('admin', event)).toMatchObject({ status: 409, body: { code: 'INSUFFICIENT_TICKETS' } });
});

describe("somebody else's order", () => {
  test('is not found by its number, its e-mail, its ticket or a guess, by anyone', async () => {
    const event = await anEvent(app);
    const placed = await aPaidOrder(app, { event, body: { email: 'maria@example.com' } });
    const [ticket] = (await refreshOrder(app, placed.orderId)).tickets;
    const guesses = [placed.orderNumber, 'maria@example.com', ticket!.id, ticket!.ticketNumber, app.deps.ids.uuid(), `${placed.orderId.slice(0, -1)}${placed.orderId.endsWith('0') ? '1' : '0'}`];
    const unknown = { status: 404, body: '{"code":"ORDER_NOT_FOUND","message":"La comanda no existix"}' };
    for (const who of ['nobody', 'public', 'soci', 'comissio']) {
      for (const guess of guesses) {
        const headers: Record<string, string> = cookies[who] === undefined ? {} : { Cookie: cookies[who] };
        const response = await app.ask(`/api/orders/${encodeURIComponent(guess)}`, { headers });
        expect({ status: response.status, body: await response.text() }).toEqual(unknown);
        const page = await app.ask(`/payment-success?order_id=${encodeURIComponent(guess)}`, { headers });
        expect([302, 404]).toContain(page.status);
        // What was typed into the address comes back in the page's own links.
        expect((await page.text()).replaceAll(guess, '')).not.toMatch(/maria@example\.com|ORD-\d/);
      }
    }
  });

  test('is not found by counting through the numbers around a real one', async () => {
    const event = await anEvent(app);
    const placed = await aPaidOrder(app, { event, quantity: 2, body: { email: 'maria@example.com' } });
    const [prefix, instant, ...rest] = placed.orderNumber.split('-');
    const around = Array.from({ length: count({ test: 5, soak: 50 }) }, (_, step) => [prefix, Number(instant) + step - 2, ...rest].join('-'));
    const numbers = [...around, ...around.flatMap((number) => [`${number}-T1`, `${number}-T2`])];
    const hits: string[] = [];
    let requests = 0;
    for (const who of ['nobody', 'public', 'soci', 'comissio']) {
      const headers: Record<string, string> = cookies[who] === undefined ? {} : { Cookie: cookies[who] };
      for (const number of numbers) {
        for (const [method, path] of [
          ['GET', `/api/orders/${number}`],
          ['POST', `/api/orders/${number}/cancel`],
          ['POST', `/api/orders/${number}/resend`],
          ['GET', `/payment-success?order_id=${number}`],
          ['GET', `/api/my-tickets/${number}/calendar`],
          ['GET', `/api/admin/tickets/${number}`],
        ] as const) {
          const response = await app.ask(path, { method, headers });
          requests += 1;
          if (response.ok || /maria@example\.com/.test(await response.text())) hits.push(`${who}: ${method} ${path} ${response.status}`);
        }
      }
    }
    figure('H10 numbers of orders and tickets that found something', `${hits.length} of ${requests}`);
    expect(numbers).toContain(`${placed.orderNumber}-T2`);
    expect(hits).toEqual([]);
  });

  test('does not show in any answer that lists', async () => {
    const event = await anEvent(app);
    const placed = await aPaidOrder(app, { event, body: { email: 'maria@example.com' } });
    for (const path of ['/api/events', `/api/events/${event.id}`, '/tickets', `/order/${event.id}`, `/checkout/${event.id}`, `/checkout/${event.id}?cancelled=${placed.orderId}`]) {
      const text = await (await app.ask(path)).text();
      expect(text.includes('maria@example.com') || text.includes(placed.orderNumber)).toBe(false);
    }
  });

  test('is not listed by its e-mail, in any writing of the question', async () => {
    for (const path of ['/api/orders?email=maria@example.com', '/api/orders', '/api/tickets?email=maria@example.com', '/api/profiles?email=maria@example.com']) {
      // An order is placed at /api/orders, and none is read there.
      expect((await app.ask(path)).status).toBe(path.startsWith('/api/orders') ? 405 : 404);
    }
  });
});

test('a note for the kitchen comes back in no answer, not even to who wrote it', async () => {
  const NOTE = 'Celiaquia Secreta';
  const event = await anEvent(app);
  const key = app.deps.ids.uuid();
  const input = { event, key, tickets: [aTicket(event, { note: NOTE })], cookie: cookies['soci']! };
  const { orderId } = await aPaidOrder(app, input);
  const { note, ticketNumber } = await app.db.query.selectFrom('tickets').select(['note', 'ticketNumber']).where('orderId', '=', orderId).executeTakeFirstOrThrow();
  expect(note).toBe(NOTE);
  const paths = [
    `/api/orders/${orderId}`,
    `/payment-success?order_id=${orderId}`,
    `/payment-success.data?order_id=${orderId}`,
    `/checkout/${event.id}?cancelled=${orderId}`,
    '/my-tickets',
    '/my-tickets.data',
    `/api/my-tickets/${ticketNumber}/calendar`,
    '/tickets',
    `/order/${event.id}`,
    `/order/${event.id}.data`,
    `/api/events/${event.id}`,
  ];
  const answers = [{ request: 'soci: the same order again', text: JSON.stringify(await order(app, input)) }];
  for (const who of ['nobody', 'public', 'soci', 'comissio']) {
    const headers: Record<string, string> = cookies[who] === undefined ? {} : { Cookie: cookies[who] };
    for (const path of paths) answers.push({ request: `${who}: ${path}`, text: await (await app.ask(path, { headers })).text() });
  }
  expect(answers.filter(({ text }) => text.includes(ticketNumber)).length).toBeGreaterThan(0);
  const telling = answers.filter(({ text }) => text.includes(NOTE)).map(({ request }) => request);
  figure('H13 answers about an order that show its note for the kitchen', `${telling.length} of ${answers.length}`);
  expect(telling).toEqual([]);
});

describe('what a request may not say is not heard', () => {
  /** Every column of every table, in both writings, with a value that somebody would like it to have. */
  async function extras(): Promise<Record<string, unknown>> {
    const { rows } = await sql<{ name: string; type: string }>`
      select distinct column_name as name, data_type as type from information_schema.columns where table_schema = 'public'`.execute(app.db.query);
    const accepted = new Set(['eventId', 'email', 'tickets', 'expectedTotal', 'userName', 'termsVersion', 'note', 'noteName', 'action', 'type', 'id']);
    const value = (name: string, type: string): unknown => {
      if (/role/.test(name)) return 'admin';
      if (/status/.test(name)) return 'paid';
      if (/^(boolean)$/.test(type)) return true;
      if (/timestamp|date/.test(type)) return '2020-01-01T00:00:00Z';
      return /int/.test(type) ? 0 : 'x';
    };
    const pairs = rows.flatMap(({ name, type }) => [name, name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())].map((written) => [written, value(name, type)] as const));
    return { ...Object.fromEntries(pairs.filter(([name]) => !accepted.has(name))), is_admin_gift: true, soldtickets: 0, totalPrice: 0.01, p_total_amount: 0.01, p_user_role: 'admin', user_role: 'admin' };
  }

  /** What only admins and jobs change. */
  async function standing(): Promise<unknown> {
    const { rows } = await sql`
      select (select json_agg(u order by u.id) from users u) as users, 
        (select json_agg(e order by e.id) from events e) as events, (select json_agg(i order by i.id) from event_section_items i) as items,
        (select json_agg(s order by s.event_id) from event_stock s) as stock`.execute(app.db.query);
    return rows[0];
  }

  test('by an order: it is the same as without', async () => {
    const event = await anEvent(app);
    const extra = await extras();
    expect(Object.keys(extra).length).toBeGreaterThan(150);
    const plain = await aPlacedOrder(app, { event });
    const withExtras = await aPlacedOrder(app, { event, tickets: [{ ...aTicket(event), ...extra, price: 0, id: 'A'.repeat(26) }], body: { ...extra, id: app.deps.ids.uuid(), type: 'gift' } });
    const rowsOf = async (orderId: string): Promise<unknown> => {
      const chosen = await app.db.query.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
      const tickets = await app.db.query.selectFrom('tickets').selectAll().where('orderId', '=', orderId).execute();
      const { id: _id, orderNumber: _number, buyer: _buyer, networkHash: _network, ...rest } = chosen;
      return { ...rest, tickets: tickets.map(({ id: _ticket, orderId: _order, ticketNumber: _ticketNumber, ...ticket }) => ticket) };
    };
    expect(await rowsOf(withExtras.orderId)).toEqual(await rowsOf(plain.orderId));
    expect(withExtras).toMatchObject({ status: 'pending_payment', total: 1400 });
  });

  test('by any other call: nothing of ours changes', async () => {
    const event = await anEvent(app);
    const paid = await aPaidOrder(app, { event });
    const extra = await extras();
    const before = await standing();
    const answers = [
      await post(app, `/api/orders/${paid.orderId}/cancel`, { body: extra }),
      await post(app, `/api/orders/${paid.orderId}/resend`, { body: extra }),
      await post(app, '/api/payments/stripe', { body: extra }),
      await post(app, '/api/session', { body: { ...extra, email: 'public@comboi.test', password: 'wrong' } }),
    ];
    const form = new URLSearchParams({ ...extra, action: 'refund' });
    const pressed = await app.ask(`/dev/pay/${sessionOf(paid)}`, { method: 'POST', body: form });
    expect([...answers.map((answer) => answer.status), pressed.status]).toEqual([204, 202, 400, 401, 303]);
    expect(await standing()).toEqual(before);
    expect(await refreshOrder(app, paid.orderId)).toMatchObject({ status: 'paid' });
  });
});

test('a name is kept with the order where one is given, and so is the version of the terms', async () => {
  const event = await anEvent(app);
  const placed = await aPlacedOrder(app, { event, body: { userName: '  Ramon Llull ', termsVersion: '2026-11' } });
  await press(app, placed, 'pay');
  const row = await app.db.query.selectFrom('orders').select(['userName', 'termsVersion']).where('id', '=', placed.orderId).executeTakeFirstOrThrow();
  expect(row).toEqual({ userName: 'Ramon Llull', termsVersion: '2026-11' });
});
