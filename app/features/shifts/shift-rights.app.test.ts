import { afterAll, beforeEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid, instantInMadrid } from '#app/domain/time/madrid-time.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { aMember, login, sendForm } from '#tests/support/people/accounts.ts';
import { aTicket, type Answer, post, type Problem } from '#tests/support/people/buyers.ts';
import { admit, aDoorkeeper, ask, type AtTheDoor, aSoldTicket, handIn, verify } from '#tests/support/people/scanners.ts';
import { withdraw } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { accept, aMemberOn, anEventTonight, aShiftNow, type InShift } from '#tests/support/app/shifts.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
let evening: Date;
beforeAll(async () => {
  app = await aTestApp({ env: { COMBOI_ADMIN_SECOND_FACTOR: '0' } });
  evening = new Date(instantInMadrid(dayInMadrid(app.clock.now()), '17:00'));
});
beforeEach(() => app.clock.set(evening));
afterAll(() => closeInOrder(app));

const inMinutes = (minutes: number): void => app.clock.advance(minutes * MINUTE_MS);
const atDoor = ({ cookie }: InShift): AtTheDoor => ({ headers: { Cookie: cookie }, device: 'Porta 1 · torn' });
const statusOf = async (who: { cookie: string }, path: string): Promise<number> => (await app.ask(path, { headers: { Cookie: who.cookie } })).status;

async function aDoorShift(): Promise<{ event: EventDetail; shift: string; member: InShift; door: AtTheDoor }> {
  const event = await anEventTonight(app, { description: 'Sopar.' });
  const shift = await aShiftNow(app, event, { kind: 'door' });
  const member = await aMemberOn(app, shift);
  return { event, shift, member, door: atDoor(member) };
}

const refusedScan = async (who: AtTheDoor, event: EventDetail, ticketId: string): Promise<number> => (await ask(app, who, { path: '/api/tickets/use', body: { ticketId, nonce: app.deps.ids.uuid(), eventId: event.id } })).status;

