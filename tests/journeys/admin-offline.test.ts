import type { Page, Route } from 'playwright-core';
import { expect, inject } from 'vitest';

import { signIn } from '#tests/support/people/account-holder.ts';
import { aMember } from '#tests/support/people/accounts.ts';
import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { DEMO_PASSWORD } from '#tests/support/people/buyers.ts';
import { test } from '#tests/support/site/journey.ts';
import { NO_NETWORK, sendThroughAGap } from '#tests/support/browser/lost-connection.ts';
import { boughtOnline } from '#tests/support/people/online-buyers.ts';
import { button, DINNER, heading, press, pressOnce } from '#tests/support/people/shopper.ts';

const ADMIN = { email: 'admin@comboi.test', password: DEMO_PASSWORD };

async function openAdminPage(page: Page, path: string): Promise<void> {
  await signIn(page, ADMIN);
  await page.goto(path);
  await scriptsAtWork(page);
}

test.runIf(inject('soak'))('a new user is not lost where there is no network', async ({ visit }) => {
  const page = await visit({ device: 'phone', expected: [NO_NETWORK] });
  await openAdminPage(page, '/admin/users/new');
  await page.getByLabel('Nom i cognoms').fill('Neus Lluny');
  await page.getByLabel('Correu', { exact: true }).fill('neus.lluny@example.com');
  await page.getByLabel('Rol').selectOption('Comissió');
  await sendThroughAGap(page, 'Crear usuari', async () => {
    await expect.poll(() => page.getByLabel('Nom i cognoms').inputValue()).toBe('Neus Lluny');
    await expect.poll(() => page.getByLabel('Rol').inputValue()).toBe('comision');
  });
  await heading(page, 'Neus Lluny');
});

test('a role that was chosen is not lost where there is no network', async ({ visit, site }) => {
  const member = await aMember(site, { role: 'socio' });
  const page = await visit({ device: 'desktop', expected: [NO_NETWORK] });
  await openAdminPage(page, `/admin/users/${member.id}`);
  await page.getByLabel('Rol').selectOption('Comissió');
  await sendThroughAGap(page, 'Canviar rol', async () => expect(await page.getByLabel('Rol').inputValue()).toBe('comision'));
  await page.getByText('Rol canviat.').waitFor();
});

test('tickets chosen to be given back are not lost where there is no network', async ({ visit, site }) => {
  const { orderId, orderNumber } = await boughtOnline(site.url, { event: DINNER, email: 'retorn@example.com' });
  const page = await visit({ device: 'phone', expected: [NO_NETWORK] });
  await openAdminPage(page, `/admin/orders/${orderId}`);
  await press(page.getByText('Anul·lar o tornar diners…'));
  const tickets = page.getByRole('group', { name: /Tiquets que/ }).getByRole('checkbox');
  for (const ticket of await tickets.all()) await press(ticket);
  const confirm = async (): Promise<void> => {
    await press(button(page, 'Retornar els diners'));
    await page.getByRole('dialog').getByText(orderNumber, { exact: true }).waitFor();
    await page.getByLabel('Motiu').fill('No poden vindre');
    await pressOnce(button(page, /^Retornar \d/));
  };
  await page.context().setOffline(true);
  await confirm();
  await page.getByRole('alert').filter({ hasText: 'No hem pogut connectar' }).waitFor();
  for (const ticket of await tickets.all()) await expect.poll(() => ticket.isChecked()).toBe(true);
  await page.context().setOffline(false);
  await confirm();
  await expect.poll(async () => (await site.db.query.selectFrom('orders').select('status').where('orderNumber', '=', orderNumber).executeTakeFirst())?.status).toBe('refunded');
});

test.runIf(inject('soak'))('a list of members whose import found no network is in its field again', async ({ visit }) => {
  const page = await visit({ device: 'desktop', expected: [NO_NETWORK] });
  await openAdminPage(page, '/admin/users/import');
  const list = 'email,full_name,role\nlluna@example.org,Lluna Gap,socio';
  await page.getByLabel('O enganxa ací la llista').fill(list);
  await sendThroughAGap(page, 'Revisar la llista', async () => expect(await page.getByLabel('O enganxa ací la llista').inputValue()).toBe(list));
  await button(page, /^Importar/).waitFor();
  await page.context().setOffline(true);
  await press(button(page, /^Importar/));
  await page.getByText('No hem pogut connectar').waitFor();
  await expect.poll(() => page.getByLabel('O enganxa ací la llista').inputValue()).toBe(list);
  await page.context().setOffline(false);
  await press(button(page, 'Revisar la llista'));
  await press(button(page, /^Importar/));
  await page.getByText('Llista importada').waitFor();
});

