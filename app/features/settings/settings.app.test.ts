import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { anAppWithPost, mailsFor, sendForm } from '#tests/support/people/accounts.ts';
import { aPaidOrder, aPlacedOrder, eventNamed, signedIn } from '#tests/support/people/buyers.ts';
import { aPicture } from '#tests/support/app/pictures.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { statementsThatWait } from '#tests/support/app/waiting-statements.ts';
import { nextTermsVersion } from '#app/domain/site/settings.ts';
import type { OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';

let app: TestApp;
let post: OutgoingMail[];
let admin: string;

beforeAll(async () => {
  ({ app, post } = await anAppWithPost());
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => app.close());

const IDENTITY = { name: 'Falla La Barraca', tagline: 'FOC I GERMANOR', main: '#12324a', accent: '#b3261e', highlight: '#f5c04a' };
const CONTACT = { street: 'Plaça Nova, 3', postcode: '12500', town: 'Vinaròs', country: 'Espanya', mapUrl: '', phone: '964 111 222', email: 'hola@barraca.example', instagram: '@labarraca' };

async function page(path: string, from: TestApp = app): Promise<{ status: number; html: string }> {
  const response = await from.ask(path);
  return { status: response.status, html: await response.text() };
}

async function versionOf(section: string): Promise<string> {
  const row = await app.db.query.selectFrom('siteSettings').select('version').where('section', '=', section as 'identity').executeTakeFirst();
  return String(row?.version ?? 0);
}

async function save(section: 'identity' | 'contact' | 'texts', fields: Record<string, string>, version?: string): Promise<Response> {
  const path = section === 'identity' ? '/admin/settings' : `/admin/settings/${section}`;
  return sendForm(app, path, { intent: section, version: version ?? (await versionOf(section)), ...fields }, { cookie: admin });
}

async function sendCrest(image: Uint8Array): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...IDENTITY, intent: 'identity', version: await versionOf('identity') })) form.set(name, value);
  form.set('image', new File([Buffer.from(image)], 'escut.png'));
  return app.ask('/admin/settings', { method: 'POST', body: form, headers: { Cookie: admin } });
}

test('until somebody sets anything the site is what comes with the product', async () => {
  const { html } = await page('/');
  expect(html).toContain('<title>Falla Mar i Foc</title>');
  expect(html).toContain('href="/favicon.svg"');
  expect(html).not.toContain('/identity/colours.css');
});

