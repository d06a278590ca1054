import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { anEvent, changeEvent, withdraw } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { give, take, revokeTransfer } from '#tests/support/people/transfers.ts';
import { aPaidOrder, aPlacedOrder, order, ownAddress, press, refreshOrder, signedIn } from '#tests/support/people/buyers.ts';
import { countGuessing } from '#app/features/door/code-guessing/service.server.ts';
import type { EventDetail } from '#app/features/events/schema.ts';

import type { GroupDetails } from './schema.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => closeInOrder(app));

async function aDinner(): Promise<EventDetail> {
  return anEvent(app, { groups: true });
}

async function groupAt(code: string): Promise<{ status: number; body: GroupDetails & { code?: string } }> {
  const response = await app.ask(`/api/groups/${code}`, { address: ownAddress() });
  return { status: response.status, body: (await response.json()) as GroupDetails };
}

async function put(orderId: string, body: unknown): Promise<{ status: number; body: { code?: string; group?: { code: string; name: string } | null; fields?: Record<string, string> } }> {
  const response = await app.ask(`/api/orders/${orderId}/group`, { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body), address: ownAddress() });
  return { status: response.status, body: (await response.json()) as never };
}

async function aGroup(event: EventDetail, { name = 'Els de sempre', firstName, quantity = 2 }: { name?: string; firstName?: string; quantity?: number } = {}) {
  const placed = await aPaidOrder(app, { event, quantity, body: { group: { name, ...(firstName !== undefined && { firstName }) } } });
  return { placed, code: placed.group!.code! };
}

function post(path: string, fields: Record<string, string>, cookie = ''): Promise<Response> {
  return app.ask(path, { method: 'POST', headers: { Cookie: cookie }, body: new URLSearchParams(fields) });
}

async function groupIds(eventId: number): Promise<string[]> {
  return (await app.db.query.selectFrom('eventGroups').select('id').where('eventId', '=', eventId).where('mergedInto', 'is', null).orderBy('createdAt').orderBy('id').execute()).map(({ id }) => id);
}

describe('with an order', () => {
  test('one makes a colla, others join by its code, and its page counts what is paid', async () => {
    const event = await aDinner();
    const { placed, code } = await aGroup(event, { firstName: 'Neus' });
    expect(placed.group).toEqual({ code, name: 'Els de sempre', joined: true });
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}$/);

    const joining = await aPlacedOrder(app, { event, quantity: 3, body: { group: { code: code.toLowerCase(), firstName: 'Pau' } } });
    expect(joining.group).toEqual({ code, name: 'Els de sempre', joined: true });
    expect((await groupAt(code)).body).toEqual({ name: 'Els de sempre', eventId: event.id, places: 2, names: ['Neus'], closed: false, table: null });
    await press(app, joining, 'pay');
    expect((await groupAt(code)).body).toMatchObject({ places: 5, names: ['Neus', 'Pau'] });
  });

  test('the same request again gets the same answer, and makes no second colla', async () => {
    const event = await aDinner();
    const input = { event, key: 'a-key-for-a-colla', body: { group: { name: 'Quintos' } }, address: ownAddress() };
    const [first, second] = [await aPlacedOrder(app, input), await aPlacedOrder(app, input)];
    expect(second).toEqual(first);
    expect(await groupIds(event.id)).toHaveLength(1);
  });

  test('an unknown code, one of another event and a name of 300 letters place nothing, in words', async () => {
    const [event, other] = [await aDinner(), await aDinner()];
    const { code } = await aGroup(other);
    for (const wrong of [{ code: 'ZZZZZZ' }, { code }, { code: 'hola' }]) {
      const { status, body } = await order(app, { event, body: { group: wrong } });
      expect([status, body.code]).toEqual([404, 'GROUP_NOT_FOUND']);
    }
    const long = await order(app, { event, body: { group: { name: 'x'.repeat(300) } } });
    expect([long.status, (long.body as { fields?: unknown }).fields]).toEqual([422, { 'group.name': 'Són massa lletres: en caben 40' }]);
    expect(await app.db.query.selectFrom('orders').select('id').where('eventId', '=', event.id).execute()).toEqual([]);
  });

  test('where no places are left in it, or tables are closed, the order is sold without a colla and says so, on the paid page too', async () => {
    const event = await aDinner();
    const { code } = await aGroup(event, { quantity: 2 });
    await app.db.query.updateTable('eventGroups').set({ maxPlaces: 3 }).where('code', '=', code).execute();
    const full = await aPaidOrder(app, { event, quantity: 2, body: { group: { code } } });
    expect(full.group).toEqual({ code, name: 'Els de sempre', joined: false, reason: 'full' });
    const page = await (await app.ask(`/payment-success?order_id=${full.orderId}`)).text();
    expect(page).toContain('La comanda és bona, però sense colla');

    await changeEvent(app, event.id, { groupsCloseAt: app.clock.now() });
    const late = await aPlacedOrder(app, { event, quantity: 1, body: { group: { code } } });
    expect(late.group).toMatchObject({ joined: false, reason: 'closed' });
    expect((await groupAt(code)).body).toMatchObject({ places: 2, closed: true });
  });

  test('a colla that nobody bought for ends with its holds, and comes back with a late payment', async () => {
    const event = await aDinner();
    const { group, ...placed } = await aPlacedOrder(app, { event, body: { group: { name: 'Quasi' } } });
    expect((await groupAt(group!.code!)).status).toBe(200);
    await app.ask(`/api/orders/${placed.orderId}/cancel`, { method: 'POST' });
    expect((await groupAt(group!.code!)).status).toBe(404);
  });

  test('an event without colles takes none', async () => {
    const event = await anEvent(app);
    const placed = await aPlacedOrder(app, { event, body: { group: { name: 'Els de sempre' } } });
    expect(placed.group).toMatchObject({ joined: false, reason: 'closed' });
    expect(await (await app.ask(`/payment-success?order_id=${placed.orderId}`)).text()).not.toContain('Amb qui vens?');
  });
});

