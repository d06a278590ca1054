import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { aMember, login } from '#tests/support/people/accounts.ts';
import { aPlacedOrder, aTicket } from '#tests/support/people/buyers.ts';
import { aDoorkeeper, aPassHolder, ask, aSoldTicket, type AtTheDoor, type SoldTicket, soldTickets, undo, admit, verify } from '#tests/support/people/scanners.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { anEvent, changeEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { DoorAnswer, GroupAnswer } from '#app/domain/door/answer.ts';
import type { OrderStatus, TicketStatus } from '#app/domain/order/status.ts';
import type { EventDetail } from '#app/features/events/schema.ts';


let app: TestApp;
let admin: AtTheDoor;
let keeper: AtTheDoor;
let event: EventDetail;
beforeAll(async () => {
  app = await aTestApp();
  [admin, keeper, event] = [await aDoorkeeper(app, { admin: true }), await aDoorkeeper(app), await anEvent(app, { title: 'Sopar de la porta' })];
});
afterAll(() => closeInOrder(app));

async function statusOf(ticketId: string): Promise<{ status: string; usedAt: Date | null }> {
  return app.db.query.selectFrom('tickets').select(['status', 'usedAt']).where('id', '=', ticketId).executeTakeFirstOrThrow();
}

async function scansOf(ticketId: string): Promise<{ kind: string; code: string; success: boolean; scannedBy: string; device: string | null }[]> {
  return app.db.query.selectFrom('scans').select(['kind', 'code', 'success', 'scannedBy', 'device']).where('ticketId', '=', ticketId).orderBy('id').execute();
}

