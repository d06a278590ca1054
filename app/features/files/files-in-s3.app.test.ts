import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createS3Storage } from '#app/adapters/storage/s3-storage.server.ts';
import { MB } from '#app/domain/files/bucket.ts';
import type { StoredFile } from '#app/domain/files/stored-file.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aPicture, aTextPdf } from '#tests/support/app/pictures.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aTusClient, type TusClient } from '#tests/support/app/tus.ts';
import { signedIn } from '#tests/support/people/buyers.ts';
import { anS3Server, type S3Server } from '#tests/support/s3/s3-server.ts';

import { readPdf } from './pdfs/service.server.ts';
import { assignFiles } from './service.server.ts';

let s3: S3Server;
let app: TestApp;
let admin: string;
let tus: TusClient;

beforeAll(async () => {
  s3 = await anS3Server();
  app = await aTestApp({ deps: () => ({ storage: createS3Storage(s3.place) }) });
  admin = await signedIn(app, 'admin@comboi.test');
  tus = aTusClient(app, admin);
});
afterAll(async () => {
  await closeInOrder(app);
  await s3.close();
});

test('a booklet goes up in pieces, is read in parts, and is gone when it is deleted', async () => {
  const pdf = Buffer.concat([await aTextPdf(['Llibret de la falla']), randomBytes(9 * MB)]);
  const address = await tus.begin({ bucket: 'booklets', size: pdf.length });
  await tus.send(address, { from: 0, bytes: pdf.subarray(0, 5_000_001) });
  const file = (await (await tus.send(address, { from: 5_000_001, bytes: pdf.subarray(5_000_001) })).json()) as StoredFile;
  const { url } = file.variants[0]!;
  const ask = (headers: Record<string, string> = {}) => app.ask(url, { headers: { Cookie: admin, ...headers } });
  expect(Buffer.from(await (await ask()).arrayBuffer()).equals(pdf)).toBe(true);
  const part = await ask({ Range: 'bytes=4194300-4194310' });
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, pdf.subarray(4_194_300, 4_194_311)]);
  expect(await readPdf(app.deps, file.id)).toMatchObject({ pageCount: 1, pages: ['Llibret de la falla'] });

  const thing = { bucket: 'booklets', ownerId: '2027', now: app.clock.now() } as const;
  await app.db.inTransaction((tx) => assignFiles(tx, { ...thing, fileIds: [file.id] }));
  await app.round('files');
  expect((await Array.fromAsync(app.deps.storage.list(''))).map(({ name }) => name).toSorted()).toEqual(['cover.webp', 'preview.jpg', 'thumb.webp'].map((end) => `booklets/${file.id}-${end}`).concat(`booklets/${file.id}.pdf`).toSorted());
  await app.db.inTransaction((tx) => assignFiles(tx, { ...thing, fileIds: [] }));
  await app.round('deleted files');
  expect((await ask()).status).toBe(404);
  expect(await Array.fromAsync(app.deps.storage.list(''))).toEqual([]);
});

test('a picture is kept in its sizes', async () => {
  const { variants } = (await (await tus.upload('news-images', await aPicture())).json()) as StoredFile;
  for (const { url, bytes, mediaType } of variants) {
    const response = await app.ask(url, { headers: { Cookie: admin } });
    expect([response.headers.get('Content-Type'), (await response.arrayBuffer()).byteLength]).toEqual([mediaType, bytes]);
  }
});
