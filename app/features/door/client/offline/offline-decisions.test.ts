import { expect, test } from 'vitest';

import type { AdmissionCode } from '#app/domain/door/admission.ts';
import { answerTone } from '#app/domain/door/verdict.ts';

import { phoneClock } from '../clock/steady-clock.ts';
import { doorWire, DoorClosed, NoConnection } from '../door-api.ts';
import { hashOf } from '../ticket-hash.ts';
import { offlineDecisions } from './offline-decisions.ts';
import type { KeptList } from './offline-store.ts';

const MINE = 'A'.repeat(26);
const THEIRS = 'B'.repeat(26);
const NEITHER = 'C'.repeat(26);
const MINUTE_MS = 60_000;

async function aList(event: { id: number; title: string }, ticketId: string, minutesAgo: number): Promise<KeptList> {
  const ticket = { hash: await hashOf(ticketId), number: '', status: 'active', orderStatus: 'paid', suspended: false, outside: false, userType: 'public', menu: 0, party: 'p', usedAt: null, hasNote: false } as const;
  const list = { asOf: '2027-03-15T20:00:00Z', event: { ...event, date: '2027-03-15', time: '21:00', exitReentry: false, kitchenService: false }, tickets: [ticket], menus: [{ menu: null, extras: [] }], retired: [] };
  return { eventId: event.id, etag: '', list, fetchedAt: phoneClock.now() - minutesAgo * MINUTE_MS };
}

async function aDoor(input: { expiresAt?: string | null } = {}) {
  const kept = await aList({ id: 1, title: 'Sopar' }, MINE, 40);
  const other = await aList({ id: 2, title: 'Dinar de germanor' }, THEIRS, 1);
  const queued: { decision: AdmissionCode; listAsOf: string }[] = [];
  const record = {
    list: async () => kept,
    otherLists: async () => [other],
    knownHere: async () => new Map(),
    queue: async (scan: { decision: AdmissionCode; listAsOf: string }) => void queued.push(scan),
  };
  const door = offlineDecisions({ record, eventId: 1, scanner: { hasAccount: false, expiresAt: input.expiresAt ?? null }, deciding: () => {} });
  return { queued, scan: (text: string) => door.verify({ text, source: 'camera', mode: 'in' }), admit: (ticketId: string) => door.admit({ ticketId, nonce: 'n' }) };
}

test('a ticket that the list does not have is not called unknown: the phone says how old its list is', async () => {
  const { scan, queued } = await aDoor();
  const answer = (await scan(NEITHER))!;
  expect(answer).toMatchObject({ success: false, code: 'NOT_LISTED', message: "No està en la llista d'este mòbil (de fa 40 min)" });
  expect(answerTone(answer)).toBe('warn');
  expect(queued).toMatchObject([{ decision: 'NOT_FOUND', listAsOf: '2027-03-15T20:00:00Z' }]);
});

test("one of another event's list is refused by that event's name", async () => {
  const { scan, admit } = await aDoor();
  for (const answer of [await scan(THEIRS), await admit(THEIRS)]) expect(answer).toMatchObject({ code: 'OTHER_EVENT', message: 'Este tiquet és per a un altre acte: Dinar de germanor' });
});

test('what is no code of a ticket is still not found', async () => {
  const { scan } = await aDoor();
  expect(await scan('https://example.com')).toMatchObject({ code: 'NOT_FOUND' });
});

test('a pass that has run out admits nobody without network, and until then it does', async () => {
  const inMinutes = (minutes: number): string => new Date(phoneClock.now() + minutes * MINUTE_MS).toISOString();
  const [ended, open] = [await aDoor({ expiresAt: inMinutes(-1) }), await aDoor({ expiresAt: inMinutes(5) })];
  for (const answer of [await ended.scan(MINE), await ended.admit(MINE)]) expect(answer).toMatchObject({ success: false, code: 'PASS_ENDED', message: 'El passe ha caducat: ja no deixa entrar ningú' });
  expect(ended.queued).toEqual([]);
  expect(await open.admit(MINE)).toMatchObject({ success: true, code: 'ADMITTED' });
});

test.each([
  [401, '{"code":"NOT_SIGNED_IN"}', DoorClosed],
  [403, '{"code":"FORBIDDEN"}', DoorClosed],
  [403, '<html>Accés a Internet: inicia sessió</html>', NoConnection],
  [401, '{"error":"proxy"}', NoConnection],
  [403, '{"code":"FOREIGN_ORIGIN"}', NoConnection],
])('an answer %s %s of the network closes the door only where it is ours', async (status, body, thrown) => {
  const before = globalThis.fetch;
  globalThis.fetch = async () => new Response(body, { status });
  try {
    await expect(doorWire(null).get('/api/door')).rejects.toBeInstanceOf(thrown);
  } finally {
    globalThis.fetch = before;
  }
});
