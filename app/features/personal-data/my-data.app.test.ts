import { afterAll, beforeAll, expect, test } from 'vitest';

import type { OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import { aMember, anAppWithPost, isSignedIn, login, mailsFor, type Member, sendForm } from '#tests/support/people/accounts.ts';
import { aPaidOrder, aPlacedOrder, aTicket, cookieOf, order, post as send, press, signedIn } from '#tests/support/people/buyers.ts';
import { give, take } from '#tests/support/people/transfers.ts';
import { anEvent, withdraw } from '#tests/support/app/events.ts';
import { requestRefund } from '#tests/support/app/refunds.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { openWithdrawnConsents } from '#app/platform/adapters/withdrawn-consents.server.ts';

import { countOpenRequests } from './requests/service.server.ts';
import { erasePersonalData } from './service.server.ts';

const DAY_MS = 24 * 3_600_000;

let app: TestApp;
let post: OutgoingMail[];
let people = 0;
beforeAll(async () => {
  ({ app, post } = await anAppWithPost());
});
afterAll(() => app.close());

async function aVerified(name = 'Neus Vidal'): Promise<Member & { cookie: string }> {
  people += 1;
  const member = await aMember(app, { email: `neus${people}.dades@example.com`, name });
  await app.db.query.updateTable('users').set({ emailVerified: true }).where('id', '=', member.id).execute();
  return { ...member, cookie: await login(app, member) };
}

async function aGuestBuyer(): Promise<{ email: string; orderNumber: string }> {
  people += 1;
  const event = await anEvent(app, { asksNeeds: true });
  const email = `convidat${people}.dades@example.com`;
  const { orderNumber } = await aPaidOrder(app, { event, body: { email, userName: 'Convidat Mal Escrit' }, tickets: [aTicket(event, { needs: { codes: ['nuts'], consent: true } } as object)] });
  return { email, orderNumber };
}

/** What a mailbox reads by its link: the browser's cookies afterwards. */
async function openedByLink(email: string): Promise<string> {
  expect((await sendForm(app, '/les-meues-dades', { intent: 'ask', email })).headers.get('Location')).toBe('/les-meues-dades?enviat=1');
  const mail = (await mailsFor(app, post, email)).findLast(({ subject }) => subject === 'Les teues dades')!;
  const { pathname, search } = new URL(/https?:\/\/\S+codi=\w+/.exec(mail.text)![0]);
  const code = cookieOf((await app.ask(pathname + search)).headers);
  const opened = await sendForm(app, '/les-meues-dades/obrir', {}, { cookie: code });
  expect(opened.headers.get('Location')).toBe('/les-meues-dades');
  return `${code}; ${cookieOf(opened.headers)}`;
}

async function page(path: string, cookie: string): Promise<string> {
  const answer = await app.ask(path, { headers: { Cookie: cookie } });
  return (await answer.text()).replace(/<script\b[\s\S]*?<\/script>/g, '').replaceAll('<!-- -->', '').replaceAll('&#x27;', "'");
}

const act = (fields: Record<string, string>, cookie: string, path = '/les-meues-dades') => sendForm(app, path, fields, { cookie });

test('a member sees all that is kept, and downloads it', async () => {
  const member = await aVerified();
  const { orderNumber } = await aPaidOrder(app, { event: await anEvent(app, { title: 'Sopar de dades' }), cookie: member.cookie });
  const html = await page('/les-meues-dades', member.cookie);
  for (const words of [member.email, 'Neus Vidal', 'Sopar de dades', orderNumber]) expect(html).toContain(words);
  const download = await app.ask('/les-meues-dades/dades.json', { headers: { Cookie: member.cookie } });
  expect([download.headers.get('Content-Disposition'), download.headers.get('Cache-Control')]).toEqual(['attachment; filename="les-meues-dades.json"', 'private, no-store']);
  expect(await download.json()).toMatchObject({ email: member.email, account: { name: 'Neus Vidal' }, orders: [{ orderNumber }] });
});

test('a guest sees it by a mailed link, which works once', async () => {
  const { email, orderNumber } = await aGuestBuyer();
  const cookie = await openedByLink(email);
  expect(await page('/les-meues-dades', cookie)).toContain(orderNumber);
  app.clock.advance(2 * 60_000);
  expect((await sendForm(app, '/les-meues-dades/obrir', {}, { cookie })).headers.get('Location')).toBe('/les-meues-dades?caducat=1');
  app.clock.advance(3_600_000);
  expect(await page('/les-meues-dades', cookie)).not.toContain(orderNumber);
});

test('an account whose mailbox nobody confirmed shows nothing of that mailbox', async () => {
  const { email, orderNumber } = await aGuestBuyer();
  const cookie = await login(app, await aMember(app, { email }));
  expect(await page('/les-meues-dades', cookie)).not.toContain(orderNumber);
  expect((await app.ask('/les-meues-dades/dades.json', { headers: { Cookie: cookie } })).status).toBe(302);
  expect((await act({ intent: 'rename', name: 'Un altre' }, cookie)).headers.get('Location')).toBe('/les-meues-dades?caducat=1');
});

test('nobody learns whose mailbox is known, and of an unknown one nothing is kept', async () => {
  expect((await sendForm(app, '/les-meues-dades', { intent: 'ask', email: 'ningu.dades@example.com' })).headers.get('Location')).toBe('/les-meues-dades?enviat=1');
  expect(await mailsFor(app, post, 'ningu.dades@example.com')).toEqual([]);
  expect(await app.db.query.selectFrom('mails').select('id').where('recipient', '=', 'ningu.dades@example.com').execute()).toEqual([]);
  expect(await app.db.query.selectFrom('myDataLinks').select('email').where('email', '=', 'ningu.dades@example.com').execute()).toEqual([]);
});

test('the name is corrected in the account and on orders, and a wrong one stays in its field', async () => {
  const { email } = await aGuestBuyer();
  const cookie = await openedByLink(email);
  const refused = await act({ intent: 'rename', name: ' ' }, cookie);
  expect([refused.status, (await refused.text()).includes('Escriu el nom i els cognoms.')]).toEqual([400, true]);
  expect((await act({ intent: 'rename', name: 'Convidat Ben Escrit' }, cookie)).headers.get('Location')).toBe('/les-meues-dades?corregit=1');
  expect(await app.db.query.selectFrom('orders').select('userName').where('email', '=', email).execute()).toEqual([{ userName: 'Convidat Ben Escrit' }]);
});

test('what was consented to is erased when the consent is withdrawn, and nothing else', async () => {
  const { email, orderNumber } = await aGuestBuyer();
  const cookie = await openedByLink(email);
  expect(await page('/les-meues-dades', cookie)).toContain('Retirar els permisos i esborrar-ho');
  expect((await act({ intent: 'withdraw' }, cookie)).headers.get('Location')).toBe('/les-meues-dades?retirat=1');
  const after = await page('/les-meues-dades', cookie);
  expect([after.includes('Retirar els permisos i esborrar-ho'), after.includes(orderNumber)]).toEqual([false, true]);
});

test('an account is closed after its coming tickets were shown, and the rest is erased once their event is over', async () => {
  const member = await aVerified('Blai Tancat');
  const event = await anEvent(app, { title: 'Sopar que ve' });
  const { orderId, orderNumber } = await aPaidOrder(app, { event, cookie: member.cookie, body: { userName: 'Blai Tancat' } });
  const confirmation = await page('/les-meues-dades/tancar', member.cookie);
  expect(confirmation).toContain(`1 tiquet (${orderNumber})`);
  expect((await act({ intent: 'close' }, member.cookie, '/les-meues-dades/tancar')).status).toBe(400);
  const closed = await act({ intent: 'close', entes: 'on' }, member.cookie, '/les-meues-dades/tancar');
  expect([closed.headers.get('Location'), await isSignedIn(app, member.cookie)]).toEqual(['/les-meues-dades?pendent=1', false]);
  expect(await app.db.query.selectFrom('users').select('id').where('id', '=', member.id).execute()).toEqual([]);
  expect(await app.db.query.selectFrom('tickets').select('status').where('orderId', '=', orderId).execute()).toEqual([{ status: 'active' }]);

  await app.round('closings');
  expect(await app.db.query.selectFrom('dataRequests').select(['status', 'email']).where('kind', '=', 'close').where('email', '=', member.email).execute()).toEqual([{ status: 'waiting', email: member.email }]);
  app.clock.advance(40 * DAY_MS);
  await app.round('closings');
  expect(await app.db.query.selectFrom('orders').select(['email', 'userName', 'totalAmount']).where('id', '=', orderId).execute()).toEqual([{ email: '', userName: null, totalAmount: 1200 }]);
  expect(await app.db.query.selectFrom('dataRequests').select('status').where('email', '=', member.email).execute()).toEqual([]);
});

async function aClosingThatWaits(name: string): Promise<Member & { orderId: string; orderNumber: string; state: () => Promise<string[]> }> {
  const member = await aVerified(name);
  const { orderId, orderNumber } = await aPaidOrder(app, { event: await anEvent(app, { asksNeeds: true }), cookie: member.cookie });
  const closed = await act({ intent: 'close', entes: 'on' }, member.cookie, '/les-meues-dades/tancar');
  expect(closed.headers.get('Location')).toBe('/les-meues-dades?pendent=1');
  const [request] = await app.db.query.selectFrom('dataRequests').select('id').where('email', '=', member.email).where('kind', '=', 'close').execute();
  const state = async (): Promise<string[]> => (await app.db.query.selectFrom('dataRequests').select('status').where('id', '=', request!.id).execute()).map(({ status }) => status);
  app.clock.advance(60_000);
  return { ...member, orderId, orderNumber, state };
}

const sayNeeds = (ticketNumber: string, opens: Record<string, string>) => sendForm(app, `/necessitats/${ticketNumber}?${new URLSearchParams(opens)}`, { intent: 'save', codes: 'nuts', consent: 'own' });

async function needsOf(ticketNumber: string): Promise<string[][]> {
  const rows = await app.db.query.selectFrom('ticketNeeds').innerJoin('tickets', 'tickets.id', 'ticketNeeds.ticketId').select('codes').where('ticketNumber', '=', ticketNumber).where('erasedAt', 'is', null).execute();
  return rows.map(({ codes }) => codes);
}

test('a closing that waits leaves what was said or sent after it, and takes the needs with the event', async () => {
  const { email, orderId, orderNumber, state } = await aClosingThatWaits('Fruits Secs');
  const ticketNumber = `${orderNumber}-T1`;
  expect((await sayNeeds(ticketNumber, { order_id: orderId })).status).toBe(303);
  const transferred = await aPaidOrder(app, { event: await anEvent(app) });
  await take(app, await give(app, { orderId: transferred.orderId, ticketNumber: `${transferred.orderNumber}-T1` }), { name: 'Fruits Secs', email });
  await sendForm(app, '/tiquet-perdut', { email });
  await sendForm(app, '/les-meues-dades', { intent: 'ask', email });
  const later = async (): Promise<unknown[]> => [
    await needsOf(ticketNumber),
    (await app.db.query.selectFrom('ticketTransfers').select('id').where('email', '=', email).execute()).length,
    (await app.db.query.selectFrom('mails').select('id').where('recipient', '=', email).where('orderId', 'is', null).execute()).length,
  ];
  const before = await later();
  expect(before).toEqual([[['nuts']], 1, 2]);
  const noted = (await openWithdrawnConsents(app.deps).list()).length;
  await app.round('closings');
  expect([await later(), await state(), (await openWithdrawnConsents(app.deps).list()).length]).toEqual([before, ['waiting'], noted]);
  app.clock.advance(40 * DAY_MS);
  await app.round('closings');
  expect([await needsOf(ticketNumber), await state()]).toEqual([[], ['done']]);
});

test('a closing takes the first name that stood in a group, leaves one that was said after it, and takes that with the event', async () => {
  const member = await aVerified('Noms de Colla');
  const event = await anEvent(app, { groups: true });
  const { orderId } = await aPaidOrder(app, { event, cookie: member.cookie, body: { group: { name: 'Quintos', firstName: 'Mireia' } } });
  const names = async (): Promise<(string | null)[]> => (await app.db.query.selectFrom('orderGroups').select('firstName').where('orderId', '=', orderId).execute()).map(({ firstName }) => firstName);
  expect(await names()).toEqual(['Mireia']);
  expect((await act({ intent: 'close', entes: 'on' }, member.cookie, '/les-meues-dades/tancar')).status).toBe(303);
  expect(await names()).toEqual([null]);
  app.clock.advance(60_000);
  const { code } = await app.db.query.selectFrom('eventGroups').select('code').where('eventId', '=', event.id).executeTakeFirstOrThrow();
  const joined = await app.ask(`/api/orders/${orderId}/group`, { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ code, firstName: 'Mireieta' }) });
  expect(joined.status).toBeLessThan(300);
  await app.round('closings');
  expect(await names()).toEqual(['Mireieta']);
  app.clock.advance(40 * DAY_MS);
  await app.round('closings');
  expect(await names()).toEqual([null]);
});

