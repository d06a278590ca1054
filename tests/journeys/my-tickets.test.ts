import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import { findNetwork, loseNetwork } from '#tests/support/browser/network.ts';
import { logOut, signIn } from '#tests/support/people/account-holder.ts';
import { aTicket } from '#tests/support/people/buyers.ts';
import { boughtOnline, payOnline } from '#tests/support/people/online-buyers.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { soakCases } from '#tests/support/reporting/counts.ts';
import { test } from '#tests/support/site/journey.ts';
import { A_DINNER, BOUGHT, button, CONCERT, confirm, DINNER, heading, pay, press, toCheckout } from '#tests/support/people/shopper.ts';

const CODE = 'svg[aria-label^="Codi QR"]';

/** Buys as whoever is signed in on the page. */
async function buy(page: Page, event: EventDetail): Promise<string> {
  const placed = await page.request.post('/api/orders', { data: { eventId: event.id, email: 'soci@comboi.test', tickets: [aTicket(event)] } });
  const order = (await placed.json()) as PlacedOrder;
  await payOnline(new URL(order.paymentUrl!).origin, order);
  return `${order.orderNumber}-T1`;
}

async function isStored(page: Page): Promise<boolean> {
  return page.evaluate(async () => (await caches.match('/my-tickets')) !== undefined && (await navigator.serviceWorker.getRegistration('/my-tickets'))?.active?.state === 'activated');
}

test('a ticket that was opened once shows at a door without coverage, and is gone when its holder leaves', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', expected: [/net::ERR_/], offline: true });
  await signIn(page, { email: 'soci@comboi.test' });
  const number = await buy(page, await anEvent(site, { title: 'Sopar al soterrani' }));
  await page.goto('/my-tickets');
  await page.getByText(`Ticket #${number}`).waitFor();
  await expect.poll(() => isStored(page)).toBe(true);

  await page.context().setOffline(true);
  await page.reload();
  await page.getByText('Estos són els tiquets guardats en este dispositiu').waitFor();
  await page.getByRole('img', { name: `Codi QR del ticket ${number}` }).waitFor();
  const download = page.waitForEvent('download');
  await press(page.getByRole('article', { name: `Ticket #${number}` }).getByRole('button', { name: 'Descarregar QR' }));
  expect((await download).suggestedFilename()).toBe(`ticket-${number}.png`);
  // Only this page is kept; links to others say so.
  await press(page.getByLabel('Menú'));
  await press(page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Tiquets', exact: true }).filter({ visible: true }));
  await page.getByText('Sense connexió: ara no es pot obrir').filter({ visible: true }).first().waitFor();
  await page.keyboard.press('Escape');
  await press(page.getByRole('link', { name: 'Afegir al calendari' }));
  expect(new URL(page.url()).pathname).toBe('/my-tickets');
  await expect.poll(() => page.getByRole('img', { name: `Codi QR del ticket ${number}` }).isVisible()).toBe(true);
  await page.goto('/tickets');
  await heading(page, 'Ara no hi ha connexió');

  await page.context().setOffline(false);
  await page.request.delete('/api/session');
  await page.goto('/');
  await expect.poll(() => isStored(page)).toBe(false);
  await page.context().setOffline(true);
  await page.goto('/my-tickets');
  await heading(page, 'Ara no hi ha connexió');
  expect(await page.getByText('Obrir els meus tiquets').count()).toBe(0);
});

test('a network that is there and does not answer shows the kept tickets as what they are, until it answers', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', expected: [/net::ERR_/], offline: true });
  // What a phone in a cellar says of itself.
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true }));
  await signIn(page, { email: 'soci@comboi.test' });
  const number = await buy(page, await anEvent(site));
  await page.goto('/my-tickets');
  await expect.poll(() => isStored(page)).toBe(true);
  const notice = page.getByText('Tiquets guardats', { exact: true });

  await page.context().setOffline(true);
  await page.reload();
  await notice.waitFor();
  await page.getByText(`Ticket #${number}`).waitFor();
  await page.context().setOffline(false);
  await page.route('**/health/live', () => {});
  await press(page.getByLabel('Menú'));
  await press(page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Tiquets', exact: true }).filter({ visible: true }));
  await page.getByText('Sense connexió: ara no es pot obrir').filter({ visible: true }).first().waitFor();
  await page.getByText(`Ticket #${number}`).waitFor();
  await page.keyboard.press('Escape');
  await press(page.getByRole('link', { name: 'Torna a carregar-los' }));
  await notice.waitFor({ state: 'hidden' });
  await page.getByText(`Ticket #${number}`).waitFor();
});