describe('the page of a colla', () => {
  test('tells a stranger its name, places and first names, and nothing else', async () => {
    const event = await aDinner();
    const { placed, code } = await aGroup(event, { name: '<b>Els</b> \u202Ede sempre', firstName: 'Neus' });
    const response = await app.ask(`/colla/${code}`, { address: ownAddress() });
    const html = await response.text();
    expect(response.headers.get('Cache-Control')).toContain('no-store');
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(html).toContain('noindex');
    expect(html).toContain('&lt;b&gt;Els&lt;/b&gt; de sempre');
    expect(html.replaceAll('<!-- -->', '')).toContain('Ve Neus.');
    const head = html.slice(0, html.indexOf('</head>'));
    expect(head).toContain('de sempre');
    expect(head).not.toContain('Neus');
    const { tickets } = await refreshOrder(app, placed.orderId);
    for (const secret of ['ramon@example.com', placed.orderId, placed.orderNumber, ...tickets.flatMap(({ id, ticketNumber }) => [id, ticketNumber])]) expect(html).not.toContain(secret);
  });

  test('is missing alike for an unknown code and for whoever may not see the event', async () => {
    const event = await anEvent(app, { groups: true, visibility: 'socio' });
    const cookie = await signedIn(app, 'soci@comboi.test');
    const placed = await aPaidOrder(app, { event, cookie, body: { group: { name: 'Socis' } } });
    const code = placed.group!.code!;
    expect((await app.ask(`/colla/${code}`, { headers: { Cookie: cookie } })).status).toBe(200);
    const [hidden, unknown] = await Promise.all([`/colla/${code}`, '/colla/ZZZZZZ'].map(async (path) => app.ask(path, { address: ownAddress() })));
    expect([hidden!.status, unknown!.status]).toEqual([404, 404]);
    expect((await hidden!.text()).replaceAll(code, '')).toBe((await unknown!.text()).replaceAll('ZZZZZZ', ''));
  });

  test('whoever tries codes is told to wait, and an admin hears of it', async () => {
    const strict = await app.another({ COMBOI_RATE_LIMITS: '1' });
    try {
      const address = ownAddress();
      const answers: number[] = [];
      for (let tries = 0; tries < 45; tries += 1) answers.push((await strict.ask(`/api/groups/ZZZZ${10 + tries}`, { address })).status);
      expect(answers.slice(0, 40)).toEqual(Array.from({ length: 40 }, () => 404));
      expect(answers.at(-1)).toBe(429);
      expect((await strict.ask('/colla/ZZZZZZ', { address })).status).toBe(429);
      expect(countGuessing(strict.deps)).toBe(1);
    } finally {
      await strict.close();
    }
  });

  test('whoever tries codes with orders is refused as well, and whoever knows one is not counted', async () => {
    const strict = await app.another({ COMBOI_RATE_LIMITS: '1' });
    try {
      const [event, address] = [await aDinner(), ownAddress()];
      const { code } = await aGroup(event);
      const asks = async (tried: string): Promise<string> => (await order(strict, { event, address, body: { group: { code: tried } } })).body.code;
      const answers: string[] = [];
      for (let tries = 0; tries < 41; tries += 1) answers.push(await asks(`ZZZZ${10 + tries}`));
      expect(answers).toEqual([...Array.from({ length: 40 }, () => 'GROUP_NOT_FOUND'), 'RATE_LIMITED']);
      expect(await asks(code)).toBe('RATE_LIMITED');
      expect((await order(strict, { event, address, body: { group: { name: 'Els de sempre' } } })).status).toBe(201);
      expect(countGuessing(strict.deps)).toBe(1);
      for (let tries = 0; tries < 45; tries += 1) expect((await order(strict, { event, address: '203.0.113.98', body: { group: { code, firstName: '🎺'.repeat(200) } } })).body.code).toBe('VALIDATION');
    } finally {
      await strict.close();
    }
  });

  test('whoever tries codes on an event\'s page is counted as well, and may go on buying', async () => {
    const strict = await app.another({ COMBOI_RATE_LIMITS: '1' });
    try {
      const [event, address] = [await aDinner(), ownAddress()];
      const { code } = await aGroup(event);
      const shows = async (from: string): Promise<[number, boolean]> => {
        const page = await strict.ask(`/order/${event.id}?colla=${code}`, { address: from });
        return [page.status, (await page.text()).includes('Els de sempre')];
      };
      expect(await shows(address)).toEqual([200, true]);
      for (let tries = 0; tries < 41; tries += 1) await strict.ask(`/order/${event.id}?colla=ZZZZ${10 + tries}`, { address });
      expect(await shows(address)).toEqual([200, false]);
      expect(await shows(ownAddress())).toEqual([200, true]);
      expect(countGuessing(strict.deps)).toBe(1);
    } finally {
      await strict.close();
    }
  });

  test('whoever tries codes by the form of an order is counted, whatever button they say they pressed', async () => {
    const strict = await app.another({ COMBOI_RATE_LIMITS: '1' });
    try {
      const address = ownAddress();
      const { placed } = await aGroup(await aDinner());
      const asks = async (intent: string, codi: string): Promise<number> => (await strict.ask(`/la-meua-colla?order_id=${placed.orderId}`, { method: 'POST', body: new URLSearchParams({ intent, codi }), address })).status;
      for (let tries = 0; tries < 41; tries += 1) await asks(tries % 2 === 0 ? 'nom' : 'res', `ZZZZ${10 + tries}`);
      expect(await asks('unir', 'ZZZZZZ')).toBe(429);
      expect(countGuessing(strict.deps)).toBe(1);
    } finally {
      await strict.close();
    }
  });

  test('an order gives another first name, or takes it back, and stays in its colla', async () => {
    const { code, placed } = await aGroup(await aDinner());
    const named = async (firstName: string): Promise<string[]> => {
      const answer = await app.ask(`/la-meua-colla?order_id=${placed.orderId}`, { method: 'POST', body: new URLSearchParams({ intent: 'nom', codi: code, 'el-teu-nom': firstName }), address: ownAddress() });
      expect(answer.status).toBe(303);
      return (await groupAt(code)).body.names;
    };
    expect(await named('Empar')).toEqual(['Empar']);
    expect(await named('')).toEqual([]);
  });

  test('of an event that is withdrawn, or has its colles switched off, is missing, and joins nobody', async () => {
    const [event, other] = [await aDinner(), await aDinner()];
    const [{ code, placed }, off] = [await aGroup(event), await aGroup(other)];
    expect(await withdraw(app, event.id)).toBe(true);
    await changeEvent(app, other.id, { groups: false });
    for (const gone of [code, off.code]) expect((await groupAt(gone)).status).toBe(404);
    expect([404, 409]).toContain((await put(placed.orderId, { code })).status);
  });

  test('its link leads to the event, which shows it and how many come', async () => {
    const event = await aDinner();
    const { code } = await aGroup(event);
    expect(await (await app.ask(`/colla/${code}`, { address: ownAddress() })).text()).toContain(`/order/${event.id}?colla=${code}`);
    const html = await (await app.ask(`/order/${event.id}?colla=${code}`, { address: ownAddress() })).text();
    expect(html).toContain('Els de sempre');
    expect(await (await app.ask(`/order/${event.id}`, { address: ownAddress() })).text()).not.toContain('Els de sempre');
  });
});

