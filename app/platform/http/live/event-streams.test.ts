import { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';

import { Refusal } from '../answers/refusal.server.ts';
import type { EdgeEnv } from '../edge.server.ts';
import { type Credential, sessionCredential } from './credential.ts';
import { createEventStreams, type EventStreams } from './event-streams.server.ts';

let now: number;
let streams: EventStreams;
let site: Hono<EdgeEnv>;
let network: string;
let credential: Credential | null;
let mayStay: boolean;
beforeEach(() => {
  now = 0;
  streams = createEventStreams('places', { monotonicNow: () => now });
  [network, credential, mayStay] = ['198.51.100.1', null, true];
  site = new Hono();
  site.onError((error, c) => (error instanceof Refusal ? c.text(error.code, 503) : c.text('failed', 500)));
  site.get('/:topic/:reader', (c) => {
    c.set('address', network);
    c.set('credential', credential);
    return streams.open(c, { topic: Number(c.req.param('topic')), reader: c.req.param('reader'), first: 'first', mayStay: () => mayStay });
  });
});

interface Reader {
  next(): Promise<string>;
  leave(): Promise<void>;
}

async function read(topic: number, as = 'public'): Promise<Reader> {
  const answer = await site.request(`/${topic}/${as}`);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  const next = async (): Promise<string> => {
    const { value, done } = await reader.read();
    return done ? 'over' : value;
  };
  expect(await next()).toMatch(/^retry: \d+\nevent: hello\ndata: \{\}\n\n$/);
  expect(await next()).toBe('event: places\ndata: first\n\n');
  return { next, leave: async () => reader.cancel() };
}

test('each hears what is new of its own topic, once', async () => {
  const [one, other] = [await read(1), await read(2)];
  await streams.publish(1, () => 'first');
  await streams.publish(1, () => 'second');
  await streams.publish(2, () => 'third');
  expect([await one.next(), await other.next()]).toEqual(['event: places\ndata: second\n\n', 'event: places\ndata: third\n\n']);
});

test('a stream ends for whom there is nothing to say any more, and for all when the process ends', async () => {
  const [outsider, member] = [await read(1, 'public'), await read(1, 'socio')];
  await streams.publish(1, (reader) => (reader === 'socio' ? 'for members' : null));
  expect([await outsider.next(), await member.next()]).toEqual(['over', 'event: places\ndata: for members\n\n']);
  streams.end();
  expect(await member.next()).toBe('over');
  const late = await read(1);
  expect(await late.next()).toBe('over');
  expect(streams.topics()).toEqual([]);
});

test('silent streams give a sign of life', async () => {
  const silent = await read(1);
  now = 10_000;
  await streams.keepAlive();
  const young = await read(1);
  now = 15_000;
  await streams.keepAlive();
  await streams.publish(1, () => 'new');
  expect([await silent.next(), await young.next()]).toEqual([':\n\n', 'event: places\ndata: new\n\n']);
});

test('whoever leaves is forgotten', async () => {
  const reader = await read(1);
  expect(streams.topics()).toEqual([1]);
  await reader.leave();
  expect(streams.topics()).toEqual([]);
});

test('whoever asks for the head alone keeps nothing open', async () => {
  expect((await site.request('/1/public', { method: 'HEAD' })).status).toBe(200);
  expect(streams.topics()).toEqual([]);
});

test('nothing piles up for whom nobody reads', async () => {
  const answer = await site.request('/1/public');
  for (let n = 0; n < 100; n += 1) await streams.publish(1, () => `message ${n}`);
  expect(streams.topics()).toEqual([]);
  await expect(answer.text()).rejects.toThrow('nobody reads');
});

test('a stream ends once its reader may read it no more, and only if they were asked about', async () => {
  const guest = await read(1);
  credential = sessionCredential('token');
  const [member, newcomer] = [await read(1), await read(1)];
  const present = new Map([[credential, { kind: 'guest', visitor: null } as const]]);
  await streams.endForbidden(new Map(), new Set());
  await streams.endForbidden(present, streams.credentials());
  await streams.publish(1, () => 'still here');
  expect([await guest.next(), await member.next(), await newcomer.next()]).toEqual(Array.from({ length: 3 }, () => 'event: places\ndata: still here\n\n'));
  mayStay = false;
  await streams.endForbidden(present, streams.credentials());
  expect([await member.next(), await newcomer.next()]).toEqual(['over', 'over']);
  mayStay = true;
  const other = await read(1);
  await streams.endForbidden(new Map(), streams.credentials());
  expect(await other.next()).toBe('over');
  await streams.publish(1, () => 'to guests');
  expect(await guest.next()).toBe('event: places\ndata: to guests\n\n');
});

test('one network takes a share of the streams, and what it leaves is free again', async () => {
  const open = async (): Promise<number> => (await site.request('/1/public')).status;
  const first = await read(1);
  for (let opened = 1; opened < 500; opened += 1) expect(await open()).toBe(200);
  expect(await open()).toBe(503);
  network = '198.51.100.2';
  expect(await open()).toBe(200);
  network = '198.51.100.1';
  await first.leave();
  expect([await open(), await open()]).toEqual([200, 503]);
});

test('a customer with many networks of IPv6 takes two shares', async () => {
  for (let at = 0; at < 1_000; at += 1) {
    network = `2001:db8:1:${(at % 4).toString(16)}::/64`;
    expect((await site.request('/1/public')).status).toBe(200);
  }
  network = '2001:db8:1:9::/64';
  expect((await site.request('/1/public')).status).toBe(503);
  network = '2001:db8:2:9::/64';
  expect((await site.request('/1/public')).status).toBe(200);
});
