import { beforeEach, expect, test, vi } from 'vitest';

import type { DoorAnswer } from '#app/domain/door/answer.ts';
import type { FetchedList, LogEntry } from '#app/domain/door/decide.ts';
import type { DoorSession } from '#app/features/door/schema.ts';

import { type DoorLog, hashOf } from '../log.ts';
import { inPhoneTime, measureAhead } from '../clock/phone-time.ts';
import { phoneClock } from '../clock/steady-clock.ts';
import { doorLink } from './link.ts';
import { type DoorTransport, type NoAnswer, NoConnection } from './transport.ts';

const TICKET = 'A'.repeat(26);
const ONLINE: DoorAnswer = { success: true, code: 'VALID', message: 'Tiquet vàlid' };
const MAY_ENTER = { answer: { code: 'VALID', ticket: { eventTitle: 'Sopar' } }, isLocal: true };
const ENTERED = { answer: { success: true, code: 'ADMITTED', message: 'Endavant' }, isLocal: true };
const UNDONE = { answer: { success: true, message: 'Entrada desfeta: el tiquet torna a ser vàlid' }, isLocal: true };
const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => void vi.useRealTimers();
});

async function aList(): Promise<FetchedList> {
  const ticket = { hash: await hashOf(TICKET), number: '', status: 'active', orderStatus: 'paid', suspended: false, outside: false, userType: 'public', menu: 0, party: 'p', usedAt: null, hasNote: false } as const;
  const event = { id: 1, title: 'Sopar', date: '2027-03-15', time: '21:00', exitReentry: false, kitchenService: false };
  return { eventId: 1, ageMs: 0, list: { asOf: '2027-03-15T20:00:00Z', event, tickets: [ticket], menus: [{ menu: null, extras: [] }], retired: [] } };
}

/** A door whose network does what it is told, and counts how often it was asked. */
async function aDoor(input: { hasList: boolean; expiresAt?: string; hasAccount?: boolean }) {
  const network: { fails: NoAnswer | null; requests: number } = { fails: null, requests: 0 };
  const post = async <Body>(): Promise<Body> => {
    network.requests += 1;
    if (network.fails !== null) throw new NoConnection(network.fails);
    return ONLINE as Body;
  };
  const transport: DoorTransport = { post, get: post, ask: () => Promise.reject(new Error('not asked here')) };
  const own = await aList();
  const heldBack = new Set<string>();
  const appended: LogEntry[] = [];
  const log: DoorLog = {
    read: async () => (input.hasList ? { lists: { own, others: [] }, log: new Map() } : null),
    append: async (entry) => void appended.push(entry),
    isWaiting: async (nonce) => heldBack.has(nonce),
    remember: async () => {},
    summary: async () => null,
    dismiss: async () => {},
  };
  const scanner = { hasAccount: input.hasAccount ?? false, expiresAt: input.expiresAt ?? null, proof: 'proof' };
  const link = doorLink({ transport, station: { eventId: 1, device: 'Porta' }, scanner, log, changed: () => {}, closed: () => {} });
  const verify = () => link.verify({ text: TICKET, source: 'camera', mode: 'in' });
  const admit = () => link.admit({ ticketId: TICKET, nonce: 'n', direction: 'in' });
  return { network, link, verify, admit, heldBack, appended };
}

test('a network that hangs is waited for once; then the phone decides at once, and asks again after a while', async () => {
  const { network, verify, admit } = await aDoor({ hasList: true });
  network.fails = 'timeout';
  expect(await verify()).toMatchObject(MAY_ENTER);
  expect(await admit()).toMatchObject(ENTERED);
  expect(await verify()).toMatchObject(MAY_ENTER);
  expect(network.requests).toBe(1);
  network.fails = null;
  vi.advanceTimersByTime(15_001);
  expect(await verify()).toEqual({ answer: ONLINE, isLocal: false });
  expect(await admit()).toEqual({ answer: ONLINE, isLocal: false });
  expect(network.requests).toBe(3);
});

test('a network that refuses at once costs nothing, and is asked each time', async () => {
  const { network, verify } = await aDoor({ hasList: true });
  network.fails = 'unreachable';
  expect(await verify()).toMatchObject(MAY_ENTER);
  network.fails = null;
  expect(await verify()).toEqual({ answer: ONLINE, isLocal: false });
});

test('without a list the connection is waited for each time, and its loss is told', async () => {
  const { network, verify } = await aDoor({ hasList: false });
  network.fails = 'timeout';
  await expect(verify()).rejects.toThrow(NoConnection);
  await expect(verify()).rejects.toThrow(NoConnection);
  expect(network.requests).toBe(2);
});

