import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { aDoorkeeper, type AtTheDoor, admit, soldTickets, type SoldTicket, verify } from '#tests/support/people/scanners.ts';
import { aTicket, refreshOrder, signedIn } from '#tests/support/people/buyers.ts';
import { give, take, revokeTransfer, tryToTransfer } from '#tests/support/people/transfers.ts';
import { anEvent, changeEvent, withdraw } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';


const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let keeper: AtTheDoor;
beforeAll(async () => {
  app = await aTestApp();
  keeper = await aDoorkeeper(app);
});
afterAll(() => closeInOrder(app));

async function aSale(quantity = 2): Promise<SoldTicket[]> {
  return soldTickets(app, { event: await anEvent(app, { title: 'Sopar de regal' }), quantity });
}

async function textOf(path: string): Promise<string> {
  return (await (await app.ask(path)).text()).replaceAll('<!-- -->', '');
}

async function idOf({ ticketNumber }: SoldTicket): Promise<string> {
  return (await app.db.query.selectFrom('tickets').select('id').where('ticketNumber', '=', ticketNumber).executeTakeFirstOrThrow()).id;
}

describe('a note for the kitchen', () => {
  const noteOf = async ({ ticketNumber }: SoldTicket): Promise<unknown> => {
    const { note, menuSelection } = await app.db.query.selectFrom('tickets').select(['note', 'menuSelection']).where('ticketNumber', '=', ticketNumber).executeTakeFirstOrThrow();
    expect(JSON.stringify(menuSelection)).not.toContain('Al·lèrgica');
    return note;
  };
  const write = (page: string, note: string): Promise<Response> => Promise.resolve(app.ask(page, { method: 'POST', body: new URLSearchParams({ nota: note }) }));

  test('goes with its person: the sender’s stays with nobody, whoever takes the ticket writes their own', async () => {
    const event = await anEvent(app);
    const [first, second] = (await soldTickets(app, { event, tickets: [aTicket(event, { note: 'Al·lèrgica als fruits secs' }), aTicket(event, { note: 'Al·lèrgica a l’ou' })] })) as [SoldTicket, SoldTicket];
    const mine = await take(app, await give(app, first), { name: 'Marta', note: ' Celíaca ' });
    const link = await give(app, second);
    // As older menus held it.
    await app.db.query.updateTable('tickets').set({ menuSelection: JSON.stringify({ menus: {}, note: 'Al·lèrgica' }) }).where('id', '=', second.id).execute();
    const theirs = await take(app, link, { name: 'Pau' });
    expect([await noteOf(first), await noteOf(second)]).toEqual(['Celíaca', null]);
    expect((await verify(app, keeper, { qrData: await idOf(first) })).ticket?.note).toBe('Celíaca');
    expect(await textOf(mine.page!)).toContain('Celíaca');

    expect((await write(theirs.page!, 'Diabètic')).status).toBe(303);
    expect(await noteOf(second)).toBe('Diabètic');
    const refused = await write(mine.page!, 'x'.repeat(501));
    expect([refused.status, await noteOf(first)]).toEqual([400, 'Celíaca']);
    expect(await textOf(`/payment-success?order_id=${first.orderId}`)).not.toContain('Celíaca');

    await revokeTransfer(app, first);
    expect(await noteOf(first)).toBeNull();
    await write(mine.page!, 'Vegana');
    expect(await noteOf(first)).toBeNull();
  });

  test('is not changed after the kitchen’s deadline', async () => {
    const event = await anEvent(app, { kitchenDeadline: new Date(app.clock.now().getTime() + DAY_MS) });
    const [ticket] = (await soldTickets(app, { event })) as [SoldTicket];
    const { page } = await take(app, await give(app, ticket), { name: 'Marta' });
    await app.db.query.updateTable('events').set({ kitchenDeadline: new Date(app.clock.now().getTime() - 1_000) }).where('id', '=', event.id).execute();
    expect((await write(page!, 'Tard')).status).toBe(409);
    expect(await noteOf(ticket)).toBeNull();
  });
});

