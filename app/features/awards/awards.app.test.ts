import { afterAll, beforeAll, expect, test } from 'vitest';

import { aPicture } from '#tests/support/app/pictures.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aTusClient } from '#tests/support/app/tus.ts';
import { sendForm } from '#tests/support/people/accounts.ts';
import { signedIn } from '#tests/support/people/buyers.ts';

let app: TestApp;
let editor: string;

beforeAll(async () => {
  app = await aTestApp();
  editor = await signedIn(app, 'redaccio@comboi.test');
});
afterAll(() => app.close());

async function page(): Promise<string> {
  return (await app.ask('/premis')).text();
}

async function send(path: string, fields: Record<string, string>, cookie = editor): Promise<Response> {
  return sendForm(app, path, fields, { cookie });
}

async function added(year: string, title: string): Promise<string> {
  const response = await send('/admin/awards', { intent: 'award', year, title });
  expect(response.status).toBe(303);
  return response.headers.get('Location')!;
}

async function sendPhotos(path: string, images: readonly Uint8Array[]): Promise<Response> {
  const form = new FormData();
  form.set('intent', 'photos');
  for (const image of images) form.append('image', new File([Buffer.from(image)], 'foto.jpg'));
  return app.ask(path, { method: 'POST', body: form, headers: { Cookie: editor } });
}

test('where there are none the page says that they are coming; the first one takes its place, the newest year first', async () => {
  expect(await page()).toContain('Secció en Desenvolupament');
  await added('1999', 'Ninot indultat');
  await added('2024', 'Primer <i>premi</i>');
  const html = await page();
  expect(html).not.toContain('Secció en Desenvolupament');
  expect(html.indexOf('2024')).toBeLessThan(html.indexOf('1999'));
  expect(html).toContain('Primer &lt;i&gt;premi&lt;/i&gt;');
});

test('photos belong to their award and go with it', async () => {
  const path = await added('2025', 'Millor il·luminació');
  expect((await sendPhotos(path, [await aPicture(), await aPicture({ width: 900, height: 600 })])).status).toBe(303);
  const html = await page();
  const urls = [...new Set(html.match(/\/files\/[0-9a-f-]+-medium\.webp|\/files\/[0-9a-f-]+-small\.webp/g))];
  expect(urls.length).toBeGreaterThanOrEqual(2);
  expect((await app.ask(urls[0]!)).status).toBe(200);
  expect(html).toMatch(/property="og:image" content="[^"]*\/files\/[^"]*-preview\.jpg"/);
  expect((await sendPhotos(path, [Buffer.from('%PDF-1.7')])).status).toBe(409);
  expect((await send(path, { intent: 'remove' })).status).toBe(303);
  expect((await app.ask(urls[0]!)).status).toBe(404);
  expect(await page()).not.toContain('Millor il·luminació');
});

test('photos are twelve at most, however many come at once', async () => {
  const path = await added('2023', 'Premi de cavalcada');
  const client = aTusClient(app, editor);
  const ids: string[] = [];
  while (ids.length < 15) ids.push(((await (await client.upload('awards', await aPicture())).json()) as { id: string }).id);
  const answers = await Promise.all(ids.map(async (fileId) => (await send(path, { intent: 'photos', fileId })).status));
  expect(answers.toSorted()).toEqual([...Array.from({ length: 12 }, () => 303), 409, 409, 409]);
  const { count } = await app.db.query.selectFrom('files').select(({ fn }) => fn.countAll<string>().as('count')).where('ownerId', '=', path.split('/').at(-1)!).where('state', '=', 'ready').executeTakeFirstOrThrow();
  expect(Number(count)).toBe(12);
});

test('a photo that is sent twice at once, or again, hangs once', async () => {
  const path = await added('2022', 'Premi de balcons');
  const { id: fileId } = (await (await aTusClient(app, editor).upload('awards', await aPicture())).json()) as { id: string };
  const hang = async (): Promise<number> => (await send(path, { intent: 'photos', fileId })).status;
  expect([...(await Promise.all([hang(), hang()])), await hang()]).toEqual([303, 303, 303]);
  const photos = await app.db.query.selectFrom('awardPhotos').select('fileId').where('awardId', '=', path.split('/').at(-1)!).execute();
  expect(photos).toEqual([{ fileId }]);
  expect((await sendPhotos(path, await Promise.all(Array.from({ length: 11 }, () => aPicture({ width: 40, height: 30 }))))).status).toBe(303);
  expect(await hang()).toBe(303);
});

test('years out of reach are refused, the second of two editors is told, and others may not', async () => {
  expect((await send('/admin/awards', { intent: 'award', year: '1899', title: 'Massa vell' })).status).toBe(400);
  const path = await added('2020', 'Segon premi');
  expect((await send(path, { intent: 'award', version: '1', year: '2020', title: 'Segon premi infantil', detail: 'El primer en deu anys' })).status).toBe(303);
  const late = await send(path, { intent: 'award', version: '1', year: '2020', title: 'Tard' });
  expect(late.status).toBe(409);
  const notice = await late.text();
  expect(['Segon premi infantil', 'El primer en deu anys'].filter((theirs) => !notice.includes(theirs))).toEqual([]);
  expect((await send('/admin/awards', { intent: 'award', year: '2020', title: 'Intrús' }, await signedIn(app, 'soci@comboi.test'))).status).toBe(403);
});