describe('a ticket that is scanned', () => {
  test('shows what the door needs, and never an address', async () => {
    const [ticket] = await soldTickets(app, { event, tickets: [aTicket(event, { note: 'Sense fruits secs' }), aTicket(event)] });
    const answer = await verify(app, keeper, { qrData: ticket!.id, eventId: event.id });
    expect(answer).toMatchObject({
      success: true,
      code: 'VALID',
      message: 'Tiquet vàlid',
      ticket: { ticketNumber: ticket!.ticketNumber, eventTitle: event.title, eventDate: event.date, eventTime: event.time, userType: 'public', note: 'Sense fruits secs', used_at: null, party: { size: 2, inside: 0 } },
    });
    expect(JSON.stringify(answer.ticket!.menu_selection)).toContain('Paella');
    expect(JSON.stringify(answer)).not.toContain('@');
    expect((await statusOf(ticket!.id)).status).toBe('active');
  });

  test('is in the log of scans, whose other rows are committed as durably as before', async () => {
    const { id } = await aSoldTicket(app, event);
    await verify(app, keeper, { qrData: id, eventId: event.id });
    expect(await scansOf(id)).toMatchObject([{ kind: 'look', code: 'VALID', success: true, device: keeper.device }]);
    const connections = Array.from({ length: 8 }, async () => app.deps.doorDb.inTransaction(async (tx) => sql<{ commit: string }>`select current_setting('synchronous_commit') as commit, pg_sleep(0.02)`.execute(tx)));
    expect(new Set((await Promise.all(connections)).flatMap(({ rows }) => rows.map(({ commit }) => commit)))).toEqual(new Set(['on']));
  });

  test('is the same ticket by its id, its number and the spec’s JSON', async () => {
    const { id, ticketNumber } = await aSoldTicket(app, event);
    const forms = [id, id.toLowerCase(), ticketNumber, JSON.stringify({ ticketId: id, ticketNumber, eventId: event.id }), JSON.stringify({ ticketNumber })];
    for (const qrData of forms) expect((await verify(app, keeper, { qrData })).ticket?.id).toBe(id);
  });

  test('is refused when the parts of its JSON disagree', async () => {
    const [one, other] = [await aSoldTicket(app, event), await aSoldTicket(app, event)];
    for (const qrData of [{ ticketId: one.id, ticketNumber: other.ticketNumber }, { ticketId: one.id, eventId: event.id + 1 }]) {
      expect(await verify(app, keeper, { qrData: JSON.stringify(qrData) })).toEqual({ success: false, code: 'NOT_FOUND', message: 'Tiquet no trobat' });
    }
  });

  test('is not its number where a camera read that, nor for a pass', async () => {
    const { ticketNumber } = await aSoldTicket(app, event);
    const pass = await aPassHolder(app, { admin, events: [event] });
    expect((await verify(app, keeper, { qrData: ticketNumber, source: 'camera' })).code).toBe('NOT_FOUND');
    expect((await verify(app, pass, { qrData: ticketNumber })).code).toBe('NOT_FOUND');
  });

  test('enters once, and the second door sees when and where', async () => {
    const { id } = await aSoldTicket(app, event);
    const first = await admit(app, keeper, { ticketId: id, eventId: event.id });
    expect(first).toMatchObject({ success: true, code: 'ADMITTED', message: 'Endavant', ticket: { used_at: app.clock.now().toISOString(), party: { size: 1, inside: 1 } } });
    const second = await admit(app, admin, { ticketId: id, eventId: event.id });
    expect(second).toMatchObject({ success: false, code: 'ALREADY_USED', ticket: { used_at: first.ticket!.used_at } });
    expect(second.message).toMatch(/^Tiquet ja usat a les \d\d:\d\d · Porta \d+$/);
    expect(await scansOf(id)).toMatchObject([{ kind: 'entry', code: 'ADMITTED', success: true, device: keeper.device }, { kind: 'entry', code: 'ALREADY_USED', success: false, device: admin.device }]);
  });

  test('gets the same answer for the same nonce, and one of its own history for a new one (D3, D4)', async () => {
    const { id } = await aSoldTicket(app, event);
    const nonce = app.deps.ids.uuid();
    const answers = await Promise.all([1, 2, 3].map(() => admit(app, keeper, { ticketId: id, nonce })));
    expect(answers.map(({ success, code, message }) => [success, code, message])).toEqual(answers.map(() => [true, 'ADMITTED', 'Endavant']));
    app.clock.advance(12_000);
    expect(await admit(app, keeper, { ticketId: id })).toMatchObject({ success: false, message: 'Tiquet ja usat fa 12\u00a0s, en este dispositiu' });
    expect((await scansOf(id)).filter(({ success }) => success)).toHaveLength(1);
    figure('D3 entries of an admission asked for three times', 1);
  });

  test('does not lend its nonce to another ticket', async () => {
    const [one, other] = [await aSoldTicket(app, event), await aSoldTicket(app, event)];
    const nonce = app.deps.ids.uuid();
    await admit(app, keeper, { ticketId: one.id, nonce });
    expect(await ask(app, keeper, { path: '/api/tickets/use', body: { ticketId: other.id, nonce } })).toMatchObject({ status: 400, body: { code: 'INVALID_JSON' } });
    expect((await statusOf(other.id)).status).toBe('active');
  });
});

/** Something like a ticket, and never one: each way of being wrong in turn. */
function mangled(id: string, ticketNumber: string, seed: number): string {
  const place = seed % id.length;
  const other = id[place] === 'A' ? 'B' : 'A';
  const wrongId = `${id.slice(0, place)}${other}${id.slice(place + 1)}`;
  const ways = [wrongId, JSON.stringify({ ticketId: wrongId, ticketNumber }), JSON.stringify({ ticketId: id, ticketNumber: `${ticketNumber}${seed}` }), `${id.slice(0, place)}\u00a0${id.slice(place)}`, JSON.stringify({ ticketNumber: [ticketNumber], eventId: seed }).slice(0, -1), `${'{'.repeat(seed)}"ticketId":"${id}"}`];
  return ways[seed % ways.length]!;
}