describe('afterwards', () => {
  test('an order joins, changes and leaves, by its page and by the API', async () => {
    const event = await aDinner();
    const [one, other] = [await aGroup(event), await aGroup(event, { name: 'Quintos' })];
    const alone = await aPaidOrder(app, { event });
    expect((await put(alone.orderId, { code: one.code, firstName: 'Vicent' })).body).toEqual({ group: { code: one.code, name: 'Els de sempre' } });
    expect((await post(`/la-meua-colla?order_id=${alone.orderId}`, { intent: 'unir', codi: other.code, 'el-teu-nom': '' })).status).toBe(303);
    expect((await groupAt(one.code)).body).toMatchObject({ places: 2, names: [] });
    expect((await groupAt(other.code)).body).toMatchObject({ places: 3 });
    expect((await put(alone.orderId, null)).body).toEqual({ group: null });
    expect((await groupAt(other.code)).body).toMatchObject({ places: 2 });
  });

  test('what is wrong stands beside its field, and what was typed stays', async () => {
    const event = await aDinner();
    const alone = await aPaidOrder(app, { event });
    const answer = await post(`/la-meua-colla?order_id=${alone.orderId}`, { intent: 'unir', codi: 'ZZZZZZ', 'el-teu-nom': 'Carme' });
    expect(answer.status).toBe(409);
    const html = await answer.text();
    for (const text of ['No hi ha cap colla amb eixe codi', 'value="ZZZZZZ"', 'value="Carme"']) expect(html).toContain(text);
    expect((await put(alone.orderId, {})).status).toBe(422);
    expect((await put(alone.orderId, { code: 'ZZZZZZ' })).status).toBe(404);
    expect((await put(app.deps.ids.uuid(), { name: 'Els' })).status).toBe(404);
  });

  test('once tables are closed nothing moves, but by an admin', async () => {
    const event = await aDinner();
    const { placed, code } = await aGroup(event);
    await changeEvent(app, event.id, { groupsCloseAt: app.clock.now() });
    expect((await put(placed.orderId, null)).body).toMatchObject({ code: 'GROUP_CLOSED' });
    const [id] = await groupIds(event.id);
    expect((await post(`/admin/colles/${event.id}`, { intent: 'edit', group: id!, name: 'Els de sempre i més', places: '70' }, admin)).status).toBe(303);
    expect((await groupAt(code)).body).toMatchObject({ name: 'Els de sempre i més', places: 2 });
    const alone = await aPaidOrder(app, { event });
    expect((await post(`/admin/colles/${event.id}`, { intent: 'move', order: 'ORD-0', code }, admin)).status).toBe(409);
    expect((await post(`/admin/colles/${event.id}`, { intent: 'move', order: alone.orderNumber, code }, admin)).status).toBe(303);
    expect((await groupAt(code)).body).toMatchObject({ places: 3 });
  });

  test('a ticket given away stays in its colla, its recipient may leave it, and what is refunded leaves it', async () => {
    const event = await aDinner();
    const { placed, code } = await aGroup(event);
    const [first] = (await refreshOrder(app, placed.orderId)).tickets;
    const { page } = await take(app, await give(app, { orderId: placed.orderId, ticketNumber: first!.ticketNumber }), { name: 'Empar' });
    expect((await groupAt(code)).body).toMatchObject({ places: 2 });
    // The sender's order leaves; the recipient's ticket does not.
    const left = await put(placed.orderId, null);
    expect([left.status, left.body]).toEqual([200, { group: null }]);
    expect((await groupAt(code)).body).toMatchObject({ places: 1 });
    const key = new URL(page!, 'http://test').searchParams.get('clau')!;
    expect((await post(`/la-meua-colla?clau=${key}`, { intent: 'unir', codi: code })).status).toBe(409);
    expect((await post(`/la-meua-colla?clau=${key}`, { intent: 'deixar' })).status).toBe(303);
    expect((await groupAt(code)).status).toBe(404);
    await revokeTransfer(app, { orderId: placed.orderId, ticketNumber: first!.ticketNumber });
    expect((await put(placed.orderId, { name: 'Una altra' })).status).toBe(200);
  });

  test('an admin merges two colles, and both links lead to the one that is left', async () => {
    const event = await aDinner();
    const [one, other] = [await aGroup(event, { firstName: 'Neus' }), await aGroup(event, { name: 'Quintos' })];
    const ids = new Map((await app.db.query.selectFrom('eventGroups').select(['id', 'code']).where('eventId', '=', event.id).execute()).map(({ code, id }) => [code, id]));
    expect((await post(`/admin/colles/${event.id}`, { intent: 'merge', group: ids.get(one.code)!, into: ids.get(other.code)! }, admin)).status).toBe(303);
    for (const code of [one.code, other.code]) expect((await groupAt(code)).body).toMatchObject({ name: 'Quintos', places: 4, names: ['Neus'] });
    const joined = await aPlacedOrder(app, { event, body: { group: { code: one.code } } });
    expect(joined.group).toMatchObject({ code: other.code, joined: true });

    expect((await post(`/admin/colles/${event.id}`, { intent: 'delete', group: ids.get(other.code)! }, admin)).status).toBe(303);
    for (const code of [one.code, other.code]) expect((await groupAt(code)).status).toBe(404);
    expect((await refreshOrder(app, one.placed.orderId)).tickets).toHaveLength(2);
    expect((await post(`/admin/colles/${event.id}`, { intent: 'delete', group: ids.get(other.code)! }, admin)).status).toBe(409);
    expect((await post(`/admin/colles/${event.id}`, { intent: 'delete', group: ids.get(other.code)! })).status).toBe(401);
  });
});
