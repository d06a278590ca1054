import { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';

import { createEventStreams, type EventStreams } from './event-streams.server.ts';

let now: number;
let streams: EventStreams;
let site: Hono;
beforeEach(() => {
  now = 0;
  streams = createEventStreams('places', { monotonicNow: () => now });
  site = new Hono();
  site.get('/:topic/:reader', (c) => streams.open(c, { topic: Number(c.req.param('topic')), reader: c.req.param('reader'), first: 'first' }));
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
  await streams.tell(1, () => 'first');
  await streams.tell(1, () => 'second');
  await streams.tell(2, () => 'third');
  expect([await one.next(), await other.next()]).toEqual(['event: places\ndata: second\n\n', 'event: places\ndata: third\n\n']);
});

test('a stream ends for whom there is nothing to say any more, and for all when the process ends', async () => {
  const [outsider, member] = [await read(1, 'public'), await read(1, 'socio')];
  await streams.tell(1, (reader) => (reader === 'socio' ? 'for members' : null));
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
  await streams.tell(1, () => 'new');
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
  for (let n = 0; n < 100; n += 1) await streams.tell(1, () => `message ${n}`);
  expect(streams.topics()).toEqual([]);
  await expect(answer.text()).rejects.toThrow('nobody reads');
});