describe('each ticket that lets nobody in is refused with its reason (D8)', () => {
  test('in all of its states and however it is read', async () => {
    const other = await anEvent(app, { title: 'Concert del dissabte' });
    const { query } = app.db;
    const placed = await aPlacedOrder(app, { event });
    const unpaid = await query.selectFrom('tickets').select(['id', 'ticketNumber']).where('orderId', '=', placed.orderId).executeTakeFirstOrThrow();
    const [used, suspended, elsewhere, given] = [await aSoldTicket(app, event), await aSoldTicket(app, event), await aSoldTicket(app, other), await aSoldTicket(app, event)];
    await admit(app, keeper, { ticketId: used.id });
    await query.updateTable('tickets').set({ suspendedAt: app.clock.now() }).where('id', '=', suspended.id).execute();
    const givenId = app.deps.ids.ticket();
    await query.insertInto('retiredTicketIds').values({ id: givenId, ticketId: given.id, retiredAt: app.clock.now() }).execute();
    const unknown = { id: app.deps.ids.ticket(), ticketNumber: 'ORD-1-0000-T1' };
    const ended = await aTestApp();
    const [endedKeeper, endedEvent] = [await aDoorkeeper(ended), await anEvent(ended)];
    const inState = async (change: { ticket?: TicketStatus; order?: OrderStatus }): Promise<SoldTicket> => {
      const ticket = await aSoldTicket(ended, endedEvent);
      if (change.ticket !== undefined) await ended.db.query.updateTable('tickets').set({ status: change.ticket }).where('id', '=', ticket.id).execute();
      if (change.order !== undefined) await ended.db.query.updateTable('orders').set({ status: change.order }).where('id', '=', ticket.orderId).execute();
      return ticket;
    };
    const [cancelled, refunded] = [await inState({ ticket: 'cancelled' }), await inState({ ticket: 'refunded' })];
    const [ofCancelled, ofRefunded] = [await inState({ order: 'cancelled' }), await inState({ order: 'refunded' })];
    const { orderId } = await aPlacedOrder(ended, { event: endedEvent });
    await ended.db.query.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', orderId).execute();
    const abandoned = await ended.db.query.selectFrom('tickets').select(['id', 'ticketNumber']).where('orderId', '=', orderId).executeTakeFirstOrThrow();
    const usedThenRefunded = await inState({ ticket: 'used', order: 'refunded' });

    const cases: [TestApp, AtTheDoor, EventDetail, { id: string; ticketNumber: string }, string, string][] = [
      [app, keeper, event, unpaid, 'NOT_PAID', 'Comanda sense pagar'],
      [app, keeper, event, used, 'ALREADY_USED', 'Tiquet ja usat'],
      [app, keeper, event, suspended, 'SUSPENDED', 'Tiquet suspés'],
      [app, keeper, event, elsewhere, 'OTHER_EVENT', 'Concert del dissabte'],
      [app, keeper, event, unknown, 'NOT_FOUND', 'Tiquet no trobat'],
      [ended, endedKeeper, endedEvent, cancelled, 'CANCELLED', 'Tiquet cancel·lat'],
      [ended, endedKeeper, endedEvent, refunded, 'REFUNDED', 'Tiquet reemborsat'],
      [ended, endedKeeper, endedEvent, ofCancelled, 'CANCELLED', 'Tiquet cancel·lat'],
      [ended, endedKeeper, endedEvent, ofRefunded, 'REFUNDED', 'Tiquet reemborsat'],
      [ended, endedKeeper, endedEvent, abandoned, 'CANCELLED', 'Tiquet cancel·lat'],
      [ended, endedKeeper, endedEvent, usedThenRefunded, 'REFUNDED', 'Tiquet reemborsat'],
    ];
    let right = 0;
    for (const [where, who, at, { id, ticketNumber }, code, text] of cases) {
      for (const qrData of [id, ticketNumber, JSON.stringify({ ticketId: id, ticketNumber })]) {
        const answer = await verify(where, who, { qrData, eventId: at.id });
        expect([answer.success, answer.code]).toEqual([false, code]);
        expect(answer.message).toContain(text);
        expect(answer.message).not.toContain('Tiquet vàlid');
        right += 1;
      }
      expect((await admit(where, who, { ticketId: id, eventId: at.id })).code).toBe(code);
    }
    // Its number is the new holder's.
    for (const qrData of [givenId, givenId.toLowerCase(), JSON.stringify({ ticketId: givenId, ticketNumber: given.ticketNumber })]) {
      expect(await verify(app, keeper, { qrData })).toMatchObject({ success: false, code: 'REPLACED' });
      right += 1;
    }
    expect((await admit(app, keeper, { ticketId: givenId })).code).toBe('REPLACED');
    expect((await verify(app, keeper, { qrData: '{"ticketId":' })).message).toBe('Format de QR JSON invàlid');
    expect((await verify(app, keeper, { qrData: elsewhere.id, eventId: event.id })).ticket).toBeUndefined();
    figure('D8 right refusals of states × forms', `${right} of ${(cases.length + 1) * 3}`);
    await app.db.query.updateTable('tickets').set({ suspendedAt: null }).where('id', '=', suspended.id).execute();
    await ended.close();
  });

  test('no forged text is let in, and none breaks anything (D9)', async () => {
    const { id, ticketNumber } = await aSoldTicket(app, event);
    const forged = [
      '', ' ', 'hola', 'A'.repeat(10_000), '<script>alert(1)</script>', 'https://evil.example/?t=' + id, `${id}${id}`, id.slice(0, 25), "'; drop table tickets; --", '{}', '[]', 'null', '{"ticketId":null}',
      '{"ticketId":{"$ne":""}}', `{"__proto__":{"ticketId":"${id}"}}`, JSON.stringify({ ticketId: app.deps.ids.ticket(), ticketNumber }), JSON.stringify({ ticketNumber, eventId: 'x' }), '\u202e' + id, '%00', `${ticketNumber}' or '1'='1`,
      ...Array.from({ length: count({ test: 60, soak: 480 }) }, (_, seed) => mangled(id, ticketNumber, seed)),
    ];
    for (const qrData of forged) expect(['NOT_FOUND', 'BAD_QR']).toContain((await verify(app, keeper, { qrData })).code);
    for (const ticketId of forged.filter(({ length }) => length <= 64)) expect((await admit(app, keeper, { ticketId })).code).toBe('NOT_FOUND');
    figure('D9 forged texts that let somebody in', `0 of ${forged.length}`);
    for (const body of ['x', '[]', '{"qrData":1}', '{}', '{"qrData":"\\u0000"}']) {
      const response = await app.ask('/api/tickets/verify', { method: 'POST', headers: { 'Content-Type': 'application/json', ...keeper.headers }, body });
      expect(response.status).toBe(400);
    }
    expect((await statusOf(id)).status).toBe('active');
  });
});

