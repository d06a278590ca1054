import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Bucket } from '#app/domain/files/bucket.ts';
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
  await app.db.query.deleteFrom('homeBlocks').execute();
});
afterAll(() => app.close());

async function home(): Promise<string> {
  return (await app.ask('/')).text();
}

async function send(path: string, fields: Record<string, string>): Promise<Response> {
  return sendForm(app, path, fields, { cookie: editor });
}

async function added(kind: string): Promise<string> {
  const response = await send('/admin/home', { intent: 'add', kind });
  expect(response.status).toBe(303);
  return response.headers.get('Location')!.split('/').at(-1)!;
}

async function filled(kind: string, title: string, items: readonly string[]): Promise<string> {
  const id = await added(kind);
  const fields = Object.fromEntries(items.map((text, index) => [`items[${index}].text`, text]));
  const saved = await send(`/admin/home/${id}`, { intent: 'block', version: '1', title, ...fields });
  expect(saved.status).toBe(303);
  return id;
}

test('blocks stand on the home page in the order of the editor; empty and hidden ones don\'t', async () => {
  const empty = await added('monument');
  expect(await home()).not.toContain('El monument');
  const numbers = await filled('numbers', 'En xifres', ['1974']);
  const sponsors = await filled('sponsors', 'Ens ajuden', ['Forn <b>Sant</b>']);
  const html = await home();
  expect(html.indexOf('En xifres')).toBeLessThan(html.indexOf('Ens ajuden'));
  expect(html).toContain('Forn &lt;b&gt;Sant&lt;/b&gt;');

  expect((await send('/admin/home', { intent: 'up', block: sponsors })).status).toBe(303);
  const moved = await home();
  expect(moved.indexOf('Ens ajuden')).toBeLessThan(moved.indexOf('En xifres'));
  expect((await send('/admin/home', { intent: 'hide', block: numbers })).status).toBe(303);
  expect(await home()).not.toContain('En xifres');
  expect((await send('/admin/home', { intent: 'show', block: numbers })).status).toBe(303);
  expect(await home()).toContain('En xifres');
  expect((await send(`/admin/home/${empty}`, { intent: 'remove' })).status).toBe(303);
  expect((await send('/admin/home', { intent: 'up', block: empty })).status).toBe(409);
});

test('the second of two editors is told, and a web address that is a script is refused', async () => {
  const id = await filled('sponsors', 'Primer', ['Un']);
  expect((await send(`/admin/home/${id}`, { intent: 'block', version: '2', title: 'Segon', intro: 'Des de sempre', 'items[0].text': 'Un', 'items[0].url': 'https://forn.example/' })).status).toBe(303);
  const late = await send(`/admin/home/${id}`, { intent: 'block', version: '2', title: 'Tard', 'items[0].text': 'Un' });
  expect(late.status).toBe(409);
  const notice = await late.text();
  expect(['Segon', 'Des de sempre', 'https://forn.example/'].filter((theirs) => !notice.includes(theirs))).toEqual([]);
  expect((await send(`/admin/home/${id}`, { intent: 'block', version: '3', title: 'Mal', 'items[0].text': 'Un', 'items[0].url': 'javascript:alert(1)' })).status).toBe(400);
});

test('a picture belongs to its item: it is seen with the block, and gone with either of them', async () => {
  const id = await filled('falleres', 'Les falleres', ['Carla', 'Aitana']);
  const { items } = await app.db.query.selectFrom('homeBlocks').select('items').where('id', '=', id).executeTakeFirstOrThrow();
  const form = new FormData();
  form.set('intent', 'picture');
  form.set('item', items[0]!.id);
  form.set('image', new File([Buffer.from(await aPicture())], 'retrat.jpg'));
  expect((await app.ask(`/admin/home/${id}`, { method: 'POST', body: form, headers: { Cookie: editor } })).status).toBe(303);
  const url = /src="(\/files\/[^"]+)"/.exec(await home())![1]!;
  expect((await app.ask(url)).status).toBe(200);
  await send('/admin/home', { intent: 'hide', block: id });
  expect((await app.ask(url)).status).toBe(404);
  expect((await app.ask(url, { headers: { Cookie: editor } })).status).toBe(200);
  await send('/admin/home', { intent: 'show', block: id });
  const { version } = await app.db.query.selectFrom('homeBlocks').select('version').where('id', '=', id).executeTakeFirstOrThrow();
  expect((await send(`/admin/home/${id}`, { intent: 'block', version: String(version), title: 'Les falleres', 'items[0].text': 'Aitana', 'items[0].id': items[1]!.id })).status).toBe(303);
  expect((await app.ask(url)).status).toBe(404);
});

test('a picture that was uploaded before takes the place of the one before; one that is not there is refused', async () => {
  const id = await filled('monument', 'El monument', ['Cadafal']);
  const { items } = await app.db.query.selectFrom('homeBlocks').select('items').where('id', '=', id).executeTakeFirstOrThrow();
  const put = (fileId: string): Promise<Response> => send(`/admin/home/${id}`, { intent: 'picture', item: items[0]!.id, fileId });
  const addressOf = async (): Promise<string> => /src="(\/files\/[^"]+)"/.exec(await (await app.ask(`/admin/home/${id}`, { headers: { Cookie: editor } })).text())![1]!;
  const uploaded = async (bucket: Bucket): Promise<string> => ((await (await aTusClient(app, editor).upload(bucket, await aPicture())).json()) as { id: string }).id;
  expect((await put(await uploaded('site'))).status).toBe(303);
  const first = await addressOf();
  expect((await put(await uploaded('site'))).status).toBe(303);
  expect([(await app.ask(first)).status, (await app.ask(await addressOf())).status]).toEqual([404, 200]);
  for (const stranger of [app.deps.ids.uuid(), await uploaded('awards')]) {
    const refused = await put(stranger);
    expect([refused.status, (await refused.text()).includes('Esta imatge no hi és')]).toEqual([409, true]);
  }
  expect((await app.ask(await addressOf())).status).toBe(200);
  // Whoever was editing the words meanwhile saves them.
  expect((await send(`/admin/home/${id}`, { intent: 'block', version: '2', title: 'El monument gran', 'items[0].text': 'Cadafal', 'items[0].id': items[0]!.id })).status).toBe(303);
  expect(await home()).toContain(await addressOf());
});

test('only editors change it', async () => {
  const member = await signedIn(app, 'soci@comboi.test');
  expect((await sendForm(app, '/admin/home', { intent: 'add', kind: 'numbers' }, { cookie: member })).status).toBe(403);
});

test('the next event stands first, with the time that is left', async () => {
  const html = (await home()).replaceAll('<!-- -->', '');
  expect(html).toMatch(/Falten \d+ dies/);
  expect(html).toContain("L&#x27;any d&#x27;un colp d&#x27;ull");
});
