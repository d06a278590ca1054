import { createHash } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { aDoorkeeper, ask, aSoldTicket, type AtTheDoor, handIn, type OfflineScanInput, type SoldTicket, soldTickets, undo, admit } from '#tests/support/people/scanners.ts';
import { aTicket } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent, changeEvent } from '#tests/support/app/events.ts';
import { closeInOrder, violations } from '#tests/support/app/invariants.ts';
import { requestRefund } from '#tests/support/app/refunds.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import type { DoorList } from '#app/domain/door/decide.ts';

import type { DoorCounters, DoorSession, UploadAnswer } from '../schema.ts';

let app: TestApp;
let keeper: AtTheDoor;
let event: EventDetail;
beforeAll(async () => {
  app = await aTestApp();
  [keeper, event] = [await aDoorkeeper(app), await anEvent(app)];
});
afterAll(() => closeInOrder(app));

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

async function listOf(eventId: number): Promise<DoorList> {
  return (await ask<DoorList>(app, keeper, { path: `/api/door/${eventId}/list` })).body;
}

interface Offline {
  ticket?: SoldTicket;
  hash?: string;
  nonce?: string;
  at?: Date;
  decision?: string;
  device?: string;
  /** The nonce of an admission. */
  undoes?: string;
  by?: string;
}

async function upload(scans: readonly Offline[], clock: { sentAt?: Date; who?: AtTheDoor } = {}): Promise<UploadAnswer['results']> {
  const { status, body } = await ask<UploadAnswer>(app, clock.who ?? keeper, {
    path: `/api/door/${event.id}/scans`,
    body: {
      sentAt: (clock.sentAt ?? app.clock.now()).toISOString(),
      scans: scans.map(({ ticket, hash, nonce, at, decision, device, undoes, by }) => ({
        hash: hash ?? hashOf(ticket!.id),
        nonce: nonce ?? app.deps.ids.uuid(),
        scannedAt: (at ?? app.clock.now()).toISOString(),
        decision: decision ?? (undoes === undefined ? 'ADMITTED' : 'VALID'),
        undoes,
        by,
        device: device ?? keeper.device,
      })),
    },
  });
  if (status !== 200) throw new Error(`upload answered ${status}`);
  return body.results;
}

async function usedAtOf({ id }: SoldTicket): Promise<Date | null> {
  return (await app.db.query.selectFrom('tickets').select('usedAt').where('id', '=', id).executeTakeFirstOrThrow()).usedAt;
}

describe('the offline list', () => {
  test('holds what a phone decides by, and nothing that makes a ticket or tells about a person', async () => {
    const listed = await anEvent(app, { extras: { Vi: [250, 200, 150] } });
    const [one, two] = await soldTickets(app, { event: listed, tickets: [aTicket(listed, { note: 'Celíaca' }), aTicket(listed)], body: { userName: 'Pilar', email: 'pilar@example.com' } });
    await admit(app, keeper, { ticketId: two!.id });
    await app.db.query.updateTable('tickets').set({ menuSelection: JSON.stringify({ menus: { a: { section_name: 'Plat', items: [{ name: 'Paella' }] } }, note: 'Diabètic' }) }).where('id', '=', two!.id).execute();
    const { tickets, menus, event: about, asOf } = await listOf(listed.id);
    expect(asOf).toBe(app.clock.now().toISOString());
    expect(about).toMatchObject({ id: listed.id, title: listed.title, exitReentry: false });
    const rows = [one!, two!].map(({ id }) => tickets.find(({ hash }) => hash === hashOf(id))!);
    expect(rows).toMatchObject([
      { status: 'active', orderStatus: 'paid', suspended: false, outside: false, userType: 'public', hasNote: true, usedAt: null, number: hashOf(one!.ticketNumber) },
      { status: 'used', hasNote: true, usedAt: app.clock.now().toISOString() },
    ]);
    expect(rows[0]!.party).toBe(rows[1]!.party);
    expect(JSON.stringify(menus[rows[0]!.menu])).toContain('Paella');
    const text = JSON.stringify(await listOf(listed.id));
    for (const secret of [one!.id, two!.id, one!.ticketNumber, one!.orderId, 'Celíaca', 'Diabètic', 'Pilar', '@']) expect(text).not.toContain(secret);
  });

  test('is fetched again only when something changed, though compression made its ETag weak', async () => {
    const path = `/api/door/${event.id}/list`;
    const first = await app.ask(path, { headers: keeper.headers });
    const etag = first.headers.get('ETag')!;
    for (const known of [etag, `W/${etag}`]) expect((await app.ask(path, { headers: { ...keeper.headers, 'If-None-Match': known } })).status).toBe(304);
    await aSoldTicket(app, event);
    expect((await app.ask(path, { headers: { ...keeper.headers, 'If-None-Match': etag } })).status).toBe(200);
    expect((await app.ask('/api/door/2147483647/list', { headers: keeper.headers })).status).toBe(404);
  });
});

