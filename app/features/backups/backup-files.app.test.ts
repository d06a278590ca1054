import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { randomIds } from '#app/platform/adapters/ids.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { createLocalStorage } from '#app/platform/adapters/storage/local-storage.server.ts';
import { createS3Storage } from '#app/platform/adapters/storage/s3-storage.server.ts';
import { openWithdrawnConsents } from '#app/platform/adapters/withdrawn-consents.server.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { figure, soakCases } from '#tests/support/reporting/counts.ts';
import { aTestDatabase } from '#tests/support/process/test-database.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';
import { anS3Server, type S3Server } from '#tests/support/s3/s3-server.ts';

import { openBackupStore } from './backup-store.server.ts';
import { restoreBackup } from './restoration.server.ts';
import { backupsThatStay, newestBackup, readMissingFiles, storeBackup, type StoringParts, writeWholeBackup } from './service.server.ts';

const EMPTY = 'template1';
const DAY_MS = 24 * 3_600_000;
const BYTES = 1_000_000;

let app: TestApp;
let s3: S3Server;
beforeAll(async () => {
  [app, s3] = [await aTestApp(), await anS3Server()];
});
afterAll(async () => {
  await app.close();
  await s3.close();
});
beforeEach(async () => {
  await app.db.query.deleteFrom('fileVariants').execute();
  await app.db.query.deleteFrom('files').execute();
});

interface StoredFile {
  name: string;
  body: Buffer;
  sha256: string;
}

async function aFile(parts: StoringParts, body = randomBytes(BYTES)): Promise<StoredFile> {
  const [id, now] = [randomIds.uuid(), app.clock.now()];
  await app.db.query.insertInto('files').values({ id, bucket: 'booklets', state: 'ready', ownerId: null, bytes: body.length, createdBy: null, createdAt: now, changedAt: now }).execute();
  await app.db.query.insertInto('fileVariants').values({ fileId: id, variant: 'original', name: `${id}.pdf`, mediaType: 'application/pdf', bytes: body.length, width: null, height: null }).execute();
  const name = `booklets/${id}.pdf`;
  await parts.storage.put({ name, body, size: body.length, mediaType: 'application/pdf' });
  return { name, body, sha256: createHash('sha256').update(body).digest('hex') };
}

async function forget({ name }: StoredFile): Promise<void> {
  await app.db.query.deleteFrom('files').where('id', '=', name.slice('booklets/'.length, -'.pdf'.length)).execute();
}

const bytesOf = async (parts: StoringParts): Promise<number> => {
  const store = openBackupStore(parts);
  return (await store.files.storedBytes()) + (await store.list()).reduce((sum, { size }) => sum + size, 0);
};

async function aPlace(): Promise<StoringParts> {
  const dataDir = await temporaryFolder();
  return { ...app.deps, env: { dataDir, s3: null }, storage: createLocalStorage({ folder: join(dataDir, 'files'), ids: randomIds }) };
}

const PLACES: [string, () => Promise<StoringParts>][] = [
  ['a folder', aPlace],
  ['an S3 store', async () => ({ ...(await aPlace()), env: { dataDir: await temporaryFolder(), s3: s3.place }, storage: createS3Storage(s3.place) })],
];

async function restored(parts: StoringParts, name: string): Promise<StoringParts['storage']> {
  const storage = createLocalStorage({ folder: join(await temporaryFolder(), 'files'), ids: randomIds });
  const store = openBackupStore(parts);
  await restoreBackup({ url: await aTestDatabase(EMPTY), storage, clock: app.clock, log: silentLogger, open: async () => (await store.read(name))!, files: store.files, replace: true, withdrawnConsents: openWithdrawnConsents(parts) });
  return storage;
}

test.each(soakCases(PLACES))('in %s eleven backups with all uploaded files cost little more than one, and the last one brings them back', async (place, placed) => {
  const parts = await placed();
  const files = [await aFile(parts), await aFile(parts), await aFile(parts)];
  await storeBackup(parts);
  const one = await bytesOf(parts);
  for (let more = 0; more < 10; more += 1) {
    app.clock.advance(DAY_MS);
    await storeBackup(parts);
  }
  expect(await openBackupStore(parts).files.storedBytes()).toBe(3 * BYTES);
  const eleven = await bytesOf(parts);
  expect(eleven).toBeLessThan(one + 11 * (one - 3 * BYTES));
  figure(`disk of eleven backups of ${3 * BYTES} bytes of files beside one, in ${place}`, (eleven / one).toFixed(2));
  const storage = await restored(parts, (await newestBackup(parts))!.name);
  for (const { name, body } of files) expect((await buffer((await storage.read(name))!)).equals(body)).toBe(true);
});

test('a file goes with the last backup that names it, and no sooner', async () => {
  const parts = await aPlace();
  const gone = await aFile(parts);
  await storeBackup(parts);
  await forget(gone);
  const left = await aFile(parts);
  app.clock.advance(DAY_MS);
  await storeBackup(parts);
  const { files } = openBackupStore(parts);
  const isThere = ({ sha256, body }: StoredFile): Promise<boolean> => files.isWhole({ name: '', size: body.length, sha256 });
  expect([await isThere(gone), await isThere(left)]).toEqual([true, true]);
  for (let day = 0; day < 40; day += 1) {
    app.clock.advance(DAY_MS);
    await storeBackup(parts);
  }
  expect([await isThere(gone), await isThere(left)]).toEqual([false, true]);
});