test('a closing outlives whoever types its address and pays nothing, and a list of members that nobody opened', async () => {
  const { email, state } = await aClosingThatWaits('Encara Espera');
  await aPlacedOrder(app, { event: await anEvent(app), body: { email } });
  expect((await order(app, { event: await anEvent(app, { dishes: {}, referencePrice: 0 }), body: { email } })).body.status).toBe('completed');
  const admin = await signedIn(app, 'admin@comboi.test');
  expect((await sendForm(app, '/admin/users/import', { intent: 'import', text: `email,full_name,role\n${email},Encara Espera,socio` }, { cookie: admin })).status).toBeLessThan(400);
  expect(await app.db.query.selectFrom('users').select('name').where('email', '=', email).execute()).toEqual([{ name: 'Encara Espera' }]);
  await app.round('closings');
  expect(await state()).toEqual(['waiting']);
  app.clock.advance(40 * DAY_MS);
  await app.round('closings');
  expect([await state(), await app.db.query.selectFrom('orders').select('status').where('email', '=', email).orderBy('status').execute()]).toEqual([['done'], [{ status: 'completed' }, { status: 'pending_payment' }]]);
});

test('a closing is over when somebody buys with its address, or opens a new account of it', async () => {
  const [buyer, member] = [await aClosingThatWaits('Torna Comprant'), await aClosingThatWaits('Torna Entrant')];
  await aPaidOrder(app, { event: await anEvent(app), body: { email: buyer.email } });
  await login(app, await aMember(app, { email: member.email }));
  await app.round('closings');
  expect([await buyer.state(), await member.state()]).toEqual([['done'], ['done']]);
});

