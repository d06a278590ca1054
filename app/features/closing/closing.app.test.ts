import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import type { PaymentProvider } from '#app/platform/adapters/payments/payment-provider.server.ts';
import { anEvent, withdraw } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPaidOrder, aTicket, post, signedIn } from '#tests/support/people/buyers.ts';
import { openDrawer } from '#tests/support/people/cashiers.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Of the sandbox: 1.5 % and 25 cents. */
const feeOf = (cents: number): number => Math.round(cents * 0.015) + 25;

let app: TestApp;
let admin: string;
let drawer: string;
let isRefusing = false;
beforeAll(async () => {
  app = await aTestApp({
    deps: ({ payments }) => ({
      payments: { ...payments, refund: async (request: Parameters<PaymentProvider['refund']>[0]) => (isRefusing ? ({ status: 'failed', refund: null, reason: 'no balance' } as const) : payments.refund(request)) },
    }),
  });
  admin = await signedIn(app, 'admin@comboi.test');
  drawer = await openDrawer(app, admin, { name: 'Casal', float: 20_000 });
});
afterAll(() => closeInOrder(app));

async function ask(path: string, cookie = admin): Promise<Response> {
  return app.ask(path, { headers: { Cookie: cookie } });
}

async function pageText(path: string): Promise<string> {
  const answer = await ask(path);
  expect(answer.status).toBe(200);
  return (await answer.text()).replaceAll(/<script[\s\S]*?<\/script>/g, '').replaceAll(/<[^>]+>/g, ' ').replaceAll('&#x27;', "'").replaceAll(/[\s\u00a0]+/g, ' ');
}

/** Rows by their first cell. */
async function sheetOf(path: string): Promise<Map<string, string[]>> {
  const answer = await ask(path);
  expect(answer.status).toBe(200);
  return new Map((await answer.text()).slice(1).trim().split('\r\n').map((line) => [line.split(';')[0]!, line.split(';').slice(1)]));
}

async function aTillOrder(event: EventDetail, means: string): Promise<string> {
  const body = { eventId: event.id, category: 'public', means, tickets: [aTicket(event)] };
  return ((await post(app, `/api/admin/till/sessions/${drawer}/sales`, { body, headers: { Cookie: admin } })).body as unknown as { orderId: string }).orderId;
}

async function saveCosts(eventId: number, version: number, costs: readonly [words: string, amount: string, spentOn: string][], at = admin): Promise<Response> {
  const fields = new URLSearchParams({ intent: 'costs', version: String(version) });
  for (const [index, [words, amount, spentOn]] of costs.entries()) {
    fields.set(`costs[${index}].words`, words);
    fields.set(`costs[${index}].amount`, amount);
    fields.set(`costs[${index}].spentOn`, spentOn);
  }
  return app.ask(`/admin/events/closing/${eventId}`, { method: 'POST', body: fields, headers: { Cookie: at } });
}

