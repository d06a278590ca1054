import { beforeEach, expect, test, vi } from 'vitest';

import type { DoorAnswer } from '../schema.ts';
import { type DoorWire, type NoAnswer, NoConnection } from './door-api.ts';
import { doorBackend } from './door-backend.ts';

const ONLINE: DoorAnswer = { success: true, code: 'VALID', message: 'Tiquet vàlid' };
const LOCAL: DoorAnswer = { success: true, code: 'ADMITTED', message: 'Endavant' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => void vi.useRealTimers();
});

/** A door whose network does what it is told, and counts how often it was asked. */
function aDoor(input: { hasList: boolean }) {
  const network: { fails: NoAnswer | null; asked: number } = { fails: null, asked: 0 };
  const post = async <Body>(): Promise<Body> => {
    network.asked += 1;
    if (network.fails !== null) throw new NoConnection(network.fails);
    return ONLINE as Body;
  };
  const wire: DoorWire = { post, get: post, ask: () => Promise.reject(new Error('not asked here')) };
  const local = async (): Promise<DoorAnswer | null> => (input.hasList ? LOCAL : null);
  const heldBack = new Set<string>();
  const offline = {
    verify: local,
    admit: local,
    undo: local,
    admitParty: async () => (input.hasList ? { success: true, admitted: 1, results: [] } : null),
    isWaiting: async (nonce: string) => heldBack.has(nonce),
    partyOf: async () => [],
    heard: () => {},
    remember: async () => {},
    sync: async () => true,
  };
  const backend = doorBackend({ wire, place: { eventId: 1, device: 'Porta' }, offline });
  const verify = () => backend.verify({ text: 'x', source: 'camera', mode: 'in' });
  const admit = () => backend.admit({ ticketId: 'x', nonce: 'n', direction: 'in' });
  return { network, backend, verify, admit, heldBack };
}

test('a network that hangs is waited for once; then the phone decides at once, and asks again after a while', async () => {
  const { network, verify, admit } = aDoor({ hasList: true });
  network.fails = 'timeout';
  expect(await verify()).toEqual({ answer: LOCAL, isLocal: true });
  expect(await admit()).toEqual({ answer: LOCAL, isLocal: true });
  expect(await verify()).toEqual({ answer: LOCAL, isLocal: true });
  expect(network.asked).toBe(1);
  network.fails = null;
  vi.advanceTimersByTime(15_001);
  expect(await verify()).toEqual({ answer: ONLINE, isLocal: false });
  expect(await admit()).toEqual({ answer: ONLINE, isLocal: false });
  expect(network.asked).toBe(3);
});

test('a network that refuses at once costs nothing, and is asked each time', async () => {
  const { network, verify } = aDoor({ hasList: true });
  network.fails = 'unreachable';
  expect(await verify()).toEqual({ answer: LOCAL, isLocal: true });
  network.fails = null;
  expect(await verify()).toEqual({ answer: ONLINE, isLocal: false });
});

test('without a list the connection is waited for each time, and its loss is told', async () => {
  const { network, verify } = aDoor({ hasList: false });
  network.fails = 'timeout';
  await expect(verify()).rejects.toThrow(NoConnection);
  await expect(verify()).rejects.toThrow(NoConnection);
  expect(network.asked).toBe(2);
});

test('what the server has not heard of is undone on the phone, whether there is a network or not', async () => {
  const { network, backend, heldBack } = aDoor({ hasList: true });
  const act = { ticketId: 'x', nonce: 'of-the-admission', what: 'entry' } as const;
  heldBack.add(act.nonce);
  expect(await backend.undo(act)).toEqual({ answer: LOCAL, isLocal: true });
  expect(network.asked).toBe(0);
  heldBack.clear();
  expect(await backend.undo(act)).toEqual({ answer: ONLINE, isLocal: false });
  network.fails = 'unreachable';
  expect(await backend.undo(act)).toEqual({ answer: LOCAL, isLocal: true });
  expect(network.asked).toBe(2);
  await expect(backend.undo({ ...act, what: 'serving' })).rejects.toThrow(NoConnection);
});

test('who is known by the list alone goes in by the list', async () => {
  const { network, backend } = aDoor({ hasList: true });
  const hash = 'a'.repeat(32);
  expect((await backend.admitParty({ ticketIds: [hash], nonce: 'n' })).isLocal).toBe(true);
  expect((await backend.admit({ ticketId: hash, nonce: 'n', direction: 'in' })).isLocal).toBe(true);
  expect(network.asked).toBe(0);
});

test('nothing is served by the phone alone', async () => {
  const { network, backend } = aDoor({ hasList: true });
  network.fails = 'unreachable';
  await expect(backend.serve({ ticketId: 'x', nonce: 'n' })).rejects.toThrow(NoConnection);
});