test('a name, colours and ways to reach it make the site, its mails and its previews another association\'s', async () => {
  expect((await save('identity', IDENTITY)).status).toBe(303);
  expect((await save('contact', CONTACT)).status).toBe(303);
  const { html } = await page('/contact');
  expect(html).toContain('<title>Contacte · Falla La Barraca</title>');
  for (const text of ['Plaça Nova, 3', 'Vinaròs', 'tel:+34964111222', 'hola@barraca.example', 'https://www.instagram.com/labarraca/', 'Fet amb Comboi']) expect(html).toContain(text);
  expect(html).not.toContain('Mar i Foc');

  const sheet = /href="(\/identity\/colours\.css\?v=\d+)"/.exec(html)![1]!;
  const css = await app.ask(sheet);
  expect(css.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(css.headers.get('cache-control')).toBe('public, max-age=86400');
  expect(await css.text()).toContain('--wine:#12324a');

  const preview = await app.ask(/property="og:image" content="[^"]*(\/identity\/preview\.jpg\?v=\d+)"/.exec(html)![1]!);
  const picture = Buffer.from(await preview.arrayBuffer());
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(picture.byteLength).toBeLessThan(300_000);
  expect(await (await app.ask('/identity/site.webmanifest')).json()).toMatchObject({ name: 'Falla La Barraca', theme_color: '#12324a' });

  const event = await eventNamed(app, 'Concert de la nit del foc');
  await aPaidOrder(app, { event, body: { email: 'neus@example.com' } });
  const [mail] = await mailsFor(app, post, 'neus@example.com');
  expect(mail!.html).toContain('Falla La Barraca');
  expect(mail!.text).toContain('Falla La Barraca · 964 111 222 · hola@barraca.example');
  expect(mail!.html + mail!.text).not.toContain('Mar i Foc');
});

test('another process shows it once the database has told of it', async () => {
  const other = await app.another();
  await page('/condicions', other);
  await save('identity', { ...IDENTITY, name: 'Falla del Port' });
  await other.deps.changes.catchUp();
  expect((await page('/contact', other)).html).toContain('<title>Contacte · Falla del Port</title>');
  await other.close();
});

describe('what is refused', () => {
  test('are colours that leave a text which can\'t be read, by name and with the reason', async () => {
    const response = await save('identity', { ...IDENTITY, accent: '#ffd166' });
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain('El text dels botons no es llegiria: el contrast és de 1,3 i cal 4,5 com a mínim');
    expect(html).toContain('value="#ffd166"');
    expect((await page('/identity/colours.css')).html).not.toContain('#ffd166');
  });

  test('are a link that is a script, and a placeholder that does not exist', async () => {
    expect((await save('contact', { ...CONTACT, mapUrl: 'javascript:alert(1)' })).status).toBe(400);
    const texts = await save('texts', { homeLead: 'Vine a {casa}', homeSaying: 'Som foc', homeWelcome: 'Hola', mailClosing: '' });
    expect(texts.status).toBe(400);
    expect(await texts.text()).toContain('{casa} no es pot fer servir ací');
  });

  test('is the second of two editors, who is shown what the first one saved', async () => {
    const seen = await versionOf('identity');
    expect((await save('identity', { ...IDENTITY, name: 'La primera' }, seen)).status).toBe(303);
    const second = await save('identity', { ...IDENTITY, name: 'La segona' }, seen);
    expect(second.status).toBe(409);
    expect(await second.text()).toContain('La primera');
    expect((await page('/contact')).html).toContain('La primera');
  });

  test('is everybody who is no admin', async () => {
    const editor = await signedIn(app, 'redaccio@comboi.test');
    for (const path of ['/admin/settings', '/admin/settings/contact', '/admin/settings/texts', '/admin/settings/legal']) {
      const response = await sendForm(app, path, { intent: 'identity', version: '0', ...IDENTITY, name: 'Intrusa' }, { cookie: editor });
      expect([path, response.status]).toEqual([path, 403]);
    }
    expect((await page('/contact')).html).not.toContain('Intrusa');
  });
});

test('texts are filled with the association\'s own words and never become markup', async () => {
  expect((await save('texts', { homeLead: 'Hola des de {poble} <script>alert(1)</script>', homeSaying: 'Som foc', homeWelcome: 'Un.\n\nDos.', mailClosing: 'Visca {nom}!' })).status).toBe(303);
  const { html } = await page('/');
  expect(html).toContain('Hola des de Vinaròs &lt;script&gt;');
  expect(html).not.toContain('<script>alert(1)');
});

describe('a crest', () => {
  test('is encoded anew and stands on pages, icons and mails; one that is taken back is gone', async () => {
    const before = await page('/contact');
    expect(before.html).toContain('src="/favicon.svg"');
    const sent = await sendCrest(await sharp({ create: { width: 300, height: 350, channels: 4, background: { r: 10, g: 120, b: 60, alpha: 1 } } }).png().withMetadata({ exif: { IFD0: { Copyright: 'secret place' } } }).toBuffer());
    expect(sent.status).toBe(303);
    expect(sent.headers.get('x-remix-reload-document')).toBe('true');
    const { html } = await page('/contact');
    const file = /src="(\/files\/[^"]+\.webp)"/.exec(html)![1]!;
    const stored = await app.ask(file);
    expect(stored.headers.get('cache-control')).toContain('public');
    expect(Buffer.from(await stored.arrayBuffer()).includes('secret place')).toBe(false);

    const icon = await app.ask(/rel="icon" href="([^"]+)"/.exec(html)![1]!);
    const { data, info } = await sharp(Buffer.from(await icon.arrayBuffer())).raw().toBuffer({ resolveWithObject: true });
    const middle = (info.height / 2) * info.width * info.channels + (info.width / 2) * info.channels;
    expect([...data.subarray(middle, middle + 3)].map((value) => Math.round(value / 20))).toEqual([1, 6, 3]);
    expect((await app.ask('/identity/crest.png')).headers.get('cross-origin-resource-policy')).toBe('cross-origin');

    expect((await save('identity', { ...IDENTITY, crestFileId: /files\/([0-9a-f-]{36})/.exec(file)![1]!, removeCrest: 'on' })).status).toBe(303);
    expect((await page('/contact')).html).toContain('src="/favicon.svg"');
    expect((await app.ask(file)).status).toBe(404);
  });

  test.each([
    ['a GIF', async () => Buffer.from('GIF89a\x01\x00\x01\x00')],
    ['a drawing that may hold a script', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['half a picture', async () => Buffer.from(await aPicture()).subarray(0, 300)],
  ])('is not %s', async (_name, image) => {
    const response = await sendCrest(await image());
    expect([400, 409]).toContain(response.status);
    expect((await page('/contact')).html).toContain('src="/favicon.svg"');
  });
});