test("a guest's tickets show at a door without coverage, from the page of the order and from 'Els meus tiquets', until a week after the event", async ({ visit }) => {
  const page = await visit({ device: 'phone', expected: [/net::ERR_/], offline: true });
  await toCheckout(page, { event: CONCERT, tickets: [{}, {}] });
  await confirm(page);
  const orderId = await pay(page);
  const orderPage = page.url();
  await page.getByText('També sense cobertura: els tens guardats en este dispositiu').waitFor();
  const codes = page.getByRole('img', { name: /^Codi QR del ticket ORD-/ });
  const storedKeys = (): Promise<string[]> => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('comboi:tickets:')));
  expect(await storedKeys()).toHaveLength(1);
  expect(JSON.stringify([await storedKeys(), await page.evaluate((key) => localStorage.getItem(key!), (await storedKeys())[0])])).not.toContain(orderId);

  await loseNetwork(page);
  for (const address of ['/my-tickets', orderPage]) {
    await page.goto(address);
    await page.waitForURL('**/my-tickets');
    await page.getByText('Estos són els tiquets guardats en este dispositiu').waitFor();
    await page.getByText('Sense connexió', { exact: true }).waitFor();
    await expect.poll(() => codes.count()).toBe(2);
  }
  const download = page.waitForEvent('download');
  await press(button(page, 'Descarregar QR').first());
  expect((await download).suggestedFilename()).toMatch(/^ticket-ORD-.*\.png$/);
  await page.goto('/tickets');
  await heading(page, 'Ara no hi ha connexió');

  await findNetwork(page);
  await page.goto('/my-tickets');
  await page.getByText("Has d'iniciar sessió per veure els teus tiquets").waitFor();
  await expect.poll(() => codes.count()).toBe(2);
  // Opened again, the order takes its own place.
  await page.goto(orderPage);
  await page.getByText('També sense cobertura').waitFor();
  expect(await storedKeys()).toHaveLength(1);
  await page.evaluate((key) => {
    const order = JSON.parse(localStorage.getItem(key!)!) as { eventDate: string };
    localStorage.setItem(key!, JSON.stringify({ ...order, eventDate: new Date(Date.now() - 8 * 24 * 60 * 60_000).toISOString().slice(0, 10) }));
  }, (await storedKeys())[0]);
  await page.goto('/contact');
  await expect.poll(storedKeys).toEqual([]);
});

test.runIf(inject('soak'))("what is kept for guests is never an account's page", async ({ visit, site }) => {
  const page = await visit({ device: 'phone', offline: true });
  const event = await anEvent(site, { title: 'Sopar de dos comptes', dishes: {} });
  await toCheckout(page, { event: event.title, tickets: [{}] });
  await confirm(page);
  // They sign in, in another tab, while the page of the order keeps what it shows.
  await page.route('**/my-tickets', async (route) => {
    if (route.request().resourceType() === 'fetch') await signIn(page, { email: 'soci@comboi.test' });
    await route.continue();
  });
  const answered = page.waitForResponse((response) => response.url().endsWith('/my-tickets'));
  await pay(page);
  await answered;
  await page.waitForTimeout(1_500);
  expect(await page.evaluate(async () => (await caches.match('/my-tickets', { cacheName: 'comboi-guest-tickets' })) !== undefined)).toBe(false);
});

test.runIf(inject('soak'))('tickets still on their way to be kept when their holder leaves are not kept', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', offline: true });
  await signIn(page, { email: 'soci@comboi.test' });
  await buy(page, await anEvent(site));
  const requested = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  await page.route('**/my-tickets', async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue();
    const answer = await route.fetch();
    requested.resolve();
    await left.promise;
    await route.fulfill({ response: answer });
  });
  await page.goto('/my-tickets');
  await requested.promise;
  await logOut(page);
  const arrived = page.waitForResponse((response) => response.url().endsWith('/my-tickets'));
  left.resolve();
  await arrived;
  // As long as keeping takes, several times over.
  await page.waitForTimeout(1_500);
  expect(await page.evaluate(() => caches.has('comboi-my-tickets'))).toBe(false);
});

test('whoever signs in next on the same phone finds their own tickets', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', offline: true });
  await signIn(page, { email: 'soci@comboi.test' });
  await buy(page, await anEvent(site, { title: 'Sopar de la Maria' }));
  await page.goto('/my-tickets');
  await expect.poll(() => isStored(page)).toBe(true);
  await signIn(page, { email: 'public@comboi.test' });
  await page.goto('/my-tickets');
  await heading(page, 'No tens cap ticket encara');
  await expect.poll(() => page.evaluate(async () => (await (await caches.match('/my-tickets'))!.text()).includes('Sopar de la Maria'))).toBe(false);
});