test('what the server has not heard of is undone on the phone, whether there is a network or not', async () => {
  const { network, link, heldBack } = await aDoor({ hasList: true });
  const scan = { ticketId: TICKET, nonce: 'of-the-admission', what: 'entry' } as const;
  heldBack.add(scan.nonce);
  expect(await link.undo(scan)).toMatchObject(UNDONE);
  expect(network.requests).toBe(0);
  heldBack.clear();
  expect(await link.undo(scan)).toEqual({ answer: ONLINE, isLocal: false });
  network.fails = 'unreachable';
  expect(await link.undo(scan)).toMatchObject(UNDONE);
  expect(network.requests).toBe(2);
  await expect(link.undo({ ...scan, what: 'serving' })).rejects.toThrow(NoConnection);
});

test('who is known by the list alone goes in by the list', async () => {
  const { network, link } = await aDoor({ hasList: true });
  const hash = await hashOf(TICKET);
  expect((await link.admitGroup({ ticketIds: [hash], nonce: 'n' })).isLocal).toBe(true);
  expect((await link.admit({ ticketId: hash, nonce: 'n', direction: 'in' })).isLocal).toBe(true);
  expect(network.requests).toBe(0);
});

test('nothing is served by the phone alone', async () => {
  const { network, link } = await aDoor({ hasList: true });
  network.fails = 'unreachable';
  await expect(link.serve({ ticketId: TICKET, nonce: 'n' })).rejects.toThrow(NoConnection);
});

test('nobody is let in by a phone that could not keep it (D30)', async () => {
  const { network, link, appended, verify } = await aDoor({ hasList: true });
  network.fails = 'unreachable';
  appended.push = () => {
    throw new Error('QuotaExceededError');
  };
  await expect(link.admit({ ticketId: TICKET, nonce: 'n', direction: 'in' })).rejects.toThrow(NoConnection);
  expect(await verify()).toMatchObject(MAY_ENTER);
});

test('a pass that has run out admits nobody without network, and until then it does', async () => {
  const inMinutes = (minutes: number): string => new Date(phoneClock.now() + minutes * MINUTE_MS).toISOString();
  const [ended, open] = [await aDoor({ hasList: true, expiresAt: inMinutes(-1) }), await aDoor({ hasList: true, expiresAt: inMinutes(5) })];
  ended.network.fails = 'unreachable';
  open.network.fails = 'unreachable';
  const refusal = { answer: { success: false, code: 'PASS_ENDED', message: 'El passe ha caducat: ja no deixa entrar ningú' } };
  for (const decided of [await ended.verify(), await ended.admit()]) expect(decided).toMatchObject(refusal);
  expect(ended.appended).toEqual([]);
  expect(await open.admit()).toMatchObject(ENTERED);
  expect(open.appended).toMatchObject([{ decision: 'ADMITTED' }]);
});

test('a shift lets in until its end by the clock of a phone that is three hours ahead, and is then called a shift', async () => {
  const HOUR_MS = 60 * MINUTE_MS;
  const serverTime = phoneClock.now() - 3 * HOUR_MS;
  const sessionUntil = (end: number): DoorSession => ({ events: [], scanner: { name: 'Neus', hasAccount: true, isAdmin: false, proof: 'proof', expiresAt: new Date(end).toISOString() }, now: new Date(serverTime).toISOString() });
  const aShiftDoor = async (end: number) => {
    const session = sessionUntil(end);
    const { scanner } = inPhoneTime(session, measureAhead(session));
    const door = await aDoor({ hasList: true, hasAccount: true, expiresAt: scanner.expiresAt! });
    door.network.fails = 'unreachable';
    return door;
  };
  const [open, ended] = [await aShiftDoor(serverTime + HOUR_MS), await aShiftDoor(serverTime - MINUTE_MS)];
  expect(await open.admit()).toMatchObject(ENTERED);
  expect(await ended.admit()).toMatchObject({ answer: { success: false, code: 'SHIFT_ENDED', message: "El teu torn de porta s'ha acabat: ja no deixa entrar ningú" } });
  expect(inPhoneTime(sessionUntil(serverTime), null).scanner.expiresAt).toBe(new Date(serverTime).toISOString());
});

test('who came in with a group can be undone one by one, by the nonces that they were let in by', async () => {
  const { network, link, appended } = await aDoor({ hasList: true });
  network.fails = 'unreachable';
  const { answer, undoable } = await link.admitGroup({ ticketIds: [TICKET, 'B'.repeat(26)], nonce: 'n' });
  expect(answer).toMatchObject({ success: false, admitted: 1 });
  expect(undoable).toEqual([{ ticketId: TICKET, nonce: appended[0]?.nonce, what: 'entry' }]);
});
