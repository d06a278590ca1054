import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createS3Storage } from '#app/platform/adapters/storage/s3-storage.server.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { anS3Server, type S3Server } from '#tests/support/s3/s3-server.ts';

import { verifyArchive } from './archive.server.ts';
import { backUpWhenDue, newestBackup, type StoringParts } from './service.server.ts';
import { openBackupStore } from './backup-store.server.ts';

const DAY_MS = 24 * 3_600_000;
let app: TestApp;
let s3: S3Server;
beforeAll(async () => {
  [app, s3] = [await aTestApp(), await anS3Server()];
});
afterAll(async () => {
  await app.close();
  await s3.close();
});

const PLACES: [string, () => StoringParts][] = [
  ['a folder', () => app.deps],
  ['an S3 store', () => ({ ...app.deps, env: { ...app.deps.env, s3: s3.place }, storage: createS3Storage(s3.place) })],
];

test.each(PLACES)('a backup is kept in %s once a day, and the old ones go', async (_place, parts) => {
  const deps = parts();
  for (let day = 0; day < 10; day += 1) {
    await backUpWhenDue(deps);
    await backUpWhenDue(deps);
    app.clock.advance(DAY_MS);
  }
  const stored = await openBackupStore(deps).list();
  expect(stored.length).toBeGreaterThanOrEqual(7);
  expect(stored.length).toBeLessThanOrEqual(9);
  const newest = await newestBackup(deps);
  expect(newest).toMatchObject({ madeAt: new Date(Math.floor((app.clock.now().getTime() - DAY_MS) / 1000) * 1000) });
  const manifest = await verifyArchive((await openBackupStore(deps).read(newest!.name))!);
  expect(manifest.tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['users', 'tickets', 'audit_chain']));
});

test('one that was cut off or changed anywhere is refused', async () => {
  const whole = await buffer((await openBackupStore(app.deps).read((await newestBackup(app.deps))!.name))!);
  await verifyArchive(Readable.from([whole], { objectMode: false }));
  const cuts = [whole.length - 1, whole.length - 200, whole.length >> 1, 5, 0].map((length) => whole.subarray(0, length));
  const changes = [2, 60, whole.length >> 1, whole.length - 6].map((at) => Buffer.from(whole).fill(whole[at]! ^ 1, at, at + 1));
  for (const broken of [...cuts, ...changes, Buffer.from('no backup')]) {
    await expect(verifyArchive(Readable.from([broken], { objectMode: false }))).rejects.toThrow(/damaged|no backup/);
  }
});