test('an event closes by means, with what went back, fees, payouts and costs, and Totals say the same', async () => {
  const event = await anEvent(app, { title: 'Sopar de tancar' });
  const two = await aPaidOrder(app, { event, tickets: [aTicket(event), aTicket(event)] });
  await aPaidOrder(app, { event });
  for (const means of ['cash', 'terminal', 'bizum']) await aTillOrder(event, means);
  const back = await aTillOrder(event, 'cash');
  await post(app, `/api/admin/till/sessions/${drawer}/sales/${back}/give-back`, { body: { means: 'cash', reason: 'No ve' }, headers: { Cookie: admin } });
  const [ticket] = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', two.orderId).execute();
  expect((await post(app, `/api/admin/orders/${two.orderId}/refund`, { body: { ticketIds: [ticket!.id], reason: 'malalt' }, headers: { Cookie: admin } })).status).toBe(202);
  expect((await sheetOf(`/api/admin/events/${event.id}/closing.csv`)).get('Per tornar a la targeta')).toEqual(['-14,00', '', '', '']);
  await app.round('refunds');
  await app.round('provider balance');
  expect((await saveCosts(event.id, 1, [['Arròs i verdura', '20,50', '1 de març, 2027'], ['Músics', '10', '2027-03-02']])).status).toBe(303);

  const fees = feeOf(2_800) + feeOf(1_400);
  const sheet = await sheetOf(`/api/admin/events/${event.id}/closing.csv`);
  expect(sheet.get('Targeta (web)')).toEqual(['3', '42,00', '14,00', '28,00']);
  expect(sheet.get('Efectiu (taquilla)')).toEqual(['2', '28,00', '14,00', '14,00']);
  expect(sheet.get('Targeta (taquilla)')).toEqual(['1', '14,00', '0,00', '14,00']);
  expect(sheet.get('Bizum (taquilla)')).toEqual(['1', '14,00', '0,00', '14,00']);
  expect(sheet.get('Comissions de la passarel·la')).toEqual([`-${euros(fees)}`, '', '', '']);
  expect(sheet.get('Arròs i verdura')).toEqual(['1 de març, 2027', '20,50', '', '']);
  expect(sheet.get('Resultat')).toEqual([euros(9_800 - 2_800 - fees - 3_050), '', '', '']);

  const totals = (await (await ask(`/api/admin/reports/totals.csv?eventId=${event.id}`)).text()).slice(1).trim().split('\r\n').slice(1).map((line) => line.split(';'));
  const sum = (column: number): number => totals.reduce((cents, line) => cents + Math.round(Number(line[column]!.replace(',', '.')) * 100), 0);
  expect([sum(4), sum(5)]).toEqual([9_800, 2_800]);

  const page = await pageText(`/admin/events/closing/${event.id}`);
  expect(page).toContain(`Resultat ${euros(9_800 - 2_800 - fees - 3_050)} €`);
  expect(page).not.toContain('Encara no són les xifres definitives');

  app.clock.advance(3 * DAY_MS);
  admin = await signedIn(app, 'admin@comboi.test');
  await app.round('provider balance');
  const later = await sheetOf(`/api/admin/events/${event.id}/closing.csv`);
  expect(later.get('Enviat al banc')![0]).toBe(`-${euros(2_800 - fees)}`);
  expect(later.get('Queda a la passarel·la')![0]).toBe('0,00');
});

test('what a withdrawn event owes is taken off before it is given back, by card and by hand, and the sum stays when it was', async () => {
  const event = await anEvent(app, { title: 'Sopar retirat' });
  await aPaidOrder(app, { event });
  const sold = await aTillOrder(event, 'cash');
  await app.round('provider balance');
  expect(await withdraw(app, event.id)).toBe(true);
  const owing = await sheetOf(`/api/admin/events/${event.id}/closing.csv`);
  expect([owing.get('Per tornar a la targeta')![0], owing.get('Per tornar en mà')![0]]).toEqual(['-14,00', '-14,00']);
  await app.round('withdrawals');
  await app.round('refunds');
  const given = await app.ask('/admin/owed', { method: 'POST', body: new URLSearchParams({ intent: 'give-back', order: sold, means: 'cash', drawer }), headers: { Cookie: admin } });
  expect(given.status).toBe(303);
  const after = await sheetOf(`/api/admin/events/${event.id}/closing.csv`);
  expect([after.has('Per tornar a la targeta'), after.has('Per tornar en mà'), after.get('Tornat')![0]]).toEqual([false, false, '-28,00']);
  expect(after.get('Resultat')).toEqual(owing.get('Resultat'));
});