test('what is damaged among the files of the backups is seen and written anew by the next one; until then a restore refuses it untouched', async () => {
  const parts = await aPlace();
  const file = await aFile(parts);
  const { name } = await storeBackup(parts);
  const path = join(parts.env.dataDir, 'backups/files', file.sha256);
  for (const damage of [() => writeFile(path, randomBytes(BYTES)), () => truncate(path, 10), () => rm(path)]) {
    await damage();
    await expect(restored(parts, name)).rejects.toThrow(/not complete: of its 1 uploaded files 1 are not beside it, or damaged/);
    app.clock.advance(DAY_MS);
    await storeBackup(parts);
    expect((await buffer((await (await restored(parts, name)).read(file.name))!)).equals(file.body)).toBe(true);
  }
});

test('a backup that lacks files says so, and thins out none of those that may have them', async () => {
  const parts = await aPlace();
  const files = [await aFile(parts), await aFile(parts)];
  for (let day = 0; day < 8; day += 1) {
    app.clock.advance(DAY_MS);
    expect(await storeBackup(parts)).toMatchObject({ missingFiles: 0 });
  }
  const before = (await openBackupStore(parts).list()).map(({ name }) => name);
  const elsewhere = { ...parts, storage: createLocalStorage({ folder: await temporaryFolder(), ids: randomIds }) };
  for (let day = 0; day < 12; day += 1) {
    app.clock.advance(DAY_MS);
    expect(await storeBackup(elsewhere)).toMatchObject({ missingFiles: 2 });
  }
  expect(await readMissingFiles(parts)).toBe(2);
  expect((await openBackupStore(parts).list()).map(({ name }) => name)).toEqual(expect.arrayContaining(before));
  expect(await openBackupStore(parts).files.storedBytes()).toBe(files.length * BYTES);
  app.clock.advance(DAY_MS);
  await storeBackup(parts);
  expect(await readMissingFiles(parts)).toBe(0);
});

test('without room none is begun, and what a killed one left goes with the next', async () => {
  const parts = await aPlace();
  await aFile(parts);
  const folder = join(parts.env.dataDir, 'backups');
  await expect(storeBackup({ ...parts, freeBytes: async () => 64_000_000 })).rejects.toThrow(/No backup was made: it needs about \d+ MB in .*backups, where 64 MB are free/);
  await expect(writeWholeBackup({ ...parts, freeBytes: async () => 64_000_000 }, join(folder, 'whole.tgz'))).rejects.toThrow(/No backup was made/);
  expect(await readdir(folder)).toEqual([]);
  await writeFile(join(folder, 'comboi-20270101T030000Z.tgz.part'), 'half');
  const { name } = await storeBackup(parts);
  expect((await readdir(folder)).filter((one) => one.startsWith('comboi-'))).toEqual([name]);
});

test('two at once are made one after the other', async () => {
  const parts = await aPlace();
  const file = await aFile(parts);
  const [one, other] = await Promise.all([storeBackup(parts), storeBackup({ ...parts, clock: { now: () => new Date(app.clock.now().getTime() + DAY_MS) } })]);
  const bodies = await Promise.all([one, other].map(async ({ name }) => buffer((await (await restored(parts, name)).read(file.name))!)));
  expect(bodies.every((body) => body.equals(file.body))).toBe(true);
});

test('a whole one needs nothing beside it', async () => {
  const parts = await aPlace();
  const file = await aFile(parts);
  const path = join(await temporaryFolder(), 'whole.tgz');
  expect(await writeWholeBackup(parts, path)).toMatchObject({ missing: [], bytes: (await stat(path)).size });
  const storage = createLocalStorage({ folder: join(await temporaryFolder(), 'files'), ids: randomIds });
  await restoreBackup({ url: await aTestDatabase(EMPTY), storage, clock: app.clock, log: silentLogger, open: async () => createReadStream(path), files: openBackupStore(await aPlace()).files, replace: true, withdrawnConsents: openWithdrawnConsents(parts) });
  expect((await buffer((await storage.read(file.name))!)).equals(file.body)).toBe(true);
});

test('each backup that still holds an erased person is named with the day until when it stays', async () => {
  const parts = await aPlace();
  const names: string[] = [];
  for (let day = 0; day < 10; day += 1) {
    names.push((await storeBackup(parts)).name);
    app.clock.advance(DAY_MS);
  }
  const retained = await backupsThatStay(parts);
  expect(retained.length).toBeGreaterThan(6);
  for (const { name, until } of retained) expect(names.includes(name) && until > app.clock.now()).toBe(true);
  await removeDataDir(parts.env.dataDir);
});

test('what lies in the folder of backups is for its owner alone', async () => {
  const parts = await aPlace();
  await aFile(parts);
  await storeBackup(parts);
  const whole = join(parts.env.dataDir, 'whole.tgz');
  await writeWholeBackup(parts, whole);
  const folder = join(parts.env.dataDir, 'backups');
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(found.filter((entry) => entry.isFile()).length).toBeGreaterThanOrEqual(3);
  for (const path of [folder, whole, ...found.map(({ parentPath, name }) => join(parentPath, name))]) expect([path, (await stat(path)).mode & 0o077]).toEqual([path, 0]);
});