test('what a recipient left is shown to them, withdrawn and erased with them', async () => {
  people += 1;
  const email = `agafa${people}.dades@example.com`;
  const { orderId, orderNumber } = await aPaidOrder(app, { event: await anEvent(app, { asksNeeds: true }), body: { email: `dona${people}.dades@example.com` } });
  const ticketNumber = `${orderNumber}-T1`;
  const { page: taken } = await take(app, await give(app, { orderId, ticketNumber }), { name: 'Amparo Agafa', note: 'Pa sense sal', email });
  const opens = { clau: new URLSearchParams(taken!.split('?')[1]).get('clau')! };
  await sayNeeds(ticketNumber, opens);
  const cookie = await openedByLink(email);
  const html = await page('/les-meues-dades', cookie);
  for (const words of ['fruits de closca', 'Pa sense sal', 'Amparo Agafa', 'Retirar els permisos i esborrar-ho']) expect(html).toContain(words);
  const noted = (await openWithdrawnConsents(app.deps).list()).length;
  await act({ intent: 'withdraw' }, cookie);
  expect([await needsOf(ticketNumber), (await openWithdrawnConsents(app.deps).list()).length]).toEqual([[], noted + 1]);

  await sayNeeds(ticketNumber, opens);
  expect(await needsOf(ticketNumber)).toEqual([['nuts']]);
  expect((await act({ intent: 'close', entes: 'on' }, cookie, '/les-meues-dades/tancar')).headers.get('Location')).toBe('/les-meues-dades?tancat=1');
  expect([await needsOf(ticketNumber), (await openWithdrawnConsents(app.deps).list()).length]).toEqual([[], noted + 2]);
  expect(await app.db.query.selectFrom('tickets').select(['givenTo', 'note', 'status']).where('ticketNumber', '=', ticketNumber).execute()).toEqual([{ givenTo: '', note: null, status: 'active' }]);
  expect((await app.ask(taken!)).status).toBe(200);
});

