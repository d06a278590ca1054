import { afterAll, beforeAll, expect, test } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

test('the map of the site lists what answers, and neither hidden events nor those that are not on sale', async () => {
  const open = await anEvent(app);
  const hidden = await anEvent(app, { visibility: 'socio' });
  const closed = await anEvent(app, { saleEndDate: '2020-01-01' });
  const response = await app.ask('/sitemap.xml');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  const paths = [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => new URL(address!).pathname);
  expect(paths).toEqual(expect.arrayContaining(['/', '/tickets', '/calendar', `/order/${open.id}`]));
  expect(paths.filter((path) => [`/order/${hidden.id}`, `/order/${closed.id}`].includes(path))).toEqual([]);
  expect(await Promise.all(paths.map(async (path) => (await app.ask(path)).status))).toEqual(paths.map(() => 200));
});

test('the icon that everybody asks for is a picture, and mail programs of others may show the crest', async () => {
  const icon = await app.ask('/favicon.ico');
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
  expect(new Uint8Array(await icon.arrayBuffer()).subarray(0, 4)).toEqual(new Uint8Array([0, 0, 1, 0]));
  const crest = await app.ask('/crest.png');
  expect([crest.status, crest.headers.get('cross-origin-resource-policy')]).toEqual([200, 'cross-origin']);
});

test('whoever finds a weakness is told whom to write to', async () => {
  const response = await app.ask('/.well-known/security.txt');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = await response.text();
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)![1]!) - app.clock.now().getTime();
  expect(expires / 86_400_000).toBeGreaterThan(178);
});
