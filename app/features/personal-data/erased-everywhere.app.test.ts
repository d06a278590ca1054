import { afterAll, beforeAll, expect, test } from 'vitest';

import { eraseArchivedMails, readMailArchive } from '#app/platform/adapters/mail/mail-archive.server.ts';
import { selectToDoFacts } from '#app/features/event-day/store.server.ts';
import { countMailsForAttention } from '#app/features/mail/admin-mails/service.server.ts';
import { requestResend } from '#app/features/mail/service.server.ts';
import { aMember, login, sendForm, tryLogin } from '#tests/support/people/accounts.ts';
import { aPaidOrder, aPlacedOrder, aTicket, press } from '#tests/support/people/buyers.ts';
import { anEntry } from '#tests/support/people/waiting.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { requestRefund } from '#tests/support/app/refunds.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

import { searchEverywhere } from './search.server.ts';
import { erasePersonalData, retainedColumns } from './service.server.ts';

const DAY_MS = 24 * 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

async function correct(order: { orderId: string }, to: string): Promise<void> {
  const admin = await login(app, await aMember(app, { role: 'admin' }));
  const answer = await app.ask(`/api/admin/orders/${order.orderId}/email`, { method: 'POST', headers: { Cookie: admin, 'Content-Type': 'application/json' }, body: JSON.stringify({ email: to }) });
  expect(answer.status).toBeLessThan(300);
}

test('a mistyped address that was corrected stands nowhere once it is erased, and the order keeps the right one', async () => {
  const event = await anEvent(app);
  const order = await aPaidOrder(app, { event, body: { email: 'mal.escrita@example.com' } });
  await app.round('outbox');
  await correct(order, 'ben.escrita@example.com');
  await app.round('outbox');
  expect(await searchEverywhere(app.db.query, 'mal.escrita@example.com')).toEqual({ 'mails.recipient': 1 });
  expect(await erasePersonalData(app.deps, 'mal.escrita@example.com')).toMatchObject({ outcome: 'erased', waiting: [], foundIn: {} });
  expect(await searchEverywhere(app.db.query, 'mal.escrita@example.com')).toEqual({});
  expect(Object.keys(await searchEverywhere(app.db.query, 'ben.escrita@example.com')).toSorted()).toEqual(['mails.recipient', 'orders.email']);
});

test('what a mail server answered about an address goes with it', async () => {
  const event = await anEvent(app);
  const order = await aPaidOrder(app, { event, body: { email: 'bustia.plena@example.com' } });
  await app.db.query.updateTable('mails').set({ status: 'sending', attempts: 1 }).where('orderId', '=', order.orderId).execute();
  await app.db.query.updateTable('mails').set({ status: 'failed', lastError: '552 <bustia.plena@example.com> is full' }).where('orderId', '=', order.orderId).execute();
  expect(await searchEverywhere(app.db.query, 'bustia.plena')).toEqual({ 'orders.email': 1, 'mails.recipient': 1, 'mails.last_error': 1 });
  expect(await erasePersonalData(app.deps, 'bustia.plena@example.com')).toMatchObject({ waiting: [expect.stringContaining(event.title)], foundIn: { 'orders.email': 1, 'mails.recipient': 1, 'mails.last_error': 1 } });
  app.clock.advance(400 * DAY_MS);
  expect(await erasePersonalData(app.deps, 'bustia.plena@example.com')).toMatchObject({ waiting: [], foundIn: {} });
});

test('whoever has an order with another address than the account has is told which one is left', async () => {
  const event = await anEvent(app);
  const member = await aMember(app, { email: 'compte.propi@example.com' });
  await correct(await aPaidOrder(app, { event, cookie: await login(app, member) }), 'de.la.faena@example.com');
  expect(await erasePersonalData(app.deps, member.email)).toMatchObject({ waiting: [expect.stringContaining('de.la.faena@example.com')], foundIn: {} });
});

test('whoever is erased is written to no more: not of a refund, not again, and what could not be sent is no longer to be looked after', async () => {
  const email = 'ja.no.hi.es@example.com';
  await app.round('outbox');
  const event = await anEvent(app);
  const [failed, waiting] = [await aPaidOrder(app, { event, body: { email } }), await aPaidOrder(app, { event, body: { email } })];
  await app.db.query.updateTable('mails').set({ status: 'sending', attempts: 1 }).where('orderId', '=', failed.orderId).execute();
  await app.db.query.updateTable('mails').set({ status: 'failed', failure: 'no_mailbox' }).where('orderId', '=', failed.orderId).execute();
  app.clock.advance(400 * DAY_MS);
  const attention = await countMailsForAttention(app.deps);
  expect(await erasePersonalData(app.deps, email)).toMatchObject({ orders: 2, waiting: [] });
  expect(await requestResend(app.deps, failed.orderId, null)).toEqual({ outcome: 'no_address' });
  expect(await requestRefund(app.deps, { orderId: failed.orderId, what: { kind: 'order' }, actor: 'operator' })).toBe('due');
  await app.round('refunds');
  await app.round('outbox');
  const mails = await app.db.query.selectFrom('mails').select(['kind', 'status', 'recipient']).where('orderId', 'in', [failed.orderId, waiting.orderId]).execute();
  expect(mails).toEqual([{ kind: 'tickets', status: 'failed', recipient: '' }, { kind: 'tickets', status: 'failed', recipient: '' }]);
  expect([attention, await countMailsForAttention(app.deps)]).toEqual([2, 0]);
  expect((await selectToDoFacts(app.db.query, event.id, app.clock.now())).failedMails).toBe(0);
});

