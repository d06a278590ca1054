import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { HELD_TEXT } from '#app/domain/door/held-scan.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { messageOf } from '#tests/support/app/admin-pages.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder, violations } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { admit, aDoorkeeper, aPassHolder, ask, aSoldTicket, type AtTheDoor, handIn, type SoldTicket, verify } from '#tests/support/people/scanners.ts';

import type { DoorSession } from '../schema.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
let event: EventDetail;
let tickets: SoldTicket[];
beforeAll(async () => {
  app = await aTestApp();
  event = await anEvent(app);
  tickets = [];
  for (let made = 0; made < 12; made += 1) tickets.push(await aSoldTicket(app, event));
});
afterAll(() => closeInOrder(app));

const next = (): SoldTicket => tickets.pop()!;
/** Anew for each test: sessions end meanwhile. */
const admin = (): Promise<AtTheDoor> => aDoorkeeper(app, { admin: true });
/** For an event of today: hours go by in the tests. */
async function aPass(hours = 6) {
  await app.db.query.updateTable('events').set({ eventDate: dayInMadrid(app.clock.now()) }).where('id', '=', event.id).execute();
  return aPassHolder(app, { admin: await admin(), events: [event], hours });
}

const proofOf = async (who: AtTheDoor): Promise<string> => (await ask<DoorSession>(app, who, { path: '/api/door' })).body.scanner.proof;
const stateOf = async ({ id }: SoldTicket) => (await app.db.query.selectFrom('tickets').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const revoke = async (pass: { id: string }): Promise<unknown> => ask(app, await admin(), { path: `/api/admin/evening-passes/${pass.id}`, method: 'DELETE' });

async function decide(who: AtTheDoor, pass: { id: string }, intent: 'take-scans' | 'drop-scans'): Promise<string | null> {
  return messageOf(await app.ask('/admin/passes', { method: 'POST', headers: who.headers, body: new URLSearchParams({ intent, pass: pass.id, event: String(event.id) }) }));
}

describe('a pass that ran out', () => {
  test('hands in for 48 hours what it let in before its end, and opens nothing else', async () => {
    const [pass, ticket, nonce] = [await aPass(1), next(), app.deps.ids.uuid()];
    const at = app.clock.now();
    app.clock.advance(48 * HOUR_MS);
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await handIn(app, pass, { event, scans: [{ ticket, nonce, at }] });
      expect([status, body.results]).toMatchObject([200, [{ code: 'ADMITTED', success: true, conflict: false, ticketNumber: ticket.ticketNumber }]]);
    }
    const scan = await app.db.query.selectFrom('scans').select(['scannedBy', 'offline']).where('nonce', '=', nonce).executeTakeFirstOrThrow();
    expect(scan).toEqual({ scannedBy: `pass:${pass.id}`, offline: true });
    for (const path of ['/api/door', `/api/door/${event.id}/list`, `/api/door/${event.id}/live`]) expect((await ask(app, pass, { path })).status).toBe(401);
    expect((await ask(app, pass, { path: '/api/tickets/use', body: { ticketId: next().id, nonce: app.deps.ids.uuid() } })).status).toBe(401);
    expect((await handIn(app, pass, { event: await anEvent(app), scans: [{ ticket }] })).status).toBe(403);
  });

  test('has kept for an admin what it let in after its end, and what comes later than 48 hours', async () => {
    const [pass, before, after] = [await aPass(1), next(), next()];
    const at = app.clock.now();
    app.clock.advance(2 * HOUR_MS);
    const { body } = await handIn(app, pass, { event, scans: [{ ticket: before, at }, { ticket: after }] });
    expect(body.results.map(({ success, message }) => [success, message === HELD_TEXT])).toEqual([[true, false], [false, true]]);
    const late = next();
    app.clock.advance(48 * HOUR_MS);
    expect((await handIn(app, pass, { event, scans: [{ ticket: late, at }] })).body.results).toMatchObject([{ success: false, message: HELD_TEXT }]);
    expect([await stateOf(before), await stateOf(after), await stateOf(late)]).toEqual(['used', 'active', 'active']);
    expect(await decide(await admin(), pass, 'take-scans')).toBe('Agafades: 2 lectures, 2 han entrat');
    expect([await stateOf(after), await stateOf(late)]).toEqual(['used', 'used']);
  });
});