describe('the door opens', () => {
  const CALLS = [
    ['/api/tickets/verify', { qrData: 'x' }],
    ['/api/tickets/use', { ticketId: 'x', nonce: 'a-nonce-of-mine' }],
    ['/api/tickets/use-party', { ticketIds: ['x'], nonce: 'a-nonce-of-mine', eventId: 1 }],
    ['/api/tickets/undo', { ticketId: 'x', nonce: 'a-nonce-of-mine' }],
    ['/api/tickets/party', { ticketId: 'x' }],
    ['/api/door', undefined],
  ] as const;

  test.each(CALLS)('%s to nobody without the right, and tells them nothing (D12)', async (path, body) => {
    const socio = { headers: { Cookie: await login(app, await aMember(app)) } };
    expect((await ask(app, { headers: {} }, { path, body })).status).toBe(401);
    expect((await ask(app, socio, { path, body })).status).toBe(403);
    for (const token of ['', 'x', 'A'.repeat(26)]) expect((await ask(app, { headers: { Authorization: `Bearer ${token}` } }, { path, body })).status).toBe(401);
  });

  test('no longer to somebody whose right was just taken away', async () => {
    const member = await aMember(app, { role: 'public', rights: ['door'] });
    const who = { headers: { Cookie: await login(app, member) }, device: 'x' };
    expect((await verify(app, who, { qrData: 'x' })).code).toBe('NOT_FOUND');
    await app.db.query.deleteFrom('userRights').where('userId', '=', member.id).execute();
    expect((await ask(app, who, { path: '/api/tickets/verify', body: { qrData: 'x' } })).status).toBe(403);
  });
});

