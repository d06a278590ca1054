import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aPicture } from '#tests/support/app/pictures.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aTusClient } from '#tests/support/app/tus.ts';
import { aMember, login } from '#tests/support/people/accounts.ts';
import { sentByTwoEditors } from '#tests/support/people/two-editors.ts';
import type { StoredFile } from '#app/domain/files/stored-file.ts';

import { newsUsage } from './admin/service.server.ts';
import type { EditedNews, NewsItem } from './schema.ts';
import { featuredNews, listNews } from './service.server.ts';

let app: TestApp;
let editor: string;
let member: string;
let picture: Uint8Array;

beforeAll(async () => {
  app = await aTestApp();
  editor = await login(app, await aMember(app, { role: 'comision', rights: ['editor'] }));
  member = await login(app, await aMember(app, { role: 'comision' }));
  picture = await aPicture();
});
afterAll(() => closeInOrder(app));

interface Answer {
  status: number;
  body: { id: number; version: number; code?: string; message?: string; fields?: Record<string, string>; current?: EditedNews };
}

async function ask(method: string, path: string, { body, headers = {}, cookie = editor }: { body?: unknown; headers?: Record<string, string>; cookie?: string } = {}): Promise<Answer> {
  const response = await app.ask(path, { method, headers: { 'Content-Type': 'application/json', Cookie: cookie, ...headers }, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

async function created(draft: Record<string, unknown> = {}): Promise<number> {
  const { status, body } = await ask('POST', '/api/admin/news', { body: { title: 'La plantà', content: 'Hui plantem.', status: 'published', ...draft } });
  expect([status, body]).toEqual([201, { id: expect.any(Number) as number, version: 1 }]);
  return body.id;
}

async function put(id: number, version: number, body: unknown): Promise<Answer> {
  return ask('PUT', `/api/admin/news/${id}`, { body, headers: { 'If-Match': `"${version}"` } });
}

async function listed(query: string): Promise<NewsItem[]> {
  const response = await app.ask(`/api/news?${query}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { news: NewsItem[] }).news;
}

async function anUpload(): Promise<StoredFile> {
  const response = await aTusClient(app, editor).upload('news-images', picture);
  expect(response.status).toBe(200);
  return (await response.json()) as StoredFile;
}

async function statusOf(path: string, cookie = ''): Promise<number> {
  const response = await app.ask(path, { headers: { Cookie: cookie } });
  await response.body?.cancel();
  return response.status;
}

describe('the list', () => {
  test('finds words of title, excerpt and content whatever their accents, capitals and signs', async () => {
    const id = await created({ title: 'Ofrena a la Plaça', excerpt: 'Amb flors de clavell', content: 'Cent% de VALENCIÀ_ i «foc»', category: 'cerca' });
    await created({ title: 'Sense res', excerpt: 'Ni cap signe', content: 'Només lletres', category: 'cerca' });
    for (const q of ['plaça', 'PLACA', 'clavéll', 'valencia', 'ofrena foc', '100', '%', ' _ ', '«', "'", '%_', 'plaça tren']) {
      const expected = ['100', "'", '%_', 'plaça tren'].includes(q) ? [] : [id];
      expect([q, (await listed(`category=cerca&q=${encodeURIComponent(q)}`)).map((one) => one.id)]).toEqual([q, expected]);
    }
  });

  test('shows featured ones first and then the newest, within the days that are asked for', async () => {
    const on = (day: string, draft = {}) => created({ category: 'dies', publishedAt: `${day}T22:30:00Z`, ...draft });
    const [first, second, third] = [await on('2025-03-01'), await on('2025-03-02'), await on('2025-03-03')];
    const featured = await on('2025-02-28', { featured: true });
    const ids = async (query: string) => (await listed(`category=Dies&${query}`)).map(({ id }) => id);
    expect(await ids('')).toEqual([featured, third, second, first]);
    // 22:30 UTC is 23:30 in Madrid, still the same day.
    expect(await ids('from=2025-03-02&to=2025-03-02')).toEqual([second]);
    expect(await ids('to=2025-03-01')).toEqual([featured, first]);
    expect(await ids('from=2025-03-03&to=2025-03-01')).toEqual([]);
  });

  test('goes on where the cursor says, and no cursor breaks it', async () => {
    for (let index = 0; index < 22; index += 1) await created({ title: `Nota ${index}`, tags: ['Pàgines'] });
    const first = (await (await app.ask('/api/news?tag=pàgines')).json()) as { news: NewsItem[]; total: number; next: string };
    const second = (await (await app.ask(`/api/news?tag=pàgines&cursor=${first.next}`)).json()) as typeof first;
    expect([first.news.length, first.total, second.news.length, second.next]).toEqual([20, 22, 2, null]);
    expect(new Set([...first.news, ...second.news].map(({ id }) => id)).size).toBe(22);
    for (const cursor of ['-1', '1e9', '999999', 'x', '%00']) expect([cursor, await statusOf(`/api/news?cursor=${cursor}`)]).toEqual([cursor, 200]);
  });

  test('is offered to the home page with at most so many, featured ones first', async () => {
    const id = await created({ title: 'A portada', featured: true, content: 'x'.repeat(300) });
    const [lead, ...others] = await featuredNews(app.deps, { limit: 3 });
    expect([lead!.id, others.length]).toEqual([id, 2]);
    expect(lead!.summary).toBe(`${'x'.repeat(200)}…`);
    await ask('DELETE', `/api/admin/news/${id}`);
  });
});

describe('what is not published', () => {
  test('is found by nobody but editors: neither by its id nor by search, nor where it is scheduled', async () => {
    const words = { title: 'Secret Amagat', content: 'Encara no.' };
    const draft = await created({ ...words, status: 'draft' });
    const scheduled = await created({ ...words, publishedAt: new Date(app.clock.now().getTime() + 3_600_000).toISOString() });
    for (const id of [draft, scheduled]) {
      for (const cookie of ['', member]) {
        expect(await statusOf(`/api/news/${id}`, cookie)).toBe(404);
        expect(await statusOf(`/api/admin/news/${id}`, cookie)).toBe(cookie === '' ? 401 : 403);
      }
      expect(await statusOf(`/api/admin/news/${id}`, editor)).toBe(200);
    }
    expect(await listed('q=secret amagat')).toEqual([]);
    expect(await listed('q=secret amagat&status=draft')).toEqual([]);
    expect(await (await app.ask('/sitemap.xml')).text()).not.toContain(`/news/${draft}<`);
    app.clock.advance(3_600_000);
    expect((await listed('q=secret amagat')).map(({ id }) => id)).toEqual([scheduled]);
  });

  test('keeps its pictures to editors, and shows them to all while it is published', async () => {
    const file = await anUpload();
    const { url } = file.variants[0]!;
    const id = await created({ status: 'draft', images: [{ fileId: file.id, alt: 'La falla' }] });
    const seen = async () => [await statusOf(url), await statusOf(url, member), await statusOf(url, editor)];
    expect(await seen()).toEqual([404, 404, 200]);
    await put(id, 1, { title: 'Ja', content: 'Ja', status: 'published', images: [{ fileId: file.id, alt: 'La falla' }] });
    expect(await seen()).toEqual([200, 200, 200]);
    await put(id, 2, { title: 'Ja', content: 'Ja', status: 'draft', images: [{ fileId: file.id, alt: 'La falla' }] });
    expect(await seen()).toEqual([404, 404, 200]);
  });
});

describe('the pictures', () => {
  test('that are taken away are gone for everyone at once, and from the storage after', async () => {
    const [used, gone] = [await anUpload(), await anUpload()];
    const images = [used, gone].map(({ id: fileId }) => ({ fileId, alt: '' }));
    const id = await created({ images });
    expect((await put(id, 1, { title: 'Una', content: 'Una', status: 'published', images: [images[0]] })).status).toBe(200);
    expect([await statusOf(used.variants[0]!.url), await statusOf(gone.variants[0]!.url, editor)]).toEqual([200, 404]);
    await app.round('deleted files');
    const names = (await Array.fromAsync(app.deps.storage.list('news-images/'))).map(({ name }) => name);
    expect([names.some((name) => name.includes(used.id)), names.some((name) => name.includes(gone.id))]).toEqual([true, false]);
    expect((await ask('DELETE', `/api/admin/news/${id}`)).status).toBe(204);
    expect([await statusOf(`/api/news/${id}`), await statusOf(used.variants[0]!.url, editor)]).toEqual([404, 404]);
  });

  test('stay in the order they are given, with their words', async () => {
    const files = [await anUpload(), await anUpload()];
    const id = await created({ images: files.map(({ id: fileId }, index) => ({ fileId, alt: `Foto ${index}` })) });
    const read = async () => ((await (await app.ask(`/api/news/${id}`)).json()) as NewsItem).images.map((image) => [image.id, image.alt]);
    expect(await read()).toEqual([[files[0]!.id, 'Foto 0'], [files[1]!.id, 'Foto 1']]);
    await put(id, 1, { title: 'T', content: 'C', status: 'published', images: [{ fileId: files[1]!.id, alt: 'Ara primera' }, { fileId: files[0]!.id, alt: '' }] });
    expect(await read()).toEqual([[files[1]!.id, 'Ara primera'], [files[0]!.id, '']]);
  });

  test('are five at most, however many come at once', async () => {
    const files = await Promise.all(Array.from({ length: 6 }, anUpload));
    const images = files.map(({ id: fileId }) => ({ fileId, alt: '' }));
    const id = await created({ images: images.slice(0, 4) });
    const six = await put(id, 1, { title: 'T', content: 'C', images });
    expect([six.status, six.body.fields]).toEqual([422, { images: 'Máximo 5 imágenes permitidas. Puedes subir 0 más.' }]);
    const both = await Promise.all(images.slice(4).map((one) => put(id, 1, { title: 'T', content: 'C', images: [...images.slice(0, 4), one] })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await app.db.query.selectFrom('newsImages').select('position').where('newsId', '=', id).execute()).toHaveLength(5);
  });

  test('of another news item, or of none, are refused and nothing is written', async () => {
    const file = await anUpload();
    await created({ images: [{ fileId: file.id, alt: '' }] });
    const count = async () => (await app.db.query.selectFrom('news').select('id').execute()).length;
    const before = await count();
    for (const fileId of [file.id, app.deps.ids.uuid()]) {
      const { status, body } = await ask('POST', '/api/admin/news', { body: { title: 'T', content: 'C', images: [{ fileId, alt: '' }] } });
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['images']]);
    }
    expect(await count()).toBe(before);
  });

  test('weigh on the news they are part of, and on nobody else', async () => {
    const file = await anUpload();
    const id = await created({ title: 'Pesada', images: [{ fileId: file.id, alt: '' }] });
    const { news, totalSize } = await newsUsage(app.deps);
    expect(news.find((one) => one.id === id)).toEqual({ id, title: 'Pesada', bytes: file.bytes, images: [{ id: file.id, bytes: file.bytes }] });
    expect(news.map(({ bytes }) => bytes)).toEqual(news.map(({ bytes }) => bytes).toSorted((one, other) => other - one));
    expect(news.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(totalSize);
  });
});

describe('an edit', () => {
  test('of two at once is saved once, and the other is told what stands', async () => {
    const id = await created();
    const [one, other] = await Promise.all(['Jo', 'Tu'].map((title) => put(id, 1, { title, content: 'C' })));
    const [saved, refused] = one!.status === 200 ? [one!, other!] : [other!, one!];
    expect([saved.status, saved.body.version, refused.status, refused.body.code, refused.body.current?.version]).toEqual([200, 2, 409, 'VERSION_CONFLICT', 2]);
  });

  test('in its form shows the second of two editors what stands, and saves over it only when they say so', async () => {
    const id = await created();
    const { first, second, again } = await sentByTwoEditors(app, {
      path: `/admin/news/${id}`,
      cookie: editor,
      fields: { intent: 'news', title: 'A quatre mans', status: 'draft' },
      first: { content: 'El primer.' },
      second: { content: 'El segon.' },
      stored: async () => (await app.db.query.selectFrom('news').select('content').where('id', '=', id).executeTakeFirstOrThrow()).content,
    });
    expect(first.status).toBe(303);
    expect([second.status, second.html.includes('<dd>El primer.</dd>'), second.html.includes('<dd>El segon.</dd>'), second.stored]).toEqual([409, true, true, 'El primer.']);
    expect([again.status, again.stored]).toEqual([303, 'El segon.']);
  });

  test('sent again with its key is made once', async () => {
    const headers = { 'Idempotency-Key': 'news-only-once' };
    const body = { title: 'Una vegada', content: 'C' };
    const [one, again] = [await ask('POST', '/api/admin/news', { body, headers }), await ask('POST', '/api/admin/news', { body, headers })];
    expect([one.status, again.body]).toEqual([201, one.body]);
    expect((await ask('POST', '/api/admin/news', { body: { ...body, title: 'Una altra' }, headers })).status).toBe(422);
  });

  test('gets its date when it is published, keeps it as a draft, and leaves a row each', async () => {
    const id = await created({ status: 'draft' });
    const read = async () => (await ask('GET', `/api/admin/news/${id}`)).body as unknown as EditedNews;
    expect((await read()).publishedAt).toBeNull();
    await put(id, 1, { title: 'T', content: 'C', status: 'published' });
    const { publishedAt } = await read();
    expect(publishedAt).toBe(app.clock.now().toISOString());
    app.clock.advance(1_000);
    await put(id, 2, { title: 'T', content: 'C', status: 'draft' });
    expect(await read()).toMatchObject({ publishedAt, status: 'draft', version: 3 });
    const acts = await app.db.query.selectFrom('audit').select('action').where('subject', '=', 'news').where('subjectId', '=', String(id)).orderBy('id').execute();
    expect(acts.map(({ action }) => action)).toEqual(['news.created', 'news.changed', 'news.changed']);
  });

  test('of somebody without the right says in the words of the act that it is not theirs', async () => {
    const id = await created();
    const body = { title: 'T', content: 'C' };
    const refusals = [
      await ask('POST', '/api/admin/news', { body, cookie: member }),
      await ask('GET', `/api/admin/news/${id}`, { cookie: member }),
      await ask('PUT', `/api/admin/news/${id}`, { body, cookie: member, headers: { 'If-Match': '"1"' } }),
      await ask('DELETE', `/api/admin/news/${id}`, { cookie: member }),
    ];
    expect(refusals.map(({ status, body: { message } }) => [status, message])).toEqual([
      [403, 'No tienes permisos para crear noticias'],
      [403, 'No tienes permisos para acceder a esta funcionalidad'],
      [403, 'No tienes permisos para actualizar noticias'],
      [403, 'No tienes permisos para eliminar noticias'],
    ]);
  });

  test.each([
    ['no title', { title: ' ' }, 'title', 'El camp títol és obligatori'],
    ['no contents', { content: undefined }, 'content', 'El camp contingut és obligatori'],
    ['a date that is none', { publishedAt: 'ahir' }, 'publishedAt', 'La data no és vàlida'],
    ['a picture by an address', { images: [{ fileId: 'javascript:alert(1)' }] }, 'images[0].fileId', 'Esta imatge no hi és'],
  ])('with %s is refused beside its field', async (_what, change, field, text) => {
    const { status, body } = await ask('POST', '/api/admin/news', { body: { title: 'T', content: 'C', ...change } });
    expect([status, body.fields]).toEqual([422, { [field]: text }]);
  });
});

test('editors see drafts and may ask for them alone; for others the status is no filter', async () => {
  const id = await created({ title: 'Només esborrany', status: 'draft', category: 'estats' });
  const published = await created({ category: 'estats' });
  const filter = { search: '', from: null, to: null, category: 'estats', tag: null, status: 'draft' } as const;
  const asEditor = { kind: 'user', userId: app.deps.ids.uuid(), role: 'comision', rights: ['editor'], name: 'E', email: 'e@example.com' } as const;
  const ids = async (actor: Parameters<typeof listNews>[1], status: 'draft' | 'all') => (await listNews(app.deps, actor, { filter: { ...filter, status }, limit: 10, offset: 0 })).news.map((one) => one.id);
  expect(await ids(asEditor, 'draft')).toEqual([id]);
  expect(await ids(asEditor, 'all')).toEqual([published, id]);
  expect(await ids({ kind: 'guest', visitor: null }, 'draft')).toEqual([published]);
});
