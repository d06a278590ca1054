import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { aShift } from '#tests/support/app/shifts.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPaidOrder, aTicket, post, signedIn } from '#tests/support/people/buyers.ts';
import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid, instantInMadrid } from '#app/domain/time/madrid-time.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await aTestApp();
  admin = await signedIn(app, 'admin@comboi.test');
});
afterAll(() => app.close());

async function pageText(path: string, cookie = admin): Promise<string> {
  const page = await (await app.ask(path, { headers: { Cookie: cookie } })).text();
  return page.replaceAll(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!-- -->/g, '').replaceAll(/<[^>]*>/g, ' ').replaceAll('&#x27;', "'").replaceAll(/\s+/g, ' ');
}

async function letIn(orderId: string): Promise<void> {
  const { id } = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', orderId).orderBy('position').limit(1).executeTakeFirstOrThrow();
  expect((await post(app, '/api/tickets/use', { body: { ticketId: id, nonce: app.deps.ids.uuid() }, headers: { Cookie: admin } })).status).toBe(200);
}

describe('the day of an event', () => {
  test('changes with the clock: what is still to do, then who is inside, then the sums', async () => {
    const date = addDays(dayInMadrid(app.clock.now()), 3);
    const event = await anEvent(app, { title: 'Sopar del rellotge', date, time: '21:00', maxTickets: 10 });
    const paid = await aPaidOrder(app, { event, tickets: [aTicket(event), aTicket(event, { note: 'sense sal' })] });
    const path = `/admin/events/day/${event.id}`;
    await aShift(app, event, { places: 3 });
    await aShift(app, event, { dayOffset: -7, places: 5 });

    const before = await pageText(path);
    expect(before).toContain('Què falta per fer');
    expect(before).toMatch(/2 de 10 venuts/);
    expect(before).toContain('1 tiquet amb nota');
    expect(before).toContain('Falten 3 persones als torns');

    app.clock.advance(instantInMadrid(date, '21:10') - app.clock.now().getTime());
    admin = await signedIn(app, 'admin@comboi.test');
    expect(await pageText(path)).toMatch(/Ara fa falta algú .* 0 de 2 dins .* Encara no ha entrat ningú/);
    await letIn(paid.orderId);
    const tonight = await pageText(path);
    expect(tonight).toMatch(/1 de 2 dins/);
    expect(tonight).toMatch(/Des de les Entrades 21:00 \(encara corre\) 1/);

    app.clock.advance(9 * 3_600_000);
    admin = await signedIn(app, 'admin@comboi.test');
    const after = await pageText(path);
    expect(after).toMatch(/Què queda per tancar .* no han vingut/);
    expect(after).toMatch(/Total 28,00.€ 0,00.€ 28,00.€/);
    expect(await pageText(`${path}?phase=before`)).toContain('Què falta per fer');
    expect((await app.ask('/admin/events/day/2147483647', { headers: { Cookie: admin } })).status).toBe(404);
  });

  test('counts no mail whose tickets have gone out anew to a corrected address', async () => {
    const event = await anEvent(app, { date: addDays(dayInMadrid(app.clock.now()), 3) });
    const { orderId } = await aPaidOrder(app, { event });
    await app.db.query.updateTable('mails').set({ status: 'failed', failure: 'no_mailbox' }).where('orderId', '=', orderId).execute();
    const path = `/admin/events/day/${event.id}`;
    admin = await signedIn(app, 'admin@comboi.test');
    expect(await pageText(path)).toContain('1 correu que no ha arribat');
    app.clock.advance(60_000);
    expect((await post(app, `/api/orders/${orderId}/resend`, {})).status).toBe(202);
    expect(await pageText(path)).not.toContain('que no ha arribat');
  });

  test('names each phone at the door: ready, not ready, and not heard of', async () => {
    const event = await anEvent(app, { title: 'Sopar dels mòbils' });
    const report = (device: string, body: object): Promise<{ status: number }> => post(app, `/api/door/${event.id}/device`, { body: { device, isReady: true, waiting: 0, listAt: null, ...body }, headers: { Cookie: admin } });
    const path = `/admin/events/day/${event.id}?phase=tonight`;
    expect((await report('Porta 1 · aaaa', {})).status).toBe(204);
    expect((await report('Porta 2 · bbbb', { isReady: false, waiting: 12 })).status).toBe(204);
    const page = await pageText(path);
    expect(page).toContain('1 de 2 a punt per a treballar sense cobertura');
    expect(page).toContain('Porta 2 · bbbb: 12 escanejos per enviar');
    await report('Porta 2 · bbbb', { isReady: true, waiting: 0 });
    expect(await pageText(path)).toContain('2 de 2 a punt');
    app.clock.advance(5 * 60_000);
    expect(await pageText(path)).toMatch(/0 de 2 a punt/);
    expect(await pageText(path)).toContain('Sense notícies des de fa 5 min');
    expect((await report('', {})).status).toBe(400);
    expect((await post(app, `/api/door/${event.id}/device`, { body: { device: 'x', isReady: true, waiting: 0 } })).status).toBe(401);
  });
});

