import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { anS3Server, type S3Server } from '#tests/support/s3/s3-server.ts';

import { randomIds } from '../ids.server.ts';
import { type FileStorage, WrongLength } from './file-storage.server.ts';
import { createLocalStorage } from './local-storage.server.ts';
import { createS3Storage, isRefusedByStore } from './s3-storage.server.ts';

const UNAVAILABLE = /UnknownError|503|Unavailable/;
const MB = 1024 * 1024;
let folder: string;
let s3: S3Server;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comboi-files-'));
  s3 = await anS3Server();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const SIDES: [string, () => FileStorage][] = [
  ['a local disk', () => createLocalStorage({ folder, ids: randomIds })],
  ['a store that speaks S3', () => createS3Storage(s3.place)],
];

describe.each(SIDES)('%s', (_name, open) => {
  const put = (storage: FileStorage, name: string, body: Uint8Array) => storage.put({ name, body, size: body.byteLength, mediaType: 'image/webp' });

  test('gives back every byte that was streamed into it', async () => {
    const storage = open();
    const bytes = randomBytes(3 * MB + 7);
    const chunks = [bytes.subarray(0, 65_536), bytes.subarray(65_536, 65_537), bytes.subarray(65_537)];
    await storage.put({ name: 'news-images/streamed.webp', body: Readable.from(chunks), size: bytes.length, mediaType: 'image/webp' });
    expect((await buffer((await storage.read('news-images/streamed.webp'))!)).equals(bytes)).toBe(true);
    expect(await storage.stat('news-images/streamed.webp')).toMatchObject({ name: 'news-images/streamed.webp', size: bytes.length });
  });

  test('keeps an object of no bytes at all', async () => {
    const storage = open();
    await put(storage, 'news-images/empty.webp', new Uint8Array());
    expect(await storage.stat('news-images/empty.webp')).toMatchObject({ size: 0 });
    expect(await buffer((await storage.read('news-images/empty.webp'))!)).toHaveLength(0);
  });

  test.each([
    [0, 1],
    [0, 999],
    [500, 65_700],
    [99_999, 99_999],
  ])('reads bytes %i to %i alone', async (start, end) => {
    const storage = open();
    const bytes = randomBytes(100_000);
    await put(storage, 'booklets/ranges.pdf', bytes);
    const read = await buffer((await storage.read('booklets/ranges.pdf', { start, end }))!);
    expect(read.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  test('knows nothing of what was never stored or was removed', async () => {
    const storage = open();
    await put(storage, 'events/gone.webp', randomBytes(10));
    await storage.remove('events/gone.webp');
    for (const name of ['events/gone.webp', 'events/never/was.webp']) {
      expect(await storage.read(name)).toBeNull();
      expect(await storage.read(name, { start: 0, end: 1 })).toBeNull();
      expect(await storage.stat(name)).toBeNull();
      await storage.remove(name);
    }
  });

  test('lists more than a thousand objects under a prefix, each once', async () => {
    const storage = open();
    const names = Array.from({ length: 1_203 }, (_, index) => `awards/many/n${index}.webp`);
    for (let at = 0; at < names.length; at += 50) {
      await Promise.all(names.slice(at, at + 50).map((name) => put(storage, name, Buffer.from(name))));
    }
    await put(storage, 'awards/other.webp', randomBytes(5));
    const listed = await Array.fromAsync(storage.list('awards/many/'));
    expect(listed.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(listed.find(({ name }) => name.endsWith('n77.webp'))).toMatchObject({ size: 'awards/many/n77.webp'.length });
    expect(Math.abs(listed[0]!.modifiedAt.getTime() - Date.now())).toBeLessThan(600_000);
  });

  test('has nothing under a prefix that nobody used', async () => {
    expect(await Array.fromAsync(open().list('site/'))).toEqual([]);
  });

  test.each([
    ['shorter', 999],
    ['longer', 1_001],
  ])('refuses a body %s than was said, and keeps none of it', async (_word, length) => {
    const storage = open();
    const put = storage.put({ name: 'booklets/cut.pdf', body: Readable.from([randomBytes(length)]), size: 1_000, mediaType: 'application/pdf' });
    await expect(put).rejects.toThrow(WrongLength);
    await storage.forgetUnfinished(new Date(Date.now() + 1_000));
    expect(await storage.read('booklets/cut.pdf')).toBeNull();
  });

  test('keeps nothing of a body that breaks off', async () => {
    const storage = open();
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield randomBytes(100_000);
      throw new Error('the line went dead');
    }
    const put = storage.put({ name: 'booklets/broken.pdf', body: Readable.from(broken()), size: 200_000, mediaType: 'application/pdf' });
    await expect(put).rejects.toThrow('the line went dead');
    expect(await storage.stat('booklets/broken.pdf')).toBeNull();
    expect(await Array.fromAsync(storage.list('booklets/broken'))).toEqual([]);
  });

  test.each(['../secret', 'a/../../b', '/etc/passwd', 'a\\b/c', 'a/b%2e', 'a/.hidden', 'a', 'a/b.tar.gz', `a/${'b'.repeat(200)}`, 'a/b\0c', 'a//b', ''])(
    'is never asked for the name %j',
    async (name) => {
      const storage = open();
      await expect(put(storage, name, randomBytes(1))).rejects.toThrow('not the name');
      await expect(storage.read(name)).rejects.toThrow('not the name');
      await expect((async () => storage.remove(name))()).rejects.toThrow('not the name');
    },
  );
});

test('a local disk forgets what a dead writer left, and not what somebody is writing', async () => {
  const storage = createLocalStorage({ folder, ids: randomIds });
  await storage.put({ name: 'site/one.webp', body: randomBytes(1), size: 1, mediaType: 'image/webp' });
  const incoming = join(folder, '.incoming');
  await writeFile(join(incoming, 'old'), 'x');
  await writeFile(join(incoming, 'new'), 'x');
  const anHourAgo = new Date(Date.now() - 3_600_000);
  await utimes(join(incoming, 'old'), anHourAgo, new Date(anHourAgo.getTime() - 1_000));
  await storage.forgetUnfinished(anHourAgo);
  expect(await readdir(incoming)).toEqual(['new']);
  expect((await Array.fromAsync(storage.list(''))).some(({ name }) => name.includes('incoming'))).toBe(false);
});

test('files of a local disk are for the server alone', async () => {
  const storage = createLocalStorage({ folder, ids: randomIds });
  await storage.put({ name: 'site/private.webp', body: randomBytes(1), size: 1, mediaType: 'image/webp' });
  const { mode } = await stat(join(folder, 'site/private.webp'));
  expect(mode & 0o777).toBe(0o600);
});

describe('a store that speaks S3', () => {
  test('says when it can be reached, and whether it refuses us', async () => {
    await createS3Storage(s3.place).ping();
    const refused = await createS3Storage({ ...s3.place, bucket: 'another' }).ping().catch((error: unknown) => error);
    expect(isRefusedByStore(refused)).toBe(true);
    const dead = await createS3Storage({ ...s3.place, endpoint: new URL('http://127.0.0.1:1') }).ping().catch((error: unknown) => error);
    expect(isRefusedByStore(dead)).toBe(false);
  });

  test('an outage is an error, never an object that is not there', async () => {
    const outage = createServer((_request, response) => response.writeHead(503).end()).listen(0, '127.0.0.1');
    await once(outage, 'listening');
    const storage = createS3Storage({ ...s3.place, endpoint: new URL(`http://127.0.0.1:${(outage.address() as AddressInfo).port}`) });
    await expect(storage.read('site/there.webp')).rejects.toThrow(UNAVAILABLE);
    await expect(storage.stat('site/there.webp')).rejects.toThrow(UNAVAILABLE);
    await expect(Array.fromAsync(storage.list('site/'))).rejects.toThrow(UNAVAILABLE);
    outage.close();
  });
});