describe('an evening pass', () => {
  test('verifies and admits for its events, and opens nothing else', async () => {
    const other = await anEvent(app, { title: 'Altre sopar' });
    const pass = await aPassHolder(app, { admin, events: [event] });
    const [mine, theirs] = [await aSoldTicket(app, event), await aSoldTicket(app, other)];
    expect((await admit(app, pass, { ticketId: mine.id })).code).toBe('ADMITTED');
    expect(await verify(app, pass, { qrData: theirs.id })).toMatchObject({ success: false, code: 'OTHER_EVENT' });
    expect(await admit(app, pass, { ticketId: theirs.id, eventId: other.id })).toMatchObject({ success: false, code: 'OTHER_EVENT' });
    expect((await scansOf(mine.id)).map(({ scannedBy }) => scannedBy)).toEqual([`pass:${pass.id}`]);
    for (const path of [`/api/door/${other.id}/list`, `/api/door/${other.id}/live`]) expect((await ask(app, pass, { path })).status).toBe(403);
    expect((await ask(app, pass, { path: `/api/door/${event.id}/search?q=Paella` })).status).toBe(401);
    for (const path of ['/admin', '/admin/users', '/admin/ticket-verification']) expect((await app.ask(path, { headers: pass.headers })).status).not.toBe(200);
    const { body } = await ask<{ events: { id: number }[]; scanner: unknown }>(app, pass, { path: '/api/door' });
    expect(body.events.map(({ id }) => id)).toEqual([event.id]);
    expect(body.scanner).toMatchObject({ hasAccount: false, isAdmin: false });
  });

  test('ends when it is revoked, at once, and when its time is over', async () => {
    const [revoked, expired] = [await aPassHolder(app, { admin, events: [event] }), await aPassHolder(app, { admin, events: [event], hours: 1 })];
    const path = '/api/tickets/verify';
    expect((await ask(app, revoked, { path, body: { qrData: 'x' } })).status).toBe(200);
    expect((await ask(app, admin, { path: `/api/admin/evening-passes/${revoked.id}`, method: 'DELETE' })).status).toBe(204);
    expect((await ask(app, revoked, { path, body: { qrData: 'x' } })).status).toBe(401);
    expect((await ask(app, admin, { path: `/api/admin/evening-passes/${revoked.id}`, method: 'DELETE' })).status).toBe(404);
    app.clock.advance(3_600_001);
    expect((await ask(app, expired, { path, body: { qrData: 'x' } })).status).toBe(401);
  });

  test('is made by an admin alone, for events that are there and for a month at most; its token is kept nowhere', async () => {
    const body = { name: 'Porta', eventIds: [event.id], expiresAt: new Date(app.clock.now().getTime() + 3_600_000).toISOString() };
    const path = '/api/admin/evening-passes';
    const admin = await aDoorkeeper(app, { admin: true });
    expect((await ask(app, keeper, { path, body })).status).toBe(403);
    expect((await ask(app, admin, { path, body: { ...body, eventIds: [2_147_483_647] } })).status).toBe(404);
    expect((await ask(app, admin, { path, body: { ...body, eventIds: [] } })).status).toBe(400);
    for (const expiresAt of [app.clock.now().toISOString(), '2099-01-01T00:00:00Z', 'demà']) expect((await ask(app, admin, { path, body: { ...body, expiresAt } })).status).toBe(400);
    const { body: pass } = await ask<{ id: string; token: string; url: string }>(app, admin, { path, body });
    expect(pass.url).toBe(new URL(`/porta#${pass.token}`, app.deps.env.publicUrl).href);
    const stored = JSON.stringify(await app.db.query.selectFrom('eveningPasses').selectAll().execute());
    expect(stored).not.toContain(pass.token);
  });
});

describe('a party', () => {
  test('enters as many as are there, each with an answer of its own', async () => {
    const tickets = await soldTickets(app, { event, quantity: 4 });
    const stranger = await aSoldTicket(app, event);
    await admit(app, keeper, { ticketId: tickets[0]!.id });
    const { body } = await ask<{ tickets: { ticketId: string; status: string }[] }>(app, keeper, { path: '/api/tickets/party', body: { ticketId: tickets[0]!.id, eventId: event.id } });
    expect(body.tickets.map(({ ticketId, status }) => [ticketId, status])).toEqual(tickets.map(({ id }, index) => [id, index === 0 ? 'used' : 'active']));
    const nonce = app.deps.ids.uuid();
    const ticketIds = [tickets[0]!.id, tickets[1]!.id, tickets[2]!.id, stranger.id];
    const enter = async (): Promise<GroupAnswer> => (await ask<GroupAnswer>(app, keeper, { path: '/api/tickets/use-party', body: { ticketIds, nonce, eventId: event.id, device: keeper.device } })).body;
    const answer = await enter();
    expect(answer).toMatchObject({ success: false, admitted: 3 });
    expect(answer.results.map(({ code }) => code)).toEqual(['ALREADY_USED', 'ADMITTED', 'ADMITTED', 'ADMITTED']);
    expect((await enter()).results.map(({ code }) => code)).toEqual(answer.results.map(({ code }) => code));
    expect((await statusOf(tickets[3]!.id)).status).toBe('active');
  });
});