describe('scans that were decided without network', () => {
  test('are of whoever made them, though another hands them in; a name that the server never gave counts for nothing', async () => {
    const [mine, forged, other] = [await aSoldTicket(app, event), await aSoldTicket(app, event), await aDoorkeeper(app)];
    const proofOf = async (who: AtTheDoor): Promise<string> => (await ask<DoorSession>(app, who, { path: '/api/door' })).body.scanner.proof;
    const [proof, own] = [await proofOf(keeper), await proofOf(other)];
    const results = await upload([{ ticket: mine, by: proof }, { ticket: forged, by: `${proof.split('.')[0]}.${own.split('.')[1]}` }], { who: other });
    expect(results.map(({ success }) => success)).toEqual([true, true]);
    const scanners = await app.db.query.selectFrom('scans').select('scannedBy').where('nonce', 'in', results.map(({ nonce }) => nonce)).orderBy('id').execute();
    expect(scanners.map(({ scannedBy }) => scannedBy)).toEqual([proof.split('.')[0], own.split('.')[0]]);
  });

  test('admit when they arrive, at the time they happened, and once however often they are sent', async () => {
    const ticket = await aSoldTicket(app, event);
    const at = new Date(app.clock.now().getTime() - 600_000);
    const nonce = app.deps.ids.uuid();
    const answers = [await upload([{ ticket, nonce, at }]), await upload([{ ticket, nonce, at }])];
    for (const [result] of answers) expect(result).toMatchObject({ nonce, success: true, code: 'ADMITTED', message: 'Endavant', conflict: false, ticketNumber: ticket.ticketNumber });
    expect(await usedAtOf(ticket)).toEqual(at);
  });

  test('of two doors the earlier one counts, and the other is named as a conflict (D6)', async () => {
    const [first, second] = [await aSoldTicket(app, event), await aSoldTicket(app, event)];
    const at = (secondsAgo: number): Date => new Date(app.clock.now().getTime() - secondsAgo * 1000);
    const results = [...(await upload([{ ticket: first, at: at(300) }, { ticket: second, at: at(100) }])), ...(await upload([{ ticket: first, at: at(200), device: 'Porta 9 · x' }, { ticket: second, at: at(400), device: 'Porta 9 · x' }]))];
    expect(results.map(({ conflict, code }) => [conflict, code])).toEqual([[false, 'ADMITTED'], [false, 'ADMITTED'], [true, 'ALREADY_USED'], [true, 'ALREADY_USED']]);
    expect([await usedAtOf(first), await usedAtOf(second)]).toEqual([at(300), at(400)]);
    figure('D6 conflicts named of tickets let in at two doors', `${results.filter(({ conflict }) => conflict).length} of 2`);
  });

  test('are taken though the ticket ended meanwhile, and flagged (D7)', async () => {
    const tickets = [await aSoldTicket(app, event), await aSoldTicket(app, event)];
    await app.db.query.updateTable('tickets').set({ suspendedAt: app.clock.now() }).where('id', '=', tickets[0]!.id).execute();
    const results = await upload([{ ticket: tickets[0]! }, { hash: hashOf(app.deps.ids.ticket()) }]);
    expect(results.map(({ code, conflict, success }) => [code, conflict, success])).toEqual([['SUSPENDED', true, false], ['NOT_FOUND', true, false]]);
    const stored = await app.db.query.selectFrom('scans').select(['code', 'conflict', 'offline']).where('nonce', 'in', results.map(({ nonce }) => nonce)).orderBy('id').execute();
    expect(stored).toEqual([{ code: 'SUSPENDED', conflict: true, offline: true }, { code: 'NOT_FOUND', conflict: true, offline: true }]);
    expect((await usedAtOf(tickets[0]!))).toBeNull();
    await app.db.query.updateTable('tickets').set({ suspendedAt: null }).where('id', '=', tickets[0]!.id).execute();
    figure('D7 scans of ended tickets kept and flagged', '2 of 2');
  });

  test.each(['used at another door', 'refunded'] as const)('of a ticket %s whose refusal was lost on its way are kept as conflicts, once', async (how) => {
    const ticket = await aSoldTicket(app, event);
    if (how === 'refunded') {
      await requestRefund(app.deps, { orderId: ticket.orderId, what: { kind: 'order' }, actor: 'operator' });
      await app.round('refunds');
    } else await admit(app, keeper, { ticketId: ticket.id });
    const nonce = app.deps.ids.uuid();
    expect((await admit(app, keeper, { ticketId: ticket.id, nonce })).success).toBe(false);
    for (let time = 0; time < 2; time += 1) {
      const [result] = await upload([{ ticket, nonce }]);
      expect(result).toMatchObject({ success: false, conflict: true, ticketNumber: ticket.ticketNumber });
    }
    const rows = await app.db.query.selectFrom('scans').select(['conflict', 'offline']).where('nonce', '=', nonce).execute();
    expect(rows).toEqual([{ conflict: true, offline: true }]);
    const other = app.deps.ids.uuid();
    await admit(app, keeper, { ticketId: ticket.id, nonce: other });
    expect((await upload([{ ticket, nonce: other, decision: 'ALREADY_USED' }]))[0]).toMatchObject({ conflict: false });
  });

  test('that refused are kept as refusals', async () => {
    const ticket = await aSoldTicket(app, event);
    const [result] = await upload([{ ticket, decision: 'ALREADY_USED' }]);
    expect(result).toMatchObject({ success: false, code: 'ALREADY_USED', conflict: false });
    expect(await usedAtOf(ticket)).toBeNull();
  });

  test('tell the right time though the phone’s clock is three hours wrong (D18), and never one to come', async () => {
    const [ahead, behind, future] = [await aSoldTicket(app, event), await aSoldTicket(app, event), await aSoldTicket(app, event)];
    const now = app.clock.now().getTime();
    const wrong = (hours: number): Date => new Date(now + hours * 3_600_000);
    const [answer] = await upload([{ ticket: ahead, at: new Date(wrong(3).getTime() - 60_000) }], { sentAt: wrong(3) });
    expect(answer?.scannedAt).toBe(new Date(now - 60_000).toISOString());
    await upload([{ ticket: behind, at: new Date(wrong(-3).getTime() - 60_000) }], { sentAt: wrong(-3) });
    await upload([{ ticket: future, at: wrong(1) }]);
    const errors = [ahead, behind].map(async (ticket) => Math.abs((await usedAtOf(ticket))!.getTime() - (now - 60_000)));
    const worst = Math.max(...(await Promise.all(errors)));
    expect(worst).toBeLessThanOrEqual(2_000);
    expect((await usedAtOf(future))!.getTime()).toBe(now);
    figure('D18 error of the time of use with a clock 3 h wrong, ms', worst);
  });

  test('are not read when they are no scans', async () => {
    for (const scans of ['x', [{}], [{ nonce: 'abcdefgh', scannedAt: 'now', decision: 'ADMITTED', hash: 'x' }], Array.from({ length: 501 }, () => ({}))]) {
      expect((await ask(app, keeper, { path: `/api/door/${event.id}/scans`, body: { scans } })).status).toBe(400);
    }
  });
});

