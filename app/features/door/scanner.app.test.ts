import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Actor } from '#app/domain/people/actor.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aMember, login } from '#tests/support/people/accounts.ts';
import { admit, aDoorkeeper, aPassHolder, ask, aSoldTicket, type AtTheDoor, verify } from '#tests/support/people/scanners.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import type { DoorAnswer } from '#app/domain/door/answer.ts';

import { admitTicket } from './admission/service.server.ts';
import { takeOfflineScans } from './offline/upload.server.ts';
import { doorRequest, type Scanner, scannerOf } from './scanner/service.server.ts';
import { serveDishes } from './serving/service.server.ts';
import { undoAdmission } from './undo.server.ts';

const GUESSES = count({ test: 200, soak: 1_000_000 });
const AT_ONCE = 20;
const MINUTE_MS = 60_000;

let app: TestApp;
let admin: AtTheDoor;
let event: EventDetail;
beforeAll(async () => {
  app = await aTestApp();
  [admin, event] = [await aDoorkeeper(app, { admin: true }), await anEvent(app)];
});
afterAll(() => closeInOrder(app));

/** What a request does that was let in before the right went. */
async function actsOf(scanner: Scanner): Promise<PromiseSettledResult<unknown>[]> {
  const { id: ticketId } = await aSoldTicket(app, event);
  const request = doorRequest(scanner, { eventId: event.id, device: null });
  const nonce = app.deps.ids.uuid();
  const outcomes = await Promise.allSettled([
    admitTicket(app.deps, request, { ticketId, nonce, direction: 'in' }),
    admitTicket(app.deps, request, { ticketId, nonce: `${nonce}:out`, direction: 'out' }),
    serveDishes(app.deps, request, { ticketId, nonce: `${nonce}:serve`, places: null }),
    undoAdmission(app.deps, request, { ticketId, nonce }),
    takeOfflineScans(app.deps, request, { scans: [{ ticketId, nonce: `${nonce}:late`, scannedAt: app.clock.now().toISOString(), decision: 'ADMITTED' }], sentAt: null }),
  ]);
  const { status } = await app.db.query.selectFrom('tickets').select('status').where('id', '=', ticketId).executeTakeFirstOrThrow();
  expect(status).toBe('active');
  return outcomes;
}

const codesOf = (outcomes: PromiseSettledResult<unknown>[]): unknown[] => outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as { code?: string }).code : outcome.value));

test('a pass that is revoked after its request came in lets nobody in', async () => {
  const { id } = await aPassHolder(app, { admin, events: [event] });
  const scanner = scannerOf({ kind: 'guest', visitor: null, pass: { id, name: 'Porta', eventIds: [event.id] } });
  await ask(app, admin, { path: `/api/admin/evening-passes/${id}`, method: 'DELETE' });
  expect(codesOf(await actsOf(scanner))).toEqual(Array.from({ length: 5 }, () => 'NOT_SIGNED_IN'));
  figure('acts let through of a pass that was revoked on their way', 0);
});

test('an account whose right goes, or that is disabled, after its request came in lets nobody in', async () => {
  for (const lose of ['right', 'account'] as const) {
    const { id } = await aMember(app, { role: 'public', rights: ['door'] });
    const actor: Actor = { kind: 'user', userId: id, role: 'public', name: 'Pau', email: 'pau@example.com', provedAt: null, rights: ['door'] };
    if (lose === 'right') await app.db.query.deleteFrom('userRights').where('userId', '=', id).execute();
    else await app.db.query.updateTable('users').set({ banned: true }).where('id', '=', id).execute();
    expect(codesOf(await actsOf(scannerOf(actor)))).toEqual(Array.from({ length: 5 }, () => 'FORBIDDEN'));
  }
});

test('the door goes on, signed in, while every other connection is taken', async () => {
  const crowded = await app.another();
  const who = { headers: { Cookie: await login(crowded, await aMember(crowded, { role: 'public', rights: ['door'] })) }, device: 'Porta · 1' };
  const { id } = await aSoldTicket(app, event);
  let release = (): void => {};
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  const taken = Array.from({ length: 16 }, () => crowded.db.query.transaction().execute(() => until));
  expect((await verify(crowded, who, { qrData: id })).code).toBe('VALID');
  expect((await admit(crowded, who, { ticketId: id })).code).toBe('ADMITTED');
  release();
  await Promise.all(taken);
  await crowded.close();
});