test('whoever comes back before that keeps the new account', async () => {
  const member = await aVerified('Torna Torna');
  await aPaidOrder(app, { event: await anEvent(app), cookie: member.cookie });
  await act({ intent: 'close', entes: 'on' }, member.cookie, '/les-meues-dades/tancar');
  app.clock.advance(DAY_MS);
  const again = await aMember(app, { email: member.email });
  app.clock.advance(40 * DAY_MS);
  await app.round('closings');
  expect(await app.db.query.selectFrom('users').select('id').where('email', '=', member.email).execute()).toEqual([{ id: again.id }]);
});

test('a closing that a killed process left behind is finished', async () => {
  const { email } = await aVerified('Sense Acabar');
  await app.db.query.insertInto('dataRequests').values({ id: app.deps.ids.uuid(), email, kind: 'close', via: 'account', words: null, status: 'waiting', requestedAt: app.clock.now(), doneAt: null, doneBy: null }).execute();
  await app.round('closings');
  expect(await app.db.query.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([]);
  expect(await app.db.query.selectFrom('dataRequests').select('id').where('email', '=', email).execute()).toEqual([]);
});

test('a closing waits for no cancelled order of a coming event, and for money that is on its way back or owed at the till', async () => {
  const [cancelled, refunded, owed] = [await aVerified(), await aVerified(), await aVerified()];
  const [event, withdrawn] = [await anEvent(app), await anEvent(app)];
  await press(app, await aPlacedOrder(app, { event, cookie: cancelled.cookie }), 'cancel');
  const { orderId } = await aPaidOrder(app, { event, cookie: refunded.cookie });
  await requestRefund(app.deps, { orderId, what: { kind: 'order' }, actor: 'operator' });
  const headers = { Cookie: await signedIn(app, 'admin@comboi.test') };
  const { id: drawer } = (await send(app, '/api/admin/till/sessions', { body: { float: 0, name: 'Casal' }, headers })).body as unknown as { id: string };
  const sale = await send(app, `/api/admin/till/sessions/${drawer}/sales`, { body: { eventId: withdrawn.id, category: 'public', means: 'cash', email: owed.email, tickets: [aTicket(withdrawn)] }, headers });
  await withdraw(app, withdrawn.id);
  const answers = await Promise.all([cancelled, refunded, owed].map(async ({ cookie }) => (await act({ intent: 'close', entes: 'on' }, cookie, '/les-meues-dades/tancar')).headers.get('Location')));
  expect(answers).toEqual(['/les-meues-dades?tancat=1', '/les-meues-dades?pendent=1', '/les-meues-dades?pendent=1']);

  await app.round('refunds');
  expect((await send(app, `/api/admin/till/sessions/${drawer}/sales/${(sale.body as unknown as { orderId: string }).orderId}/give-back`, { body: { means: 'cash', reason: 'No es fa' }, headers })).status).toBeLessThan(300);
  await app.round('closings');
  expect(await app.db.query.selectFrom('orders').select('email').where('eventId', 'in', [event.id, withdrawn.id]).execute()).toEqual([{ email: '' }, { email: '' }, { email: '' }]);
});

test('closing asks for a fresh proof: the password typed lately, or the mailbox', async () => {
  const member = await aVerified();
  app.clock.advance(16 * 60_000);
  expect(await page('/les-meues-dades/tancar', member.cookie)).toContain('/confirma-contrasenya?next=%2Fles-meues-dades%2Ftancar');
  expect((await act({ intent: 'close', entes: 'on' }, member.cookie, '/les-meues-dades/tancar')).headers.get('Location')).toBe('/les-meues-dades/tancar');
  expect(await isSignedIn(app, member.cookie)).toBe(true);
  expect((await act({ intent: 'close', entes: 'on' }, await openedByLink(member.email), '/les-meues-dades/tancar')).headers.get('Location')).toBe('/les-meues-dades?tancat=1');
  expect(await isSignedIn(app, member.cookie)).toBe(false);
});

test('an admin closes no account of an admin, the own one included', async () => {
  const admin = await aVerified();
  await app.db.query.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.id).execute();
  const answer = await act({ intent: 'close', entes: 'on' }, admin.cookie, '/les-meues-dades/tancar');
  expect([answer.status, (await answer.text()).includes("Un compte d'administració no es tanca ací")]).toEqual([409, true]);
});

