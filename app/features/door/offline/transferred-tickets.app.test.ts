import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { dayInMadrid, startOfDayInMadrid } from '#app/domain/time/madrid-time.ts';
import { type DoorList, groupOnPhone } from '#app/domain/door/decide.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { anEvent, changeEvent } from '#tests/support/app/events.ts';
import { closeInOrder, violations } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { give, take } from '#tests/support/people/transfers.ts';
import { admit, aDoorkeeper, ask, aSoldTicket, type AtTheDoor, handIn, hashOfTicket, type SoldTicket, soldTickets, undo, verify } from '#tests/support/people/scanners.ts';

import type { DoorCounters } from '../schema.ts';

let app: TestApp;
let keeper: AtTheDoor;
let event: EventDetail;
beforeAll(async () => {
  app = await aTestApp();
  [keeper, event] = [await aDoorkeeper(app, { admin: true }), await anEvent(app)];
});
afterAll(() => closeInOrder(app));

/** A ticket that somebody took, and its id now. */
async function given(): Promise<{ old: SoldTicket; now: string }> {
  const old = await aSoldTicket(app, event);
  expect((await take(app, await give(app, old), { name: 'Marta' })).status).toBe(303);
  return { old, now: await idOf(old) };
}

async function idOf({ ticketNumber }: SoldTicket): Promise<string> {
  return (await app.db.query.selectFrom('tickets').select('id').where('ticketNumber', '=', ticketNumber).executeTakeFirstOrThrow()).id;
}

async function handedIn(scans: Parameters<typeof handIn>[2]['scans']) {
  const { status, body } = await handIn(app, keeper, { event, scans });
  expect(status).toBe(200);
  return body.results;
}

test('without network too, a ticket that was given away is a party of its own', async () => {
  const [ana, lent, friend] = await soldTickets(app, { event, quantity: 3 });
  await take(app, await give(app, lent!), { name: 'Bernat' });
  const bernat = await idOf(lent!);
  const { body: list } = await ask<DoorList>(app, keeper, { path: `/api/door/${event.id}/list` });
  const groupOf = (id: string): string[] => groupOnPhone({ eventId: event.id, ageMs: 0, list }, new Map(), hashOfTicket(id)).map(({ ticketId }) => ticketId).toSorted();
  const together = [ana!.id, friend!.id].map(hashOfTicket).toSorted();
  expect([groupOf(ana!.id), groupOf(friend!.id), groupOf(bernat)]).toEqual([together, together, [hashOfTicket(bernat)]]);
});

describe('the old code of a ticket that was given away, let in without network', () => {
  test('is named, its use is kept on the ticket, and whoever took it is told', async () => {
    const { old, now } = await given();
    const nonce = app.deps.ids.uuid();
    const at = new Date(app.clock.now().getTime() - 60_000);
    const conflicts = (await ask<DoorCounters>(app, keeper, { path: `/api/door/${event.id}/live` })).body.conflicts;
    for (let times = 0; times < 2; times += 1) {
      expect(await handedIn([{ ticket: old, nonce, at }])).toMatchObject([{ nonce, code: 'REPLACED', success: false, conflict: true, ticketNumber: old.ticketNumber, message: "Tiquet substituït: ara és d'una altra persona" }]);
    }
    expect((await ask<DoorCounters>(app, keeper, { path: `/api/door/${event.id}/live` })).body.conflicts).toBe(conflicts + 1);
    const answer = await admit(app, keeper, { ticketId: now });
    expect(answer).toMatchObject({ success: false, code: 'ALREADY_USED', ticket: { used_at: at.toISOString() } });
    expect(answer.message).toContain('Tiquet ja usat');
    expect(await violations(app)).toEqual([]);
  });

  test('after whoever took it came in is a conflict beside that entry, which stays the one that counts', async () => {
    const { old, now } = await given();
    await admit(app, keeper, { ticketId: now });
    const usedAt = app.clock.now();
    expect(await handedIn([{ ticket: old, at: new Date(usedAt.getTime() - 600_000) }])).toMatchObject([{ code: 'REPLACED', conflict: true, ticketNumber: old.ticketNumber }]);
    expect((await verify(app, keeper, { qrData: now })).ticket?.used_at).toBe(usedAt.toISOString());
    expect(await violations(app)).toEqual([]);
  });

  test('while its ticket is outside is inside for the other phones too', async () => {
    const open = await anEvent(app);
    await changeEvent(app, open.id, { exitReentry: true });
    const old = await aSoldTicket(app, open);
    await take(app, await give(app, old), { name: 'Marta' });
    const now = await idOf(old);
    await admit(app, keeper, { ticketId: now });
    await admit(app, keeper, { ticketId: now, direction: 'out' });
    const isOutside = async (): Promise<boolean> => (await ask<DoorList>(app, keeper, { path: `/api/door/${open.id}/list` })).body.tickets[0]!.outside;
    expect(await isOutside()).toBe(true);
    expect((await handIn(app, keeper, { event: open, scans: [{ ticket: old }] })).body.results).toMatchObject([{ code: 'REPLACED', conflict: true }]);
    expect([await isOutside(), (await admit(app, keeper, { ticketId: now })).code]).toEqual([false, 'ALREADY_USED']);
  });

  test('that is taken back, there or by an admin, leaves the ticket to whoever took it', async () => {
    const [there, later] = [await given(), await given()];
    const nonce = app.deps.ids.uuid();
    const results = await handedIn([{ ticket: there.old, nonce }, { ticket: there.old, nonce: `undo:${nonce}`, undoes: nonce }, { ticket: later.old }]);
    expect(results.map(({ code, success, conflict }) => [code, success, conflict])).toEqual([['REPLACED', false, true], ['VALID', true, false], ['REPLACED', false, true]]);
    expect((await undo(app, keeper, { ticketId: later.now })).success).toBe(true);
    for (const { now } of [there, later]) expect(await admit(app, keeper, { ticketId: now })).toMatchObject({ success: true });
    expect(await violations(app)).toEqual([]);
  });

  test('and refused there stays refused', async () => {
    const { old, now } = await given();
    expect(await handedIn([{ ticket: old, decision: 'REPLACED' }])).toMatchObject([{ code: 'REPLACED', success: false, conflict: false }]);
    expect(await admit(app, keeper, { ticketId: now })).toMatchObject({ success: true });
  });
});