describe('the panel', () => {
  test('shows few of many events, the next one first, and all of a season by a link', async () => {
    const day = (days: number): string => addDays(dayInMadrid(app.clock.now()), days);
    for (let n = 0; n < 30; n += 1) await anEvent(app, { title: `Molts ${n}`, date: day(-400 - n) });
    await anEvent(app, { title: 'Demà mateix', date: day(1) });
    const panel = await pageText('/admin');
    expect(panel).toContain('Demà mateix');
    expect(panel).not.toContain('Molts 29');
    expect(panel).toMatch(/Per temporades \d{4}-\d{4} \(\d+\)/);
    const season = Number(day(-415).slice(5) <= '03-19' ? day(-415).slice(0, 4) : Number(day(-415).slice(0, 4)) + 1);
    expect(await pageText(`/admin?acts=${season}`)).toContain('Molts 15');
  });

  test('offers to delete only what nobody has ordered, else to archive it', async () => {
    const title = 'Sopar que ningú compra';
    const event = await anEvent(app, { title, date: addDays(dayInMadrid(app.clock.now()), 0) });
    const rowOf = async (): Promise<string> => /Sopar que ningú compra[\s\S]*?<\/li>/.exec(await (await app.ask('/admin', { headers: { Cookie: admin } })).text())?.[0] ?? '';
    expect(await rowOf()).toContain('value="delete"');
    await aPaidOrder(app, { event });
    expect(await rowOf()).not.toContain('value="delete"');
    expect(await rowOf()).toContain('value="archive"');
  });

  test('what was given back today stands beside what was taken, and is sold no more', async () => {
    const event = await anEvent(app, { title: 'Sopar dels comptes', date: addDays(dayInMadrid(app.clock.now()), 0), maxTickets: 9 });
    const { orderId } = await aPaidOrder(app, { event, tickets: [aTicket(event), aTicket(event)] });
    const { id } = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', orderId).limit(1).executeTakeFirstOrThrow();
    await post(app, `/api/admin/orders/${orderId}/refund`, { body: { ticketIds: [id], reason: 'malalt' }, headers: { Cookie: admin } });
    await app.round('refunds');
    expect(await pageText('/admin')).toMatch(/Sopar dels comptes .*? 1 \/ 9 venuts · Hui: 1 venut · cobrat 28,00.€ · tornat 14,00.€ · queda 14,00.€/);
  });
});

describe('the one search', () => {
  test('finds events, orders and members for admins, and leads back from an order', async () => {
    const event = await anEvent(app, { title: 'Revetlla de Cançons' });
    const { orderNumber } = await aPaidOrder(app, { event, body: { email: 'amparo.cerca@example.com', userName: 'Amparo Cerca' } });
    expect(await pageText('/admin/search?q=revetlla+cancons')).toContain('Revetlla de Cançons');
    for (const q of [orderNumber, `${orderNumber}-T1`, 'amparo.cerca', 'Amparo Cerca']) expect(await pageText(`/admin/search?q=${encodeURIComponent(q)}`)).toContain(`${orderNumber} · Amparo Cerca`);
    expect(await pageText('/admin/search?q=soci%40comboi')).toContain('soci@comboi.test');
    const html = await (await app.ask('/admin/search?q=amparo.cerca', { headers: { Cookie: admin } })).text();
    const order = /href="(\/admin\/orders\/[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const back = await (await app.ask(order, { headers: { Cookie: admin } })).text();
    expect(back).toContain('href="/admin/search?q=amparo.cerca"');
    expect(await pageText('/admin/search?q=%00%25')).toContain('No hem trobat res');
  });

  test.each(['taquilla@comboi.test', 'porta@comboi.test', 'redaccio@comboi.test'] as const)('tells %s nothing that only admins may see', async (email) => {
    const event = await anEvent(app, { title: 'Acte secretíssim' });
    const { orderNumber } = await aPaidOrder(app, { event, body: { email: 'oculta@example.com' } });
    const cookie = await signedIn(app, email);
    for (const q of ['secretíssim', orderNumber, 'oculta@', 'soci@comboi']) expect(await pageText(`/admin/search?q=${encodeURIComponent(q)}`, cookie)).toContain('No hem trobat res');
  });
});

describe('seeing an event as somebody else does', () => {
  test('shows the prices of that role, nothing to buy, and stays out of caches', async () => {
    const event = await anEvent(app, { title: 'Sopar amb preus', dishes: { Paella: [1400, 1200, 1000] } });
    const answer = (view: string, cookie = admin): Promise<Response> => Promise.resolve(app.ask(`/order/${event.id}?view=${view}`, { headers: { Cookie: cookie } }));
    for (const [view, words, price] of [['public', 'Així ho veu el públic', '14,00'], ['socio', 'Així ho veu un soci', '12,00'], ['comision', 'Així ho veu algú de la comissió', '10,00']] as const) {
      const seen = await answer(view);
      const html = await seen.text();
      expect([html.includes(words), html.includes(price)]).toEqual([true, true]);
      expect(seen.headers.get('Cache-Control')).toContain('no-store');
    }
    const member = await signedIn(app, 'soci@comboi.test');
    expect(await (await answer('comision', member)).text()).not.toContain('Així ho veu');
    expect(await (await app.ask(`/order/${event.id}?view=comision`)).text()).not.toContain('Així ho veu');
    const hidden = await anEvent(app, { title: 'Només socis', visibility: 'socio' });
    expect((await app.ask(`/order/${hidden.id}?view=public`, { headers: { Cookie: admin } })).status).toBe(404);
  });
});
