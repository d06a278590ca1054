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
  const backend = doorBackend({ wire, place: { eventId: 1, device: 'Porta' }, offline: { verify: local, admit: local, heard: () => {}, remember: async () => {} } });
  const verify = () => backend.verify({ text: 'x', source: 'camera', mode: 'in' });
  const admit = () => backend.admit({ ticketId: 'x', nonce: 'n', direction: 'in' });
  return { network, backend, verify, admit };
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

test('nothing is served by the phone alone', async () => {
  const { network, backend } = aDoor({ hasList: true });
  network.fails = 'unreachable';
  await expect(backend.serve({ ticketId: 'x', nonce: 'n' })).rejects.toThrow(NoConnection);
});