test('the codes are as large as they must be, and the page asks nobody else', async ({ visit, site }) => {
  for (const [device, size] of soakCases([['phone', 120], ['desktop', 150]] as const)) {
    const page = await visit({ device, offline: true });
    await signIn(page, { email: 'soci@comboi.test' });
    await buy(page, await anEvent(site));
    await page.goto('/my-tickets');
    expect(await page.locator(CODE).first().boundingBox()).toMatchObject({ width: size, height: size });
    await expect.poll(() => page.getByRole('link', { name: 'Compartir per WhatsApp' }).first().getAttribute('href')).toMatch(/^https:\/\/wa\.me\/\?text=/);
  }
});

test('tickets show before, and without, scripts', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', javaScriptEnabled: false });
  await signIn(page, { email: 'soci@comboi.test' });
  const number = await buy(page, await anEvent(site));
  await page.goto('/my-tickets');
  await expect.poll(() => page.getByRole('img', { name: `Codi QR del ticket ${number}` }).isVisible()).toBe(true);
});

test.runIf(inject('soak'))('an admin saves the picture of any ticket by its number, and is told what is wrong', async ({ visit, site }) => {
  const page = await visit({ expected: [/404/], offline: true });
  await signIn(page, { email: 'soci@comboi.test' });
  const number = await buy(page, await anEvent(site));
  await signIn(page, { email: 'admin@comboi.test' });
  await page.goto('/tickets');
  await press(button(page, 'Generar QR'));
  await page.getByText('Per favor, introdueix un número de ticket vàlid').waitFor();
  await page.getByLabel('Número de ticket').fill('ORD-1-2-T3');
  await press(button(page, 'Generar QR'));
  await page.getByText("No s'ha trobat el ticket amb aquest número...").waitFor();
  await page.getByLabel('Número de ticket').fill(number);
  const download = page.waitForEvent('download');
  await press(button(page, 'Generar QR'));
  expect((await download).suggestedFilename()).toBe(`ticket-${number}.png`);
});

test('nobody but an admin loads the ticket printer', async ({ visit }) => {
  const page = await visit({ offline: true });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto('/tickets', { waitUntil: 'networkidle' });
  expect(await page.getByText('Generador de QR').count()).toBe(0);
  expect(requests.filter((url) => /qr-generator-(?!panel)|qr-matrix/.test(url))).toEqual([]);
});

