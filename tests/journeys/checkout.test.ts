import type { Route } from 'playwright-core';
import { expect, inject } from 'vitest';

import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { anEvent, changeEvent, raisePrices, soldOf } from '#tests/support/app/events.ts';
import { soakCases } from '#tests/support/reporting/counts.ts';
import { test } from '#tests/support/site/journey.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { addTicket, BOUGHT, button, CONCERT, confirm, fillBuyer, goToCheckout, heading, openEvent, ordersOf, pay, press, pressOnce, rivalOrders, ticketsInCart, toCheckout } from '#tests/support/people/shopper.ts';

const ORDERS = /\/api\/orders$/;

test.runIf(inject('soak'))('an event that sells out during the checkout says so and shows the way to the others', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar de tres cadires', maxTickets: 3, dishes: {} });
  const page = await visit({ device: 'phone' });
  await toCheckout(page, { event: event.title, tickets: [{}, {}], email: 'lenta@example.com' });
  await rivalOrders(site.url, event, 3);
  await pressOnce(button(page, 'Confirmar i Pagar'));
  const banner = page.getByRole('alert').filter({ hasText: 'Entrades Esgotades' });
  await banner.waitFor();
  expect(await ordersOf(site, 'lenta@example.com')).toEqual([]);
  await button(page, 'Confirmar i Pagar').waitFor({ state: 'detached' });
  const avisam = page.getByRole('link', { name: "Avisa'm" }).filter({ visible: true });
  expect(await avisam.getAttribute('href')).toBe(`/avisam/${event.id}`);
  await press(banner.getByRole('link', { name: 'Veure Altres Esdeveniments Disponibles' }));
  await page.waitForURL('**/tickets');
  await page.getByRole('article').filter({ hasText: event.title }).getByText('Entrades esgotades').waitFor();
});

test.for(soakCases([true, false]))('an order refused for want of places is tried again once there are some, with a waiting list (%s) or without', async (waitingList, { visit, site }) => {
  const event = await anEvent(site, { title: `Sopar que torna, ${waitingList ? 'amb' : 'sense'} llista`, maxTickets: 2, dishes: {} });
  await site.db.query.updateTable('events').set({ waitingList }).where('id', '=', event.id).execute();
  const page = await visit({ device: waitingList ? 'phone' : 'desktop' });
  await toCheckout(page, { event: event.title, tickets: [{}], email: 'tenac@example.com' });
  const rival = await rivalOrders(site.url, event, 2);
  await pressOnce(button(page, 'Confirmar i Pagar'));
  await page.getByRole('alert').filter({ hasText: 'Entrades Esgotades' }).waitFor();
  await page.request.post(`/api/orders/${rival.orderId}/cancel`);
  await pressOnce(button(page, 'Tornar-ho a provar'));
  await page.waitForURL(/\/dev\/pay\//);
  await pay(page);
});

test('the last tickets that go between the last look and the order are refused by the server with the same words', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar de dues cadires', maxTickets: 2, dishes: {} });
  const page = await visit({ expected: [/409/] });
  await toCheckout(page, { event: event.title, tickets: [{}, {}], email: 'segon@example.com' });
  await page.route(ORDERS, async (route) => {
    await rivalOrders(site.url, event, 1);
    await route.continue();
  });
  await pressOnce(button(page, 'Confirmar i Pagar'));
  const banner = page.getByRole('alert').filter({ hasText: 'Entrades Esgotades' });
  await banner.getByText('Has demanat 2 tiquets i només en queda 1.').waitFor();
  await press(banner.getByRole('link', { name: 'Canviar la comanda' }));
  await heading(page, 'Ticket 2');
  await page.getByText('Només queda 1 entrada').waitFor();
  // Heard by the page that is open.
  await rivalOrders(site.url, event, 1);
  await page.getByText('Ja no queden entrades').waitFor();
});

test.runIf(inject('soak'))('a total too small for a card is said beside it, is refused before it holds a seat, and can be mended', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Tast de Carnestoltes', maxTickets: 2, dishes: { Tast: [30, 30, 30] } });
  const page = await visit({ device: 'phone', expected: [/422/] });
  const email = 'menut@example.com';
  await openEvent(page, event.title);
  await addTicket(page, { choices: ['Tast'] });
  const notice = page.getByText('Amb targeta es paga com a mínim 0,50').filter({ visible: true });
  await notice.waitFor();
  await goToCheckout(page);
  await notice.waitFor();
  await fillBuyer(page, email);
  await pressOnce(button(page, 'Confirmar i Pagar'));
  const banner = page.getByRole('alert').filter({ hasText: 'massa menut' });
  await banner.waitFor();
  expect([await ordersOf(site, email), await soldOf(site, event.id)]).toEqual([[], 0]);

  await press(banner.getByRole('link', { name: 'Canviar la comanda' }));
  await addTicket(page, { choices: ['Tast'] });
  await notice.waitFor({ state: 'hidden' });
  await goToCheckout(page);
  await confirm(page);
  await pay(page);
  expect(await ordersOf(site, email)).toMatchObject([{ status: 'paid', ticketQuantity: 2 }]);
});