test('an admin sees what was asked for and does it by hand, and the audit says who without saying whose', async () => {
  const { email, orderNumber } = await aGuestBuyer();
  const cookie = await openedByLink(email);
  await act({ intent: 'other', words: 'Voldria canviar el <b>correu</b>' }, cookie);
  const admin = await signedIn(app, 'admin@comboi.test');
  const list = await page('/admin/personal-data', admin);
  expect(list).toContain('Voldria canviar el &lt;b&gt;correu&lt;/b&gt;');

  const seen = await act({ intent: 'person', email: email.toUpperCase() }, admin, '/admin/personal-data');
  const request = seen.headers.get('Location')!.split('?')[0]!;
  expect(request).toMatch(/^\/admin\/personal-data\/[0-9a-f-]{36}$/);
  expect(await page(request, admin)).toContain(orderNumber);
  expect((await act({ intent: 'rename', name: 'Corregit A Mà' }, admin, request)).status).toBe(303);
  expect(await app.db.query.selectFrom('orders').select('userName').where('email', '=', email).execute()).toEqual([{ userName: 'Corregit A Mà' }]);
  expect(await page(request, admin)).toContain('Retirar els permisos?');
  expect((await act({ intent: 'withdraw' }, admin, request)).status).toBe(303);
  expect(await page(request, admin)).not.toContain('Retirar els permisos?');
  expect((await act({ intent: 'close' }, admin, request)).headers.get('Location')).toMatch(/^\/admin\/personal-data/);
  const audit = await app.db.query.selectFrom('audit').select(['action', 'actor', 'detail']).where('subject', '=', 'data_request').orderBy('id', 'desc').limit(4).execute();
  expect(audit.map(({ action }) => action)).toEqual(['person.closed', 'person.consents_withdrawn', 'person.renamed', 'person.shown']);
  expect(audit.every(({ actor }) => actor.startsWith('user:'))).toBe(true);
  expect(JSON.stringify(audit)).not.toContain(email);
});