describe('a shift at the door', () => {
  test('lets in for that event alone, also by number, and finds people', async () => {
    const { event, member, door } = await aDoorShift();
    const other = await anEventTonight(app);
    const [own, foreign] = [await aSoldTicket(app, event), await aSoldTicket(app, other)];
    expect((await ask<{ events: { id: number }[]; scanner: { expiresAt: string } }>(app, door, { path: '/api/door' })).body).toMatchObject({ events: [{ id: event.id }], scanner: { hasAccount: true, isAdmin: false } });
    expect(await verify(app, door, { qrData: own.ticketNumber, source: 'typed', eventId: event.id })).toMatchObject({ code: 'VALID' });
    expect(await verify(app, door, { qrData: foreign.id })).toMatchObject({ code: 'OTHER_EVENT' });
    expect(await admit(app, door, { ticketId: own.id, eventId: event.id })).toMatchObject({ code: 'ADMITTED' });
    expect(await admit(app, door, { ticketId: foreign.id, eventId: other.id })).toMatchObject({ success: false, code: 'OTHER_EVENT' });
    expect((await ask(app, door, { path: `/api/door/${event.id}/search?q=ramon` })).status).toBe(200);
    for (const path of [`/api/door/${other.id}/search?q=ramon`, `/api/door/${other.id}/list`, `/api/door/${other.id}/live`]) expect((await ask(app, door, { path })).status).toBe(403);
    expect(await statusOf(member, '/admin/ticket-verification')).toBe(200);
    for (const path of ['/admin', '/admin/users', '/admin/till', '/admin/search', '/admin/passes', `/admin/torns/${event.id}`]) expect([path, await statusOf(member, path)]).toEqual([path, 403]);
  });

  test('begins a quarter of an hour before, and ends a quarter after, at the next request', async () => {
    const event = await anEventTonight(app);
    const member = await aMemberOn(app, await aShiftNow(app, event, { kind: 'door', from: 30, to: 90 }));
    const [door, ticket] = [atDoor(member), await aSoldTicket(app, event)];
    const opens = async (): Promise<number> => (await ask(app, door, { path: '/api/door' })).status;
    inMinutes(14);
    expect([await opens(), await statusOf(member, '/admin/ticket-verification'), await refusedScan(door, event, ticket.id)]).toEqual([403, 403, 403]);
    inMinutes(1);
    expect([await opens(), await statusOf(member, '/admin/ticket-verification')]).toEqual([200, 200]);
    inMinutes(89);
    expect(await opens()).toBe(200);
    inMinutes(1);
    expect([await opens(), await refusedScan(door, event, ticket.id)]).toEqual([403, 403]);
    const page = await (await app.ask('/admin/ticket-verification', { headers: { Cookie: member.cookie } })).text();
    expect([page.includes('El teu torn de porta s&#x27;ha acabat'), page.includes(event.title)]).toEqual([true, false]);
    expect((await sendForm(app, '/admin/ticket-verification', { intent: 'use', ticketId: ticket.id, nonce: app.deps.ids.uuid() }, { cookie: member.cookie })).status).toBe(403);
  });

  test('asked for and not accepted, or refused, opens nothing; one at the bar neither', async () => {
    const event = await anEventTonight(app);
    const member = await aMember(app);
    const cookie = await login(app, member);
    await accept(app, await aShiftNow(app, event, { kind: 'door' }), member, 'asked');
    await accept(app, await aShiftNow(app, event, { kind: 'bar' }), member);
    expect((await ask(app, { headers: { Cookie: cookie } }, { path: '/api/door' })).status).toBe(403);
  });

  test('taken away by an admin, or with its event, ends at once, and streams with it', async () => {
    await vi.waitUntil(() => app.deps.changes.isListening(), { timeout: 60_000 });
    const admin = (await aDoorkeeper(app, { admin: true })).headers['Cookie']!;
    for (const how of ['turn down', 'delete', 'withdraw', 'clock'] as const) {
      const { event, shift, member, door } = await aDoorShift();
      const ticket = await aSoldTicket(app, event);
      const stream = (await app.ask(`/api/door/${event.id}/live`, { headers: { Accept: 'text/event-stream', ...door.headers } })).body!.getReader();
      let over = false;
      void (async () => {
        while (!(await stream.read()).done);
        over = true;
      })();
      await app.round('rights of streams');
      expect(over).toBe(false);
      if (how === 'turn down') await sendForm(app, `/admin/torns/${event.id}`, { intent: 'turn-down', shift, person: member.id }, { cookie: admin });
      if (how === 'delete') await sendForm(app, `/admin/torns/${event.id}`, { intent: 'delete', shift }, { cookie: admin });
      if (how === 'withdraw') await withdraw(app, event.id);
      if (how === 'clock') inMinutes(75);
      else app.clock.advance(4_999);
      expect([how, await refusedScan(door, event, ticket.id)]).toEqual([how, 403]);
      await vi.waitUntil(async () => {
        await app.round('rights of streams');
        return over;
      }, { timeout: 60_000 });
    }
  });

  test('that ends between a scan and its entry lets nobody in', async () => {
    const { event, door } = await aDoorShift();
    const ticket = await aSoldTicket(app, event);
    expect(await verify(app, door, { qrData: ticket.id, eventId: event.id })).toMatchObject({ code: 'VALID' });
    inMinutes(75);
    expect(await refusedScan(door, event, ticket.id)).toBe(403);
    expect(await app.db.query.selectFrom('tickets').select('status').where('id', '=', ticket.id).executeTakeFirstOrThrow()).toEqual({ status: 'active' });
  });

  test('takes nothing from whom the right itself lets in everywhere, before, in and after it', async () => {
    const [event, other] = [await anEventTonight(app), await anEventTonight(app)];
    const tickets = [await aSoldTicket(app, other), await aSoldTicket(app, event)];
    const member = await aMember(app, { rights: ['door'] });
    await accept(app, await aShiftNow(app, event, { kind: 'door' }), member);
    const door = { headers: { Cookie: await login(app, member) }, device: 'Porta 2 · dret' };
    expect(await admit(app, door, { ticketId: tickets[0]!.id, eventId: other.id })).toMatchObject({ code: 'ADMITTED' });
    expect((await ask<{ scanner: { expiresAt: string | null } }>(app, door, { path: '/api/door' })).body.scanner.expiresAt).toBeNull();
    inMinutes(120);
    expect(await admit(app, door, { ticketId: tickets[1]!.id, eventId: event.id })).toMatchObject({ code: 'ADMITTED' });
  });

  test('hands in for 48 hours what it let in without network, and no more', async () => {
    const { event, door } = await aDoorShift();
    const tickets = await Promise.all([1, 2, 3].map(async () => aSoldTicket(app, event)));
    const scannedAt = app.clock.now();
    inMinutes(120);
    const results = (await handIn(app, door, { event, scans: [{ ticket: tickets[0]!, at: scannedAt }, { ticket: tickets[1]! }] })).body.results;
    expect(results.map(({ success }) => success)).toEqual([true, false]);
    expect(await app.db.query.selectFrom('heldScans').select(['reason', 'byAccount']).where('eventId', '=', event.id).execute()).toEqual([{ reason: 'after_end', byAccount: true }]);
    app.clock.advance(48 * 60 * MINUTE_MS);
    expect((await handIn(app, door, { event, scans: [{ ticket: tickets[2]!, at: scannedAt }] })).body.results[0]).toMatchObject({ success: false });
    expect((await handIn(app, door, { event: await anEventTonight(app), scans: [] })).status).toBe(403);
  });

  test('taken away leaves what was scanned to an admin, who takes it', async () => {
    const { event, shift, member, door } = await aDoorShift();
    const ticket = await aSoldTicket(app, event);
    const scannedAt = app.clock.now();
    const admin = (await aDoorkeeper(app, { admin: true })).headers['Cookie']!;
    await sendForm(app, `/admin/torns/${event.id}`, { intent: 'turn-down', shift, person: member.id }, { cookie: admin });
    const [result] = (await handIn(app, door, { event, scans: [{ ticket, at: scannedAt }] })).body.results;
    expect(result).toMatchObject({ success: false });
    const page = (await (await app.ask('/admin/passes', { headers: { Cookie: admin } })).text()).replaceAll('<!-- -->', '');
    for (const words of [`Torn de porta · ${member.name}`, 'Li vau llevar el torn.']) expect(page).toContain(words);
    expect((await sendForm(app, '/admin/passes', { intent: 'take-scans', pass: member.id, event: String(event.id) }, { cookie: admin })).status).toBe(303);
    expect(await app.db.query.selectFrom('scans').select('scannedBy').where('ticketId', '=', ticket.id).where('success', '=', true).execute()).toEqual([{ scannedBy: `user:${member.id}` }]);
  });
});

