import { afterAll, beforeAll, expect, test } from 'vitest';

import { findLegalTexts } from '#app/features/settings/service.server.ts';
import { messageOf } from '#tests/support/app/admin-pages.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { nameAssociation, REAL_ENV } from '#tests/support/app/real-site.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { order, post, signedIn, aTicket } from '#tests/support/people/buyers.ts';
import { openDrawer } from '#tests/support/people/cashiers.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await aTestApp({ env: REAL_ENV });
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => app.close());

const DEMO_WORDS = ['Falla Mar i Foc', 'Carrer Major, 7', '964 000 007', 'hola@comboi.test', 'falla.mar.i.foc.demo'];

test('a real installation says nothing of the demo\'s association, on no page, in no file, also while the database is away', async () => {
  for (const path of ['/', '/contact', '/tickets', '/login', '/condicions', '/privacitat', '/identity/site.webmanifest', '/site.webmanifest']) {
    const answer = await app.ask(path);
    const html = await answer.text();
    expect([path, answer.status]).toEqual([path, 200]);
    expect([path, DEMO_WORDS.filter((words) => html.includes(words))]).toEqual([path, []]);
  }
  const away = { ...app.deps, db: { ...app.deps.db } };
  expect((await away.settings.current()).association).toMatchObject({ name: '', street: '', email: '' });
});

test('nobody buys on the web or by the API before the seller is named; the till and an admin\'s free tickets work', async () => {
  const event = await anEvent(app);
  expect(await order(app, { event })).toMatchObject({ status: 409, body: { code: 'EVENT_NOT_AVAILABLE' } });
  const html = await (await app.ask(`/order/${event.id}`)).text();
  expect(html).toContain('Ací encara no es ven res');
  expect(html).not.toContain('Afegir tiquet');
  const headers = { Cookie: admin };
  expect(await (await app.ask(`/order/${event.id}`, { headers })).text()).not.toContain('Ací encara no es ven res');
  expect((await order(app, { event, cookie: admin })).status).toBe(201);
  const drawer = await openDrawer(app, admin, { name: 'Casal' });
  const sale = await post(app, `/api/admin/till/sessions/${drawer}/sales`, { body: { eventId: event.id, category: 'public', means: 'cash', tickets: [aTicket(event)] }, headers });
  expect(sale.status).toBe(201);
  const panel = await (await app.ask('/admin', { headers })).text();
  expect(panel).toContain('Per a començar');
  expect(panel).toContain('fins que no digues qui ven');
  expect(await (await app.ask('/admin/estat', { headers })).text()).toContain('Falta dir qui ven');
});

test('and sells as soon as it is', async () => {
  const event = await anEvent(app);
  await nameAssociation(app);
  expect(await (await app.ask(`/order/${event.id}`)).text()).not.toContain('Ací encara no es ven res');
  expect((await order(app, { event })).body.code).not.toBe('EVENT_NOT_AVAILABLE');
  expect(await (await app.ask('/contact')).text()).toContain('Falla La Barraca');
  expect(await (await app.ask('/admin/estat', { headers: { Cookie: admin } })).text()).not.toContain('Falta dir qui ven');
});

test('mail counts as tried once a mail was sent for that, not by one that a password caused', async () => {
  const step = async (): Promise<string> => (await (await app.ask('/admin', { headers: { Cookie: admin } })).text()).split('<li').find((item) => item.includes('El correu ix')) ?? '';
  const sent = async (kind: string): Promise<void> => {
    const now = app.clock.now();
    await app.db.query.insertInto('mails').values({ id: app.deps.ids.uuid(), kind, cause: 'alarm', orderId: null, recipient: 'admin@comboi.test', detail: null, status: 'sent', nextAttemptAt: now, createdAt: now, sentAt: now }).execute();
  };
  await app.db.query.deleteFrom('mails').execute();
  await sent('password_changed');
  expect(await step()).not.toContain(': fet');
  await sent('mail_test');
  expect(await step()).toContain(': fet');
});