test.each(['withdrawn', 'refunded by an admin'] as const)('what failed to go back of an event %s stays taken off until it has gone', async (how) => {
  const event = await anEvent(app, { title: `Sopar ${how}` });
  const { orderId } = await aPaidOrder(app, { event });
  await app.round('provider balance');
  if (how === 'withdrawn') await withdraw(app, event.id);
  else await post(app, `/api/admin/orders/${orderId}/refund`, { body: { reason: 'malalt' }, headers: { Cookie: admin } });
  const owing = await sheetOf(`/api/admin/events/${event.id}/closing.csv`);
  expect(owing.get('Per tornar a la targeta')![0]).toBe('-14,00');
  isRefusing = true;
  await app.round('withdrawals');
  await app.round('refunds');
  isRefusing = false;
  const failed = await sheetOf(`/api/admin/events/${event.id}/closing.csv`);
  expect([failed.get('Per tornar a la targeta')![0], failed.get('Resultat')]).toEqual(['-14,00', owing.get('Resultat')]);
  const { id } = await app.db.query.selectFrom('paymentCases').select('id').where('orderId', '=', orderId).where('kind', '=', 'refund_failed').executeTakeFirstOrThrow();
  await app.ask('/admin/payments', { method: 'POST', headers: { Cookie: admin }, body: new URLSearchParams({ intent: 'refund', case: id }) });
  await app.round('refunds');
  const after = await sheetOf(`/api/admin/events/${event.id}/closing.csv`);
  expect([after.has('Per tornar a la targeta'), after.get('Tornat')![0], after.get('Resultat')]).toEqual([false, '-14,00', owing.get('Resultat')]);
});

test('a refund that failed is taken off no more once its money went back in another', async () => {
  const event = await anEvent(app, { title: 'Sopar de dos' });
  const { orderId } = await aPaidOrder(app, { event, quantity: 2 });
  await app.round('provider balance');
  const [ticket] = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', orderId).execute();
  const refund = (body: object) => post(app, `/api/admin/orders/${orderId}/refund`, { body, headers: { Cookie: admin } });
  isRefusing = true;
  await refund({ reason: 'malalt', ticketIds: [ticket!.id] });
  await app.round('refunds');
  isRefusing = false;
  const owedOf = async () => (await sheetOf(`/api/admin/events/${event.id}/closing.csv`)).get('Per tornar a la targeta')?.[0];
  expect(await owedOf()).toBe('-14,00');
  expect((await refund({ reason: 'malalts' })).status).toBe(202);
  await app.round('refunds');
  expect(await owedOf()).toBeUndefined();
});

test('a drawer that only gave money back for an event is compared with its count too', async () => {
  const event = await anEvent(app, { title: 'Sopar tornat' });
  const sold = await aTillOrder(event, 'cash');
  const other = await openDrawer(app, admin, { name: 'Carpa de tornar', float: 5_000 });
  await post(app, `/api/admin/till/sessions/${other}/sales/${sold}/give-back`, { body: { means: 'cash', reason: 'No ve' }, headers: { Cookie: admin } });
  await post(app, `/api/admin/till/sessions/${other}/close`, { body: { counted: { cash: 3_000, terminal: 0, bizum: 0 }, again: true, reason: 'Falten' }, headers: { Cookie: admin } });
  expect(await pageText(`/admin/events/closing/${event.id}`)).toMatch(/Carpa de tornar .*-6,00/);
});