test('after paying the first code stands in sight, opens over the whole screen, and a ticket is given to a friend by a link', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', offline: true });
  await toCheckout(page, { event: DINNER, tickets: [A_DINNER, A_DINNER, A_DINNER], email: 'soci@comboi.test' });
  await confirm(page);
  const orderId = await pay(page);
  const code = (await page.getByRole('img', { name: /^Codi QR/ }).first().boundingBox())!;
  expect(code.y + code.height).toBeLessThan(844);
  await press(button(page, /^A pantalla completa: ticket .*-T1$/));
  const screen = page.getByRole('dialog');
  const placeInSight = (): Promise<string | null> =>
    screen.getByRole('list').evaluate((list) => [...list.children].find((slide) => Math.abs(slide.getBoundingClientRect().left) < 5)?.querySelector('p')?.textContent ?? null);
  await expect.poll(placeInSight).toBe('1 de 3');
  await screen.getByRole('list').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(placeInSight).toBe('2 de 3');
  await page.keyboard.press('Escape');
  await screen.waitFor({ state: 'hidden' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^A pantalla completa: ticket .*-T1$/);

  await press(page.getByRole('link', { name: 'Donar-ne un' }));
  await press(button(page, 'Fer un enllaç per al Ticket 2'));
  const share = page.getByRole('link', { name: 'Compartir' });
  await share.waitFor();
  const sharedText = new URL((await share.getAttribute('href'))!).searchParams.get('text')!;
  const link = sharedText.split('\n').at(-1)!;

  const friend = await visit({ device: 'phone', expected: [/404/], offline: true });
  await signIn(friend, { email: 'public@comboi.test' });
  const late = await visit({ device: 'phone', expected: [/40[49]/], offline: true });
  await late.goto(link);
  await friend.goto(link);
  await friend.getByLabel('El teu nom').fill('Marta Pons');
  await press(button(friend, 'Agafar el tiquet'));
  await heading(friend, 'Ja tens el tiquet!');
  await friend.getByRole('img', { name: /^Codi QR del ticket ORD-.*-T2$/ }).waitFor();
  await late.getByLabel('El teu nom').fill('Massa Tard');
  await press(button(late, 'Agafar el tiquet'));
  await heading(late, 'Este tiquet ja no està per a agafar');
  const taken = friend.url();
  // Nobody's account has it: the device that took it does.
  await friend.goto('/my-tickets');
  await friend.getByRole('region', { name: 'En este dispositiu 1' }).getByRole('img', { name: /^Codi QR del ticket ORD-.*-T2$/ }).waitFor();
  expect(await friend.getByText('No tens cap ticket encara').count()).toBe(0);
  await friend.goto(taken);

  // The sender, signed in meanwhile, opens it for the friend: beside their own tickets it stands with its new code.
  const giving = page.url();
  const storedTickets = (): Promise<number[]> =>
    page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('comboi:tickets:')).map(([, text]) => (JSON.parse(text) as { tickets: unknown[] }).tickets.length).toSorted((one, other) => one - other));
  await signIn(page, { email: 'soci@comboi.test' });
  await page.goto(taken);
  await heading(page, 'Ja tens el tiquet!');
  await expect.poll(storedTickets).toEqual([1, 3]);
  await page.goto('/my-tickets');
  await page.getByRole('region', { name: 'En este dispositiu 1' }).getByRole('img', { name: /^Codi QR del ticket ORD-.*-T2$/ }).waitFor();

  await page.goto(giving);
  await page.getByText('Donat a Marta Pons').waitFor();
  await press(page.getByRole('link', { name: '← La comanda' }));
  await heading(page, BOUGHT);
  await page.getByText('Donat a Marta Pons').waitFor();
  await expect.poll(() => page.getByRole('img', { name: /^Codi QR/ }).count()).toBe(2);
  // What the guest's phone keeps of the order follows it, though its holder has signed in.
  await expect.poll(storedTickets).toEqual([1, 2]);
  await page.goBack();
  await press(page.getByText('Recuperar…'));
  await page.getByText('Vols llevar-li el tiquet a Marta Pons?').waitFor();
  await press(button(page, 'Sí, recuperar el Ticket 2'));
  await button(page, 'Fer un enllaç per al Ticket 2').waitFor();
  await friend.reload();
  await heading(friend, 'Este tiquet ja no és teu');

  // A slip: the friend has it again at the same page, under a new code, until it is taken back for good.
  await press(button(page, 'Desfer: tornar-lo a Marta Pons'));
  await page.getByText('Donat a Marta Pons').waitFor();
  await friend.reload();
  await friend.getByRole('img', { name: /^Codi QR del ticket ORD-.*-T2$/ }).waitFor();
  await press(page.getByText('Recuperar…'));
  await press(button(page, 'Sí, recuperar el Ticket 2'));
  await button(page, 'Fer un enllaç per al Ticket 2').waitFor();
  await friend.reload();
  await heading(friend, 'Este tiquet ja no és teu');

  const order = site.db.query.selectFrom('orders').select('status').where('id', '=', orderId);
  await signIn(late, { email: 'admin@comboi.test' });
  await late.request.post(`/admin/orders/${orderId}`, { form: { intent: 'refund-some', whole: 'on' } });
  await expect.poll(async () => (await order.executeTakeFirstOrThrow()).status).toBe('refunded');
  await page.goto(`/payment-success?order_id=${orderId}`);
  await expect.poll(storedTickets).toEqual([1]);
});

test('a ticket is given by WhatsApp in one touch, with a link that whoever gets it opens', async ({ site, visit }) => {
  const { orderId } = await boughtOnline(site.url, { event: DINNER, email: 'regala@example.com' });
  const page = await visit({ device: 'phone', expected: [/foreign host: https:\/\/wa\.me/], offline: true });
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<title>WhatsApp</title>' }));
  await page.goto(`/donar-tiquet?order_id=${orderId}`);
  const opening = page.waitForEvent('popup');
  await press(button(page, 'Donar per WhatsApp el Ticket 1'));
  const sharedText = new URL((await opening).url()).searchParams.get('text')!;
  await page.getByText('Enllaç fet').waitFor();
  const friend = await visit({ device: 'phone', offline: true });
  await friend.goto(sharedText.split('\n').at(-1)!);
  await heading(friend, 'Tens un tiquet!');
});