describe('a pass that was ended by hand', () => {
  test('has its scans kept, once, by whomever they are handed in; an admin takes them, and conflicts are named', async () => {
    const [pass, other, mine, theirs, keeper] = [await aPass(), await aPass(), next(), next(), await admin()];
    const [proof, nonce] = [await proofOf(pass), app.deps.ids.uuid()];
    await revoke(pass);
    const held = { code: 'ADMITTED', success: false, conflict: false, ticketNumber: null, message: HELD_TEXT };
    for (let times = 0; times < 2; times += 1) expect((await handIn(app, pass, { event, scans: [{ ticket: mine, nonce }] })).body.results).toMatchObject([held]);
    expect((await handIn(app, other, { event, scans: [{ ticket: theirs, by: proof }] })).body.results).toMatchObject([held]);
    expect([await stateOf(mine), await stateOf(theirs)]).toEqual(['active', 'active']);
    await admit(app, keeper, { ticketId: theirs.id });

    const page = (await (await app.ask('/admin/passes', { headers: keeper.headers })).text()).replaceAll('<!-- -->', '');
    for (const text of ['Lectures que esperen que decidisques', '2 lectures, 2 entrades', "El passe es va anul·lar.", event.title]) expect(page).toContain(text.replaceAll("'", '&#x27;'));
    expect(await decide(keeper, pass, 'take-scans')).toBe('Agafades: 2 lectures, 1 han entrat, 1 en conflicte');
    expect(await stateOf(mine)).toBe('used');
    expect((await verify(app, keeper, { qrData: mine.id })).code).toBe('ALREADY_USED');
    expect(await decide(keeper, pass, 'drop-scans')).toBe('Estes lectures ja estaven decidides');
    const audits = await app.db.query.selectFrom('audit').select(['action', 'detail']).where('subjectId', '=', pass.id).where('action', 'like', 'pass.scans%').execute();
    expect(audits).toEqual([{ action: 'pass.scans_taken', detail: { event: event.id, scans: 2 } }]);
    expect(await violations(app)).toEqual([]);
  });

  test('has them dropped by an admin: the tickets still let in, and sent again they stay dropped', async () => {
    const [pass, ticket, nonce, keeper] = [await aPass(), next(), app.deps.ids.uuid(), await admin()];
    await revoke(pass);
    await handIn(app, pass, { event, scans: [{ ticket, nonce }] });
    expect(await decide(keeper, pass, 'drop-scans')).toBe('Descartades: 1 lectura');
    await handIn(app, pass, { event, scans: [{ ticket, nonce }] });
    expect(await decide(keeper, pass, 'take-scans')).toBe('Estes lectures ja estaven decidides');
    expect((await admit(app, keeper, { ticketId: ticket.id })).code).toBe('ADMITTED');
  });

  test('keeps the answer of what was taken before', async () => {
    const [pass, ticket, nonce] = [await aPass(), next(), app.deps.ids.uuid()];
    await handIn(app, pass, { event, scans: [{ ticket, nonce }] });
    await revoke(pass);
    expect((await handIn(app, pass, { event, scans: [{ ticket, nonce }] })).body.results).toMatchObject([{ code: 'ADMITTED', success: true }]);
  });

  test('can’t fill the disk', async () => {
    const pass = await aPass();
    await revoke(pass);
    const scans = (count: number) => Array.from({ length: count }, () => ({ hash: 'a'.repeat(32) }));
    for (let sent = 0; sent < 3_000; sent += 500) expect((await handIn(app, pass, { event, scans: scans(500) })).status).toBe(200);
    expect((await handIn(app, pass, { event, scans: scans(1) })).status).toBe(429);
  });
});

test('a pass knows when it runs out, an account does not', async () => {
  const pass = await aPass(3);
  const { now, scanner } = (await ask<DoorSession>(app, pass, { path: '/api/door' })).body;
  expect([now, scanner.expiresAt]).toEqual([app.clock.now().toISOString(), new Date(app.clock.now().getTime() + 3 * HOUR_MS).toISOString()]);
  expect((await ask<DoorSession>(app, await admin(), { path: '/api/door' })).body.scanner.expiresAt).toBeNull();
});
