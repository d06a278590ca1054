import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { aMember, login } from '#tests/support/people/accounts.ts';
import { aPaidOrder, aTicket, type Answer, post, type Problem, signedIn } from '#tests/support/people/buyers.ts';
import { give, take } from '#tests/support/people/transfers.ts';
import { anEvent, changeEvent, soldOf, withdraw } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await aTestApp();
  cookie = await login(app, await aMember(app, { role: 'socio', rights: ['till'] }));
});
afterAll(() => closeInOrder(app));

interface Body extends Problem {
  id: string;
  orderId: string;
  orderNumber: string;
  status: string;
  ticketsCreated: number;
  group?: { code: string | null; name: string | null; joined: boolean; reason?: string };
  amount: number;
  expected: Record<string, number>;
  difference: Record<string, number>;
  fields?: Record<string, string>;
}

async function call(path: string, body: unknown, key?: string): Promise<Answer<Body>> {
  return (await post(app, `/api/admin/till/sessions${path}`, { body, headers: { Cookie: cookie, ...(key !== undefined && { 'Idempotency-Key': key }) } })) as Answer<Body>;
}

let drawers = 0;

async function anOpenDrawer(float = 5_000): Promise<string> {
  drawers += 1;
  const { status, body } = await call('', { float, name: `Caixa ${drawers}` });
  expect(status).toBe(201);
  return body.id;
}

interface SaleInput {
  event: EventDetail;
  quantity?: number;
  means?: string;
  category?: string;
  key?: string;
  more?: Record<string, unknown>;
}

async function sell(drawer: string, { event, quantity = 1, means = 'cash', category = 'public', key, more }: SaleInput): Promise<Answer<Body>> {
  const tickets = Array.from({ length: quantity }, () => aTicket(event));
  return call(`/${drawer}/sales`, { eventId: event.id, category, means, tickets, ...more }, key);
}