describe('a scan without network of a ticket that went out meanwhile', () => {
  const MINUTE_MS = 60_000;
  const agoOf = (minutes: number): Date => new Date(app.clock.now().getTime() - minutes * MINUTE_MS);

  async function aTicketThatWentOutTenMinutesAgo() {
    const open = await anEvent(app);
    await changeEvent(app, open.id, { exitReentry: true });
    const ticket = await aSoldTicket(app, open);
    await admit(app, keeper, { ticketId: ticket.id });
    app.clock.advance(20 * MINUTE_MS);
    await admit(app, keeper, { ticketId: ticket.id, direction: 'out' });
    app.clock.advance(10 * MINUTE_MS);
    const late = await aDoorkeeper(app, { device: 'Lateral · z9' });
    const send = async (scan: OfflineScanInput, sentAt?: Date | null) => (await handIn(app, late, { event: open, scans: [{ ticket, ...scan }], sentAt })).body.results[0];
    return { ticket, send };
  }

  test.each([['and before whoever came in: the earlier one counts', 31, 31], ['and after whoever came in', 25, 30]])('is no return where it is older than the exit, %s', async (_what, scanned, counts) => {
    const { ticket, send } = await aTicketThatWentOutTenMinutesAgo();
    expect(await send({ at: agoOf(scanned) })).toMatchObject({ success: false, conflict: true, code: 'ALREADY_USED' });
    expect(await usedAtOf(ticket)).toEqual(agoOf(counts));
    expect(await admit(app, keeper, { ticketId: ticket.id })).toMatchObject({ success: true, code: 'ADMITTED' });
    expect(await violations(app)).toEqual([]);
  });

  test.each<[string, () => { scan: OfflineScanInput; sentAt?: Date | null }]>([
    ['where it is younger', () => ({ scan: { at: agoOf(5) } })],
    ['by a clock that is three hours behind', () => ({ scan: { at: agoOf(185) }, sentAt: agoOf(180) })],
    ['by a clock that was set right before the scan was sent', () => ({ scan: { at: new Date(0) } })],
    ['by a list that knows the exit, whatever the clock says', () => ({ scan: { at: agoOf(25), listAsOf: agoOf(8) } })],
    ['by a phone that does not say what its clock is', () => ({ scan: { at: agoOf(25) }, sentAt: null })],
  ])('is a return %s', async (_what, made) => {
    const { ticket, send } = await aTicketThatWentOutTenMinutesAgo();
    const { scan, sentAt } = made();
    expect(await send(scan, sentAt)).toMatchObject({ success: true, conflict: false, code: 'ADMITTED' });
    expect(await usedAtOf(ticket)).toEqual(agoOf(30));
    expect((await admit(app, keeper, { ticketId: ticket.id })).code).toBe('ALREADY_USED');
  });
});

