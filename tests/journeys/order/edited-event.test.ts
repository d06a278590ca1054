import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';

import { anEvent, archiveSection, changeEvent, raisePrices } from '#tests/support/app/events.ts';
import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { fillLogin, signIn } from '#tests/support/people/account-holder.ts';
import { addTicket, BOUGHT, button, configure, confirm, fillBuyer, goToCheckout, heading, openEvent, ordersOf, pay, press, pressOnce, rivalOrders, ticketsInCart } from '#tests/support/people/shopper.ts';
import { DEMO_PASSWORD } from '#tests/support/people/buyers.ts';
import { test } from '#tests/support/site/journey.ts';

const PRICE_NOTICE = 'El preu ha canviat mentre compraves.';

/** As where nothing streams and nobody asks: a proxy that holds the stream back. */
async function hearNothing(page: Page): Promise<void> {
  await page.context().route('**/api/events/*/live', (route) => route.abort());
}
const UNHEARD = [/ERR_FAILED/];

async function expectPriceNotice(page: Page, { before, now }: { before: string; now: string }): Promise<void> {
  await page.getByRole('alert').getByText(PRICE_NOTICE).waitFor();
  await page.getByText(`Abans: ${before}. Ara: ${now}.`).waitFor();
}

describe('a total that the cart showed', () => {
  test('is told beside the new one when the checkout opens, and only a press on the new one charges it', async ({ visit, site }) => {
    const event = await anEvent(site, { title: 'Sopar que puja abans', dishes: { Paella: [1100, 900, 800] } });
    const page = await visit({ device: 'phone', expected: UNHEARD });
    await hearNothing(page);
    await openEvent(page, event.title);
    await addTicket(page, { choices: ['Paella'] });
    await addTicket(page, { choices: ['Paella'] });
    await raisePrices(site, event.id, 1350);
    await goToCheckout(page);
    await expectPriceNotice(page, { before: '22,00 €', now: '27,00 €' });
    await page.reload();
    await expectPriceNotice(page, { before: '22,00 €', now: '27,00 €' });
    await fillBuyer(page, 'puja-abans@example.com');
    expect(await ordersOf(site, 'puja-abans@example.com')).toEqual([]);
    await confirm(page);
    await heading(page, '27,00 €');
    // Back from the gateway: what was confirmed is no news, what changed since is.
    await page.goBack();
    await button(page, 'Confirmar i Pagar').waitFor();
    await expect.poll(() => page.getByText(PRICE_NOTICE).count()).toBe(0);
    await page.goForward();
    await heading(page, '27,00 €');
    await raisePrices(site, event.id, 1500);
    await page.goBack();
    await expectPriceNotice(page, { before: '27,00 €', now: '30,00 €' });
    await confirm(page);
    await heading(page, '30,00 €');
    await pay(page);
  });

  test('is told in each of two tabs, and one that accepts the new one speaks for both', async ({ visit, site }) => {
    const event = await anEvent(site, { title: 'Sopar de dues pestanyes', dishes: { Paella: [1100, 900, 800] } });
    const page = await visit({ expected: UNHEARD });
    await hearNothing(page);
    await openEvent(page, event.title);
    await addTicket(page, { choices: ['Paella'] });
    await raisePrices(site, event.id, 1350);
    const other = await page.context().newPage();
    await other.goto(page.url());
    const notice = other.getByText('El preu ha canviat: abans 11,00 €, ara 13,50 €');
    await notice.waitFor();
    await goToCheckout(page);
    await expectPriceNotice(page, { before: '11,00 €', now: '13,50 €' });
    await press(button(other, "D'acord"));
    await notice.waitFor({ state: 'detached' });
    await page.getByText(PRICE_NOTICE).waitFor({ state: 'detached' });
  });

  test.runIf(inject('soak'))("is told to a member who signs in at the checkout, for whom it is less", async ({ visit, site }) => {
    const event = await anEvent(site, { title: 'Sopar de socis', dishes: { Paella: [1400, 1200, 1000] } });
    const page = await visit({ device: 'phone' });
    await openEvent(page, event.title);
    await addTicket(page, { choices: ['Paella'] });
    await goToCheckout(page);
    await press(page.getByRole('main').getByRole('link', { name: 'Inicia sessió' }).first());
    await page.waitForURL(/\/login/);
    await scriptsAtWork(page);
    await fillLogin(page, { email: 'soci@comboi.test', password: DEMO_PASSWORD });
    await page.waitForURL(/\/checkout\//);
    await expectPriceNotice(page, { before: '14,00 €', now: '12,00 €' });
    await confirm(page);
    await heading(page, '12,00 €');
  });

  test.runIf(inject('soak'))('is told to a committee member for whom the ticket is free, and nothing is told where nothing changed', async ({ visit, site }) => {
    const event = await anEvent(site, { title: 'Sopar de franc per a la comissió', dishes: { Paella: [1400, 1200, 0] } });
    const page = await visit();
    await openEvent(page, event.title);
    await addTicket(page, { choices: ['Paella'] });
    await goToCheckout(page);
    await expect.poll(() => page.getByText(PRICE_NOTICE).count()).toBe(0);
    await signIn(page, { email: 'comissio@comboi.test' });
    await page.reload();
    await expectPriceNotice(page, { before: '14,00 €', now: 'Gratis' });
    await pressOnce(button(page, 'Confirmar'));
    await heading(page, BOUGHT);
  });
});

describe('an event that is edited while its page is open', () => {
  test('tells its new price, and what is being typed stays', async ({ visit, site }) => {
    const event = await anEvent(site, { title: 'Sopar que canvia de preu', dishes: { Paella: [1100, 900, 800], Fideuà: [1100, 900, 800] } });
    const page = await visit({ device: 'phone' });
    await openEvent(page, event.title);
    await addTicket(page, { choices: ['Paella'] });
    await addTicket(page, { choices: ['Fideuà'] });
    await press(button(page, /Afegir un/));
    await configure(page, { choices: ['Paella'], note: 'Sense gluten' });
    await raisePrices(site, event.id, 1350);
    const sheet = page.getByRole('dialog');
    await sheet.getByText('13,50 €').first().waitFor();
    await expect.poll(() => sheet.getByLabel('Observacions especials:').inputValue()).toBe('Sense gluten');
    await sheet.getByRole('checkbox', { name: 'Paella', checked: true }).waitFor();
    await press(button(page, 'Afegir a la comanda'));
    await sheet.waitFor({ state: 'hidden' });
    // The third ticket was never anything else.
    const notice = page.getByRole('status').filter({ hasText: 'El preu ha canviat: abans 35,50 €, ara 40,50 €' });
    await notice.waitFor();
    await goToCheckout(page);
    await expectPriceNotice(page, { before: '35,50 €', now: '40,50 €' });
    await press(button(page, '← Tornar'));
    await press(notice.getByRole('button', { name: "D'acord" }));
    await notice.waitFor({ state: 'detached' });
    await goToCheckout(page);
    await expect.poll(() => page.getByText(PRICE_NOTICE).count()).toBe(0);
  });

  test('names the dish that it lost, in the cart and in the open sheet, where another is chosen', async ({ visit, site }) => {
    const event = await anEvent(site, { title: 'Sopar que perd un plat', dishes: { Paella: [1100, 900, 800], Fideuà: [1300, 900, 800] } });
    const page = await visit({ device: 'phone' });
    await openEvent(page, event.title);
    await addTicket(page, { choices: ['Paella'] });
    await press(button(page, /Afegir un/));
    await configure(page, { choices: ['Paella'], note: 'Trona' });
    await site.db.query.updateTable('eventSectionItems').set({ archivedAt: site.clock.now() }).where('id', '=', event.sections[0]!.items[0]!.id).execute();
    await changeEvent(site, event.id, { title: event.title });
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('status').getByText("«Paella» ja no s'oferix. Falta triar «Plat».").waitFor();
    await press(sheet.getByRole('checkbox', { name: 'Fideuà' }));
    await expect.poll(() => sheet.getByLabel('Observacions especials:').inputValue()).toBe('Trona');
    await press(button(page, 'Afegir a la comanda'));
    await sheet.waitFor({ state: 'hidden' });
    await page.getByText("«Paella» ja no s'oferix.").waitFor();
    await page.reload();
    await page.getByText("«Paella» ja no s'oferix.").waitFor();
    await press(button(page, 'Editar Ticket 1'));
    await configure(page, { choices: ['Fideuà'] });
    await press(button(page, 'Guardar canvis'));
    await goToCheckout(page);
    await expect.poll(() => page.getByText('26,00 €').count()).toBeGreaterThan(0);
  });

  test.runIf(inject('soak'))('whose whole menu is taken away asks for the tickets anew, and says so', async ({ visit, site }) => {
    const event = await anEvent(site, { title: 'Sopar sense menú', dishes: { Paella: [1100, 900, 800] }, extras: { Vi: [300, 300, 300] } });
    const page = await visit({ device: 'phone' });
    await openEvent(page, event.title);
    await addTicket(page, { choices: ['Paella', 'Vi'] });
    await archiveSection(site, event.id);
    await page.getByText("«Paella» ja no s'oferix.").filter({ visible: true }).waitFor();
    await press(button(page, "D'acord, seguir amb la resta"));
    await goToCheckout(page);
    await expect.poll(() => page.getByText('3,00 €').count()).toBeGreaterThan(0);
    await expect.poll(() => page.getByText(PRICE_NOTICE).count()).toBe(0);
  });
});

describe('an event that sells out while its page is open', () => {
  const THREE_CHAIRS = { maxTickets: 3, dishes: {} };

  test.runIf(inject('soak'))("leads to the waiting list in the place of the payment, and back to it once places are free", async ({ visit, site }) => {
    const event = await anEvent(site, { title: 'Sopar amb llista', ...THREE_CHAIRS });
    const page = await visit({ device: 'phone' });
    await openEvent(page, event.title);
    await addTicket(page);
    const order = await rivalOrders(site.url, event, 3);
    await page.getByText('Ja no queden entrades').waitFor();
    await button(page, 'Procedir al pagament').waitFor({ state: 'detached' });
    await page.request.post(`/api/orders/${order.orderId}/cancel`);
    await button(page, 'Procedir al pagament').waitFor();
    await rivalOrders(site.url, event, 3);
    await press(page.getByRole('link', { name: "Avisa'm" }).filter({ visible: true }));
    await heading(page, "Avisa'm quan quede lloc");
    await page.goBack();
    await expect.poll(() => ticketsInCart(page)).toBe(1);
  });

  test.runIf(inject('soak'))('leads to the other events where there is no list, also for an empty order', async ({ visit, site }) => {
    const event = await anEvent(site, { title: 'Sopar sense llista', ...THREE_CHAIRS });
    await site.db.query.updateTable('events').set({ waitingList: false }).where('id', '=', event.id).execute();
    const page = await visit({ device: 'phone' });
    await openEvent(page, event.title);
    await rivalOrders(site.url, event, 3);
    await page.getByText('Ja no queden entrades').waitFor();
    await press(page.getByRole('link', { name: 'Veure altres actes' }).filter({ visible: true }));
    await page.waitForURL('**/tickets');
  });

  test.runIf(inject('soak'))('by an edit of its limit stays on its page, with the order', async ({ visit, site }) => {
    const event = await anEvent(site, { title: 'Sopar que encongix', maxTickets: 40, dishes: {} });
    await rivalOrders(site.url, event, 2);
    const page = await visit({ device: 'phone' });
    await openEvent(page, event.title);
    await addTicket(page, { note: 'Vora la porta' });
    await site.db.query.updateTable('eventStock').set({ maxTickets: 2 }).where('eventId', '=', event.id).execute();
    await changeEvent(site, event.id, { title: `${event.title} més` });
    await heading(page, 'Sopar que encongix més');
    await page.getByText('Ja no queden entrades').waitFor();
    await page.getByRole('link', { name: "Avisa'm" }).filter({ visible: true }).waitFor();
    await page.getByRole('main').getByText('Vora la porta').first().waitFor();
  });

  test.runIf(inject('soak'))("is no news to whoever's own order holds the last places: it can still be paid", async ({ visit, site }) => {
    const event = await anEvent(site, { title: 'Sopar de les últimes cadires', ...THREE_CHAIRS });
    await rivalOrders(site.url, event, 2);
    const page = await visit({ device: 'phone' });
    await openEvent(page, event.title);
    await addTicket(page);
    const checkout = page.url().replace('/order/', '/checkout/');
    await goToCheckout(page);
    await fillBuyer(page, 'ultima@example.com');
    await confirm(page);
    await page.goto(checkout);
    await confirm(page);
    await pay(page);
  });
});