describe('changed legal texts', () => {
  const legal = async (fields: { terms: string; privacy: string; version?: string }): Promise<Response> => {
    const current = (await app.deps.settings.current()).association.termsVersion;
    return sendForm(app, '/admin/settings/legal', { intent: 'legal', version: current, ...fields }, { cookie: admin });
  };

  test('are a version of their own: new orders name it, old ones stay readable', async () => {
    const before = (await app.deps.settings.current()).association.termsVersion;
    expect((await legal({ terms: '## Tot clar\nEscriu a {correu}.', privacy: 'No guardem res.' })).status).toBe(303);
    const after = (await app.deps.settings.current()).association.termsVersion;
    expect(after).not.toBe(before);
    const now = await page('/condicions');
    expect(now.html).toContain('Tot clar');
    expect(now.html).toContain('href="mailto:hola@barraca.example"');
    const old = await page(`/condicions?versio=${before}`);
    expect(old.html).toContain('Et guardem els tiquets mentre pagues');
    expect(old.html).toContain('ja no està en vigor');
    expect((await page('/condicions?versio=1999-01-01')).status).toBe(404);

    const event = await eventNamed(app, 'Concert de la nit del foc');
    const { orderId } = await aPlacedOrder(app, { event });
    const row = await app.db.query.selectFrom('orders').select('termsVersion').where('id', '=', orderId).executeTakeFirstOrThrow();
    expect(row.termsVersion).toBe(after);

    expect((await legal({ terms: '## Tot clar\nEscriu a {correu}.', privacy: 'No guardem res.' })).status).toBe(303);
    expect((await app.deps.settings.current()).association.termsVersion).toBe(after);
    expect((await legal({ terms: 'Una altra', privacy: 'No guardem res.' })).status).toBe(303);
    expect((await app.deps.settings.current()).association.termsVersion).toBe(nextTermsVersion(after.slice(0, 'YYYY-MM-DD'.length), [before, after]));
  });

  test('can\'t be changed or removed behind anyone\'s back', async () => {
    await expect(app.db.query.updateTable('legalTexts').set({ terms: 'x' }).execute()).rejects.toThrow('only ever added to');
    await expect(app.db.query.deleteFrom('legalTexts').execute()).rejects.toThrow('only ever added to');
  });
});

test('of two programs that save a section at once the second is told what the first one saved', async () => {
  const put = (body: object): Promise<Response> => app.ask('/api/admin/settings/contact', { method: 'PUT', headers: { Cookie: admin, 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  expect((await put({ street: 'Plaça Vella, 1' })).status).toBe(204);
  const [first, second] = await app.db.inTransaction(async (tx) => {
    await tx.selectFrom('siteSettings').select('version').where('section', '=', 'contact').forUpdate().execute();
    const both = [put({ street: 'Plaça Vella, 2' }), put({ street: 'Plaça Vella, 2' })] as const;
    await expect.poll(() => statementsThatWait(app)).toBe(2);
    return both;
  });
  const answers = await Promise.all([first, second]);
  const refused = answers.find(({ status }) => status === 409)!;
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 409]);
  const { code, current } = (await refused.json()) as { code: string; current: { street: string } };
  expect([code, current.street]).toEqual(['VERSION_CONFLICT', 'Plaça Vella, 2']);
  expect((await put(current)).status).toBe(204);
});
