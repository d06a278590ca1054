import { strFromU8, unzipSync } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { chargeAgain } from '#tests/support/app/sandbox-ledger.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { deliver, eventBody } from '#tests/support/app/webhooks.ts';
import { aPaidOrder, aPlacedOrder, aTicket, sessionOf, signedIn } from '#tests/support/people/buyers.ts';

import { writeSheet } from './sheet.server.ts';

let app: TestApp;
let admin: string;
let event: EventDetail;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
  event = await anEvent(app, { title: 'Sopar de març', dishes: { 'Paella; amb "tot"': [1450, 1250, 1050] } });
  await aPaidOrder(app, { event, tickets: [aTicket(event, { note: 'celiaca secreta' }), aTicket(event)], body: { email: 'neus@example.com', userName: '=cmd|calc' } });
  await aPlacedOrder(app, { event, body: { email: 'pendent@example.com' } });
});
afterAll(() => closeInOrder(app));

async function fetchExport(file: string, cookie = admin): Promise<Response> {
  return app.ask(`/api/admin/events/${event.id}/export.${file}`, { headers: { Cookie: cookie } });
}

test('orders come as a CSV that spreadsheets of this country open, and none of it is a formula', async () => {
  const answer = await fetchExport('csv?kind=orders');
  expect(answer.headers.get('content-disposition')).toContain('attachment; filename="comandes Sopar de marc.csv"');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = bytes.toString().slice(1).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]).toBe('Total;;;;;;;2;29,00;0,00;;;0,00');
  expect(lines[0]).toBe('Comanda;Data;Pagada;Estat;Nom;Correu;Categoria;Tiquets;Import;Retornat;Mitjà;Codi;Descompte');
  expect(lines[1]).toMatch(/^ORD-\d+-\d{4};\d{4}-\d\d-\d\d \d\d:\d\d;.*;Pagat;'=cmd\|calc;neus@example\.com;Públic;2;29,00;0,00;Targeta \(web\);;0,00$/);
});

test('tickets come with their dishes and without their notes', async () => {
  const text = await (await fetchExport('csv?kind=tickets')).text();
  expect(text).toContain('"Paella; amb ""tot"""');
  expect(text.trim().split('\r\n')).toHaveLength(4);
  expect(text).not.toContain('celiaca');
});

test('a payment made twice is not money that came back for the order', async () => {
  const twice = await anEvent(app, { title: 'Pagat dues vegades' });
  const placed = await aPaidOrder(app, { event: twice, quantity: 2 });
  await chargeAgain(app, placed);
  expect(await deliver(app, eventBody({ session: sessionOf(placed) }))).toBe(200);
  await app.round('refunds');
  const given = await app.db.query.selectFrom('refunds').select(['reason', 'status', 'amount']).where('orderId', '=', placed.orderId).execute();
  expect(given).toEqual([{ reason: 'second_payment', status: 'succeeded', amount: 2_800 }]);
  const text = await (await app.ask(`/api/admin/events/${twice.id}/export.csv?kind=orders`, { headers: { Cookie: admin } })).text();
  const [, row, total] = text.trim().split('\r\n');
  expect([row!.split(';').slice(8, 10), total]).toEqual([['28,00', '0,00'], 'Total;;;;;;;2;28,00;0,00;;;0,00']);
  const totals = await (await app.ask(`/api/admin/reports/totals.csv?eventId=${twice.id}`, { headers: { Cookie: admin } })).text();
  expect(totals).toContain(';Targeta (web);Públic;2;28,00;0,00');
});

test('tickets are filtered by the category that their column says', async () => {
  const dinner = await anEvent(app, { memberQuota: 1 });
  await aPaidOrder(app, { event: dinner, quantity: 3, cookie: await signedIn(app, 'soci@comboi.test') });
  const categoriesOf = async (role: string): Promise<string[]> => {
    const text = await (await app.ask(`/api/admin/events/${dinner.id}/export.csv?kind=tickets&role=${role}`, { headers: { Cookie: admin } })).text();
    const [header, ...rows] = text.slice(1).trim().split('\r\n').map((line) => line.split(';'));
    return rows.map((cells) => cells[header!.indexOf('Categoria')]!).filter((category) => category !== '');
  };
  expect([await categoriesOf('socio'), await categoriesOf('public')]).toEqual([['Soci'], ['Públic', 'Públic']]);
});

test('a workbook holds sums as numbers, and text that begins like a formula as text', async () => {
  const answer = await fetchExport('xlsx?kind=orders');
  expect(answer.headers.get('content-type')).toContain('spreadsheetml');
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
  const [header, row] = sheets[0]!.rows;
  expect(header![8]).toBe('Import');
  expect([row![4], row![8]]).toEqual(['=cmd|calc', 29]);
});

test('no name that anybody types makes a workbook that no program opens', async () => {
  const words = ['U+FFFF \uFFFF and U+FFFE \uFFFE', '</t></is></c><c><f>1+1</f></c>', ']]><!-- & "', 'control \u0001 and \u000B'];
  const file = new Uint8Array(await new Response(writeSheet({ name: 'Noms', columns: [{ name: 'Nom' }], rows: words.map((word) => [word]) }, 'xlsx')).arrayBuffer());
  const texts = Object.values(unzipSync(file)).map((bytes) => strFromU8(bytes));
  expect(texts.filter((text) => /[\uFFFE\uFFFF]|[\0-\x08\x0B\x0C\x0E-\x1F]|<f>/.test(text))).toEqual([]);
  expect((await readXlsx(file)).sheets[0]!.rows.map(([cell]) => cell).slice(2, 4)).toEqual(words.slice(1, 3));
});

test('only so many are made at once, and one that is given up makes room', async () => {
  const open = [await fetchExport('csv'), await fetchExport('xlsx')];
  const third = fetchExport('csv');
  await expect.poll(() => app.deps.concurrency.sheets.count()).toEqual({ working: 2, waiting: 1 });
  await open[0]!.body!.cancel();
  expect((await (await third).text()).length).toBeGreaterThan(100);
  await open[1]!.body!.cancel();
});

test('they are for admins, and each leaves a row', async () => {
  expect((await fetchExport('csv', await signedIn(app, 'taquilla@comboi.test'))).status).toBe(403);
  const rows = await app.db.query.selectFrom('audit').select('subjectId').where('action', '=', 'event.exported').execute();
  expect(rows.length).toBeGreaterThan(0);
  expect((await app.ask('/api/admin/events/999999/export.csv', { headers: { Cookie: admin } })).status).toBe(404);
});

test('they ask for the password again after a quarter of an hour: a program is refused, a person led to where it is typed', async () => {
  app.clock.advance(16 * 60_000);
  const path = `/api/admin/events/${event.id}/export.csv?kind=tickets`;
  const refused = await app.ask(path, { headers: { Cookie: admin } });
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'PASSWORD_NEEDED' }]);
  const led = await app.ask(path, { headers: { Cookie: admin, 'Sec-Fetch-Mode': 'navigate' } });
  expect([led.status, led.headers.get('Location')]).toEqual([303, `/confirma-contrasenya?next=${encodeURIComponent(path)}`]);
});
