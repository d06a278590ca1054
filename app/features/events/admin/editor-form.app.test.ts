import { afterAll, beforeAll, expect, test } from 'vitest';

import { signedIn } from '#tests/support/people/buyers.ts';
import { sentByTwoEditors } from '#tests/support/people/two-editors.ts';
import { anEvent, changeEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { inputLabels } from '#app/design/admin-kit/form/record-form.ts';
import { EVENT_FIELDS } from '#app/domain/event/event-fields.ts';

let app: TestApp;
let admin: string;

beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => closeInOrder(app));

test('every field of an event has its input, with its label', async () => {
  const page = await (await app.ask('/admin/events/new', { headers: { Cookie: admin } })).text();
  for (const [input, label] of Object.entries(inputLabels(EVENT_FIELDS))) {
    expect([input, page.includes(`name="${input}"`), page.includes(label.replaceAll("'", '&#x27;'))]).toEqual([input, true, true]);
  }
});

test('the form asks before it saves what is a slip of the finger more often than not, and an answer is enough', async () => {
  const fields = { intent: 'event', title: 'Sopar que dubta', image: '🥘', date: '2020-03-15', time: '21:00', description: 'Un sopar.', price: '18', visibility: 'public' };
  const send = (more: Record<string, string> = {}): Promise<Response> => app.ask('/admin/events/new', { method: 'POST', body: new URLSearchParams({ ...fields, ...more }), headers: { Cookie: admin } });
  const response = await send();
  const html = (await response.text()).replaceAll('&#x27;', "'");
  expect([response.status, html.includes('La data ja ha passat.'), html.includes('Sí, és el que vull dir')]).toEqual([409, true, true]);
  expect(html).toContain('value="Sopar que dubta"');
  expect((await send({ sure: 'on' })).status).toBe(303);
  const twin = (await (await send({ date: '2020-03-15' })).text()).replaceAll('&#x27;', "'");
  expect(twin).toContain('Ja hi ha un acte amb este títol, este dia i esta hora.');
});

test('the second of two editors is shown what the first one saved, and saves over it only when they say so', async () => {
  const { id } = await anEvent(app);
  const { first, second, again } = await sentByTwoEditors(app, {
    path: `/admin/events/edit/${id}`,
    cookie: admin,
    fields: { intent: 'event', sure: 'on', title: 'Sopar de dos', image: '🥘', date: '2099-03-15', time: '21:00', description: 'Un sopar.', price: '18', visibility: 'public' },
    first: { location: 'El casal' },
    second: { location: 'La plaça' },
    stored: async () => (await app.db.query.selectFrom('events').select('location').where('id', '=', id).executeTakeFirstOrThrow()).location,
  });
  expect(first.status).toBe(303);
  expect([second.status, second.html.includes('<dd>El casal</dd>'), second.html.includes('<dd>La plaça</dd>'), second.stored]).toEqual([409, true, true, 'El casal']);
  expect([again.status, again.stored]).toEqual([303, 'La plaça']);
});

test('the form shows its basics, and the rest where it says something', async () => {
  const opened = async (path: string): Promise<boolean> => /<details[^>]*open=""[^>]*><summary>Més opcions/.test(await (await app.ask(path, { headers: { Cookie: admin } })).text());
  const { id: plain } = await anEvent(app);
  const { id: served } = await anEvent(app);
  await changeEvent(app, served, { kitchenService: true });
  expect([await opened('/admin/events/new'), await opened(`/admin/events/edit/${plain}`), await opened(`/admin/events/edit/${served}`)]).toEqual([false, false, true]);
});