describe('what the phone of a shift scanned without network, when its event', () => {
  test('is moved meanwhile, is handed in at once and waits for an admin', async () => {
    const { event, member, door } = await aDoorShift();
    const ticket = await aSoldTicket(app, event);
    const scannedAt = app.clock.now();
    inMinutes(5);
    const admin = (await aDoorkeeper(app, { admin: true })).headers['Cookie']!;
    const [next, { version }] = [addDays(event.date, 6), await app.db.query.selectFrom('events').select('version').where('id', '=', event.id).executeTakeFirstOrThrow()];
    const move = { intent: 'move', id: app.deps.ids.uuid(), version: String(version), date: next, time: event.time, location: 'Casal', words: 'Plou.', chooseUntil: next };
    expect((await sendForm(app, `/admin/events/plans/${event.id}`, move, { cookie: admin })).status).toBe(303);
    expect(await statusOf(member, '/api/door')).toBe(403);
    expect(await (await app.ask('/admin/ticket-verification', { headers: { Cookie: member.cookie } })).text()).toContain('Encara no és l&#x27;hora del teu torn de porta');
    expect((await handIn(app, door, { event, scans: [{ ticket, at: scannedAt }] })).body.results[0]).toMatchObject({ success: false, conflict: false });
    expect(await app.db.query.selectFrom('heldScans').select(['reason', 'passId']).where('eventId', '=', event.id).execute()).toEqual([{ reason: 'after_end', passId: member.id }]);
  });

  test('is withdrawn meanwhile, is recorded as everybody else has it: nobody took the shift away', async () => {
    const { event, door } = await aDoorShift();
    const ticket = await aSoldTicket(app, event);
    const scannedAt = app.clock.now();
    inMinutes(5);
    await withdraw(app, event.id);
    expect((await handIn(app, door, { event, scans: [{ ticket, at: scannedAt }] })).status).toBe(200);
    expect(await app.db.query.selectFrom('heldScans').select('reason').where('eventId', '=', event.id).execute()).toEqual([]);
    expect(await app.db.query.selectFrom('scans').select('ticketId').where('eventId', '=', event.id).execute()).toEqual([{ ticketId: ticket.id }]);
  });
});