test('a season adds up its events, archived ones too, and leaves a rehearsal out of it and of Totals', async () => {
  const events = [await anEvent(app, { title: 'Un', date: '2031-03-20' }), await anEvent(app, { title: 'Dos', date: '2032-03-19' })];
  const street = await anEvent(app, { title: 'Mascletà', date: '2031-08-01' });
  const rehearsal = await anEvent(app, { title: 'Assaig', date: '2031-06-01' });
  await app.db.query.updateTable('events').set({ rehearsal: true }).where('id', '=', rehearsal.id).execute();
  const before = await pageText('/admin/totals');
  await aPaidOrder(app, { event: rehearsal });
  expect(await pageText('/admin/totals')).toBe(before);
  expect(await pageText(`/admin/totals?eventId=${rehearsal.id}`)).toContain('14,00 €');
  for (const event of events) await aPaidOrder(app, { event });
  await app.db.query.updateTable('events').set({ archivedAt: app.clock.now() }).where('id', '=', events[0]!.id).execute();
  app.clock.advance(HOUR_MS);
  admin = await signedIn(app, 'admin@comboi.test');
  await app.round('provider balance');
  await saveCosts(events[1]!.id, 1, [['Llenya', '3,33', '2032-03-01']]);

  const page = await pageText('/admin/closing?season=2032');
  expect(page).not.toContain('Assaig');
  expect(page).toMatch(/1 acte no hi surt: no té tiquets, cobraments ni despeses\. .*Actes sense moviments \( 1 \) Mascletà/);
  const sheet = await sheetOf('/api/admin/closing/2032/closing.csv');
  const result = 2 * (1_400 - feeOf(1_400)) - 333;
  expect(sheet.get('Resultat')![0]).toBe(euros(result));
  expect([...sheet.keys()].filter((name) => /^(Un|Dos|Mascletà) \(/.test(name))).toEqual(['Un (20 de març, 2031)', 'Dos (19 de març, 2032)']);
  await saveCosts(street.id, 1, [['Coets', '50', '2031-08-01']]);
  expect((await sheetOf('/api/admin/closing/2032/closing.csv')).get('Mascletà (1 d\'agost, 2031)')?.[6]).toBe('-50,00');
  const each = events.map(({ id }) => sheetOf(`/api/admin/events/${id}/closing.csv`));
  expect((await Promise.all(each)).map((one) => one.get('Resultat')![0])).toEqual([euros(1_400 - feeOf(1_400)), euros(1_400 - feeOf(1_400) - 333)]);
  expect(page).toContain(`Resultat ${euros(result)} €`);
});

test('costs are checked beside their fields, and the second of two editors is told', async () => {
  const event = await anEvent(app);
  const wrong = await saveCosts(event.id, 1, [['', '0', '31 de febrer']]);
  expect(wrong.status).toBe(400);
  const text = (await wrong.text()).replaceAll('&#x27;', "'");
  for (const word of ['Escriu en què', 'Escriu un import']) expect(text).toContain(word);
  expect((await saveCosts(event.id, 1, [['Carn', '100', '2027-03-01']])).status).toBe(303);
  const second = await saveCosts(event.id, 1, [['Peix', '80', '2027-03-01']]);
  expect(second.status).toBe(409);
  expect(await second.text()).toContain('Carn 100,00');
  expect((await sheetOf(`/api/admin/events/${event.id}/closing.csv`)).has('Peix')).toBe(false);
  expect((await saveCosts(event.id, 2, [])).status).toBe(303);
  expect(await app.db.query.selectFrom('eventCosts').selectAll().where('eventId', '=', event.id).execute()).toEqual([]);
});

test('the document for the assembly says the same figures, and only admins get it', async () => {
  const event = await anEvent(app, { title: 'Sopar de l’assemblea' });
  await aPaidOrder(app, { event });
  await saveCosts(event.id, 1, Array.from({ length: 60 }, (_, index): [string, string, string] => [`Despesa número ${index + 1}`, '1,01', '2027-03-01']));
  const answer = await ask(`/api/admin/events/${event.id}/closing.pdf`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const document = await getDocument({ data: new Uint8Array(await answer.arrayBuffer()) }).promise;
  const pages = await Promise.all(Array.from({ length: document.numPages }, async (_, index) => (await (await document.getPage(index + 1)).getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join(' ')));
  expect(pages.length).toBeGreaterThan(1);
  const text = pages.join(' ').replaceAll(/[\s\u00a0]+/g, ' ');
  for (const word of ['Tancament: Sopar de l', 'Despesa número 60', '60,60 €', '14,00 €', `-46,60 €`, 'De 1 cobrament'.replace('De 1', "D'1")]) expect(text).toContain(word);
  for (const format of ['pdf', 'csv', 'xlsx']) expect((await ask(`/api/admin/events/${event.id}/closing.${format}`, await signedIn(app, 'taquilla@comboi.test'))).status).toBe(403);
  expect((await ask('/api/admin/events/999999/closing.pdf')).status).toBe(404);
  expect((await ask(`/admin/events/closing/999999`)).status).toBe(404);
});

function euros(cents: number): string {
  return (cents / 100).toFixed(2).replace('.', ',');
}