describe('an admission by mistake (D16)', () => {
  test('is taken back within a minute by the same device, and kept as an act of its own', async () => {
    const { id } = await aSoldTicket(app, event);
    const nonce = app.deps.ids.uuid();
    await admit(app, keeper, { ticketId: id, nonce });
    app.clock.advance(59_000);
    expect(await undo(app, keeper, { ticketId: id, nonce })).toMatchObject({ success: true, code: 'VALID', ticket: { used_at: null } });
    expect(await undo(app, keeper, { ticketId: id, nonce })).toMatchObject({ success: true, code: 'VALID' });
    expect(await statusOf(id)).toEqual({ status: 'active', usedAt: null });
    expect((await scansOf(id)).map(({ kind, success }) => [kind, success])).toEqual([['entry', true], ['undo', true]]);
    const audits = await app.db.query.selectFrom('audit').select('action').where('subjectId', '=', id).where('action', '=', 'ticket.admission_undone').execute();
    expect(audits).toHaveLength(1);
    figure('D16 audit rows of one undo asked for twice', audits.length);
    expect((await admit(app, keeper, { ticketId: id })).code).toBe('ADMITTED');
  });

  test('is not taken back by another device or later, but by an admin at any time', async () => {
    const other = await aDoorkeeper(app);
    const { id } = await aSoldTicket(app, event);
    await admit(app, keeper, { ticketId: id });
    expect(await undo(app, other, { ticketId: id })).toMatchObject({ success: false, code: 'ALREADY_USED' });
    app.clock.advance(61_000);
    expect(await undo(app, keeper, { ticketId: id })).toMatchObject({ success: false, code: 'ALREADY_USED' });
    expect((await statusOf(id)).status).toBe('used');
    expect(await undo(app, admin, { ticketId: id })).toMatchObject({ success: true, code: 'VALID' });
    expect((await statusOf(id)).status).toBe('active');
    expect(await undo(app, keeper, { ticketId: id })).toMatchObject({ success: false, code: 'VALID' });
    expect(await undo(app, keeper, { ticketId: app.deps.ids.ticket() })).toMatchObject({ success: false, code: 'NOT_FOUND' });
  });
});

describe('going out and coming back', () => {
  test('is for events that allow it: one comes back only after having gone out, and counts once', async () => {
    const open = await anEvent(app, { title: 'Revetla' });
    await changeEvent(app, open.id, { exitReentry: true, kitchenService: false });
    const { id } = await aSoldTicket(app, open);
    const out = (): Promise<DoorAnswer> => admit(app, keeper, { ticketId: id, direction: 'out' });
    expect(await out()).toMatchObject({ success: false, message: 'Este tiquet no és a dins' });
    const entered = await admit(app, keeper, { ticketId: id });
    expect((await admit(app, keeper, { ticketId: id })).code).toBe('ALREADY_USED');
    app.clock.advance(60_000);
    expect(await out()).toMatchObject({ success: true, code: 'VALID' });
    expect((await out()).success).toBe(false);
    const back = await Promise.all([1, 2, 3, 4].map(() => admit(app, keeper, { ticketId: id })));
    expect(back.map(({ code }) => code).toSorted()).toEqual(['ADMITTED', 'ALREADY_USED', 'ALREADY_USED', 'ALREADY_USED']);
    expect((await statusOf(id)).usedAt?.toISOString()).toBe(entered.ticket!.used_at);
    expect((await scansOf(id)).filter(({ success }) => success).map(({ kind }) => kind)).toEqual(['entry', 'exit', 'reentry']);
  });

  test('is not there where the event does not allow it', async () => {
    const { id } = await aSoldTicket(app, event);
    await admit(app, keeper, { ticketId: id });
    expect(await admit(app, keeper, { ticketId: id, direction: 'out' })).toMatchObject({ success: false, code: 'ALREADY_USED' });
    expect((await admit(app, keeper, { ticketId: id })).code).toBe('ALREADY_USED');
  });
});