test.runIf(inject('soak'))('a price that changed on the way to the checkout is told, and must be confirmed again', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar que puja', dishes: { Paella: [1400, 1200, 1000] } });
  const page = await visit({ device: 'phone', expected: [/409/] });
  const email = 'preu@example.com';
  await toCheckout(page, { event: event.title, tickets: [{ choices: ['Paella'] }], email });
  await raisePrices(site, event.id, 1650);
  await pressOnce(button(page, 'Confirmar i Pagar'));
  await page.getByRole('alert').getByText('El preu ha canviat mentre compraves.').waitFor();
  await page.getByText('Abans: 14,00 €. Ara: 16,50 €.').waitFor();
  expect(await ordersOf(site, email)).toEqual([]);
  await confirm(page);
  await heading(page, '16,50 €');
  await pay(page);
});

test('an event that is hidden, taken away or closed during the checkout is told by its banner', async ({ visit, site }) => {
  const cases = [
    ['Sopar que desapareix', { archivedAt: site.clock.now() }],
    ['Sopar que es fa privat', { visibility: 'socio' }],
  ] as const;
  for (const [title, change] of soakCases<(typeof cases)[number]>(cases)) {
    const event = await anEvent(site, { title, dishes: {} });
    const page = await visit({ expected: [/404|409/] });
    await toCheckout(page, { event: title, tickets: [{}] });
    await page.route(ORDERS, async (route) => {
      await changeEvent(site, event.id, change);
      await route.continue();
    });
    await pressOnce(button(page, 'Confirmar i Pagar'));
    await page.getByRole('alert').filter({ hasText: 'Esdeveniment No Trobat' }).getByRole('link', { name: 'Veure Altres Esdeveniments Disponibles' }).waitFor();
  }
  const event = await anEvent(site, { title: 'Sopar que tanca', dishes: {} });
  const page = await visit();
  await toCheckout(page, { event: event.title, tickets: [{}] });
  await site.db.query.updateTable('events').set({ saleEndDate: '2020-01-01' }).where('id', '=', event.id).execute();
  await pressOnce(button(page, 'Confirmar i Pagar'));
  await page.getByRole('alert').filter({ hasText: 'Vendes Tancades' }).getByText("1 de gener, 2020").waitFor();
});

test('an address that cannot be right is told beside its field, which gets the focus', async ({ visit }) => {
  const page = await visit({ device: 'phone', expected: [/400/] });
  await openEvent(page, CONCERT);
  await addTicket(page);
  await goToCheckout(page);
  const field = page.getByLabel('Email per rebre els tiquets:');
  for (const typed of ['', 'a@b', 'ningú']) {
    await field.fill(typed);
    await pressOnce(button(page, 'Confirmar i Pagar'));
    await page.getByText('Per favor, introdueix un email vàlid').waitFor();
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  }
  // The screen's own rule is loose; the server's is not.
  await field.fill('maria@@example..com');
  await pressOnce(button(page, 'Confirmar i Pagar'));
  await page.getByRole('alert').filter({ hasText: 'Email Invàlid' }).waitFor();
  await expect.poll(() => field.inputValue()).toBe('maria@@example..com');
});

test('without a connection the order is kept, and one more press makes exactly one order', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', expected: [/ERR_INTERNET_DISCONNECTED/] });
  const email = 'sense-xarxa@example.com';
  await toCheckout(page, { event: CONCERT, tickets: [{ note: 'Primera fila' }], email });
  await page.context().setOffline(true);
  await pressOnce(button(page, 'Confirmar i Pagar'));
  await page.getByRole('alert').getByText('No hem pogut connectar.').waitFor();
  await expect.poll(() => page.getByText('Primera fila').count()).toBe(1);
  await page.context().setOffline(false);
  await confirm(page);
  await pay(page);
  expect(await ordersOf(site, email)).toMatchObject([{ status: 'paid', ticketQuantity: 1 }]);
});

test('an answer that is lost after the order was placed leads to the same order at the next press, also after a reload', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar de la resposta perduda', maxTickets: 2, dishes: {} });
  for (const reload of soakCases([true, false])) {
    const page = await visit({ expected: [/ERR_CONNECTION_RESET/] });
    const email = `perduda-${reload ? 'i-recarregada' : 'sense-mes'}@example.com`;
    await toCheckout(page, { event: event.title, tickets: [{}], email });
    const lose = async (route: Route): Promise<void> => {
      await route.fetch();
      await route.abort('connectionreset');
    };
    await page.route(ORDERS, lose);
    await pressOnce(button(page, 'Confirmar i Pagar'));
    await page.getByRole('alert').getByText('No hem pogut connectar.').waitFor();
    expect(await ordersOf(site, email)).toHaveLength(1);
    await page.unroute(ORDERS, lose);
    if (reload) await page.reload();
    await confirm(page);
    expect(await ordersOf(site, email)).toHaveLength(1);
  }
  expect(await soldOf(site, event.id)).toBe(soakCases([true, false]).length);
});