test('a form stays as it was typed where only the proxy answers', async ({ visit }) => {
  const page = await visit({ device: 'phone', expected: [/status of 502/] });
  await openAdminPage(page, '/admin/users/new');
  await page.getByLabel('Nom i cognoms').fill('Neus Proxy');
  await page.getByLabel('Correu', { exact: true }).fill('neus.proxy@example.com');
  const badGateway = (route: Route): Promise<void> => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' });
  await page.route(/\/admin\/users\/new\.data/, badGateway, { times: 1 });
  await press(button(page, 'Crear usuari'));
  await page.getByRole('alert').filter({ hasText: 'El servidor no ha pogut contestar' }).waitFor();
  await expect.poll(() => page.getByLabel('Nom i cognoms').inputValue()).toBe('Neus Proxy');
  await press(button(page, 'Crear usuari'));
  await heading(page, 'Neus Proxy');
  await page.goto('/tiquet-perdut');
  await page.getByLabel('Email de la compra:').fill('neus.proxy@example.com');
  await page.route(/\/tiquet-perdut\.data/, badGateway, { times: 1 });
  await press(button(page, /Envia/));
  await page.getByText('El servidor no ha pogut contestar').waitFor();
  await expect.poll(() => page.getByLabel('Email de la compra:').inputValue()).toBe('neus.proxy@example.com');
});

test('beside a button without a field nothing is said of what was typed, and each failure is read out', async ({ visit }) => {
  const page = await visit({ device: 'phone', expected: [/status of 502/, /status of 403/] });
  await page.goto('/forgot-password');
  await scriptsAtWork(page);
  await page.getByLabel('Correu electrònic').fill('neus.proxy@example.com');
  await page.route(/\/forgot-password\.data/, (route) => route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>403 Forbidden</h1>' }), { times: 1 });
  await press(button(page, "Enviar l'enllaç"));
  await heading(page, 'Correu Enviat');
  await page.getByText('Si aquest correu està registrat, rebràs un missatge').waitFor();
  await page.getByRole('alert').filter({ hasText: /^El servidor no ha pogut contestar\. Torna-ho a provar/ }).waitFor();

  await page.goto(`/tiquet-perdut/obrir?codi=${'A'.repeat(26)}`);
  await scriptsAtWork(page);
  let failures = 0;
  await page.route(/\/tiquet-perdut\/obrir\.data/, async (route) => {
    failures += 1;
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' });
  });
  const notice = page.getByRole('alert').filter({ hasText: /^El servidor no ha pogut contestar\. Torna-ho a provar/ });
  for (const time of [1, 2]) {
    await pressOnce(button(page, 'Veure els meus tiquets'));
    await expect.poll(() => failures).toBe(time);
    await expect.poll(() => notice.evaluate((banner) => banner === document.activeElement)).toBe(true);
  }
});

const LIST_SCRIPT = /\/assets\/admin-news-[\w-]{8}\.js$/;

async function saveNews(page: Page, title: string): Promise<void> {
  await page.getByLabel('Títol').fill(title);
  await page.getByLabel('Contingut').fill('Tots a la plaça.');
  await press(button(page, 'Crear Notícia'));
  await page.waitForURL(/\/admin\/news$/);
  await page.getByText(title).first().waitFor();
}

test("a form leads on where its next page's script was asked for without a network before", async ({ visit }) => {
  const page = await visit({ device: 'desktop', expected: [NO_NETWORK] });
  await openAdminPage(page, '/admin/news/new');
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: true }));
  await page.context().setOffline(true);
  const lost = page.waitForEvent('requestfailed', (request) => LIST_SCRIPT.test(request.url()));
  await page.locator('a[href="/admin/news"]').first().focus();
  await lost;
  await page.context().setOffline(false);
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  await saveNews(page, 'La xaranga torna');
  await page.getByText('Esborrany guardat.').waitFor();
  expect(await page.evaluate(() => 'isFirstDocument' in window)).toBe(true);
});

test("a form leads on where its next page's script is lost after it", async ({ visit }) => {
  const page = await visit({ device: 'desktop', expected: [/ERR_FAILED/, /Error loading route module/, /Failed to fetch dynamically/] });
  await openAdminPage(page, '/admin/news/new');
  await page.route(LIST_SCRIPT, (route) => route.abort(), { times: 2 });
  await saveNews(page, 'La xaranga es perd');
});