test('who scanned what on which device is forgotten after ninety days, and what happened stays', async () => {
  const old = await aTestApp();
  const [oldAdmin, keeper, at] = [await aDoorkeeper(old, { admin: true }), await aDoorkeeper(old), await anEvent(old)];
  const [early, late] = [await aSoldTicket(old, at), await aSoldTicket(old, at)];
  const pass = await aPassHolder(old, { admin: oldAdmin, events: [at], hours: 1 });
  await admit(old, keeper, { ticketId: early.id });
  old.clock.advance(90 * 24 * 3_600_000 - 1_000);
  await old.round('retention');
  const rows = async () => old.db.query.selectFrom('scans').select(['ticketId', 'kind', 'success', 'scannedBy', 'device']).where('kind', '=', 'entry').orderBy('id').execute();
  expect((await rows())[0]).toMatchObject({ device: keeper.device });
  const fresh = await aDoorkeeper(old);
  await admit(old, fresh, { ticketId: late.id });
  old.clock.advance(3_600_000 + 2_000);
  await old.round('retention');
  expect(await rows()).toEqual([
    { ticketId: early.id, kind: 'entry', success: true, scannedBy: 'forgotten', device: null },
    { ticketId: late.id, kind: 'entry', success: true, scannedBy: expect.stringContaining('user:'), device: fresh.device },
  ]);
  expect(await old.db.query.selectFrom('eveningPasses').select('id').where('id', '=', pass.id).execute()).toEqual([]);
  await closeInOrder(old);
});

describe('whoever guesses', () => {
  test('is stopped after two minutes’ worth of honest mistakes (D11), admins are told, and others are not', async () => {
    const limited = await aTestApp({ env: { COMBOI_RATE_LIMITS: '1' } });
    const [attacker, honest] = [{ ...(await aDoorkeeper(limited)), address: '198.51.100.66' }, await aDoorkeeper(limited)];
    const at = await anEvent(limited);
    const guess = () => ask<DoorAnswer>(limited, attacker, { path: '/api/tickets/verify', body: { qrData: limited.deps.ids.ticket() } });
    let [answered, turnedAway, hits] = [0, 0, 0];
    const begun = performance.now();
    for (let made = 0; made < GUESSES; made += AT_ONCE) {
      for (const { status, body } of await Promise.all(Array.from({ length: AT_ONCE }, guess))) {
        if (status === 200) answered += 1;
        if (status === 429) turnedAway += 1;
        if (status === 200 && body.success) hits += 1;
      }
    }
    const minutes = Math.floor((performance.now() - begun) / MINUTE_MS) + 1;
    expect([answered + turnedAway, hits]).toEqual([GUESSES, 0]);
    expect(answered).toBeGreaterThanOrEqual(120);
    expect(answered).toBeLessThanOrEqual(120 * minutes);
    await limited.round('alarms');
    expect(await limited.db.query.selectFrom('alarms').select('facts').where('kind', '=', 'codes_guessed').execute()).toEqual([{ facts: { scanners: 1 } }]);
    const { id, ticketNumber } = await aSoldTicket(limited, at);
    const moved = { ...attacker, address: '203.0.113.66' };
    const statusOf = async (qrData: string): Promise<number> => (await ask(limited, moved, { path: '/api/tickets/verify', body: { qrData } })).status;
    while ((await statusOf(limited.deps.ids.ticket())) === 200);
    expect((await verify(limited, moved, { qrData: id })).code).toBe('VALID');
    expect(await statusOf(ticketNumber)).toBe(429);
    expect(await statusOf(limited.deps.ids.ticket())).toBe(429);
    expect((await verify(limited, honest, { qrData: id })).code).toBe('VALID');
    figure(`D11 guesses answered of ${GUESSES} within ${minutes} min, and hits`, `${answered}, ${hits}`);
    await limited.close();
  });
});