interface TillBody extends Problem {
  id: string;
  orderId: string;
}

async function till(who: { cookie: string }, path: string, body: unknown, key?: string): Promise<Answer<TillBody>> {
  return (await post(app, `/api/admin/till/sessions${path}`, { body, headers: { Cookie: who.cookie, ...(key !== undefined && { 'Idempotency-Key': key }) } })) as Answer<TillBody>;
}

let drawers = 0;

async function aTillShift(): Promise<{ event: EventDetail; member: InShift; drawer: string }> {
  const event = await anEventTonight(app);
  const member = await aMemberOn(app, await aShiftNow(app, event, { kind: 'till' }));
  drawers += 1;
  const opened = await till(member, '', { float: 5_000, name: `Torn ${drawers}` });
  expect(opened.status).toBe(201);
  return { event, member, drawer: opened.body.id };
}

const sale = (event: EventDetail): object => ({ eventId: event.id, category: 'public', means: 'cash', tickets: [aTicket(event)] });
const EMPTY = { counted: { cash: 6_400, terminal: 0, bizum: 0 } };

describe('a shift at the till', () => {
  test('opens a drawer, and sells and gives back for that event alone', async () => {
    const { event, member, drawer } = await aTillShift();
    const other = await anEventTonight(app);
    const sold = await till(member, `/${drawer}/sales`, sale(event));
    expect(sold.status).toBe(201);
    expect((await till(member, `/${drawer}/sales`, sale(other))).status).toBe(403);
    const seller = { cookie: await login(app, await aMember(app, { rights: ['till'] })) };
    drawers += 1;
    const { body: theirs } = await till(seller, '', { float: 1_000, name: `Torn ${drawers}` });
    const foreign = await till(seller, `/${theirs.id}/sales`, sale(other));
    expect((await till(member, `/${drawer}/sales/${foreign.body.orderId}/give-back`, { means: 'cash', reason: 'No ve' })).status).toBe(403);
    expect((await till(member, `/${theirs.id}/sales`, sale(event))).status).toBe(403);
    expect((await till(member, `/${theirs.id}/movements`, { direction: 'out', amount: 100, reason: 'Gel' })).status).toBe(403);
    expect((await till(member, `/${theirs.id}/close`, EMPTY)).status).toBe(403);
    expect((await till(member, `/${drawer}/sales/${sold.body.orderId}/give-back`, { means: 'cash', reason: 'No ve' })).status).toBe(200);
    const desk = await (await app.ask(`/admin/till/${drawer}`, { headers: { Cookie: member.cookie } })).text();
    expect([desk.includes(event.title), desk.includes(other.title)]).toEqual([true, false]);
    expect(await statusOf(member, `/admin/till/${theirs.id}`)).toBe(404);
    expect(await statusOf(member, `/admin/till/${drawer}/sales/${foreign.body.orderId}`)).toBe(404);
    const { orderNumber } = await app.db.query.selectFrom('orders').select('orderNumber').where('id', '=', foreign.body.orderId).executeTakeFirstOrThrow();
    expect(await (await app.ask(`/admin/till/${drawer}?q=${orderNumber}`, { headers: { Cookie: member.cookie } })).text()).toContain('Cap venda de taquilla té este número');
    for (const path of ['/admin', '/admin/owed', '/admin/users', '/admin/ticket-verification', `/admin/till/${drawer}/correct`]) expect([path, await statusOf(member, path)]).toEqual([path, 403]);
  });

  test('over, leaves its opener the count and the closing of that drawer, and nothing else', async () => {
    const { event, member, drawer } = await aTillShift();
    const key = app.deps.ids.uuid();
    expect((await till(member, `/${drawer}/sales`, sale(event), key)).status).toBe(201);
    inMinutes(75);
    expect((await till(member, `/${drawer}/sales`, sale(event), key)).status).toBe(201);
    expect(await till(member, `/${drawer}/sales`, sale(event))).toMatchObject({ status: 403, body: { code: 'SHIFT_OVER' } });
    expect((await till(member, `/${drawer}/movements`, { direction: 'out', amount: 100, reason: 'Gel' })).status).toBe(403);
    expect((await till(member, '', { float: 0, name: 'Una altra' })).status).toBe(403);
    const desk = await app.ask(`/admin/till/${drawer}`, { headers: { Cookie: member.cookie } });
    expect([desk.status, desk.headers.get('Location')]).toEqual([302, `/admin/till/${drawer}/close`]);
    expect(await statusOf(member, `/admin/till/${drawer}/close`)).toBe(200);
    const shiftsOf = async (): Promise<string> => (await app.ask('/torns', { headers: { Cookie: member.cookie } })).text();
    expect(await shiftsOf()).toContain(`href="/admin/till/${drawer}/close"`);
    const colleague = await aMemberOn(app, await aShiftNow(app, event, { kind: 'till' }));
    expect((await till(colleague, `/${drawer}/close`, EMPTY)).status).toBe(403);
    expect((await till(member, `/${drawer}/close`, { counted: { cash: 0, terminal: 0, bizum: 0 } })).status).toBe(409);
    expect((await till(member, `/${drawer}/close`, EMPTY)).status).toBe(200);
    expect([await statusOf(member, '/admin/till'), await statusOf(member, `/admin/till/${drawer}/close`)]).toEqual([403, 403]);
    expect(await shiftsOf()).not.toContain(`/admin/till/${drawer}/close`);
  });

  test('in force, is told of a sale whose drawer was closed before its answer came, and sells nothing more there', async () => {
    const { event, member, drawer } = await aTillShift();
    const key = app.deps.ids.uuid();
    const sold = await till(member, `/${drawer}/sales`, sale(event), key);
    expect((await till(member, `/${drawer}/close`, EMPTY)).status).toBe(200);
    const again = await till(member, `/${drawer}/sales`, sale(event), key);
    expect([again.status, again.body.orderId]).toEqual([201, sold.body.orderId]);
    expect((await till(member, `/${drawer}/sales`, sale(event))).body.code).toBe('TILL_NOT_OPEN');
  });

  test('is not kept by a drawer that somebody opened by a right that was taken away', async () => {
    const member = await aMember(app, { rights: ['till'] });
    const cookie = await login(app, member);
    drawers += 1;
    const { body } = await till({ cookie }, '', { float: 0, name: `Torn ${drawers}` });
    await app.db.query.deleteFrom('userRights').where('userId', '=', member.id).execute();
    expect((await till({ cookie }, `/${body.id}/close`, EMPTY)).status).toBe(403);
  });

  test('takes no deed that asks for the password without it', async () => {
    const { event, member, drawer } = await aTillShift();
    const sold = await till(member, `/${drawer}/sales`, sale(event));
    inMinutes(16);
    expect((await till(member, `/${drawer}/sales/${sold.body.orderId}/give-back`, { means: 'cash', reason: 'No ve' })).body.code).toBe('PASSWORD_NEEDED');
  });
});
