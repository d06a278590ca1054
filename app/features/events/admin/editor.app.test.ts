import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { aPaidOrder, aTicket, order, press, refreshOrder, signedIn } from '#tests/support/people/buyers.ts';
import { aDoorkeeper, aSoldTicket, verify } from '#tests/support/people/scanners.ts';
import { anEvent, PAELLA, soldOf } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { EventDetail } from '#app/features/events/schema.ts';

import type { EditedEvent } from './schema.ts';

let app: TestApp;
let admin: string;

beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => closeInOrder(app));

const DINNER = {
  title: 'Sopar de germanor',
  date: '2099-03-15',
  time: '21:00',
  description: 'Sopar al casal.',
  price: 1800,
  image: '🥘',
  sections: [{ name: 'Plat', required: true, maxSelection: 1, items: [{ name: 'Paella', emoji: '🥘', pricePublic: 1400, priceMember: 1200, priceCommission: 1000 }] }],
  options: [{ name: 'Vi', emoji: '🍷', pricePublic: 250 }],
};

interface Answer {
  status: number;
  body: { id: number; version: number; code?: string; fields?: Record<string, string>; current?: EditedEvent };
}

async function ask(method: string, path: string, { body, headers = {}, cookie = admin }: { body?: unknown; headers?: Record<string, string>; cookie?: string } = {}): Promise<Answer> {
  const response = await app.ask(path, { method, headers: { 'Content-Type': 'application/json', Cookie: cookie, ...headers }, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

async function read(id: number): Promise<EditedEvent> {
  return (await ask('GET', `/api/admin/events/${id}`)).body as unknown as EditedEvent;
}

async function put(id: number, version: number, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return ask('PUT', `/api/admin/events/${id}`, { body, headers: { 'If-Match': `"${version}"`, ...headers } });
}

async function forBuyers(id: number): Promise<EventDetail> {
  return (await (await app.ask(`/api/events/${id}`)).json()) as EventDetail;
}

async function created(change: Record<string, unknown> = {}): Promise<EditedEvent> {
  const { status, body } = await ask('POST', '/api/admin/events', { body: { ...DINNER, ...change } });
  expect(status).toBe(201);
  return read(body.id);
}

test('an event that an admin creates can be bought at the prices it was given', async () => {
  const { id } = await created();
  const event = await forBuyers(id);
  expect(event).toMatchObject({ title: 'Sopar de germanor', dateText: '15 de març, 2099', saleStatus: 'open', price: 1800, maxTickets: null });
  const placed = await aPaidOrder(app, { event, tickets: [aTicket(event, { options: [event.options[0]!.id] })] });
  expect(placed.total).toBe(1650);
});

test('a sale that begins later is announced, refused until then, and the box office sells before', async () => {
  const start = new Date(app.clock.now().getTime() + 60_000);
  const { id } = await created({ saleStart: start.toISOString() });
  const event = await forBuyers(id);
  expect(event).toMatchObject({ saleStatus: 'closed', available: false, saleStart: start.toISOString(), unavailableReason: expect.stringMatching(/^Venda oberta des del .+ a les \d\d:\d\d$/) });
  expect(await order(app, { event })).toMatchObject({ status: 409, body: { code: 'SALES_CLOSED', saleStart: start.toISOString() } });
  expect((await order(app, { event, cookie: admin })).status).toBe(201);
  const page = await app.ask(`/order/${id}`);
  expect([page.status, (await page.text()).includes('Encara no està a la venda')]).toEqual([200, true]);
  app.clock.advance(60_000);
  expect((await order(app, { event })).status).toBe(201);
});

test('hours and what is allowed at the door are kept; what an edit does not say of the door stays', async () => {
  const door = { exitReentry: true, kitchenService: false };
  const made = await created({ endTime: '02:00', door });
  expect(made).toMatchObject({ endTime: '02:00', door });
  const { door: _door, ...silent } = made;
  await put(made.id, made.version, { ...silent, endTime: null });
  expect(await read(made.id)).toMatchObject({ endTime: null, door });
});

test('tickets may be given away unless an edit says otherwise, and a copy says the same', async () => {
  const made = await created({});
  expect(made.givingAllowed).toBe(true);
  await put(made.id, made.version, { ...made, givingAllowed: false });
  const { givingAllowed, ...silent } = await read(made.id);
  expect(givingAllowed).toBe(false);
  await put(made.id, silent.version, { ...silent, title: 'Un altre nom' });
  expect(await read(made.id)).toMatchObject({ title: 'Un altre nom', givingAllowed: false });
  const ticked = async (path: string): Promise<boolean> => /<input(?=[^>]*name="givingAllowed")(?=[^>]*checked)[^>]*>/.test(await (await app.ask(path, { headers: { Cookie: admin } })).text());
  expect([await ticked('/admin/events/new'), await ticked(`/admin/events/new?from=${made.id}`)]).toEqual([true, false]);
});

describe('what is refused', () => {
  test.each([
    ['title', { title: ' ' }, 'title', 'Escriu el títol'],
    ['letters for an emoji', { image: 'abc' }, 'image', "Has de seleccionar un emoji vàlid per a l'esdeveniment"],
    ['five emoji', { image: '🥘🥘🥘🥘🥘' }, 'image', "Has de seleccionar un emoji vàlid per a l'esdeveniment"],
    ['25 hours', { time: '25:00' }, 'time', "El format d'hora ha de ser HH:MM (exemple: 14:30)"],
    ['a day that is none', { date: '2099-02-29' }, 'date', 'Escriu la data'],
    ['a sale that ends later', { saleEndDate: '2099-03-16' }, 'saleEndDate', "La data límit de venda no pot ser posterior a l'esdeveniment"],
    ['an end that is the beginning', { endTime: '21:00' }, 'endTime', 'Ha de ser una altra hora que la de començar, en format HH:MM (exemple: 02:00)'],
    ['a sale that would begin after its end', { saleStart: '2099-03-15T20:00:00Z' }, 'saleStart', 'La venda ha de començar abans que es tanque'],
    ['a sale that begins on no day', { saleStart: 'demà' }, 'saleStart', 'La venda ha de començar abans que es tanque'],
    ['a price below nothing', { price: -1 }, 'price', 'Escriu el preu de referència'],
    ['half a cent', { price: 1000.5 }, 'price', 'Escriu el preu de referència'],
    ['a limit below nothing', { maxTickets: -1 }, 'maxTickets', 'Escriu un nombre entre 0 i 100000, o deixa-ho buit si no hi ha límit'],
    ['a section without a name', { sections: [{ ...DINNER.sections[0], name: '' }] }, 'sections[0].name', 'Escriu el nom de la secció'],
    ['a section that says no name at all', { sections: [{ ...DINNER.sections[0], name: undefined }] }, 'sections[0].name', 'Menu must have id and name'],
    ['a section without dishes', { sections: [{ ...DINNER.sections[0], items: [] }] }, 'sections[0].items', 'Afig almenys un plat a la secció'],
    ['a dish without a price', { sections: [{ ...DINNER.sections[0], items: [{ name: 'Paella' }] }] }, 'sections[0].items[0].pricePublic', 'Escriu el preu: sense preu no es pot guardar'],
    ['a family of letters for a dish', { options: [{ name: 'Vi', emoji: 'x', pricePublic: 1 }] }, 'options[0].emoji', 'Tria un emoji vàlid'],
  ])('%s', async (_, change, field, text) => {
    const { status, body } = await ask('POST', '/api/admin/events', { body: { ...DINNER, ...change } });
    expect([status, body.code, body.fields]).toEqual([422, 'VALIDATION', { [field]: text }]);
  });

  test("a dish's fifth emoji is left out, as by its form", async () => {
    const made = await ask('POST', '/api/admin/events', { body: { ...DINNER, options: [{ name: 'Vi', emoji: '🍷🍷🍷🍷🍷', pricePublic: 100 }] } });
    expect(made.status).toBe(201);
    expect((await read(made.body.id)).options.map(({ emoji }) => emoji)).toEqual(['🍷🍷🍷🍷']);
  });

  test('an emoji cut in half', async () => {
    expect(await ask('POST', '/api/admin/events', { body: { ...DINNER, image: '🥘'.slice(0, 1) } })).toMatchObject({ status: 400, body: { code: 'INVALID_JSON' } });
  });

  test('a family emoji is one and is kept whole', async () => {
    const { id } = await created({ image: '👨‍👩‍👧‍👦' });
    expect((await forBuyers(id)).image).toBe('👨‍👩‍👧‍👦');
  });

  test('ids that are none', async () => {
    for (const id of ['99999999999', '-1', '1e3', '1 OR 1=1', 'x']) {
      expect((await ask('GET', `/api/admin/events/${encodeURIComponent(id)}`)).status).toBe(400);
      expect((await ask('DELETE', `/api/admin/events/${encodeURIComponent(id)}`)).status).toBe(400);
    }
    expect((await ask('GET', '/api/admin/events/2147483647')).status).toBe(404);
  });
});

describe('an edit', () => {
  test('keeps the ids of what stays, and tickets keep what they were sold with', async () => {
    const before = await created();
    const event = await forBuyers(before.id);
    const { orderId } = await aPaidOrder(app, { event });
    const snapshot = async () => app.db.query.selectFrom('tickets').select(['menuSelection', 'price']).where('orderId', '=', orderId).execute();
    const sold = await snapshot();

    const [section] = before.sections;
    const sections = [{ ...section, items: [{ ...section!.items[0]!, name: 'Paella de marisc', pricePublic: 1600 }, { name: 'Fideuà', pricePublic: 1500 }] }];
    expect(await put(before.id, before.version, { ...before, sections, options: [] })).toMatchObject({ status: 200, body: { version: before.version + 1 } });

    const after = await read(before.id);
    expect(after.sections[0]!.id).toBe(section!.id);
    expect(after.sections[0]!.items.map(({ id, name }) => [id === section!.items[0]!.id, name])).toEqual([[true, 'Paella de marisc'], [false, 'Fideuà']]);
    expect(after.options).toEqual([]);
    expect(await snapshot()).toEqual(sold);
    const buyers = await forBuyers(before.id);
    expect(buyers.sections[0]!.items.map(({ price }) => price)).toEqual([1600, 1500]);
  });

  test('never touches how many are sold meanwhile', async () => {
    const before = await created({ maxTickets: 40 });
    const event = await forBuyers(before.id);
    for (let sale = 0; sale < 10; sale += 1) await aPaidOrder(app, { event, address: `10.1.0.${sale}` });
    expect((await put(before.id, before.version, { ...before, sold: 0, soldtickets: 0, title: 'Altre títol' })).status).toBe(200);
    expect(await soldOf(app, before.id)).toBe(10);
    expect((await forBuyers(before.id)).remaining).toBe(30);
  });

  test('of the second of two editors overwrites nothing and is told what stands', async () => {
    const before = await created();
    const race = await Promise.all(Array.from({ length: 12 }, (_, editor) => put(before.id, before.version, { ...before, title: `Editor ${editor}` })));
    const winners = race.filter(({ status }) => status === 200);
    const losers = race.filter(({ status }) => status === 409);
    expect([winners.length, losers.length]).toEqual([1, 11]);
    const after = await read(before.id);
    expect(after.version).toBe(before.version + 1);
    for (const { body } of losers) expect([body.code, body.current!.version, body.current!.title]).toEqual(['VERSION_CONFLICT', after.version, after.title]);
  });

  test('needs the version that was edited', async () => {
    const before = await created();
    expect(await ask('PUT', `/api/admin/events/${before.id}`, { body: before })).toMatchObject({ status: 422, body: { code: 'VALIDATION' } });
  });

  test('below what is sold cancels nothing and sells nothing more', async () => {
    const before = await created({ maxTickets: 5 });
    const event = await forBuyers(before.id);
    const placed = await aPaidOrder(app, { event, quantity: 3 });
    expect((await put(before.id, before.version, { ...before, maxTickets: 2 })).status).toBe(200);
    expect(await forBuyers(before.id)).toMatchObject({ saleStatus: 'soldout', remaining: 0 });
    expect((await order(app, { event })).body.code).toBe('INSUFFICIENT_TICKETS');
    const tickets = await app.db.query.selectFrom('tickets').select('status').where('orderId', '=', placed.orderId).execute();
    expect(tickets.map(({ status }) => status)).toEqual(['active', 'active', 'active']);
  });

  test('of the prices is asked of whoever has them in the cart, and honoured for whoever ordered before', async () => {
    const before = await created();
    const event = await forBuyers(before.id);
    const { body: ordered } = await order(app, { event, address: '10.2.0.1' });
    const [section] = before.sections;
    await put(before.id, before.version, { ...before, sections: [{ ...section, items: [{ ...section!.items[0]!, pricePublic: 1700 }] }] });
    const later = await order(app, { event, body: { expectedTotal: 1400 }, address: '10.2.0.2' });
    expect([later.status, later.body.code, later.body.total]).toEqual([409, 'PRICE_CHANGED', 1700]);
    await press(app, ordered, 'pay');
    expect((await (await app.ask(`/api/orders/${ordered.orderId}`)).json()) as object).toMatchObject({ status: 'paid', total: 1400 });
  });

  test('that hides it sells to nobody else, while a hold may still be paid', async () => {
    const before = await created();
    const event = await forBuyers(before.id);
    const { body: held } = await order(app, { event, address: '10.5.0.1' });
    await put(before.id, before.version, { ...before, visibility: 'comision' });
    expect((await order(app, { event, address: '10.5.0.2' })).body.code).toBe('EVENT_NOT_FOUND');
    await press(app, held, 'pay');
    expect(await refreshOrder(app, held.orderId)).toMatchObject({ status: 'paid', tickets: [{ ticketNumber: `${held.orderNumber}-T1` }] });
  });

  test('that moves it leaves every code as it is, and tickets and door say the new day', async () => {
    const before = await created();
    const ticket = await aSoldTicket(app, await forBuyers(before.id));
    const door = await aDoorkeeper(app);
    await put(before.id, before.version, { ...before, date: '2099-04-02', time: '20:15' });
    expect(await verify(app, door, { qrData: ticket.id, eventId: before.id })).toMatchObject({ code: 'VALID', ticket: { eventDate: '2099-04-02', eventTime: '20:15' } });
    const page = await (await app.ask(`/payment-success?order_id=${ticket.orderId}`)).text();
    expect([page.includes("2 d'abril, 2099") || page.includes('2 d&#x27;abril, 2099'), page.includes('15 de març, 2099')]).toEqual([true, false]);
  });

  test('that takes a required section away is told to whoever has chosen from it', async () => {
    const before = await created();
    const event = await forBuyers(before.id);
    await put(before.id, before.version, { ...before, sections: [] });
    expect((await order(app, { event })).body.code).toBe('INVALID_SELECTION');
  });
});

test('a request repeated with its key changes once and is answered alike', async () => {
  const headers = { 'Idempotency-Key': 'editor-one-event' };
  const [first, second] = await Promise.all([ask('POST', '/api/admin/events', { body: DINNER, headers }), ask('POST', '/api/admin/events', { body: DINNER, headers })]);
  expect([first!.status, second!.status, second!.body.id]).toEqual([201, 201, first!.body.id]);
  expect(await ask('POST', '/api/admin/events', { body: { ...DINNER, title: 'Altre' }, headers })).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  const edited = await read(first!.body.id);
  const saving = { 'Idempotency-Key': 'editor-one-save' };
  const saved = await put(edited.id, edited.version, edited, saving);
  expect(await put(edited.id, edited.version, edited, saving)).toEqual(saved);
  expect((await read(edited.id)).version).toBe(edited.version + 1);
});

describe('places of a dish', () => {
  const withPlaces = (event: EditedEvent, places: number | null) => ({ ...event, sections: event.sections.map((one) => ({ ...one, items: one.items.map((dish) => ({ ...dish, places })) })) });
  const dishOf = async (id: number) => (await read(id)).sections[0]!.items[0]!;

  test('given later count what was sold before; fewer than that cancel nothing and sell no more', async () => {
    const before = await created();
    const event = await forBuyers(before.id);
    await aPaidOrder(app, { event, quantity: 3 });
    expect(await dishOf(before.id)).toMatchObject({ places: null, taken: null });
    expect((await put(before.id, before.version, withPlaces(before, 2))).status).toBe(200);
    expect(await dishOf(before.id)).toMatchObject({ places: 2, taken: 3 });
    expect((await forBuyers(before.id)).sections[0]!.items[0]!.remaining).toBe(0);
    expect((await order(app, { event })).body.code).toBe('ITEM_SOLD_OUT');
    expect((await put(before.id, before.version + 1, withPlaces(await read(before.id), 4))).status).toBe(200);
    expect((await order(app, { event, address: '10.4.0.1' })).status).toBe(201);
    expect((await put(before.id, before.version + 2, withPlaces(await read(before.id), null))).status).toBe(200);
    expect((await order(app, { event, quantity: 9, address: '10.4.0.2' })).status).toBe(201);
  });

  test('are whole, and not below nothing', async () => {
    for (const places of [-1, 1.5, 100_001]) {
      const { status, body } = await ask('POST', '/api/admin/events', { body: { ...DINNER, sections: [{ ...DINNER.sections[0], items: [{ ...DINNER.sections[0]!.items[0], places }] }] } });
      expect([status, Object.keys(body.fields!)]).toEqual([422, ['sections[0].items[0].places']]);
    }
  });
});

describe('an event that is taken away', () => {
  test('is deleted while nobody has a ticket for it, and not after', async () => {
    const empty = await created({ title: 'Sopar que no serà' });
    expect((await ask('DELETE', `/api/admin/events/${empty.id}`)).status).toBe(204);
    expect((await app.ask(`/api/events/${empty.id}`)).status).toBe(404);
    const panel = async (): Promise<string> => (await app.ask('/admin', { headers: { Cookie: admin } })).text();
    expect(await panel()).not.toContain('Sopar que no serà');
    const sold = await anEvent(app, { dishes: { Paella: PAELLA } });
    await aPaidOrder(app, { event: sold });
    expect(await ask('DELETE', `/api/admin/events/${sold.id}`)).toMatchObject({ status: 409, body: { code: 'HAS_SOLD_TICKETS' } });
    expect((await app.ask(`/api/events/${sold.id}`)).status).toBe(200);
  });

  test('is withdrawn once, and whoever asks again is answered alike', async () => {
    const event = await anEvent(app);
    const withdrawing = () => ask('POST', `/api/admin/events/${event.id}/withdraw`);
    expect([(await withdrawing()).status, (await withdrawing()).status]).toEqual([202, 202]);
    const traces = await app.db.query.selectFrom('audit').select('action').where('subject', '=', 'event').where('subjectId', '=', String(event.id)).execute();
    expect(traces).toEqual([{ action: 'event.withdrawn' }]);
    expect((await ask('POST', '/api/admin/events/2147483647/withdraw')).status).toBe(404);
  });

  test('is archived: off sale, its tickets valid, a hold may still be paid', async () => {
    const event = await anEvent(app, { maxTickets: 9 });
    const paid = await aPaidOrder(app, { event });
    const { body: held } = await order(app, { event, address: '10.3.0.1' });
    expect((await ask('POST', `/api/admin/events/${event.id}/archive`)).status).toBe(202);
    expect((await app.ask(`/api/events/${event.id}`)).status).toBe(404);
    expect((await order(app, { event, address: '10.3.0.2' })).body.code).toBe('EVENT_NOT_FOUND');
    await press(app, held, 'pay');
    for (const { orderId } of [paid, held]) expect((await (await app.ask(`/api/orders/${orderId}`)).json()) as object).toMatchObject({ status: 'paid' });
    expect((await app.db.query.selectFrom('refunds').select('id').where('orderId', '=', held.orderId).execute()).length).toBe(0);
    expect((await ask('POST', `/api/admin/events/${event.id}/archive`)).status).toBe(404);
    expect((await ask('POST', `/api/admin/events/${event.id}/withdraw`)).status).toBe(202);
    await app.round('withdrawals');
    expect((await (await app.ask(`/api/orders/${paid.orderId}`)).json()) as object).toMatchObject({ status: 'refunded' });
  });
});