test('the terms that came along become the association\'s own as they are, once somebody has saved them', async () => {
  const headers = { Cookie: admin };
  const step = async (): Promise<string> => (await (await app.ask('/admin', { headers })).text()).split('<li').find((item) => item.includes('Condicions i privacitat')) ?? '';
  const { terms, privacy, version } = (await findLegalTexts(app.db.query, null))!;
  const save = async (seenVersion: string): Promise<Response> => app.ask('/admin/settings/legal', { method: 'POST', headers, body: new URLSearchParams({ intent: 'legal', version: seenVersion, terms, privacy }) });
  expect(await step()).toContain('guarda-les');
  expect(messageOf(await save(version))).toContain('Textos guardats com a versió');
  expect(await step()).toContain(': fet');
  const { version: own } = (await findLegalTexts(app.db.query, null))!;
  expect(own).not.toBe(version);
  expect(messageOf(await save(own))).toContain('No hi havia res canviat');
});

test('a rehearsal says what of it is still to be done, and is neither the first event nor done by another one\'s refund', async () => {
  const headers = { Cookie: admin };
  const stepOf = async (title: string): Promise<string> => {
    const panel = (await (await app.ask('/admin', { headers })).text()).replaceAll('&#x27;', "'").replaceAll('<!-- -->', '');
    return panel.split('<li').find((item) => item.includes(title)) ?? '';
  };
  const first = await anEvent(app);
  const till = await openDrawer(app, admin, { name: 'Acte' });
  const real = await post(app, `/api/admin/till/sessions/${till}/sales`, { body: { eventId: first.id, category: 'public', means: 'cash', tickets: [aTicket(first)] }, headers });
  await post(app, `/api/admin/till/sessions/${till}/sales/${(real.body as unknown as { orderId: string }).orderId}/give-back`, { body: { means: 'cash', reason: 'No ve' }, headers });
  expect(await stepOf('Un assaig')).toContain('Amb la clau de prova de Stripe');

  const event = await anEvent(app, { title: 'Prova general' });
  await app.db.query.updateTable('events').set({ rehearsal: true }).where('id', '=', event.id).execute();
  const nothing = "De l'assaig falta: compra'l amb un compte de la comissió, perquè als administradors els ix gratis, escaneja'l a la porta, torna els diners, arxiva'l.";
  expect(await stepOf('Un assaig')).toContain(nothing);
  // Nothing is tried out by what costs nothing.
  expect((await order(app, { event, cookie: admin })).status).toBe(201);
  expect(await stepOf('Un assaig')).toContain(nothing);
  const drawer = await openDrawer(app, admin, { name: 'Assaig' });
  const sale = await post(app, `/api/admin/till/sessions/${drawer}/sales`, { body: { eventId: event.id, category: 'public', means: 'cash', tickets: [aTicket(event)] }, headers });
  const { orderId } = sale.body as unknown as { orderId: string };
  expect(await stepOf('Un assaig')).toContain("De l'assaig falta: escaneja'l a la porta, torna els diners, arxiva'l.");
  const { id: ticketId } = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', orderId).executeTakeFirstOrThrow();
  expect((await post(app, '/api/tickets/use', { body: { ticketId, nonce: 'assaig-porta' }, headers })).status).toBe(200);
  expect(await stepOf('Un assaig')).toContain("De l'assaig falta: torna els diners, arxiva'l.");
  await post(app, `/api/admin/till/sessions/${drawer}/sales/${orderId}/give-back`, { body: { means: 'cash', reason: 'Assaig' }, headers });
  expect(await stepOf('Un assaig')).toContain("De l'assaig falta: arxiva'l.");
  await post(app, `/api/admin/events/${event.id}/archive`, { headers });
  expect(await stepOf('Un assaig')).toContain(': fet');
});
