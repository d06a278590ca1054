import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { anEvent, changeEvent } from '#tests/support/app/events.ts';
import { aPicture } from '#tests/support/app/pictures.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aTusClient } from '#tests/support/app/tus.ts';
import { sendForm } from '#tests/support/people/accounts.ts';
import { signedIn } from '#tests/support/people/buyers.ts';
import type { EventDetail } from '#app/features/events/schema.ts';

let app: TestApp;
let admin: string;

beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => app.close());

async function read(id: number): Promise<EventDetail> {
  return (await app.ask(`/api/events/${id}`)).json() as Promise<EventDetail>;
}

async function fetched(address: string, cookie?: string): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await app.ask(address, cookie === undefined ? {} : { headers: { Cookie: cookie } });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function upload(id: number, image: Uint8Array, cookie = admin): Promise<Response> {
  const form = new FormData();
  form.set('intent', 'picture');
  form.set('image', new File([Buffer.from(image)], 'cartell.jpg'));
  return app.ask(`/admin/events/edit/${id}?index`, { method: 'POST', body: form, headers: { Cookie: cookie } });
}

test('an event without a picture has a poster of its own, small enough for every chat', async () => {
  const event = await anEvent(app, { title: 'Sopar de la Lluna amb un nom que no acaba mai' });
  const { picture } = await read(event.id);
  const preview = await fetched(picture.replace('/page.jpg', '/preview.jpg'));
  expect(await sharp(preview.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(preview.bytes.byteLength).toBeLessThan(300_000);
  expect(preview.headers.get('cache-control')).toBe('public, max-age=604800, immutable');
  expect(preview.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(await sharp((await fetched(picture.replace('/page.jpg', '/card.jpg'))).bytes).metadata()).toMatchObject({ width: 360, height: 450 });

  const neighbour = await anEvent(app, { title: 'Sopar de la Lluna amb un nom que no acaba mai' });
  const other = await fetched((await read(neighbour.id)).picture);
  expect(other.bytes.equals((await fetched(picture)).bytes)).toBe(false);
  for (const name of ['huge.jpg', 'card.png', 'card', '..%2fcard.jpg']) expect([name, (await fetched(`/pictures/events/${event.id}/${name}`)).status]).toEqual([name, 404]);
});

test('the link preview and the structured data of its page name it', async () => {
  const event = await anEvent(app, { title: 'Concert de prova' });
  const html = await (await app.ask(`/order/${event.id}`)).text();
  const { picture } = await read(event.id);
  const { origin } = new URL(picture);
  expect(html).toContain(`property="og:image" content="${picture.replace('/page.jpg', '/preview.jpg')}"`);
  expect(html.match(/property="og:image"/g)).toHaveLength(1);
  expect(html).toContain(`rel="canonical" href="${origin}/order/${event.id}"`);
  const [, data] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)!;
  expect(JSON.parse(data!)).toMatchObject({ '@type': 'Event', name: 'Concert de prova', image: picture, offers: { availability: 'https://schema.org/InStock' } });
});

test('whoever may not see an event finds no picture of it', async () => {
  const event = await anEvent(app, { title: 'Assemblea' });
  const { picture } = await read(event.id);
  await upload(event.id, await aPicture());
  await changeEvent(app, event.id, { visibility: 'comision' });
  expect((await fetched(picture)).status).toBe(404);
  expect((await fetched(picture, await signedIn(app, 'soci@comboi.test'))).status).toBe(404);
  const seen = await fetched(picture, await signedIn(app, 'comissio@comboi.test'));
  expect(seen.status).toBe(200);
  expect(seen.headers.get('cache-control')).toBe('private, no-cache');
  expect(seen.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  await changeEvent(app, event.id, { archivedAt: app.clock.now() });
  expect((await fetched(picture, admin)).status).toBe(404);
});

test('an uploaded picture takes the poster\'s place under another address, and gives it back', async () => {
  const event = await anEvent(app, { title: 'Paella gegant' });
  const before = await read(event.id);
  expect((await upload(event.id, await aPicture({ width: 1800, height: 1200 }))).status).toBe(303);
  const after = await read(event.id);
  expect(after.picture).not.toBe(before.picture);
  expect(after.image).toBe(before.image);
  const page = await fetched(after.picture);
  expect(await sharp(page.bytes).metadata()).toMatchObject({ format: 'webp', width: 1600 });
  expect(await sharp((await fetched(after.picture.replace('/page.jpg', '/preview.jpg'))).bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200 });
  expect((await sendForm(app, `/admin/events/edit/${event.id}?index`, { intent: 'poster' }, { cookie: admin })).status).toBe(303);
  expect((await read(event.id)).picture).toBe(before.picture);
  const left = await app.db.query.selectFrom('files').select('id').where('bucket', '=', 'events').where('ownerId', '=', String(event.id)).where('state', '=', 'ready').execute();
  expect(left).toEqual([]);
});

test('one that was uploaded before the form was sent is taken by its id, once', async () => {
  const [event, other] = [await anEvent(app, { title: 'Concert' }), await anEvent(app, { title: 'Ball' })];
  const { id: fileId } = (await (await aTusClient(app, admin).upload('events', await aPicture({ width: 1200, height: 900 }))).json()) as { id: string };
  const put = async (id: number): Promise<number> => (await sendForm(app, `/admin/events/edit/${id}?index`, { intent: 'picture', fileId }, { cookie: admin })).status;
  expect([await put(event.id), await put(other.id)]).toEqual([303, 409]);
  expect((await fetched((await read(event.id)).picture)).headers.get('content-type')).toBe('image/webp');
  expect((await fetched((await read(other.id)).picture)).headers.get('content-type')).toBe('image/jpeg');
});

test('what is no picture is refused, and so is whoever is no admin', async () => {
  const event = await anEvent(app, { title: 'Cap imatge' });
  const refused = await upload(event.id, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('Tipo de archivo no permitido');
  expect((await upload(event.id, await aPicture(), await signedIn(app, 'redaccio@comboi.test'))).status).toBe(403);
});

test('a new event takes its picture in the same step, and a form that is refused comes back with it', async () => {
  const send = async (fields: Record<string, string>, image?: Uint8Array): Promise<{ status: number; html: string }> => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ intent: 'event', title: 'Ball amb cartell', image: '💃', date: '15/3/2099', sure: 'on', time: '21:00', description: 'Un ball.', price: '5', visibility: 'public', ...fields })) form.set(name, value);
    if (image) form.set('pictureFile', new File([Buffer.from(image)], 'cartell.jpg'));
    const answer = await app.ask('/admin/events/new', { method: 'POST', body: form, headers: { Cookie: admin } });
    return { status: answer.status, html: (await answer.text()).replaceAll('&#x27;', "'") };
  };
  const eventsMade = async (): Promise<{ id: number }[]> => app.db.query.selectFrom('events').select('id').where('title', '=', 'Ball amb cartell').execute();

  const untitled = await send({ title: '' }, await aPicture({ width: 1200, height: 900 }));
  expect([untitled.status, untitled.html.includes('Escriu el títol'), untitled.html.includes('value="Un ball."') || untitled.html.includes('>Un ball.<')]).toEqual([400, true, true]);
  const [, fileId] = /<input(?=[^>]*name="pictureFileId")[^>]*value="([0-9a-f-]{36})"/.exec(untitled.html)!;
  const [, src] = /<img[^>]*src="(\/files\/[\w.-]+)"/.exec(untitled.html)!;
  expect((await fetched(src!, admin)).status).toBe(200);

  const both = await send({ title: '' }, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  expect([both.status, both.html.includes('Escriu el títol'), both.html.includes('Tipo de archivo no permitido')]).toEqual([400, true, true]);
  expect(await eventsMade()).toEqual([]);

  expect((await send({ pictureFileId: fileId!, pictureSrc: src! })).status).toBe(303);
  const [made] = await eventsMade();
  expect((await fetched((await read(made!.id)).picture)).headers.get('content-type')).toBe('image/webp');

  const again = await send({ pictureFileId: fileId!, pictureSrc: src!, time: '22:00' });
  expect([again.status, again.html.includes('Esta imatge no hi és')]).toEqual([409, true]);
  expect(await eventsMade()).toHaveLength(1);
});