describe('an admission that was taken back without network', () => {
  const before = (seconds: number): Date => new Date(app.clock.now().getTime() - seconds * 1000);
  const kindsOf = async ({ id }: SoldTicket) => (await app.db.query.selectFrom('scans').select(['kind', 'success', 'conflict']).where('ticketId', '=', id).orderBy('id').execute()).map(({ kind, success, conflict }) => `${kind} ${success ? 'yes' : 'no'}${conflict ? ' conflict' : ''}`);
  const counters = async (eventId: number) => (await ask<DoorCounters>(app, keeper, { path: `/api/door/${eventId}/live` })).body;

  test('arrives with its undo, in order, once however often they are sent; the ticket lets in again', async () => {
    const ticket = await aSoldTicket(app, event);
    const [first, again] = [app.deps.ids.uuid(), app.deps.ids.uuid()];
    const scans = [{ ticket, nonce: first, at: before(300) }, { ticket, nonce: `undo:${first}`, undoes: first, at: before(290) }];
    for (let times = 0; times < 3; times += 1) {
      const results = await upload(scans);
      expect(results.map(({ success, code, conflict }) => [success, code, conflict])).toEqual([[true, 'ADMITTED', false], [true, 'VALID', false]]);
    }
    expect(await usedAtOf(ticket)).toBeNull();
    const [entered] = await upload([{ ticket, nonce: again, at: before(200) }]);
    expect(entered).toMatchObject({ success: true, conflict: false });
    // An admission that the server knew already.
    await upload([{ ticket, nonce: `undo:${again}`, undoes: again, at: before(190) }]);
    expect(await usedAtOf(ticket)).toBeNull();
    expect(await kindsOf(ticket)).toEqual(['entry yes', 'undo yes', 'entry yes', 'undo yes']);
    const audits = await app.db.query.selectFrom('audit').select('action').where('subjectId', '=', ticket.id).where('action', '=', 'ticket.admission_undone').execute();
    expect(audits).toHaveLength(2);
  });

  test('is not taken back by whoever came later than a minute, or names another ticket: that is kept, and shown', async () => {
    const [ticket, other] = [await aSoldTicket(app, event), await aSoldTicket(app, event)];
    const nonce = app.deps.ids.uuid();
    const results = await upload([{ ticket, nonce, at: before(300) }, { ticket: other, nonce: `other:${nonce}`, undoes: nonce, at: before(299) }, { ticket, nonce: `undo:${nonce}`, undoes: nonce, at: before(200) }, { ticket, nonce: `late:${nonce}`, undoes: 'of-nobody-known', at: before(200) }]);
    expect(results.map(({ success, code, conflict }) => [success, code, conflict])).toEqual([[true, 'ADMITTED', false], [false, 'VALID', false], [false, 'ALREADY_USED', true], [false, 'VALID', false]]);
    expect(await upload([{ ticket, nonce: `undo:${nonce}`, undoes: nonce }])).toMatchObject([{ success: false, conflict: true }]);
    expect(await usedAtOf(ticket)).toEqual(before(300));
    expect(await kindsOf(other)).toEqual(['undo no']);
  });

  test('leaves the ticket to whoever came in at another door by it, and the conflict is none any more', async () => {
    const [mine, theirs] = [await aSoldTicket(app, event), await aSoldTicket(app, event)];
    const conflicts = (await counters(event.id)).conflicts;
    const [one, two, three] = [app.deps.ids.uuid(), app.deps.ids.uuid(), app.deps.ids.uuid()];
    // The one that counted is taken back: the second one counts now.
    await upload([{ ticket: mine, nonce: one, at: before(100) }]);
    expect(await upload([{ ticket: mine, at: before(90), device: 'Lateral · z9' }])).toMatchObject([{ conflict: true }]);
    expect(await upload([{ ticket: mine, nonce: `undo:${one}`, undoes: one, at: before(80) }])).toMatchObject([{ success: true, code: 'ALREADY_USED', conflict: false }]);
    expect(await usedAtOf(mine)).toEqual(before(90));
    expect((await admit(app, keeper, { ticketId: mine.id })).message).toContain('Lateral');
    expect(await undo(app, keeper, { ticketId: mine.id, nonce: one })).toMatchObject({ success: true, code: 'ALREADY_USED' });
    // The one too many is taken back: the first one goes on counting.
    await upload([{ ticket: theirs, nonce: two, at: before(70), device: 'Lateral · z9' }]);
    await upload([{ ticket: theirs, nonce: three, at: before(60) }]);
    expect((await counters(event.id)).conflicts).toBe(conflicts + 1);
    expect(await upload([{ ticket: theirs, nonce: `undo:${three}`, undoes: three, at: before(50) }])).toMatchObject([{ success: true, code: 'ALREADY_USED', conflict: false }]);
    expect(await usedAtOf(theirs)).toEqual(before(70));
    expect((await counters(event.id)).conflicts).toBe(conflicts);
  });

  test('is not taken back where its order was given back meanwhile', async () => {
    const ticket = await aSoldTicket(app, event);
    const nonce = app.deps.ids.uuid();
    await admit(app, keeper, { ticketId: ticket.id, nonce });
    await requestRefund(app.deps, { orderId: ticket.orderId, what: { kind: 'order' }, actor: 'user:00000000-0000-4000-8000-00000000ad31' });
    for (let times = 0; times < 2; times += 1) expect(await upload([{ ticket, nonce: `undo:${nonce}`, undoes: nonce }])).toMatchObject([{ success: false, code: 'REFUNDED', conflict: false }]);
    expect(await usedAtOf(ticket)).toEqual(app.clock.now());
    expect(await kindsOf(ticket)).toEqual(['entry yes', 'undo no']);
    expect(await violations(app)).toEqual([]);
  });

  test('and again by a network that came back: one undo', async () => {
    const ticket = await aSoldTicket(app, event);
    const nonce = app.deps.ids.uuid();
    await admit(app, keeper, { ticketId: ticket.id, nonce });
    await undo(app, keeper, { ticketId: ticket.id, nonce });
    expect(await upload([{ ticket, nonce: `undo:${nonce}`, undoes: nonce }])).toMatchObject([{ success: true, code: 'VALID', conflict: false }]);
    expect(await kindsOf(ticket)).toEqual(['entry yes', 'undo yes']);
  });
});