test('what was asked for in words is not open any more once its person is erased, by themselves, by an admin or by hand', async () => {
  const open = await countOpenRequests(app.deps);
  const [self, other, third] = [await aVerified(), await aVerified(), await aVerified()];
  for (const { cookie } of [self, other, third]) expect((await act({ intent: 'other', words: 'Voldria canviar el correu' }, cookie)).headers.get('Location')).toBe('/les-meues-dades?demanat=1');
  expect(await countOpenRequests(app.deps)).toBe(open + 3);
  await act({ intent: 'close', entes: 'on' }, self.cookie, '/les-meues-dades/tancar');
  const admin = await signedIn(app, 'admin@comboi.test');
  const seen = await act({ intent: 'person', email: other.email }, admin, '/admin/personal-data');
  await act({ intent: 'close' }, admin, seen.headers.get('Location')!.split('?')[0]!);
  await erasePersonalData(app.deps, third.email);
  expect([open, await countOpenRequests(app.deps)]).toEqual([0, 0]);
  expect(await app.db.query.selectFrom('dataRequests').select('id').where('doneAt', 'is', null).where('email', '=', '').execute()).toEqual([]);
});

test('nobody but an admin comes near the requests, and an old proof asks for the password', async () => {
  const { email } = await aGuestBuyer();
  const door = await signedIn(app, 'porta@comboi.test');
  expect((await app.ask('/admin/personal-data', { headers: { Cookie: door } })).status).toBe(403);
  expect((await act({ intent: 'person', email }, door, '/admin/personal-data')).status).toBe(403);
  const admin = await signedIn(app, 'admin@comboi.test');
  app.clock.advance(16 * 60_000);
  const response = await act({ intent: 'person', email }, admin, '/admin/personal-data');
  expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('type="password"')]);
});

test.each(['', 'no', "' or 1=1--", '\u0000@example.com', `${'a'.repeat(300)}@example.com`])('%j is no mailbox, and is said so beside the field', async (email) => {
  const answer = await sendForm(app, '/les-meues-dades', { intent: 'ask', email });
  expect([answer.status, (await answer.text()).includes('aria-invalid="true"')]).toEqual([400, true]);
});

test.each(['x', '../..', 'A'.repeat(26), '%00'])('the code %j opens nothing', async (code) => {
  const answer = await app.ask(`/les-meues-dades/obrir?${new URLSearchParams({ codi: code })}`);
  const cookie = cookieOf(answer.headers);
  const opened = cookie === '' ? answer : await sendForm(app, '/les-meues-dades/obrir', {}, { cookie });
  expect(opened.headers.get('Location')).toBe('/les-meues-dades?caducat=1');
});