describe('a ticket that was given', () => {
  test('is its recipient’s: another code lets them in, and the old one is said to be replaced', async () => {
    const [first, second] = (await aSale()) as [SoldTicket, SoldTicket];
    const link = await give(app, first);
    const preview = await textOf(link);
    expect(preview).toContain('Sopar de regal');
    for (const secret of [first.id, first.orderId]) expect(preview).not.toContain(secret);

    const { status, page } = await take(app, link, { name: 'Marta Pons' });
    expect([status, page]).toEqual([303, expect.stringMatching(/^\/regal\/tiquet\?clau=[A-Z2-7]{26}$/)]);
    const now = await idOf(first);
    expect(now).not.toBe(first.id);
    const received = await textOf(page!);
    for (const text of [`Codi QR del ticket ${first.ticketNumber}`, 'A nom de Marta Pons', 'Actiu']) expect(received).toContain(text);
    expect(received).not.toContain(first.orderId);

    expect(await verify(app, keeper, { qrData: first.id })).toMatchObject({ success: false, code: 'REPLACED' });
    expect(await admit(app, keeper, { ticketId: first.id })).toMatchObject({ success: false, code: 'REPLACED' });
    expect(await admit(app, keeper, { ticketId: now })).toMatchObject({ success: true });

    const order = await refreshOrder(app, first.orderId);
    expect(order.tickets).toEqual([{ id: second.id, ticketNumber: second.ticketNumber }]);
    const orderPage = await textOf(`/payment-success?order_id=${first.orderId}`);
    expect(orderPage).not.toContain(now);
    expect(orderPage).not.toContain(`Codi QR del ticket ${first.ticketNumber}`);
  });

  test('is in no document, mail or list of its sender any more, who sees who has it', async () => {
    const cookie = await signedIn(app, 'soci@comboi.test');
    const [transferred, own] = (await soldTickets(app, { event: await anEvent(app), quantity: 2, cookie })) as [SoldTicket, SoldTicket];
    await take(app, await give(app, transferred), { name: 'Quim' });
    const mine = (await (await app.ask('/my-tickets', { headers: { Cookie: cookie } })).text()).replaceAll('<!-- -->', '');
    expect(mine).toContain('Donat a Quim');
    const theirs = await idOf(transferred);
    for (const path of ['/my-tickets', '/my-tickets.data', `/api/orders/${transferred.orderId}`, `/payment-success?order_id=${transferred.orderId}`, `/payment-success.data?order_id=${transferred.orderId}`, `/donar-tiquet.data?order_id=${transferred.orderId}`]) {
      const text = await (await app.ask(path, { headers: { Cookie: cookie } })).text();
      expect([path, text.includes(own.ticketNumber), text.includes(theirs)]).toEqual([path, true, false]);
    }
    expect([mine.includes(`Codi QR del ticket ${transferred.ticketNumber}`), mine.includes(`Codi QR del ticket ${own.ticketNumber}`)]).toEqual([false, true]);
    expect(await textOf(`/donar-tiquet?order_id=${transferred.orderId}`)).toContain('Donat a Quim');
    const document = await app.ask(`/api/orders/${transferred.orderId}/tickets.pdf`);
    expect([document.status, document.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    const calendar = await app.ask(`/api/orders/${transferred.orderId}/calendar`);
    expect(await calendar.text()).toMatch(/^BEGIN:VCALENDAR/);
  });

  test('has the calendar of its event for who took it, also of an event that others do not see, until it is taken back', async () => {
    const [ticket] = (await soldTickets(app, { event: await anEvent(app, { visibility: 'comision' }), quantity: 1, cookie: await signedIn(app, 'comissio@comboi.test') })) as [SoldTicket];
    const { page } = await take(app, await give(app, ticket), { name: 'Marta' });
    const [, calendar] = /href="(\/api\/[^"]*\/calendar)"/.exec(await textOf(page!))!;
    const response = await app.ask(calendar!);
    expect([response.status, (await response.text()).startsWith('BEGIN:VCALENDAR')]).toEqual([200, true]);
    await revokeTransfer(app, ticket);
    expect((await app.ask(calendar!)).status).toBe(404);
  });

  test.each([
    ['menus as objects', { menus: { a: { section_name: 'Torrà', items: [{ name: 'Llonganissa' }] } } }],
    ['a map of sections', { a: { section_name: 'Torrà', items: [{ name: 'Llonganissa' }] } }],
    ['a plain list of dishes', [{ name: 'Llonganissa' }]],
    ['JSON text', JSON.stringify([{ name: 'Llonganissa' }])],
  ])('has its dishes on every page that shows it, though its menu is in an older shape: %s', async (_shape, menu) => {
    const [ticket] = (await aSale(1)) as [SoldTicket];
    await app.db.query.updateTable('tickets').set({ menuSelection: JSON.stringify(menu) as never }).where('id', '=', ticket.id).execute();
    const giving = `/donar-tiquet?order_id=${ticket.orderId}`;
    for (const path of [giving, `/payment-success?order_id=${ticket.orderId}`]) expect(await textOf(path)).toContain('Llonganissa');
    const admin = await signedIn(app, 'admin@comboi.test');
    expect(await (await app.ask(`/admin/orders/${ticket.orderId}`, { headers: { Cookie: admin } })).text()).toContain('Llonganissa');
    const document = await app.ask(`/api/orders/${ticket.orderId}/tickets.pdf`);
    expect([document.status, document.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);

    const { page } = await take(app, await give(app, ticket), { name: 'Marta' });
    const received = await textOf(page!);
    expect([received.includes('Llonganissa'), received.includes('Canviar plats')]).toEqual([true, false]);
    expect((await app.ask(giving)).status).toBe(200);
  });

  test('is said on its order to be others’ while it is valid, and nothing is once its payment is disputed', async () => {
    const [ticket] = (await aSale(1)) as [SoldTicket];
    await take(app, await give(app, ticket), { name: 'Empar' });
    const observed = async (): Promise<boolean[]> => {
      const page = await textOf(`/payment-success?order_id=${ticket.orderId}`);
      return ['que valen els tenen ara altres persones', 'Els tiquets donats', 'Ara mateix, cap tiquet'].map((text) => page.includes(text));
    };
    const suspend = (suspendedAt: Date | null): Promise<unknown> => app.db.query.updateTable('tickets').set({ suspendedAt }).where('orderId', '=', ticket.orderId).execute();
    expect(await observed()).toEqual([true, true, false]);
    await suspend(app.clock.now());
    expect(await observed()).toEqual([false, false, true]);
    await suspend(null);
    expect(await observed()).toEqual([true, true, false]);
  });

  test('comes back to its sender under a third code, and leaves its recipient with none', async () => {
    const [ticket] = (await aSale(1)) as [SoldTicket];
    const { page } = await take(app, await give(app, ticket), { name: 'Neus' });
    const theirs = await idOf(ticket);
    expect(await revokeTransfer(app, ticket)).toBe(303);
    const back = await idOf(ticket);
    expect(new Set([ticket.id, theirs, back]).size).toBe(3);
    expect((await app.ask(page!)).status).toBe(404);
    expect(await verify(app, keeper, { qrData: theirs })).toMatchObject({ code: 'REPLACED' });
    expect(await verify(app, keeper, { qrData: back })).toMatchObject({ code: 'VALID' });
    // And may be given once more.
    expect((await take(app, await give(app, ticket), { name: 'Pere' })).status).toBe(303);
  });
});

describe('a link', () => {
  test('is one for a ticket, however often it is asked for, and gives nothing once it was given up', async () => {
    const [ticket] = (await aSale(1)) as [SoldTicket];
    const link = await give(app, ticket);
    expect(await give(app, ticket)).toBe(link);
    expect(await revokeTransfer(app, ticket)).toBe(303);
    expect((await app.ask(link)).status).toBe(404);
    expect((await take(app, link, { name: 'Tard' })).status).toBe(409);
    expect(await give(app, ticket)).not.toBe(link);
    expect(await idOf(ticket)).toBe(ticket.id);
  });

  test('sent twice by the same form gives one ticket, and leads to it both times; another form gets none', async () => {
    const [ticket] = (await aSale(1)) as [SoldTicket];
    const link = await give(app, ticket);
    const key = app.deps.ids.token();
    const [one, two] = [await take(app, link, { name: 'Vicent', key }), await take(app, link, { name: 'Vicent', key })];
    expect(two).toEqual(one);
    expect(await take(app, link, { name: 'Una altra', key: app.deps.ids.token() })).toMatchObject({ status: 409, page: null });
  });

  test.each(['', 'res', `${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}.falsa`])('with the code %j gives nothing', async (code) => {
    expect((await app.ask(`/regal?codi=${encodeURIComponent(code)}`)).status).toBe(404);
    expect((await take(app, `/regal?codi=${encodeURIComponent(code)}`, { name: 'Ningú' })).status).toBe(409);
  });

  test('asks for a name', async () => {
    const [ticket] = (await aSale(1)) as [SoldTicket];
    const link = await give(app, ticket);
    expect((await take(app, link, { name: '  ' })).status).toBe(400);
    expect(await idOf(ticket)).toBe(ticket.id);
  });
});

test('where an event stops giving, nothing more is given or taken, and what was given can come back', async () => {
  const event = await anEvent(app);
  const [transferred, offered, own] = (await soldTickets(app, { event, quantity: 3 })) as [SoldTicket, SoldTicket, SoldTicket];
  await take(app, await give(app, transferred), { name: 'Carme' });
  const link = await give(app, offered);
  await changeEvent(app, event.id, { givingAllowed: false });
  expect(await tryToTransfer(app, own)).toBe(409);
  expect((await app.ask(link)).status).toBe(404);
  expect((await take(app, link, { name: 'Tard' })).status).toBe(409);
  const page = await textOf(`/donar-tiquet?order_id=${transferred.orderId}`);
  expect([page.includes('En este acte no es poden donar tiquets'), page.includes('Fer un enllaç')]).toEqual([true, false]);
  expect(await textOf(`/payment-success?order_id=${transferred.orderId}`)).toContain('Donar-ne un');
  expect(await revokeTransfer(app, transferred)).toBe(303);
  expect(await textOf(`/payment-success?order_id=${transferred.orderId}`)).not.toContain('Donar-ne un');
});

test("a recipient's name is kept for thirty days after the event; that the ticket was given, longer", async () => {
  const [ticket] = (await aSale(1)) as [SoldTicket];
  const { page } = await take(app, await give(app, ticket), { name: 'Amparo Vidal' });
  const { eventDate } = await app.db.query.selectFrom('events').innerJoin('tickets', 'tickets.eventId', 'events.id').select('eventDate').where('tickets.ticketNumber', '=', ticket.ticketNumber).executeTakeFirstOrThrow();
  const sender = `/donar-tiquet?order_id=${ticket.orderId}`;
  const before = app.clock.now().getTime();
  app.clock.advance(Date.parse(`${eventDate}T20:00:00Z`) + 30 * DAY_MS - before);
  await app.round('retention');
  expect(await textOf(sender)).toContain('Donat a Amparo Vidal');
  app.clock.advance(DAY_MS);
  await app.round('retention');
  for (const path of [sender, page!]) expect(await textOf(path)).not.toContain('Amparo');
  expect(await textOf(sender)).toContain('>Donat<');
  expect((await app.ask(page!)).status).toBe(200);
  expect((await refreshOrder(app, ticket.orderId)).tickets).toEqual([]);
});

describe('can not be given', () => {
  // What was forgotten above has signed the first one out.
  beforeAll(async () => {
    keeper = await aDoorkeeper(app);
  });

  test('a ticket that was used, nor taken when it is used meanwhile', async () => {
    const [used, late] = (await aSale()) as [SoldTicket, SoldTicket];
    await admit(app, keeper, { ticketId: used.id });
    expect(await tryToTransfer(app, used)).toBe(409);
    const link = await give(app, late);
    await admit(app, keeper, { ticketId: late.id });
    expect((await take(app, link, { name: 'Tard' })).status).toBe(409);
  });

  test('a ticket of an event that was withdrawn, of another order or of none', async () => {
    const event = await anEvent(app);
    const [ticket] = (await soldTickets(app, { event })) as [SoldTicket];
    const [other] = (await aSale(1)) as [SoldTicket];
    expect(await tryToTransfer(app, { orderId: other.orderId, ticketNumber: ticket.ticketNumber })).toBe(404);
    expect(await tryToTransfer(app, { orderId: app.deps.ids.uuid(), ticketNumber: ticket.ticketNumber })).toBe(302);
    await withdraw(app, event.id);
    expect(await tryToTransfer(app, ticket)).toBe(409);
  });
});

describe('a revocation that was a slip', () => {
  const post = (orderId: string, fields: Record<string, string>): Promise<Response> => Promise.resolve(app.ask(`/donar-tiquet?order_id=${orderId}`, { method: 'POST', body: new URLSearchParams(fields) }));

  test('of a ticket that was taken back by a slip its recipient gets a new code at the same page, for two minutes', async () => {
    const [ticket] = (await aSale()) as [SoldTicket];
    const { page } = await take(app, await give(app, ticket), { name: 'Marta' });
    const before = await idOf(ticket);
    const which = { tiquet: ticket.ticketNumber, nom: 'Marta' };
    const revoked = await post(ticket.orderId, { intent: 'recuperar', ...which });
    expect(await revoked.text()).toContain('Desfer: tornar-lo a');
    expect((await app.ask(page!)).status).toBe(404);
    expect((await post(ticket.orderId, { intent: 'desfer', ...which })).status).toBe(303);
    expect(await textOf(page!)).toContain('A nom de Marta');
    const codes = [before, await idOf(ticket)];
    expect(codes[0]).not.toBe(codes[1]);
    expect((await admit(app, keeper, { ticketId: codes[0]! })).success).toBe(false);
    expect((await post(ticket.orderId, { intent: 'desfer', ...which })).status).toBe(409);

    await post(ticket.orderId, { intent: 'recuperar', ...which });
    app.clock.advance(3 * 60_000);
    expect((await post(ticket.orderId, { intent: 'desfer', ...which })).status).toBe(409);
    expect((await app.ask(page!)).status).toBe(404);
  });

  test('of one that was offered to somebody else meanwhile, or never given, there is nothing to undo', async () => {
    const [first, second] = (await aSale()) as [SoldTicket, SoldTicket];
    await take(app, await give(app, first), { name: 'Marta' });
    await revokeTransfer(app, first);
    await give(app, first);
    for (const ticket of [first, second]) expect((await post(ticket.orderId, { intent: 'desfer', tiquet: ticket.ticketNumber, nom: 'Marta' })).status).toBe(409);
  });
});