test('a double click makes one order', async ({ visit, site }) => {
  const page = await visit();
  const email = 'doble@example.com';
  await toCheckout(page, { event: CONCERT, tickets: [{}], email });
  await button(page, 'Confirmar i Pagar').dblclick();
  await page.waitForURL(/\/dev\/pay\//);
  const [order, ...others] = await ordersOf(site, email);
  expect(others).toEqual([]);
  await scriptsAtWork(page);
  await button(page, 'Pagar').dblclick();
  await heading(page, BOUGHT);
  const charges = await site.db.query
    .selectFrom('sandboxCharges')
    .innerJoin('sandboxSessions', 'sandboxSessions.id', 'sandboxCharges.sessionId')
    .select('sandboxCharges.id')
    .where('sandboxSessions.reference', '=', order!.id)
    .execute();
  expect(charges).toHaveLength(1);
});

test('two tabs share one cart, and confirming in both makes one order', async ({ visit, site }) => {
  const one = await visit();
  const email = 'dues-pestanyes@example.com';
  await openEvent(one, CONCERT);
  await addTicket(one, { note: 'De la primera' });
  const other = await one.context().newPage();
  await other.goto(one.url());
  await heading(other, 'Ticket 1');
  await addTicket(other, { note: 'De la segona' });
  await heading(one, 'Ticket 2');
  await expect.poll(() => ticketsInCart(one)).toBe(2);

  for (const tab of [one, other]) await goToCheckout(tab);
  await fillBuyer(one, email);
  await other.reload();
  await button(other, 'Confirmar i Pagar').waitFor();
  await expect.poll(() => other.getByLabel('Email per rebre els tiquets:').inputValue()).toBe(email);
  await Promise.all([confirm(one), confirm(other)]);
  expect(one.url()).toBe(other.url());
  expect(await ordersOf(site, email)).toMatchObject([{ ticketQuantity: 2 }]);
  await pay(one);
  await button(other, 'Pagar').click();
  await heading(other, BOUGHT);
});

test.runIf(inject('soak'))('the last paella goes to one of two buyers; the other chooses another dish, and nothing else is asked again', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar de poques paelles', dishes: { Paella: [1400, 1200, 1000], Fideuà: [1500, 1200, 1000] }, places: { Paella: 2 } });
  const page = await visit({ device: 'phone', expected: [/409/] });
  const email = 'sense-paella@example.com';
  await toCheckout(page, { event: event.title, tickets: [{ choices: ['Paella'] }, { choices: ['Paella'], note: 'Sense gluten' }], email });
  await rivalOrders(site.url, event, 1);
  await pressOnce(button(page, 'Confirmar i Pagar'));
  const banner = page.getByRole('alert').filter({ hasText: 'Ticket 2: «Paella»' });
  await banner.getByText('només en queda 1').waitFor();
  expect(await ordersOf(site, email)).toEqual([]);
  await press(banner.getByRole('link', { name: 'Canviar la comanda' }));
  await page.getByText("«Paella» s'ha esgotat.").waitFor();
  await press(button(page, 'Editar Ticket 2'));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /Paella Esgotat/, disabled: true, checked: false }).waitFor();
  await press(dialog.getByRole('checkbox', { name: 'Fideuà' }));
  await expect.poll(() => dialog.getByLabel('Observacions especials:').inputValue()).toBe('Sense gluten');
  await press(dialog.getByRole('button', { name: 'Guardar canvis' }));
  await goToCheckout(page);
  await confirm(page);
  await heading(page, '29,00 €');
  await pay(page);
  expect(await ordersOf(site, email)).toMatchObject([{ status: 'paid', ticketQuantity: 2 }]);
});

test.runIf(inject('soak'))('a dish that the kitchen takes away while somebody is in the checkout is chosen anew, and the order is paid', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar que canvia', dishes: { Paella: [1400, 1200, 1000], Fideuà: [1500, 1200, 1000] } });
  const admin = await visit({ device: 'desktop' });
  await signIn(admin, { email: 'admin@comboi.test' });
  await admin.goto(`/admin/events/menus/${event.id}`);
  await scriptsAtWork(admin);
  const buyer = await visit({ device: 'phone', expected: [/422/] });
  const email = 'menu-canviat@example.com';
  await toCheckout(buyer, { event: event.title, tickets: [{ choices: ['Paella'] }], email });
  await press(button(admin, 'Esborrar: Plat 1'));
  await press(button(admin, 'Guardar i Finalitzar'));
  await admin.getByText('Menús guardats.').waitFor();
  await pressOnce(button(buyer, 'Confirmar i Pagar'));
  await press(buyer.getByRole('alert').getByRole('link', { name: 'Canviar la comanda' }));
  await press(button(buyer, 'Editar Ticket 1'));
  await press(buyer.getByRole('dialog').getByRole('checkbox', { name: 'Fideuà' }));
  await press(buyer.getByRole('dialog').getByRole('button', { name: 'Guardar canvis' }));
  await goToCheckout(buyer);
  await confirm(buyer);
  await heading(buyer, '15,00 €');
  await pay(buyer);
  expect(await ordersOf(site, email)).toMatchObject([{ status: 'paid' }]);
});