describe('the counters', () => {
  test('say who is expected and who is in, by role and by door', async () => {
    const counted = await anEvent(app);
    const tickets = await soldTickets(app, { event: counted, quantity: 3 });
    const other = await aDoorkeeper(app, { device: 'Lateral · z1' });
    await admit(app, keeper, { ticketId: tickets[0]!.id });
    await admit(app, other, { ticketId: tickets[1]!.id });
    await admit(app, other, { ticketId: tickets[1]!.id });
    const read = async () => (await ask<DoorCounters>(app, keeper, { path: `/api/door/${counted.id}/live` })).body;
    const door = keeper.device.split(' · ')[0]!;
    expect(await read()).toEqual({ expected: 3, admitted: 2, byRole: { public: { expected: 3, admitted: 2 } }, byDoor: { [door]: 1, Lateral: 1 }, perMinute: 2, conflicts: 0 });
    await undo(app, other, { ticketId: tickets[1]!.id });
    app.clock.advance(61_000);
    expect(await read()).toMatchObject({ admitted: 1, perMinute: 0, byDoor: { [door]: 1 } });
  });

  test('come by themselves when they change, and the stream ends with the server', async () => {
    const counted = await anEvent(app);
    const ticket = await aSoldTicket(app, counted);
    const streaming = await app.another();
    const response = await streaming.ask(`/api/door/${counted.id}/live`, { headers: { ...keeper.headers, Accept: 'text/event-stream' } });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let seen = '';
    const until = async (pattern: RegExp): Promise<void> => {
      while (!pattern.test(seen)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`the stream ended: ${seen}`);
        seen += value;
      }
    };
    await until(/retry: \d+/);
    await until(/"expected":1,"admitted":0/);
    streaming.startJobs();
    await admit(app, keeper, { ticketId: ticket.id });
    await until(/"expected":1,"admitted":1/);
    const closing = streaming.close();
    let ended = false;
    while (!ended) ended = (await reader.read()).done;
    expect(ended).toBe(true);
    await closing;
  });
});
