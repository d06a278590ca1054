import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Bucket, BUCKETS, MB } from '#app/domain/files/bucket.ts';
import type { StoredFile } from '#app/domain/files/stored-file.ts';
import { aMember, login } from '#tests/support/people/accounts.ts';
import { aPdfOf, aPicture, aTextPdf } from '#tests/support/app/pictures.ts';
import { anAppStoringOn, STORES } from '#tests/support/app/stores.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { aTusClient } from '#tests/support/app/tus.ts';
import { signedIn } from '#tests/support/people/buyers.ts';

import { readPdf } from './pdfs/service.server.ts';
import { assignFiles, findFiles, storeFile } from './service.server.ts';
import { usageOf } from './upkeep/service.server.ts';

describe.each(STORES)('files on %s', (store) => {
  let app: TestApp;
  let close: () => Promise<void>;
  let admin: string;
  let adminId: string;
  let picture: Uint8Array;

  beforeAll(async () => {
    ({ app, close } = await anAppStoringOn(store));
    admin = await signedIn(app, 'admin@comboi.test');
    adminId = (await app.db.query.selectFrom('users').select('id').where('email', '=', 'admin@comboi.test').executeTakeFirstOrThrow()).id;
    picture = await aPicture();
  });
  afterAll(() => close());

  /** Longer than a session lives. */
  async function hoursPass(hours: number): Promise<void> {
    app.clock.advance(hours * 3_600_000);
    admin = await signedIn(app, 'admin@comboi.test');
  }

  async function anImage(bucket: Bucket = 'news-images'): Promise<StoredFile> {
    const outcome = await storeFile(app.deps, { bucket, content: picture, createdBy: adminId });
    if ('refused' in outcome) throw new Error(outcome.refused.code);
    return outcome.stored;
  }

  function assign(ownerId: string, fileIds: readonly string[], bucket: Bucket = 'news-images') {
    return app.db.inTransaction((tx) => assignFiles(tx, { bucket, ownerId, fileIds, now: app.clock.now() }));
  }

  function status(file: StoredFile): Promise<number[]> {
    return Promise.all(file.variants.map(async ({ url }) => (await app.ask(url, { headers: { Cookie: admin } })).status));
  }

  async function objectsOf(file: StoredFile): Promise<number> {
    const found = await Promise.all(file.variants.map(({ url }) => app.deps.storage.stat(url.replace('/files/', 'news-images/'))));
    return found.filter((object) => object !== null).length;
  }

  /** Rows that fill a bucket up to so many bytes; nothing is stored for them. */
  async function fill(bucket: Bucket, bytes: number): Promise<() => Promise<void>> {
    const id = app.deps.ids.uuid();
    const now = app.clock.now();
    await app.db.query.insertInto('files').values({ id, bucket, state: 'ready', ownerId: 'a thing', bytes, createdBy: null, createdAt: now, changedAt: now }).execute();
    return async () => void (await app.db.query.deleteFrom('files').where('id', '=', id).execute());
  }

  describe('the files of a thing', () => {
    test('are those that were named last; the others are unreadable at once and gone soon', async () => {
      const [first, second, third] = [await anImage(), await anImage(), await anImage()];
      expect(await assign('news 1', [second.id, first.id])).toMatchObject({ assigned: [{ id: second.id }, { id: first.id }] });
      expect(await assign('news 1', [third.id, first.id])).toMatchObject({ assigned: [{ id: third.id }, { id: first.id }] });
      expect(await status(second)).toEqual([404, 404, 404]);
      expect(await objectsOf(second)).toBe(3);
      await app.round('deleted files');
      expect(await objectsOf(second)).toBe(0);
      expect(await status(first)).toEqual([200, 200, 200]);
      expect(await app.db.query.selectFrom('files').select('id').where('id', '=', second.id).execute()).toEqual([]);
    });

    test('are all gone when none is named', async () => {
      const file = await anImage();
      await assign('news 2', [file.id]);
      await assign('news 2', []);
      expect(await status(file)).toEqual([404, 404, 404]);
      expect(await findFiles(app.db.query, [file.id])).toEqual([]);
    });

    test('stay as they were when the transaction fails', async () => {
      const [stored, added] = [await anImage(), await anImage()];
      await assign('news 3', [stored.id]);
      const failed = app.db.inTransaction(async (tx) => {
        await assignFiles(tx, { bucket: 'news-images', ownerId: 'news 3', fileIds: [added.id], now: app.clock.now() });
        throw new Error('the record could not be saved');
      });
      await expect(failed).rejects.toThrow('could not be saved');
      await app.round('deleted files');
      expect(await status(stored)).toEqual([200, 200, 200]);
      expect(await assign('news 4', [added.id])).toHaveProperty('assigned');
    });

    test("can't be somebody else's, of another bucket, deleted, half there, or invented", async () => {
      const [theirs, deleted, elsewhere] = [await anImage(), await anImage(), await anImage('events')];
      await assign('news 5', [theirs.id, deleted.id]);
      await assign('news 5', [theirs.id]);
      const uploading = (await aTusClient(app, admin).begin({ bucket: 'news-images', size: 10 })).split('/').at(-1)!;
      const invented = app.deps.ids.uuid();
      const all = [theirs.id, deleted.id, elsewhere.id, uploading, invented];
      expect(await assign('news 6', all)).toEqual({ missing: all });
    });

    test('are taken once when two things want them', async () => {
      const file = await anImage();
      const outcomes = await Promise.all(['news 7', 'news 8'].map((ownerId) => assign(ownerId, [file.id])));
      expect(outcomes.map((outcome) => Object.keys(outcome)[0]).toSorted()).toEqual(['assigned', 'missing']);
    });
  });

  describe('a stored file', () => {
    test('that is part of nothing is shown to whoever uploaded it, and to nobody else', async () => {
      const { variants } = await anImage();
      expect((await app.ask(variants[0]!.url, { headers: { Cookie: admin } })).headers.get('Cache-Control')).toBe('private, no-cache');
      for (const Cookie of ['', await signedIn(app, 'comissio@comboi.test')]) expect((await app.ask(variants[0]!.url, { headers: { Cookie } })).status).toBe(404);
    });

    test.each(['nonsense.webp', '..%2f..%2fetc%2fpasswd', 'x%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd', 'a%00.webp', `${'0'.repeat(8)}-0000-4000-8000-000000000000-small.webp`, `${'a'.repeat(5000)}.pdf`, ''])(
      'under the name %s is not there',
      async (name) => {
        const response = await app.ask(`/files/${name}`, { headers: { Cookie: admin } });
        expect([response.status, response.headers.get('Location')]).toEqual([404, null]);
      },
    );

    test('comes whole, in parts, or not at all when it is there already', async () => {
      const [{ url, bytes }] = (await anImage()).variants as [StoredFile['variants'][0]];
      const ask = (headers: Record<string, string>, method = 'GET') => app.ask(url, { method, headers: { Cookie: admin, ...headers } });
      const whole = await ask({});
      const content = Buffer.from(await whole.arrayBuffer());
      expect(content.length).toBe(bytes);
      expect(Object.fromEntries(whole.headers)).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(bytes),
        'accept-ranges': 'bytes',
        'content-disposition': 'inline',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'") as unknown,
      });
      const etag = whole.headers.get('ETag')!;

      const part = await ask({ Range: 'bytes=10-19' });
      expect([part.status, part.headers.get('Content-Range'), part.headers.get('Content-Length')]).toEqual([206, `bytes 10-19/${bytes}`, '10']);
      expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(10, 20))).toBe(true);
      const end = await ask({ Range: 'bytes=-5', 'If-Range': etag });
      expect(Buffer.from(await end.arrayBuffer()).equals(content.subarray(-5))).toBe(true);
      expect((await ask({ Range: 'bytes=0-1', 'If-Range': '"another"' })).status).toBe(200);
      const beyond = await ask({ Range: `bytes=${bytes}-` });
      expect([beyond.status, beyond.headers.get('Content-Range')]).toEqual([416, `bytes */${bytes}`]);

      const same = await ask({ 'If-None-Match': `"x", W/${etag}` });
      expect([same.status, await same.text()]).toEqual([304, '']);
      const head = await ask({}, 'HEAD');
      expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([200, String(bytes), '']);
    });

    test('whose bytes are lost is not there, and no error', async () => {
      const file = await anImage('site');
      const name = file.variants[0]!.url.replace('/files/', 'site/');
      await app.deps.storage.remove(name);
      expect((await app.ask(file.variants[0]!.url, { headers: { Cookie: admin } })).status).toBe(404);
      await assign('the site', [file.id], 'site');
      await assign('the site', [], 'site');
      await app.round('deleted files');
    });
  });

  describe('the quota', () => {
    test('is not passed by two that come at once', async () => {
      const empty = await fill('booklets', 300 * MB - 3_000);
      const tus = aTusClient(app, admin);
      const answers = await Promise.all([1, 2].map(() => tus.create({ bucket: 'booklets', size: 2_000 })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
      const refused = answers.find(({ status }) => status === 422)!;
      expect(await refused.json()).toEqual({ code: 'QUOTA_FULL', message: expect.stringMatching(/^No queda prou espai \(0,0 MB lliures\)\. Hi ha 0,1 MB reservats per a arxius a mig pujar: /) });
      const begun = answers.find(({ status }) => status === 201)!.headers.get('Location')!;
      expect((await tus.send(begun, { from: 0, bytes: aPdfOf(2_000) })).status).toBe(200);
      const { bytes } = await app.db.query.selectFrom('files').select(({ fn }) => fn.sum('bytes').as('bytes')).where('bucket', '=', 'booklets').executeTakeFirstOrThrow();
      expect(Number(bytes)).toBeLessThanOrEqual(BUCKETS.booklets.quotaBytes);
      await empty();
    });

    test('is asked again when it is known what an image becomes', async () => {
      const tiny = await aPicture({ width: 1_000, height: 1_000 });
      const empty = await fill('site', BUCKETS.site.quotaBytes - tiny.length - 10);
      const outcome = await storeFile(app.deps, { bucket: 'site', content: tiny, createdBy: adminId });
      expect(outcome).toMatchObject({ refused: { code: 'QUOTA_FULL' } });
      expect(await Array.fromAsync(app.deps.storage.list('site/'))).toEqual([]);
      await empty();
    });

    test('counts uploads that nobody goes on with, for a day', async () => {
      let tus = aTusClient(app, admin);
      const others = await Promise.all(Array.from({ length: 2 }, async () => aTusClient(app, await login(app, await aMember(app, { role: 'admin' })))));
      const begun = await Promise.all([tus, tus, ...others, ...others.slice(1)].map((client) => client.begin({ bucket: 'booklets', size: 50 * MB })));
      expect((await others[0]!.create({ bucket: 'booklets', size: 50 * MB })).status).toBe(422);
      await tus.send(begun[0]!, { from: 0, bytes: aPdfOf(1_000) });
      await hoursPass(23);
      tus = aTusClient(app, admin);
      await app.round('files');
      expect(await tus.received(begun[0]!)).toBe(1_000);
      await hoursPass(2);
      await app.round('files');
      for (const address of begun) expect(await tus.received(address)).toBeNull();
      expect(await Array.fromAsync(app.deps.storage.list('uploads/'))).toEqual([]);
      await tus.cancel(await tus.begin({ bucket: 'booklets', size: 50 * MB }));
    });
  });

  describe('usage', () => {
    test('names what takes the place, the largest first, and what nobody knows', async () => {
      const small = await anImage('awards');
      const outcome = await storeFile(app.deps, { bucket: 'awards', content: await aPicture({ width: 900, height: 900 }), createdBy: adminId });
      const large = (outcome as { stored: StoredFile }).stored;
      await assign('1999', [large.id, small.id], 'awards');
      await app.deps.storage.put({ name: 'awards/orphan.webp', body: new Uint8Array(5_000), size: 5_000, mediaType: 'image/webp' });
      app.clock.set(new Date(Date.now() + 2 * 3_600_000));
      const usage = await usageOf(app.deps, 'awards');
      expect(usage).toMatchObject({
        totalFiles: 2,
        totalSize: small.bytes + large.bytes,
        totalStorageSize: small.bytes + large.bytes + 5_000,
        maxSizeMB: 200,
        files: [{ id: large.id, ownerId: '1999', bytes: large.bytes }, { id: small.id }],
        orphanedFiles: [{ name: 'awards/orphan.webp', bytes: 5_000 }],
        orphanedCount: 1,
      });
      const answer = await app.ask('/api/admin/storage', { headers: { Cookie: admin } });
      const { buckets } = (await answer.json()) as { buckets: { bucket: string; totalFiles: number }[] };
      expect(buckets.map(({ bucket }) => bucket)).toEqual(Object.keys(BUCKETS));
      expect(buckets.find(({ bucket }) => bucket === 'awards')).toMatchObject({ totalFiles: 2, orphanedCount: 1 });
      await app.round('files');
      expect((await usageOf(app.deps, 'awards')).orphanedCount).toBe(0);
    });

    test('is for staff', async () => {
      expect((await app.ask('/api/admin/storage')).status).toBe(401);
      expect((await app.ask('/api/admin/storage', { headers: { Cookie: await signedIn(app, 'soci@comboi.test') } })).status).toBe(403);
    });
  });

  describe('a booklet', () => {
    async function aBooklet(pdf: Uint8Array): Promise<StoredFile> {
      return (await (await aTusClient(app, admin).upload('booklets', pdf)).json()) as StoredFile;
    }

    test('is read for its text, and then has a cover', async () => {
      const booklet = await aBooklet(await aTextPdf(['La falla de 1987', 'El ninot indultat']));
      expect(await readPdf(app.deps, booklet.id)).toEqual({ pageCount: 2, pages: ['La falla de 1987', 'El ninot indultat'] });
      await readPdf(app.deps, booklet.id);
      const [found] = await findFiles(app.db.query, [booklet.id]);
      expect(found!.variants.map(({ variant }) => variant).toSorted()).toEqual(['cover', 'original', 'preview', 'thumb']);
      expect(await status(found!)).toEqual([200, 200, 200, 200]);
      expect((await usageOf(app.deps, 'booklets')).files.find(({ id }) => id === booklet.id)?.bytes).toBe(found!.bytes);
    });

    test('that only looks like one is stored, and says so when it is read', async () => {
      const booklet = await aBooklet(aPdfOf(5_000));
      expect(await readPdf(app.deps, booklet.id)).toEqual({ refused: 'unreadable' });
    });

    test('that was deleted is read no more', async () => {
      const booklet = await aBooklet(await aTextPdf(['fora']));
      await assign('2001', [booklet.id], 'booklets');
      await assign('2001', [], 'booklets');
      expect(await readPdf(app.deps, booklet.id)).toEqual({ refused: 'gone' });
    });
  });

  describe('the sweep', () => {
    test('gives up files that became part of nothing within a day, and keeps the others', async () => {
      const [used, unused] = [await anImage(), await anImage()];
      await assign('news 9', [used.id]);
      await hoursPass(25);
      await app.round('files');
      expect(await status(unused)).toEqual([404, 404, 404]);
      expect(await objectsOf(unused)).toBe(0);
      expect(await status(used)).toEqual([200, 200, 200]);
    });

    test('leaves alone what is none of ours', async () => {
      await app.deps.storage.put({ name: 'backups/of/somebody.zip', body: new Uint8Array(3), size: 3, mediaType: 'application/zip' });
      await hoursPass(48);
      await app.round('files');
      expect(await app.deps.storage.stat('backups/of/somebody.zip')).not.toBeNull();
    });
  });

  test('an image that can not be removed now is removed later', async () => {
    let fails = true;
    const { app: ill, close: closeIll } = await anAppStoringOn(store, (storage) => ({ remove: (name) => (fails ? Promise.reject(new Error('no disk')) : storage.remove(name)) }));
    const createdBy = (await ill.db.query.selectFrom('users').select('id').executeTakeFirstOrThrow()).id;
    const { stored } = (await storeFile(ill.deps, { bucket: 'events', content: picture, createdBy })) as { stored: StoredFile };
    const at = { bucket: 'events', ownerId: '1', now: ill.clock.now() } as const;
    await ill.db.inTransaction((tx) => assignFiles(tx, { ...at, fileIds: [stored.id] }));
    await ill.db.inTransaction((tx) => assignFiles(tx, { ...at, fileIds: [] }));
    await expect(ill.round('deleted files')).rejects.toThrow('no disk');
    expect((await ill.ask(stored.variants[0]!.url)).status).toBe(404);
    fails = false;
    await ill.round('deleted files');
    expect(await Array.fromAsync(ill.deps.storage.list('events/'))).toEqual([]);
    await closeIll();
  });
});
