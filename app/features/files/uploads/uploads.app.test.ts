import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { MB } from '#app/domain/files/bucket.ts';
import type { StoredFile } from '#app/domain/files/stored-file.ts';
import { aPdfOf, aPicture } from '#tests/support/app/pictures.ts';
import { anAppStoringOn, STORES } from '#tests/support/app/stores.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { aTusClient, type TusClient } from '#tests/support/app/tus.ts';
import { aMember, MEMBER_PASSWORD } from '#tests/support/people/accounts.ts';
import { cookieOf, signedIn } from '#tests/support/people/buyers.ts';

describe.each(STORES)('uploads to %s', (store) => {
  let app: TestApp;
  let close: () => Promise<void>;
  let admin: string;
  let tus: TusClient;
  let picture: Uint8Array;

  beforeAll(async () => {
    ({ app, close } = await anAppStoringOn(store));
    admin = await signedIn(app, 'admin@comboi.test');
    tus = aTusClient(app, admin);
    picture = await aPicture();
  });
  afterAll(() => close());

  async function storedFile(response: Response): Promise<StoredFile> {
    expect(response.status).toBe(200);
    return (await response.json()) as StoredFile;
  }

  async function anotherAdmin(): Promise<TusClient> {
    const { email } = await aMember(app, { role: 'admin' });
    const response = await app.ask('/api/session', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email, password: MEMBER_PASSWORD }) });
    return aTusClient(app, cookieOf(response.headers));
  }

  async function objectsUnder(prefix: string): Promise<string[]> {
    return (await Array.fromAsync(app.deps.storage.list(prefix))).map(({ name }) => name);
  }

  function idOf(address: string): string {
    return address.split('/').at(-1)!;
  }

  async function nothingIsLeftOf(address: string): Promise<void> {
    expect(await tus.received(address)).toBeNull();
    expect(await objectsUnder(`uploads/${idOf(address)}`)).toEqual([]);
    expect(await app.db.query.selectFrom('files').selectAll().where('id', '=', idOf(address)).execute()).toEqual([]);
  }

  describe('an upload', () => {
    test('of an image is answered with its sizes, and its pieces are gone', async () => {
      const address = await tus.begin({ bucket: 'news-images', size: picture.length });
      const response = await tus.send(address, { from: 0, bytes: picture });
      expect(response.headers.get('Upload-Offset')).toBe(String(picture.length));
      const file = await storedFile(response);
      expect(file.id).toBe(idOf(address));
      expect(file.variants.map(({ variant, mediaType, width }) => [variant, mediaType, width])).toEqual([
        ['small', 'image/webp', 400],
        ['medium', 'image/webp', 500],
        ['preview', 'image/jpeg', 500],
      ]);
      expect(file.bytes).toBe(file.variants.reduce((sum, { bytes }) => sum + bytes, 0));
      expect(await objectsUnder('uploads/')).toEqual([]);
      for (const { url, mediaType, bytes } of file.variants) {
        const served = await app.ask(url, { headers: { Cookie: admin } });
        expect([served.status, served.headers.get('Content-Type')]).toEqual([200, mediaType]);
        expect((await served.arrayBuffer()).byteLength).toBe(bytes);
      }
    });

    test('in pieces goes on where the last one ended, byte for byte', async () => {
      const pdf = Buffer.concat([aPdfOf(20), Buffer.from(Array.from({ length: 9 * MB }, (_, index) => index % 251))]);
      const address = await tus.begin({ bucket: 'booklets', size: pdf.length });
      const ends = [1, 5 * MB, 5 * MB + 1, pdf.length];
      let last = await tus.send(address, { from: 0, bytes: pdf.subarray(0, ends[0]) });
      for (const [index, end] of ends.slice(1).entries()) {
        expect(await tus.received(address)).toBe(ends[index]);
        last = await tus.send(address, { from: ends[index]!, bytes: pdf.subarray(ends[index], end) });
      }
      const { variants } = await storedFile(last);
      const served = await app.ask(variants[0]!.url, { headers: { Cookie: admin } });
      expect(Buffer.from(await served.arrayBuffer()).equals(pdf)).toBe(true);
    });

    test('whose connection breaks keeps what had come, and goes on from there', async () => {
      const address = await tus.begin({ bucket: 'news-images', size: picture.length });
      const broken = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (controller.desiredSize === 1) controller.enqueue(picture.subarray(0, 10_000));
          controller.error(new Error('the line went dead'));
        },
        start: (controller) => controller.enqueue(picture.subarray(0, 10_000)),
      });
      await tus.send(address, { from: 0, bytes: broken }).catch(() => null);
      await expect.poll(() => tus.received(address)).toBeGreaterThanOrEqual(0);
      const received = (await tus.received(address))!;
      expect([0, 10_000]).toContain(received);
      await storedFile(await tus.send(address, { from: received, bytes: picture.subarray(received) }));
    });

    test('whose last answer got lost says so when asked again', async () => {
      const address = await tus.begin({ bucket: 'events', size: picture.length });
      const file = await storedFile(await tus.send(address, { from: 0, bytes: picture }));
      expect(await storedFile(await tus.status(address))).toEqual(file);
      expect(await tus.received(address)).toBeGreaterThan(0);
    });

    test('that is not whole says how far it is', async () => {
      const address = await tus.begin({ bucket: 'events', size: picture.length });
      await tus.send(address, { from: 0, bytes: picture.subarray(0, 100) });
      const response = await tus.status(address);
      expect([response.status, await response.json()]).toEqual([202, { received: 100, size: picture.length }]);
      expect((await tus.cancel(address)).status).toBe(204);
      await nothingIsLeftOf(address);
    });

    test('at a place where something was written already changes nothing', async () => {
      const address = await tus.begin({ bucket: 'events', size: picture.length });
      await tus.send(address, { from: 0, bytes: picture.subarray(0, 1_000) });
      expect((await tus.send(address, { from: 0, bytes: picture.subarray(0, 2_000) })).status).toBe(409);
      expect((await tus.send(address, { from: 5_000, bytes: picture.subarray(5_000) })).status).toBe(409);
      expect(await tus.received(address)).toBe(1_000);
      await storedFile(await tus.send(address, { from: 1_000, bytes: picture.subarray(1_000) }));
    });

    test('sent twice at once, by two processes, is one file', async () => {
      const second = await app.another();
      const address = await tus.begin({ bucket: 'events', size: picture.length });
      const answers = await Promise.all([tus, aTusClient({ ask: second.ask }, admin)].map((client) => client.send(address, { from: 0, bytes: picture })));
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
      await expect.poll(async () => (await tus.status(address)).status).toBe(200);
      await app.round('files');
      expect(await objectsUnder(`uploads/${idOf(address)}`)).toEqual([]);
      await second.close();
    });

    test('is finished by whoever asks after the process that was at it died', async () => {
      const address = await tus.begin({ bucket: 'events', size: picture.length });
      await app.db.query.updateTable('uploads').set({ finishingUntil: new Date(app.clock.now().getTime() + 60_000) }).where('fileId', '=', idOf(address)).execute();
      expect((await tus.send(address, { from: 0, bytes: picture })).status).toBe(202);
      expect((await tus.status(address)).status).toBe(202);
      app.clock.advance(61_000);
      await storedFile(await tus.status(address));
    });
  });

  describe('refused is', () => {
    const refusal = async (response: Response): Promise<[number, unknown]> => {
      const { code, message } = (await response.json()) as { code: string; message: string };
      return [response.status, `${code} ${message}`];
    };

    test.each([
      ['booklets', 50 * MB + 1, "TOO_LARGE L'arxiu és massa gran (50,1MB). El màxim permés és 50MB."],
      ['news-images', 15 * MB + 1, 'TOO_LARGE La imagen es demasiado grande. Máximo 15MB.'],
    ] as const)('a file for %s of %i bytes, before any of it comes', async (bucket, size, text) => {
      expect(await refusal(await tus.create({ bucket, size }))).toEqual([413, text]);
    });

    test('more than was announced: nothing beyond it is written', async () => {
      const address = await tus.begin({ bucket: 'booklets', size: 1_000 });
      expect((await tus.send(address, { from: 0, bytes: aPdfOf(1_001) })).status).toBe(413);
      const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(400)) });
      expect((await tus.send(address, { from: 0, bytes: endless })).status).toBe(413);
      const lying = await tus.send(address, { from: (await tus.received(address))!, bytes: aPdfOf(5_000), headers: { 'Content-Length': '1000' } });
      expect(lying.status).toBe(413);
      const written = (await Array.fromAsync(app.deps.storage.list(`uploads/${idOf(address)}`))).reduce((sum, { size }) => sum + size, 0);
      expect(written).toBeLessThanOrEqual(1_000);
      await tus.cancel(address);
      await nothingIsLeftOf(address);
    });

    test.each([
      ['a page called a picture', '<!doctype html><script>alert(1)</script>'],
      ['a program called a picture', 'MZ\x90\x00 this program cannot be run in DOS mode'],
      ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
      ['a PDF among pictures', '%PDF-1.7\n'],
    ])('%s, and nothing is left of it', async (_name, text) => {
      const bytes = Buffer.from(text, 'latin1');
      const address = await tus.begin({ bucket: 'news-images', size: bytes.length });
      expect(await refusal(await tus.send(address, { from: 0, bytes }))).toEqual([422, 'WRONG_TYPE Tipo de archivo no permitido. Usa JPG, PNG, WebP o GIF.']);
      await nothingIsLeftOf(address);
    });

    test('a picture among booklets', async () => {
      expect(await refusal(await tus.upload('booklets', picture))).toEqual([422, 'WRONG_TYPE El archivo debe ser un PDF']);
    });

    test('a picture that was cut off', async () => {
      expect(await refusal(await tus.upload('news-images', picture.subarray(0, picture.length / 2)))).toEqual([422, 'UNREADABLE Error al procesar las imágenes']);
    });

    test.each([
      ['of nothing', { bucket: 'news-images', size: 0 }, 400],
      ['for a place that there is not', { bucket: 'secrets', size: 10 }, 400],
      ['for a place of every object', { bucket: '__proto__', size: 10 }, 400],
      ['without a place', { bucket: '', size: 10, metadata: 'filename YQ==' }, 400],
      ['with unreadable metadata', { bucket: '', size: 10, metadata: '!!' }, 400],
    ])('an upload %s', async (_name, upload, status) => {
      expect((await tus.create(upload)).status).toBe(status);
    });

    test.each(['nonsense', '..%2f..%2fetc', '00000000-0000-4000-8000-000000000000'])('an address that is no upload: %s', async (id) => {
      const address = `/api/admin/uploads/${id}`;
      expect(await tus.received(address)).toBeNull();
      expect((await tus.status(address)).status).toBe(404);
      expect((await tus.send(address, { from: 0, bytes: new Uint8Array(3) })).status).toBe(404);
      expect((await tus.cancel(address)).status).toBe(404);
    });

    test("another admin's upload", async () => {
      const other = await anotherAdmin();
      const address = await tus.begin({ bucket: 'events', size: 100 });
      expect(await other.received(address)).toBeNull();
      expect((await other.status(address)).status).toBe(404);
      expect((await other.send(address, { from: 0, bytes: new Uint8Array(3) })).status).toBe(404);
      expect((await other.cancel(address)).status).toBe(404);
      expect(await tus.received(address)).toBe(0);
      await tus.cancel(address);
    });

    test.each([
      ['a guest', null, 401],
      ['a member', 'soci@comboi.test', 403],
    ] as const)('%s', async (_who, email, status) => {
      const client = aTusClient(app, email === null ? '' : await signedIn(app, email));
      expect((await client.create({ bucket: 'events', size: 10 })).status).toBe(status);
      const address = await tus.begin({ bucket: 'events', size: 10 });
      expect((await client.send(address, { from: 0, bytes: new Uint8Array(3) })).status).toBe(status);
      expect((await client.cancel(address)).status).toBe(status);
      expect((await client.status(address)).status).toBe(status);
      await tus.cancel(address);
    });

    test('a request from another site', async () => {
      const response = await app.ask('/api/admin/uploads', {
        method: 'POST',
        headers: { Cookie: admin, Origin: 'https://elsewhere.example', 'Tus-Resumable': '1.0.0', 'Upload-Length': '5', 'Upload-Metadata': 'bucket ZXZlbnRz' },
      });
      expect(response.status).toBe(403);
      expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false);
    });
  });

  test('answers to uploads tell other sites nothing', async () => {
    const response = await tus.create({ bucket: 'events', size: 10 });
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    await tus.cancel(response.headers.get('Location')!);
  });

  test('a finished file is not taken away by ending its upload', async () => {
    const address = await tus.begin({ bucket: 'events', size: picture.length });
    const { variants } = await storedFile(await tus.send(address, { from: 0, bytes: picture }));
    await tus.cancel(address);
    expect((await app.ask(variants[0]!.url, { headers: { Cookie: admin } })).status).toBe(200);
  });

  describe('with a storage that fails', () => {
    test('what came is kept, and the file is made when it is well again', async () => {
      let isIll = false;
      const { app: ill, close: closeIll } = await anAppStoringOn(store, (storage) => ({
        put: (object) => (isIll && object.name.startsWith('events/') ? Promise.reject(new Error('the disk is full')) : storage.put(object)),
      }));
      const client = aTusClient(ill, await signedIn(ill, 'admin@comboi.test'));
      const address = await client.begin({ bucket: 'events', size: picture.length });
      isIll = true;
      expect((await client.send(address, { from: 0, bytes: picture })).status).toBe(500);
      expect(await client.received(address)).toBe(picture.length);
      isIll = false;
      await storedFile(await client.status(address));
      await closeIll();
    });
  });

  test.runIf(store === 'the disk')('whose disk is full says so, keeps what was there, and takes the rest when there is room', async () => {
    let isFull = false;
    const { app: full, close: closeFull } = await anAppStoringOn(store, (storage) => ({
      put: (object) => (isFull ? Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' })) : storage.put(object)),
    }));
    const client = aTusClient(full, await signedIn(full, 'admin@comboi.test'));
    const before = await storedFile(await client.upload('events', picture));
    const address = await client.begin({ bucket: 'events', size: picture.length });
    isFull = true;
    const refused = await client.send(address, { from: 0, bytes: picture });
    expect([refused.status, await refused.json()]).toMatchObject([507, { code: 'STORAGE_FULL' }]);
    expect((await full.ask(before.variants[0]!.url, { headers: { Cookie: await signedIn(full, 'admin@comboi.test') } })).status).toBe(200);
    isFull = false;
    const from = (await client.received(address))!;
    await storedFile(await client.send(address, { from, bytes: picture.subarray(from) }));
    await closeFull();
  });
});