test('an order whose buyer was erased before its money came late is in order without a mail', async () => {
  const unpaid = await aPlacedOrder(app, { event: await anEvent(app), body: { email: 'tard.i.fora@example.com' } });
  await press(app, unpaid, 'cancel');
  expect(await erasePersonalData(app.deps, 'tard.i.fora@example.com')).toMatchObject({ orders: 1, waiting: [] });
  await press(app, unpaid, 'pay');
  expect(await app.db.query.selectFrom('orders').select(['status', 'email']).where('id', '=', unpaid.orderId).execute()).toEqual([{ status: 'paid', email: '' }]);
  expect(await app.db.query.selectFrom('mails').select('id').where('orderId', '=', unpaid.orderId).execute()).toEqual([]);
});

interface Trace {
  words: string;
  left: Record<string, number>;
}

async function tracesOf(words: readonly string[]): Promise<Trace[]> {
  const traces: Trace[] = [];
  for (const one of words) traces.push({ words: one, left: await searchEverywhere(app.db.query, one) });
  return traces.filter(({ left }) => Object.keys(left).length > 0);
}

/** Everything that somebody may leave behind, with words that nobody else uses. */
async function aWholeLife(name: string, network: string): Promise<{ words: string[]; email: string }> {
  const email = `${name}.vida@example.com`;
  const words = [`${name}.vida`, `Sra ${name}`, `sense ${name}s`, network];
  const member = await aMember(app, { email, name: `Sra ${name}` });
  const cookie = await login(app, member);
  await tryLogin(app, { email, password: 'Un4altra' }, { address: network });
  await sendForm(app, '/verificacio', { intent: 'begin' }, { cookie });
  await sendForm(app, '/forgot-password', { email }, { address: network });
  await sendForm(app, '/tiquet-perdut', { email }, { address: network });
  const [event, full] = [await anEvent(app), await anEvent(app, { maxTickets: 1 })];
  const body = { email, userName: `Sra ${name}` };
  await aPaidOrder(app, { event, cookie, address: network, body, tickets: [aTicket(event, { note: `sense ${name}s` })] });
  const mistyped = await aPaidOrder(app, { event, address: network, body: { ...body, email: `${name}.vida.mal@example.com` } });
  await correct(mistyped, email);
  const unpaid = await aPlacedOrder(app, { event, address: network, body, tickets: [aTicket(event, { note: `sense ${name}s` })] });
  await press(app, unpaid, 'cancel');
  await aPaidOrder(app, { event: full });
  await anEntry(app, full, 1, email);
  await app.round('outbox');
  return { words, email };
}

test('of a whole life in the product no column and no mail in the folder holds a word after its erasure', async () => {
  const { words, email } = await aWholeLife('xiroia', '203.0.113.177');
  expect((await tracesOf(words)).length).toBeGreaterThan(2);
  app.clock.advance(400 * DAY_MS);
  const erasure = await erasePersonalData(app.deps, email);
  expect(erasure).toMatchObject({ outcome: 'erased', waiting: [] });
  await erasePersonalData(app.deps, email.replace('vida', 'vida.mal'));
  const left = await tracesOf(words);
  figure('T3 columns that hold a word of an erased person', left.length);
  expect(left).toEqual([]);

  expect(erasure.outcome === 'erased' && erasure.copies).toBeGreaterThan(0);
  expect((await readMailArchive(app.deps.env.dataDir)).filter((mail) => JSON.stringify(mail).includes(email))).toEqual([]);
});

test('copies of mails to an address that merely ends like the erased one stay', async () => {
  await aPaidOrder(app, { event: await anEvent(app), body: { email: 'joana.cua@example.com' } });
  await app.round('outbox');
  const { dataDir } = app.deps.env;
  expect(await eraseArchivedMails(dataDir, 'ana.cua@example.com')).toBe(0);
  expect(await eraseArchivedMails(dataDir, 'Joana.Cua@example.com')).toBeGreaterThan(0);
});

test('what is forgotten by itself leaves no note, no network and no address of who never paid', async () => {
  const event = await anEvent(app);
  const unpaid = await aPlacedOrder(app, { event, address: '203.0.113.178', body: { email: 'mai.torna@example.com', userName: 'Sra Passavolant' }, tickets: [aTicket(event, { note: 'sense passavolants' })] });
  await press(app, unpaid, 'cancel');
  const order = await aPaidOrder(app, { event, body: { email: 'canviada.vella@example.com' } });
  await app.round('outbox');
  await correct(order, 'canviada.nova@example.com');
  await sendForm(app, '/forgot-password', { email: (await aMember(app, { email: 'oblida.molt@example.com' })).email });
  await app.round('outbox');
  app.clock.advance(400 * DAY_MS);
  await app.round('retention');
  expect(await tracesOf(['mai.torna', 'Passavolant', 'passavolants', '203.0.113.178', 'canviada.vella'])).toEqual([]);
  expect(await searchEverywhere(app.db.query, 'oblida.molt')).toEqual({ 'users.email': 1 });
});

test('what stays of everybody is named, with its reason', () => {
  expect(retainedColumns()).toContain('audit.detail: sums, states and masked addresses: no row of the audit can be erased');
  expect(retainedColumns().filter((line) => !/^\w+\.\w+: \S/.test(line))).toEqual([]);
});
