import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { StoredFile } from '#app/domain/files/stored-file.ts';
import { aPdfOf, aTextPdf } from '#tests/support/app/pictures.ts';
import { anAppStoringOn, STORES } from '#tests/support/app/stores.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { aTusClient, type TusClient } from '#tests/support/app/tus.ts';
import { aMember, login } from '#tests/support/people/accounts.ts';
import { signedIn } from '#tests/support/people/buyers.ts';
import { soakCases } from '#tests/support/reporting/counts.ts';

interface BookletDto {
  id: string;
  year: number;
  pdf_url: string;
  file_size: number;
  page_count: number | null;
  cover: { url: string; width: number } | null;
  has_text: boolean | null;
  version: number;
}

interface Answer {
  status: number;
  body: { id: string; version: number; code?: string; message?: string; fields?: Record<string, string>; current?: BookletDto };
}

interface Found {
  total: number;
  results: { year: number; page: number; url: string; snippet: string; highlights: [number, number][] }[];
}

/** Files and uploads are held to both in every run. */
describe.each(soakCases(STORES))('booklets, their files on %s', (place) => {
  let app: TestApp;
  let close: () => Promise<void>;
  let editor: string;
  let tus: TusClient;
  let nextYear = 1950;

  beforeAll(async () => {
    ({ app, close } = await anAppStoringOn(place));
    editor = await signedIn(app, 'redaccio@comboi.test');
    tus = aTusClient(app, editor);
  });
  afterAll(() => close());

  async function ask(method: string, path: string, { body, headers = {}, cookie = editor }: { body?: unknown; headers?: Record<string, string>; cookie?: string } = {}): Promise<Answer> {
    const response = await app.ask(path, { method, headers: { 'Content-Type': 'application/json', Cookie: cookie, ...headers }, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  }

  async function uploaded(pdf: Uint8Array): Promise<StoredFile> {
    const response = await tus.upload('booklets', pdf);
    expect(response.status).toBe(200);
    return (await response.json()) as StoredFile;
  }

  async function aBooklet(lines: readonly string[], change: Record<string, unknown> = {}): Promise<BookletDto> {
    const { id: fileId } = await uploaded(await aTextPdf(lines));
    const { status, body } = await ask('POST', '/api/admin/booklets', { body: { year: (nextYear += 1), fileId, ...change } });
    expect([status, body.version]).toEqual([201, 1]);
    return read(body.id);
  }

  async function read(id: string): Promise<BookletDto> {
    return (await ask('GET', `/api/admin/booklets/${id}`)).body as unknown as BookletDto;
  }

  async function search(query: string, year?: number): Promise<Found> {
    return (await ask('GET', `/api/booklets/search?${new URLSearchParams({ q: query, ...(year && { year: String(year) }) })}`, { cookie: '' })).body as unknown as Found;
  }

  async function statusOf(path: string, cookie = ''): Promise<number> {
    const response = await app.ask(path, { headers: { Cookie: cookie } });
    await response.body?.cancel();
    return response.status;
  }

  async function pageText(path: string, cookie = ''): Promise<string> {
    return (await (await app.ask(path, { headers: { Cookie: cookie } })).text()).replaceAll('<!-- -->', '');
  }

  async function says(path: string, text: string, cookie = ''): Promise<boolean> {
    return (await pageText(path, cookie)).includes(text);
  }

  test('an empty shelf says so, to visitors and to whoever may fill it', async () => {
    expect(await says('/llibrets', 'Encara no hi ha llibrets disponibles')).toBe(true);
    expect(await says('/llibrets', 'Crea el primer llibret', editor)).toBe(true);
    expect(await says('/llibrets', '+ Nou Llibret', editor)).toBe(true);
  });

  test('a new one is there for everyone at once, and has its pages, cover and text when it has been read', async () => {
    const booklet = await aBooklet(['La cançó de la plantà', 'Llista de fallers', '']);
    expect(booklet).toMatchObject({ page_count: null, cover: null, has_text: null });
    const file = await app.ask(booklet.pdf_url);
    expect([file.status, file.headers.get('Content-Type'), file.headers.get('Content-Disposition')]).toEqual([200, 'application/pdf', `inline; filename="Llibret ${booklet.year}.pdf"; filename*=UTF-8''Llibret%20${booklet.year}.pdf`]);
    expect((await file.arrayBuffer()).byteLength).toBe(booklet.file_size);

    await app.round('booklet texts');
    const after = await read(booklet.id);
    expect(after).toMatchObject({ page_count: 3, has_text: true, cover: { width: 900 } });
    const cover = await app.ask(after.cover!.url);
    expect([cover.status, cover.headers.get('Content-Type'), cover.headers.get('Content-Disposition')]).toEqual([200, 'image/webp', expect.stringContaining(`Llibret ${booklet.year}.webp`)]);
    await cover.arrayBuffer();
    const page = await pageText(`/llibrets?llibret=${booklet.year}`);
    expect([page.includes(`Llibret ${booklet.year}`), page.includes('3 pàgines')]).toEqual([true, true]);
    expect(/property="og:image" content="http:\/\/127\.0\.0\.1:3000\/files\/[^"]+-preview\.jpg"/.test(page)).toBe(true);
  });

  test('its pages are drawn after that, some at once, and go with it; they count for the quota and wait where it is full', async () => {
    const last = place === 'S3' ? 3 : 23;
    const booklet = await aBooklet(Array.from({ length: last }, (_, index) => `Pàgina ${index + 1}`));
    await app.round('booklet texts');
    const { fileId } = await app.db.query.selectFrom('booklets').select('fileId').where('id', '=', booklet.id).executeTakeFirstOrThrow();
    const image = (page: number): string => `/files/${fileId}-page-${page}.webp`;
    const bytesOf = async (): Promise<number> => (await app.db.query.selectFrom('files').select('bytes').where('id', '=', fileId).executeTakeFirstOrThrow()).bytes;
    const before = await bytesOf();
    const now = app.clock.now();
    const other = app.deps.ids.uuid();
    const { bytes } = await app.db.query.selectFrom('files').select(({ fn }) => fn.sum<string>('bytes').as('bytes')).where('bucket', '=', 'booklets').executeTakeFirstOrThrow();
    await app.db.query.insertInto('files').values({ id: other, bucket: 'booklets', state: 'ready', ownerId: 'x', bytes: 300 * 1024 * 1024 - Number(bytes), createdBy: null, createdAt: now, changedAt: now }).execute();
    await app.round('booklet pages');
    expect([await statusOf(image(2)), await bytesOf()]).toEqual([404, before]);
    await app.db.query.deleteFrom('files').where('id', '=', other).execute();
    await app.round('booklet pages');
    expect(await statusOf(image(2))).toBe(404);
    app.clock.advance(60 * 60_000 + 1);
    await app.round('booklet pages');
    editor = await signedIn(app, 'redaccio@comboi.test');

    const second = await app.ask(image(2));
    expect([second.status, second.headers.get('Content-Type'), second.headers.get('Cache-Control')]).toEqual([200, 'image/webp', 'public, max-age=3600, immutable']);
    const size = (await second.arrayBuffer()).byteLength;
    expect([await statusOf(image(1)), await statusOf(image(last)), await statusOf(image(last + 1))]).toEqual([404, 200, 404]);
    expect(await bytesOf()).toBeGreaterThan(before + size);
    expect((await pageText(`/llibrets?llibret=${booklet.year}&pagina=${last}`)).includes(image(last))).toBe(true);

    expect((await ask('DELETE', `/api/admin/booklets/${booklet.id}`)).status).toBe(204);
    expect([await statusOf(image(2)), await statusOf(image(last), editor)]).toEqual([404, 404]);
    await app.round('deleted files');
    expect((await Array.fromAsync(app.deps.storage.list('booklets/'))).filter(({ name }) => name.includes(fileId))).toEqual([]);
  });

  test('its file answers in parts', async () => {
    const { pdf_url, file_size } = await aBooklet(['Parts']);
    const part = await app.ask(pdf_url, { headers: { Range: 'bytes=0-7' } });
    expect([part.status, part.headers.get('Content-Range'), (await part.text()).slice(0, 5)]).toEqual([206, `bytes 0-7/${file_size}`, '%PDF-']);
    const beyond = await app.ask(pdf_url, { headers: { Range: `bytes=${file_size}-` } });
    expect([beyond.status, beyond.headers.get('Content-Range')]).toEqual([416, `bytes */${file_size}`]);
    const etag = part.headers.get('ETag')!;
    expect((await app.ask(pdf_url, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    expect((await app.ask(pdf_url, { method: 'HEAD' })).headers.get('Accept-Ranges')).toBe('bytes');
  });

  test('another PDF takes the place of the old one, which nobody reads any more, in any cache or search', async () => {
    const booklet = await aBooklet(['Contingut antiquíssim']);
    await app.round('booklet texts');
    expect((await search('antiquissim')).total).toBe(1);
    const { id: fileId } = await uploaded(await aTextPdf(['Contingut novell']));
    const saved = await ask('PUT', `/api/admin/booklets/${booklet.id}`, { body: { year: booklet.year, pageCount: 40, fileId }, headers: { 'If-Match': '"1"' } });
    expect([saved.status, saved.body]).toEqual([200, { version: 2 }]);
    expect(await statusOf(booklet.pdf_url)).toBe(404);
    expect(await statusOf(booklet.pdf_url, editor)).toBe(404);
    expect((await search('antiquissim')).total).toBe(0);
    await app.round('booklet texts');
    expect((await search('novell')).results[0]).toMatchObject({ year: booklet.year, page: 1 });
    expect(await read(booklet.id)).toMatchObject({ page_count: 40, version: 2 });
    await app.round('deleted files');
  });

  test('deleted, it has left the list, the search, its address and the storage', async () => {
    const booklet = await aBooklet(['Desapareixeré']);
    await app.round('booklet texts');
    const { cover } = await read(booklet.id);
    expect((await ask('DELETE', `/api/admin/booklets/${booklet.id}`)).status).toBe(204);
    for (const url of [booklet.pdf_url, cover!.url]) expect([await statusOf(url), await statusOf(url, editor)]).toEqual([404, 404]);
    expect((await search('desapareixere')).total).toBe(0);
    expect(await statusOf(`/llibrets?llibret=${booklet.year}`)).toBe(404);
    expect((await ask('DELETE', `/api/admin/booklets/${booklet.id}`)).status).toBe(404);
    await app.round('deleted files');
    const left = await Array.fromAsync(app.deps.storage.list('booklets/'));
    expect(left.filter(({ name }) => booklet.pdf_url.includes(name.slice('booklets/'.length, -4)))).toEqual([]);
  });

  test('deleted while its new PDF was on its way, it stays deleted', async () => {
    const booklet = await aBooklet(['Abans']);
    const { id: fileId } = await uploaded(await aTextPdf(['Després']));
    await ask('DELETE', `/api/admin/booklets/${booklet.id}`);
    expect((await ask('PUT', `/api/admin/booklets/${booklet.id}`, { body: { year: booklet.year, fileId }, headers: { 'If-Match': '"1"' } })).status).toBe(404);
    expect(await statusOf(`/admin/llibrets/edit/${booklet.id}`, editor)).toBe(404);
    app.clock.advance(25 * 3_600_000);
    editor = await signedIn(app, 'redaccio@comboi.test');
    tus = aTusClient(app, editor);
    await app.round('files');
    expect(await app.db.query.selectFrom('files').select('id').where('id', '=', fileId).execute()).toEqual([]);
  });

  test('one that is deleted while it is read leaves nothing of it', async () => {
    const booklet = await aBooklet(['Massa tard']);
    const reading = app.round('booklet texts');
    await ask('DELETE', `/api/admin/booklets/${booklet.id}`);
    await reading;
    await app.round('deleted files');
    expect(await app.db.query.selectFrom('bookletPages').select('page').where('bookletId', '=', booklet.id).execute()).toEqual([]);
  });

  test('a reading whose process died is done again, and given up after three', async () => {
    const booklet = await aBooklet(['Que mata']);
    await app.db.query.updateTable('booklets').set({ readingTries: 3, readingUntil: new Date(app.clock.now().getTime() - 1) }).where('id', '=', booklet.id).execute();
    await app.round('booklet texts');
    expect(await read(booklet.id)).toMatchObject({ has_text: false });
    const second = await aBooklet(['Que es refà']);
    await app.db.query.updateTable('booklets').set({ readingTries: 1, readingUntil: new Date(app.clock.now().getTime() + 60_000) }).where('id', '=', second.id).execute();
    await app.round('booklet texts');
    expect((await read(second.id)).has_text).toBeNull();
    app.clock.advance(61_000);
    await app.round('booklet texts');
    expect((await read(second.id)).has_text).toBe(true);
  });

  // What only the database knows is asked once.
  describe.runIf(place === 'the disk')('the search', () => {
    let year: number;
    beforeAll(async () => {
      const booklet = await aBooklet(['Pròleg', "Neus Col·lado, fallera major, cantà l'himne de Benicarló", 'Les falleres i els fallers. <script>alert(1)</script> 100 % cotó_pur', 'La foguera']);
      ({ year } = booklet);
      await app.round('booklet texts');
    });

    test.each([
      ['col·lado', 2],
      ['COLLADO', 2],
      ['col.lado', 2],
      ['himne de benicarlo', 2],
      ["l'himne", 2],
      ['benicar', 2],
      ['major neus', 2],
      ['fallers', 3],
      ['fogueres', 4],
    ])('finds «%s» on page %i', async (query, page) => {
      expect((await search(query)).results.map((result) => [result.year, result.page])).toContainEqual([year, page]);
    });

    test.each(['%%', '__', "' or 1=1 --", 'a:* | b', '\\', '!!', '((', '<->', 'no-hi-és-enlloc', '', 'a', '\u0001'])('for «%s» finds nothing and fails nowhere', async (query) => {
      expect(await search(query)).toMatchObject({ total: 0, results: [] });
      expect(await statusOf(`/llibrets?q=${encodeURIComponent(query)}`)).toBe(200);
    });

    test('shows what it found as text, with the words marked, and leads to the page', async () => {
      const [result] = (await search('alert')).results;
      expect(result!.url).toBe(`/llibrets?q=alert&llibret=${year}&pagina=3`);
      expect(result!.highlights.map(([start, end]) => result!.snippet.slice(start, end))).toEqual(['alert']);
      const html = await pageText('/llibrets?q=alert');
      expect(html.includes('&lt;script&gt;<mark>alert</mark>(1)&lt;/script&gt;')).toBe(true);
      expect(html.includes('<script>alert(1)')).toBe(false);
    });

    test('of one year finds its pages in order, of another none of them', async () => {
      expect((await search('fallera', year)).results.map(({ page }) => page)).toEqual([2, 3]);
      expect((await search('fallera', 1901)).total).toBe(0);
      expect((await ask('GET', '/api/booklets/search?q=fallera&year=-1', { cookie: '' })).body).toMatchObject({ total: 0 });
    });

    test('takes a query of any length', async () => {
      expect(await statusOf(`/api/booklets/search?q=${'paraula+'.repeat(900)}`)).toBe(200);
    });
  });

  describe.runIf(place === 'the disk')('refused is', () => {
    test('a second one of the same year, also at the same instant; the file can be used with another year', async () => {
      const year = (nextYear += 1);
      const files: StoredFile[] = [];
      for (const count of [1, 2, 3]) files.push(await uploaded(await aTextPdf([`Al mateix temps ${count}`])));
      const answers = await Promise.all(files.map(({ id: fileId }) => ask('POST', '/api/admin/booklets', { body: { year, fileId } })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
      const late = answers.findIndex(({ status }) => status === 422);
      expect(answers[late]!.body.fields).toEqual({ year: `Ya existe un llibret para el año ${year}` });
      expect((await ask('POST', '/api/admin/booklets', { body: { year: (nextYear += 1), fileId: files[late]!.id } })).status).toBe(201);
    });

    test.each([
      [{}, { year: 'El campo year es obligatorio', fileId: 'El campo fileId es obligatorio' }],
      [{ year: 1899, fileId: 'no' }, { year: "L'any ha d'estar entre 1900 i 2100", fileId: "Este PDF ja no hi és. Torna'l a pujar" }],
      [{ year: '2027', fileId: null, pageCount: 0 }, { year: "L'any ha d'estar entre 1900 i 2100", fileId: 'El campo fileId es obligatorio', pageCount: 'Escriu un nombre entre 1 i 5000, o deixa-ho en blanc' }],
      [{ year: 2099, fileId: '00000000-0000-4000-8000-000000000000' }, { fileId: "Este PDF ja no hi és. Torna'l a pujar" }],
    ])('%j', async (body, fields) => {
      const answer = await ask('POST', '/api/admin/booklets', { body });
      expect([answer.status, answer.body.fields]).toEqual([422, fields]);
    });

    test("a file that is another booklet's", async () => {
      const booklet = await aBooklet(['Meu']);
      const { fileId } = await app.db.query.selectFrom('booklets').select('fileId').where('id', '=', booklet.id).executeTakeFirstOrThrow();
      expect((await ask('POST', '/api/admin/booklets', { body: { year: (nextYear += 1), fileId } })).status).toBe(422);
      expect(await statusOf(booklet.pdf_url)).toBe(200);
    });

    test('the second of two editors, who is shown what stands now', async () => {
      const booklet = await aBooklet(['Dos a la vegada']);
      const change = (pageCount: number) => ask('PUT', `/api/admin/booklets/${booklet.id}`, { body: { year: booklet.year, pageCount }, headers: { 'If-Match': '"1"' } });
      expect((await change(10)).status).toBe(200);
      const second = await change(20);
      expect([second.status, second.body.code, second.body.current]).toMatchObject([409, 'VERSION_CONFLICT', { page_count: 10, version: 2 }]);
    });

    test('whoever is no editor, in the words of the specification', async () => {
      const booklet = await aBooklet(['Prohibit']);
      const member = await login(app, await aMember(app, { role: 'comision' }));
      const answerTo = async (method: string, path: string) => {
        const { status, body } = await ask(method, path, { body: {}, cookie: member });
        return [status, body.message];
      };
      expect(await answerTo('POST', '/api/admin/booklets')).toEqual([403, 'No tienes permisos para crear llibrets']);
      expect(await answerTo('PUT', `/api/admin/booklets/${booklet.id}`)).toEqual([403, 'No tienes permisos para actualizar llibrets']);
      expect(await answerTo('DELETE', `/api/admin/booklets/${booklet.id}`)).toEqual([403, 'No tienes permisos para eliminar llibrets']);
      expect((await ask('DELETE', `/api/admin/booklets/${booklet.id}`, { cookie: '' })).status).toBe(401);
    });
  });

  test('sent again with its key it is made once', async () => {
    const { id: fileId } = await uploaded(await aTextPdf(['Una volta']));
    const body = { year: (nextYear += 1), fileId };
    const headers = { 'Idempotency-Key': `booklet-${nextYear}` };
    const answers = await Promise.all([1, 2, 3].map(() => ask('POST', '/api/admin/booklets', { body, headers })));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.id}`)).size).toBe(1);
    expect((await ask('POST', '/api/admin/booklets', { body: { ...body, pageCount: 3 }, headers })).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('a hostile file is stored as it is, read by nobody else, and says what it is', async () => {
    const { id: fileId } = await uploaded(aPdfOf(100_000));
    const { body } = await ask('POST', '/api/admin/booklets', { body: { year: (nextYear += 1), fileId } });
    await app.round('booklet texts');
    const booklet = await read(body.id);
    expect(booklet).toMatchObject({ has_text: false, page_count: null, cover: null });
    expect(await says('/admin/llibrets', 'El PDF no es pot llegir', editor)).toBe(true);
    const { headers } = await app.ask(booklet.pdf_url, { method: 'HEAD' });
    expect([headers.get('X-Content-Type-Options'), headers.get('Content-Type')]).toEqual(['nosniff', 'application/pdf']);
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });

  test('the usage shows how full it is, by size', async () => {
    const page = await pageText('/admin/llibrets?espai=1', editor);
    expect(["Ús d&#x27;Espai", 'de 300,0 MB', 'El llibret més pesat', 'Llibrets per grandària'].filter((text) => !page.includes(text))).toEqual([]);
  });
});