async function ticketIdsOf(orderId: string): Promise<string[]> {
  return (await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', orderId).orderBy('position').execute()).map(({ id }) => id);
}

async function ticketStatesOf(orderId: string): Promise<string[]> {
  return (await app.db.query.selectFrom('tickets').select('status').where('orderId', '=', orderId).orderBy('position').execute()).map(({ status }) => status);
}

const close = (drawer: string, counted: Record<string, number>, more: Record<string, unknown> = { again: true, reason: 'Prova' }): Promise<Answer<Body>> => call(`/${drawer}/close`, { counted, ...more });

describe('a sale in person', () => {
  test('prints no ticket that its buyer gave away', async () => {
    const drawer = await anOpenDrawer();
    const { orderId } = (await sell(drawer, { event: await anEvent(app), quantity: 2 })).body;
    const order = await app.db.query.selectFrom('orders').select(({ fn }) => ['orderNumber', fn.coalesce('linkId', 'id').as('bearer')]).where('id', '=', orderId).executeTakeFirstOrThrow();
    const numbers = [`${order.orderNumber}-T1`, `${order.orderNumber}-T2`];
    const printed = async (): Promise<boolean[]> => {
      const html = await (await app.ask(`/admin/till/${drawer}/sales/${orderId}/print`, { headers: { Cookie: cookie } })).text();
      return numbers.map((number) => html.includes(`Codi QR del ticket ${number}`));
    };
    expect(await printed()).toEqual([true, true]);
    await take(app, await give(app, { orderId: order.bearer, ticketNumber: numbers[0]! }), { name: 'Neus' });
    expect(await printed()).toEqual([false, true]);
  });

  test('has its tickets mailed on its page, where a wrong address is told beside its field', async () => {
    const drawer = await anOpenDrawer();
    const { orderId, orderNumber } = (await sell(drawer, { event: await anEvent(app) })).body;
    const send = (to: string): Promise<Response> =>
      app.ask(`/admin/till/${drawer}/sales/${orderId}`, { method: 'POST', headers: { Cookie: cookie }, body: new URLSearchParams({ intent: 'mail', comanda: orderNumber, to }) });
    const refused = await send('neus arrova');
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(/<input(?=[^>]*aria-invalid="true")(?=[^>]*name="to")[^>]*value="neus arrova"/);
    expect((await send('neus@example.com')).status).toBe(303);
    expect(await app.db.query.selectFrom('orders').select('email').where('id', '=', orderId).executeTakeFirst()).toEqual({ email: 'neus@example.com' });
  });

  test('that is refused without scripts comes back with the code of its colla, and sold says whom they sit with, to programs too', async () => {
    const [drawer, event] = [await anOpenDrawer(), await anEvent(app, { groups: true })];
    const typed = { intent: 'sell', eventId: String(event.id), category: 'public', means: 'cash', key: app.deps.ids.uuid(), quantity: '1', email: 'neus arrova', group: 'K7M2' };
    const refused = await app.ask(`/admin/till/${drawer}?event=${event.id}`, { method: 'POST', headers: { Cookie: cookie }, body: new URLSearchParams(typed) });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringMatching(/<input(?=[^>]*name="group")[^>]*value="K7M2"/)]);
    const [section] = event.sections;
    const unknown = await app.ask(`/admin/till/${drawer}?event=${event.id}`, { method: 'POST', headers: { Cookie: cookie }, body: new URLSearchParams({ ...typed, email: '', 'dish-0': `${section!.id}/${section!.items[0]!.id}` }) });
    expect([unknown.status, await unknown.text()]).toEqual([409, expect.stringMatching(/<input(?=[^>]*aria-invalid="true")(?=[^>]*name="group")/)]);
    const { group } = await aPaidOrder(app, { event, body: { group: { name: 'Els de sempre' } } });
    for (const [places, words] of [[60, 'Seuen amb «Els de sempre»'], [1, 'La colla ja està plena («Els de sempre»): venut sense colla']] as const) {
      await app.db.query.updateTable('eventGroups').set({ maxPlaces: places }).where('eventId', '=', event.id).execute();
      const key = app.deps.ids.uuid();
      const sold = await sell(drawer, { event, key, more: { group: { code: group!.code } } });
      expect(sold.body.group).toEqual({ code: group!.code, name: 'Els de sempre', ...(places === 60 ? { joined: true } : { joined: false, reason: 'full' }) });
      expect((await sell(drawer, { event, key, more: { group: { code: group!.code } } })).body).toEqual(sold.body);
      expect(await (await app.ask(`/admin/till/${drawer}/sales/${sold.body.orderId}`, { headers: { Cookie: cookie } })).text()).toContain(words);
    }
  });

  test('is paid at once at the prices of its category, without an address, and nobody is written to', async () => {
    const event = await anEvent(app, { maxTickets: 10 });
    const drawer = await anOpenDrawer();
    const sold = await sell(drawer, { event, quantity: 2, category: 'socio' });
    expect(sold).toMatchObject({ status: 201, body: { status: 'paid', total: 2_400, discount: 0, ticketsCreated: 2, expiresAt: null, paymentUrl: null } });
    expect(sold.body).not.toHaveProperty('group');
    expect(await soldOf(app, event.id)).toBe(2);
    expect(await ticketStatesOf(sold.body.orderId)).toEqual(['active', 'active']);
    const payments = await app.db.query.selectFrom('payments').select(['provider', 'means', 'status', 'amount']).where('orderId', '=', sold.body.orderId).execute();
    expect(payments).toEqual([{ provider: 'till', means: 'cash', status: 'paid', amount: 2_400 }]);
    expect(await app.db.query.selectFrom('mails').select('id').where('orderId', '=', sold.body.orderId).execute()).toEqual([]);
  });

  test('with an address sends the tickets there, once', async () => {
    const event = await anEvent(app);
    const sold = await sell(await anOpenDrawer(), { event, more: { email: 'neus@example.com' } });
    const mails = await app.db.query.selectFrom('mails').select(['kind', 'recipient']).where('orderId', '=', sold.body.orderId).execute();
    expect(mails).toEqual([{ kind: 'tickets', recipient: 'neus@example.com' }]);
  });

  test('goes on after the sale has closed, and for whom the web shows nothing', async () => {
    const drawer = await anOpenDrawer();
    const closed = await anEvent(app, { saleEndDate: '2020-01-01' });
    const members = await anEvent(app, { visibility: 'socio' });
    expect((await sell(drawer, { event: closed })).status).toBe(201);
    expect((await sell(drawer, { event: members })).status).toBe(201);
  });

  test('on the house costs nothing and says why', async () => {
    const event = await anEvent(app);
    const drawer = await anOpenDrawer(0);
    expect(await sell(drawer, { event, means: 'house' })).toMatchObject({ status: 422, body: { code: 'VALIDATION' } });
    const invited = await sell(drawer, { event, means: 'house', more: { reason: 'La banda de música' } });
    expect(invited).toMatchObject({ status: 201, body: { status: 'completed', total: 0 } });
    expect((await close(drawer, { cash: 0, terminal: 0, bizum: 0 })).body.difference).toEqual({ cash: 0, terminal: 0, bizum: 0 });
  });

  test('sent twice with one key is one sale; with another content it is refused', async () => {
    const event = await anEvent(app);
    const drawer = await anOpenDrawer();
    const key = 'one-tap-of-a-finger';
    const [first, second] = await Promise.all([sell(drawer, { event, key }), sell(drawer, { event, key })]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.orderNumber).toBe(first.body.orderNumber);
    expect(await soldOf(app, event.id)).toBe(1);
    expect((await sell(drawer, { event, key, means: 'bizum' })).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('asked for again after its drawer was closed is told, by either door; what was never sold is refused', async () => {
    const event = await anEvent(app);
    const drawer = await anOpenDrawer(0);
    const [byScreen, byProgram, never] = [app.deps.ids.uuid(), app.deps.ids.uuid(), app.deps.ids.uuid()];
    const cart = [{ sections: aTicket(event).sections, options: [] }];
    const more = { userName: 'Neus', email: 'neus@example.com', expectedTotal: 1_400 };
    const onScreen = async (key: string): Promise<Response> =>
      app.ask(`/admin/till/${drawer}`, {
        method: 'POST',
        headers: { Cookie: cookie },
        body: new URLSearchParams({ intent: 'sell', eventId: String(event.id), key, category: 'public', means: 'cash', userName: ' Neus ', email: 'neus@example.com', cart: JSON.stringify(cart), expectedTotal: '1400' }),
      });
    const first = await onScreen(byScreen);
    const second = await sell(drawer, { event, key: byProgram, more });
    expect([first.status, second.status]).toEqual([303, 201]);
    await close(drawer, { cash: 2_800, terminal: 0, bizum: 0 });
    const again = await sell(drawer, { event, key: byScreen, more });
    expect([again.status, first.headers.get('Location')]).toEqual([201, `/admin/till/${drawer}/sales/${again.body.orderId}`]);
    expect((await onScreen(byProgram)).headers.get('Location')).toBe(`/admin/till/${drawer}/sales/${second.body.orderId}`);
    expect((await sell(drawer, { event, key: never, more })).body.code).toBe('TILL_NOT_OPEN');
    expect((await onScreen(never)).headers.get('Location')).toBe(`/admin/till/${drawer}/close`);
    expect(await soldOf(app, event.id)).toBe(2);
  });

  test('that is refused for its places names what there is too little of', async () => {
    const event = await anEvent(app, { title: 'Sopar curt', maxTickets: 3, dishes: { Paella: [1_400, 1_200, 1_000] }, places: { Paella: 1 } });
    const drawer = await anOpenDrawer();
    const explained = async (tickets: number): Promise<string> => {
      const cart = Array.from({ length: tickets }, () => ({ sections: aTicket(event).sections, options: [] }));
      const body = new URLSearchParams({ intent: 'sell', eventId: String(event.id), key: app.deps.ids.uuid(), category: 'public', means: 'cash', cart: JSON.stringify(cart) });
      return (await app.ask(`/admin/till/${drawer}`, { method: 'POST', headers: { Cookie: cookie }, body })).text();
    };
    expect(await explained(2)).toContain('De «Paella» només en queda 1');
    expect(await explained(4)).toContain('De «Sopar curt» només en queden 3');
  });

  test.each([
    ['a total that has changed', { expectedTotal: 1 }, 409, 'PRICE_CHANGED'],
    ['a dish that is not there', { tickets: [{ sections: {}, options: ['res'] }] }, 422, 'INVALID_SELECTION'],
    ['no ticket', { tickets: [] }, 422, 'VALIDATION'],
    ['an address that is none', { email: 'neus@' }, 400, 'INVALID_EMAIL'],
    ['an event that is not there', { eventId: 999_999 }, 404, 'EVENT_NOT_FOUND'],
    ['means that nobody has', { means: 'xec' }, 422, 'VALIDATION'],
  ])('is refused: %s', async (_what, more, status, code) => {
    const event = await anEvent(app);
    expect(await sell(await anOpenDrawer(), { event, more })).toMatchObject({ status, body: { code } });
    expect(await soldOf(app, event.id)).toBe(0);
  });

  test('sells no seat that is not there', async () => {
    const event = await anEvent(app, { maxTickets: 1 });
    const drawer = await anOpenDrawer();
    await sell(drawer, { event });
    expect(await sell(drawer, { event })).toMatchObject({ status: 409, body: { code: 'INSUFFICIENT_TICKETS', requested: 1, available: 0 } });
    await changeEvent(app, event.id, { archivedAt: app.clock.now() });
    expect((await sell(drawer, { event })).status).toBe(404);
  });

  test('needs an open drawer and somebody with the right', async () => {
    const event = await anEvent(app);
    const drawer = await anOpenDrawer();
    await close(drawer, { cash: 5_000, terminal: 0, bizum: 0 });
    expect(await sell(drawer, { event })).toMatchObject({ status: 409, body: { code: 'TILL_NOT_OPEN' } });
    expect((await sell(app.deps.ids.uuid(), { event })).body.code).toBe('TILL_NOT_OPEN');
    const porter = await signedIn(app, 'porta@comboi.test');
    expect((await post(app, '/api/admin/till/sessions', { body: { float: 0, name: 'Porta' }, headers: { Cookie: porter } })).status).toBe(403);
  });
});

describe('what a till gives back', () => {
  test('is paid out of the drawer that does it, with its own means; the seats are free again', async () => {
    const event = await anEvent(app, { maxTickets: 3 });
    const [friday, saturday] = [await anOpenDrawer(1_000), await anOpenDrawer(10_000)];
    const { orderId } = (await sell(friday, { event, quantity: 3, means: 'terminal' })).body;
    const [first, second] = await ticketIdsOf(orderId);
    const path = `/${saturday}/sales/${orderId}/give-back`;
    expect(await call(path, { ticketIds: [first, second], means: 'cash', reason: 'No poden vindre' })).toMatchObject({ status: 200, body: { amount: 2_800 } });
    expect(await soldOf(app, event.id)).toBe(1);
    expect(await call(path, { ticketIds: [first, second], means: 'cash', reason: 'Una altra vegada' })).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_REFUND' } });
    expect(await call(path, { means: 'bizum', reason: 'La resta' })).toMatchObject({ body: { amount: 1_400 } });
    expect(await ticketStatesOf(orderId)).toEqual(['refunded', 'refunded', 'refunded']);
    const { status } = await app.db.query.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow();
    expect(status).toBe('refunded');
    expect((await close(friday, { cash: 1_000, terminal: 4_200, bizum: 0 })).body.difference).toEqual({ cash: 0, terminal: 0, bizum: 0 });
    expect((await close(saturday, { cash: 7_200, terminal: 0, bizum: 0 })).body).toMatchObject({ expected: { cash: 7_200, terminal: 0, bizum: -1_400 }, difference: { bizum: 1_400 } });
  });

  test('and a closing, asked again with their keys, happen once and are answered alike', async () => {
    const drawer = await anOpenDrawer(0);
    const { orderId } = (await sell(drawer, { event: await anEvent(app), quantity: 2 })).body;
    const twice = async (path: string, body: object): Promise<Answer<Body>[]> => {
      const key = app.deps.ids.uuid();
      const answers = await Promise.all([call(path, body, key), call(path, body, key)]);
      expect(await call(path, { ...body, reason: 'Un altre motiu' }, key)).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
      return answers;
    };
    const [one] = await ticketIdsOf(orderId);
    const paidOut = await twice(`/${drawer}/sales/${orderId}/give-back`, { ticketIds: [one], means: 'cash', reason: 'No ve' });
    expect(paidOut.map(({ status, body }) => [status, body.amount])).toEqual([[200, 1_400], [200, 1_400]]);
    expect(await ticketStatesOf(orderId)).toEqual(['refunded', 'active']);
    const closed = await twice(`/${drawer}/close`, { counted: { cash: 1_400, terminal: 0, bizum: 0 } });
    expect(closed.map(({ status, body }) => [status, body.difference])).toEqual([[200, { cash: 0, terminal: 0, bizum: 0 }], [200, { cash: 0, terminal: 0, bizum: 0 }]]);
  });

  test('is nothing that the web sold, and the provider is asked for nothing that the till sold', async () => {
    const event = await anEvent(app);
    const drawer = await anOpenDrawer();
    const web = await aPaidOrder(app, { event });
    expect((await call(`/${drawer}/sales/${web.orderId}/give-back`, { means: 'cash', reason: 'Prova' })).status).toBe(404);
    const { orderId } = (await sell(drawer, { event })).body;
    const admin = await signedIn(app, 'admin@comboi.test');
    const refused = await post(app, `/api/admin/orders/${orderId}/refund`, { body: { reason: 'Prova' }, headers: { Cookie: admin } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'NOTHING_TO_REFUND' } });
    expect(await ticketStatesOf(orderId)).toEqual(['active']);
  });

  test('what the house had given is only cancelled', async () => {
    const event = await anEvent(app);
    const drawer = await anOpenDrawer(0);
    const { orderId } = (await sell(drawer, { event, means: 'house', more: { reason: 'Premi' } })).body;
    expect((await call(`/${drawer}/sales/${orderId}/give-back`, { means: 'cash', reason: 'No ve' })).body.amount).toBe(0);
    expect(await soldOf(app, event.id)).toBe(0);
    expect((await close(drawer, { cash: 0, terminal: 0, bizum: 0 })).body.difference).toEqual({ cash: 0, terminal: 0, bizum: 0 });
  });

  test('of an event that was withdrawn is what was paid, though its tickets have ended', async () => {
    const event = await anEvent(app);
    const drawer = await anOpenDrawer();
    const { orderId } = (await sell(drawer, { event, quantity: 2 })).body;
    await withdraw(app, event.id);
    await app.round('withdrawals');
    expect(await ticketStatesOf(orderId)).toEqual(['cancelled', 'cancelled']);
    expect((await call(`/${drawer}/sales/${orderId}/give-back`, { means: 'cash', reason: 'Acte retirat' })).body.amount).toBe(2_800);
  });
});

describe('the drawer', () => {
  test('is open once under its name, and a repeated opening is the same one', async () => {
    const key = 'open-the-casal-drawer';
    const first = await call('', { float: 1_000, name: 'Casal' }, key);
    expect((await call('', { float: 1_000, name: 'Casal' }, key)).body.id).toBe(first.body.id);
    expect(await call('', { float: 0, name: 'casal' })).toMatchObject({ status: 409, body: { code: 'TILL_IS_OPEN' } });
    await close(first.body.id, { cash: 1_000, terminal: 0, bizum: 0 });
    expect((await call('', { float: 0, name: 'Casal' })).status).toBe(201);
  });

  test('takes in and gives out cash with a reason, which its closing counts to the cent', async () => {
    const event = await anEvent(app);
    const drawer = await anOpenDrawer(5_000);
    await sell(drawer, { event, quantity: 2 });
    const move = (direction: string, amount: number, more?: { reason?: string; key?: string }): Promise<Answer<Body>> => call(`/${drawer}/movements`, { direction, amount, reason: more?.reason ?? 'Canvi del banc' }, more?.key);
    expect(await move('in', 2_000)).toMatchObject({ status: 201 });
    const [first, again] = await Promise.all([move('out', 3_015, { key: 'to-the-safe' }), move('out', 3_015, { key: 'to-the-safe' })]);
    expect(again.body.id).toBe(first.body.id);
    // 50,00 + 28,00 + 20,00 - 30,15
    expect(await move('out', 6_786)).toMatchObject({ status: 422, body: { fields: { amount: 'A la caixa no hi ha tant efectiu' } } });
    expect(await move('out', 0)).toMatchObject({ status: 422 });
    expect(await move('out', 100, { reason: ' ' })).toMatchObject({ status: 422 });
    expect((await close(drawer, { cash: 6_785, terminal: 0, bizum: 0 })).body).toMatchObject({ expected: { cash: 6_785 }, difference: { cash: 0, terminal: 0, bizum: 0 } });
    expect(await move('in', 100)).toMatchObject({ status: 409, body: { code: 'TILL_NOT_OPEN' } });
  });

  test('is closed once, and says to the cent what differs', async () => {
    const event = await anEvent(app, { dishes: { Coca: [355, 355, 355] } });
    const drawer = await anOpenDrawer(5_000);
    await sell(drawer, { event, quantity: 3 });
    await sell(drawer, { event, means: 'bizum' });
    const closed = await close(drawer, { cash: 6_064, terminal: 0, bizum: 355 });
    expect(closed.body).toMatchObject({ expected: { cash: 6_065, terminal: 0, bizum: 355 }, difference: { cash: -1, terminal: 0, bizum: 0 } });
    expect(await close(drawer, { cash: 6_065, terminal: 0, bizum: 355 })).toMatchObject({ status: 409, body: { code: 'TILL_NOT_OPEN' } });
    expect((await call(`/${drawer}/sales/${app.deps.ids.uuid()}/give-back`, { means: 'cash', reason: 'Tard' })).status).toBe(404);
  });
});