describe('what is handed in at once', () => {
  test('has each scan its own verdict, in order: entries, a second one, an undo, a coming in again, a stranger', async () => {
    const [one, two] = await soldTickets(app, { event, quantity: 2 });
    const nonces = Array.from({ length: 7 }, () => app.deps.ids.uuid());
    const before = (seconds: number): Date => new Date(app.clock.now().getTime() - seconds * 1000);
    const scans = [
      { ticket: one!, nonce: nonces[0]!, at: before(90) },
      { ticket: one!, nonce: nonces[1]!, at: before(80) },
      { ticket: two!, nonce: nonces[2]!, at: before(70) },
      { ticket: two!, nonce: nonces[3]!, undoes: nonces[2]!, at: before(60) },
      { ticket: two!, nonce: nonces[4]!, at: before(50) },
      { hash: 'f'.repeat(32), nonce: nonces[5]!, at: before(40) },
      { ticket: two!, nonce: nonces[4]!, at: before(50) },
    ];
    for (let times = 0; times < 2; times += 1) {
      const results = await handedIn(scans);
      expect(results.map(({ nonce }) => nonce)).toEqual(scans.map(({ nonce }) => nonce));
      expect(results.map(({ code, success, conflict }) => [code, success, conflict])).toEqual([
        ['ADMITTED', true, false],
        ['ALREADY_USED', false, true],
        ['ADMITTED', true, false],
        ['VALID', true, false],
        ['ADMITTED', true, false],
        ['NOT_FOUND', false, true],
        ['ADMITTED', true, false],
      ]);
    }
    expect(await app.db.query.selectFrom('scans').select('nonce').where('nonce', 'in', nonces).execute()).toHaveLength(6);
    expect(await violations(app)).toEqual([]);
  });
});

test('a time that no list and no evening allows is not believed, whoever hands it in', async () => {
  const tonight = await anEvent(app);
  const [old, listed] = await soldTickets(app, { event: tonight, quantity: 2 });
  const today = dayInMadrid(app.clock.now());
  await app.db.query.updateTable('events').set({ eventDate: today }).where('id', '=', tonight.id).execute();
  const listAsOf = new Date(app.clock.now().getTime() - 5_000);
  const { body } = await handIn(app, keeper, { event: tonight, scans: [{ ticket: old!, at: new Date('2020-01-01T00:00:00Z') }, { ticket: listed!, at: new Date('2020-01-01T00:00:00Z'), listAsOf }] });
  const day = startOfDayInMadrid(today);
  expect(body.results.map(({ scannedAt }) => Date.parse(scannedAt))).toEqual([day, Math.max(day, listAsOf.getTime())]);
  const { usedAt } = await app.db.query.selectFrom('tickets').select('usedAt').where('id', '=', old!.id).executeTakeFirstOrThrow();
  expect(usedAt?.getTime()).toBe(day);
});
