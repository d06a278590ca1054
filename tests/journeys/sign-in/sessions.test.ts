import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';

import { chooseFromProfile, fillLogin, logOut, openMenu, signIn } from '#tests/support/people/account-holder.ts';
import { aMember, type Member, MEMBER_PASSWORD } from '#tests/support/people/accounts.ts';
import { arrivedByMenu, type Device, scriptsAtWork } from '#tests/support/browser/browser.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { soakCases } from '#tests/support/reporting/counts.ts';
import { test } from '#tests/support/site/journey.ts';
import { A_DINNER, addTicket, confirm, DINNER, goToCheckout, heading, openEvent, press, pressOnce } from '#tests/support/people/shopper.ts';
import type { Site } from '#tests/support/site/site.ts';

/** Goes to another page of the top navigation without loading it as a whole. */
async function goTo(page: Page, name: string, path: string): Promise<void> {
  const hamburger = page.getByLabel('Menú');
  if (await hamburger.isVisible()) await press(hamburger);
  await press(page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name, exact: true }).filter({ visible: true }));
  await page.waitForURL(`**${path}`);
  await arrivedByMenu(page);
}

async function expectSignedOut(page: Page): Promise<void> {
  await expect.poll(() => page.getByText('Tancar sessió').count()).toBe(0);
  const hamburger = page.getByLabel('Menú');
  if (await hamburger.isVisible()) await press(hamburger);
  await page.getByRole('banner').getByRole('link', { name: 'Iniciar Sessió' }).filter({ visible: true }).waitFor();
}

/** The checkout, once it has its answer about who is signed in: it asks on the way, and then no more by itself. */
async function arriveAtCheckout(page: Page): Promise<void> {
  const requested = page.waitForRequest('**/api/session');
  await goToCheckout(page);
  await (await (await requested).response())?.finished();
}

/** The first page asks by itself who is signed in; opened again, it does not. */
async function openAgain(page: Page): Promise<void> {
  await page.reload();
  await scriptsAtWork(page);
}

/** As when somebody returns to the tab: a browser without a screen never leaves one. */
async function comeBack(page: Page): Promise<void> {
  await scriptsAtWork(page);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

const ENDS: Record<string, (site: Site, member: Member) => Promise<unknown>> = {
  'by an admin': (site, { id }) => site.db.query.deleteFrom('sessions').where('userId', '=', id).execute(),
  'because the account was disabled': (site, { id }) => site.db.query.updateTable('users').set({ banned: true }).where('id', '=', id).execute(),
  'because the account was deleted': (site, { id }) => site.db.query.deleteFrom('users').where('id', '=', id).execute(),
  'because its time was over': (site, { id }) => site.db.query.updateTable('sessions').set({ expiresAt: new Date(0) }).where('userId', '=', id).execute(),
};

/** Of a card that was still in view when the session ended. */
const PICTURE_OF_MEMBERS = /status of 404.*\/pictures\/events\//;

async function aSignedInPage(visit: (options: { device: Device; expected?: RegExp[] }) => Promise<Page>, site: Site, input: { device: Device; expected?: RegExp[] }): Promise<{ page: Page; member: Member }> {
  const member = await aMember(site, { role: 'admin' });
  const page = await visit(input);
  await signIn(page, { email: member.email, password: MEMBER_PASSWORD });
  await page.goto('/');
  return { page, member };
}

test.for(soakCases(Object.keys(ENDS)))('a session that ended %s is gone from the header at the next page', async (how, { visit, site }) => {
  const { page, member } = await aSignedInPage(visit, site, { device: how === 'by an admin' ? 'phone' : 'desktop', expected: [PICTURE_OF_MEMBERS] });
  await goTo(page, 'Tiquets', '/tickets');
  await ENDS[how]!(site, member);
  await goTo(page, 'Contacte', '/contact');
  await expectSignedOut(page);
});

test('a session that ended is gone from the header when the tab comes back', async ({ visit, site }) => {
  const { page, member } = await aSignedInPage(visit, site, { device: 'desktop', expected: [PICTURE_OF_MEMBERS] });
  await ENDS['by an admin']!(site, member);
  await comeBack(page);
  await expectSignedOut(page);
});

/** From the page that refused a form. */
async function signInAgain(page: Page, member: Member): Promise<void> {
  await press(page.getByRole('main').getByRole('link', { name: 'Iniciar Sessió' }));
  await page.waitForURL(/\/login\?next=/);
  await fillLogin(page, { email: member.email, password: MEMBER_PASSWORD });
}

test('a form sent after the session ended is refused by a page that knows it, and waits until one has signed in', async ({ visit, site }) => {
  const { page, member } = await aSignedInPage(visit, site, { device: 'desktop', expected: [/status of 401/] });
  await page.goto('/admin/users/new');
  await scriptsAtWork(page);
  await page.getByLabel('Nom i cognoms').fill('Amparo Gil');
  await ENDS['by an admin']!(site, member);
  await page.getByLabel('Correu', { exact: true }).fill('amparo.gil@example.com');
  await page.getByLabel('Rol').selectOption('comision');
  await page.getByLabel('Envia-li la invitació').uncheck();
  await press(page.getByRole('button', { name: 'Crear usuari' }));
  await heading(page, 'La sessió ha caducat');
  await expectSignedOut(page);
  await signInAgain(page, member);
  await heading(page, 'Nou usuari');
  await expect.poll(() => page.getByLabel('Envia-li la invitació').isChecked()).toBe(false);
  await press(page.getByRole('button', { name: 'Crear usuari' }));
  await heading(page, 'Amparo Gil');
  await page.getByText('amparo.gil@example.com').waitFor();
  // What was sent is not offered again.
  await page.goto('/admin/users/new');
  expect(await page.getByLabel('Nom i cognoms').inputValue()).toBe('');
});

/** As a browser tells it that had kept a page as it was left. */
async function comeBackFromAnotherPage(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
}

/** The page asks who is signed in, and leaves what stands on it alone. */
async function expectNothingReadAnew(page: Page, comeBackToIt: (page: Page) => Promise<void>): Promise<void> {
  const readAnew: string[] = [];
  page.on('request', (request) => void (request.url().includes('.data') && readAnew.push(request.url())));
  const requested = page.waitForRequest((request) => request.url().endsWith('/api/session'));
  await comeBackToIt(page);
  await (await (await requested).response())?.finished();
  await page.evaluate(() => fetch('/health/live').then(({ status }) => status));
  expect(readAnew).toEqual([]);
}

describe.for(soakCases([
  ['another tab', comeBack],
  ['another page', comeBackFromAnotherPage],
] as const))('when somebody comes back from %s', ([, comeBackToIt]) => {
  test('a session that ended has taken no form away that is being filled in', async ({ visit, site }) => {
    const { page, member } = await aSignedInPage(visit, site, { device: 'phone', expected: [/status of 401/] });
    const { id } = await aMember(site);
    await page.goto(`/admin/users/${id}`);
    await scriptsAtWork(page);
    await page.getByLabel('Rol').selectOption('comision');
    await ENDS['by an admin']!(site, member);
    await expectNothingReadAnew(page, comeBackToIt);
    await press(page.getByRole('button', { name: 'Canviar rol' }));
    await heading(page, 'La sessió ha caducat');
    await signInAgain(page, member);
    await page.getByRole('button', { name: 'Canviar rol' }).waitFor();
    await expect.poll(() => page.getByLabel('Rol').inputValue()).toBe('comision');
  });
});

test.runIf(inject('soak'))('a list of hundreds sent after the session ended waits in its tab, also when it was on its way to be imported', async ({ visit, site }) => {
  const { page, member } = await aSignedInPage(visit, site, { device: 'desktop', expected: [/status of 401/] });
  const list = ['email,full_name,role', ...Array.from({ length: 300 }, (_, index) => `soci${index}.nou@example.com,Soci Nou ${index},socio`)].join('\n');
  await page.goto('/admin/users/import');
  await scriptsAtWork(page);
  await page.getByLabel('Fitxer CSV').setInputFiles({ name: 'socis.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
  await ENDS['by an admin']!(site, member);
  await press(page.getByRole('button', { name: 'Revisar la llista' }));
  await heading(page, 'La sessió ha caducat');
  await signInAgain(page, member);
  await heading(page, 'Importar socis');
  await expect.poll(() => page.getByLabel('O enganxa ací la llista').inputValue()).toBe(list);
  await press(page.getByRole('button', { name: 'Revisar la llista' }));
  const toImport = page.getByRole('button', { name: 'Importar 300 línies' });
  await toImport.waitFor();
  await ENDS['by an admin']!(site, member);
  // What was looked through is not taken away either, whenever the page hears of it.
  await expectNothingReadAnew(page, comeBack);
  await press(toImport);
  await heading(page, 'La sessió ha caducat');
  await signInAgain(page, member);
  await expect.poll(() => page.getByLabel('O enganxa ací la llista').inputValue()).toBe(list);
});

test.runIf(inject('soak'))('whoever was signed out while typing a new password is told so, and returns to the form', async ({ visit, site }) => {
  const { page, member } = await aSignedInPage(visit, site, { device: 'phone', expected: [/status of 401/] });
  await page.goto('/change-password');
  await scriptsAtWork(page);
  await page.getByLabel('Contrasenya actual').fill(MEMBER_PASSWORD);
  await ENDS['by an admin']!(site, member);
  await page.getByLabel('Nova contrasenya', { exact: true }).fill('Quatre8Peres');
  await page.getByLabel('Repetix la nova contrasenya').fill('Quatre8Peres');
  await press(page.getByRole('main').getByRole('button', { name: 'Canviar contrasenya' }));
  await page.getByText("No s'ha pogut obtindre l'usuari actual.").waitFor();
  await signInAgain(page, member);
  await page.waitForURL(/\/change-password$/);
  await expect.poll(() => page.getByLabel('Contrasenya actual').inputValue()).toBe('');
});

describe.for(soakCases(['at the press', 'when the tab comes back']))('whoever loses the right while typing, which shows %s,', (how) => {
  test('enters as somebody else, and what was typed is there', async ({ visit, site }) => {
    const page = await visit({ device: 'desktop', expected: [/status of 403/] });
    const editor = await aMember(site, { rights: ['editor'] });
    const admin = await aMember(site, { role: 'admin' });
    await signIn(page, { email: editor.email, password: MEMBER_PASSWORD });
    const isKnown = page.waitForResponse('**/api/session');
    await page.goto('/admin/news/new');
    await Promise.all([isKnown, scriptsAtWork(page)]);
    await page.getByLabel('Títol').fill('La crida');
    await page.getByLabel('Contingut').fill('A les huit, a la plaça.');
    await site.db.query.deleteFrom('userRights').where('userId', '=', editor.id).execute();
    await (how === 'at the press' ? press(page.getByRole('button', { name: 'Crear Notícia' })) : comeBack(page));
    await heading(page, 'Accés Denegat');
    await page.getByText(/El que has escrit t'espera/).waitFor();
    await press(page.getByRole('button', { name: 'Iniciar Sessió amb un altre compte' }));
    await page.waitForURL(/\/login/);
    await fillLogin(page, { email: admin.email, password: MEMBER_PASSWORD });
    await heading(page, 'Nova Notícia');
    await expect.poll(() => page.getByLabel('Títol').inputValue()).toBe('La crida');
    await expect.poll(() => page.getByLabel('Contingut').inputValue()).toBe('A les huit, a la plaça.');
  });
});

test('at the checkout whoever was signed out meanwhile chooses to go on as a guest, at the price of everyone', async ({ visit, site }) => {
  const page = await visit({ device: 'phone' });
  const member = await aMember(site);
  await signIn(page, { email: member.email, password: MEMBER_PASSWORD });
  await openEvent(page, DINNER);
  await addTicket(page, A_DINNER);
  await arriveAtCheckout(page);
  await page.getByText('Usuari registrat').waitFor();
  await page.getByText('15,00 €').first().waitFor();
  await ENDS['by an admin']!(site, member);
  await comeBack(page);
  await page.getByText("La teua sessió s'ha tancat").waitFor();
  await expect.poll(() => page.getByText('15,00 €').count()).toBe(0);
  expect(await page.getByText('Usuari extern').count()).toBe(0);
  await press(page.getByRole('button', { name: 'Continuar sense compte' }));
  await page.getByText('Usuari extern').waitFor();
  await expect.poll(() => page.getByLabel('Email per rebre els tiquets:').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('ramon@example.com');
  await confirm(page);
  expect(await buyersOf(site)).toContainEqual({ email: 'ramon@example.com', userId: null });
});

test.runIf(inject('soak'))('a checkout that has not heard of the end of its session orders nothing for a guest, and finds the cart after signing in', async ({ visit, site }) => {
  const page = await visit({ device: 'desktop', expected: [/status of 409/] });
  const member = await aMember(site);
  await signIn(page, { email: member.email, password: MEMBER_PASSWORD });
  // Everybody pays the same here.
  const event = await anEvent(site, { title: 'Concert de tots', dishes: {}, referencePrice: 600 });
  await openEvent(page, event.title);
  await addTicket(page);
  await arriveAtCheckout(page);
  await page.getByText('Usuari registrat').waitFor();
  await ENDS['by an admin']!(site, member);
  await pressOnce(page.getByRole('button', { name: 'Confirmar i Pagar' }));
  const notice = page.getByRole('alert').filter({ hasText: "La teua sessió s'ha tancat" });
  await notice.waitFor();
  await page.getByRole('button', { name: 'Confirmar i Pagar' }).waitFor({ state: 'detached' });
  expect(await buyersOf(site, event.id)).toEqual([]);
  await signInAgain(page, member);
  await page.getByText('Usuari registrat').waitFor();
  await confirm(page);
  expect(await buyersOf(site, event.id)).toEqual([{ email: member.email, userId: member.id }]);
});

test.runIf(inject('soak'))('an admin whose session has ended creates no free tickets, and goes on at the price of everyone', async ({ visit, site }) => {
  const { page, member } = await aSignedInPage(visit, site, { device: 'desktop', expected: [/status of 409/] });
  const event = await anEvent(site, { title: 'Sopar de la taquilla', dishes: {}, referencePrice: 700 });
  await page.goto(`/order/${event.id}`);
  await addTicket(page);
  await openAgain(page);
  await ENDS['by an admin']!(site, member);
  await press(page.getByRole('button', { name: 'Crear tiquets gratuïts' }));
  await page.getByRole('alert').getByText('Ja no compres amb el mateix compte').waitFor();
  await goToCheckout(page);
  await page.getByText('7,00 €').first().waitFor();
  expect(await buyersOf(site, event.id)).toEqual([]);
});

test.runIf(inject('soak'))("a members' event that is gone with the session says how to get it back", async ({ visit, site }) => {
  const page = await visit({ device: 'phone', expected: [/status of 40[49]/] });
  const member = await aMember(site);
  await signIn(page, { email: member.email, password: MEMBER_PASSWORD });
  const event = await anEvent(site, { title: 'Sopar amagat', visibility: 'socio', dishes: {} });
  await openEvent(page, event.title);
  await addTicket(page);
  await arriveAtCheckout(page);
  await ENDS['by an admin']!(site, member);
  await pressOnce(page.getByRole('button', { name: 'Confirmar i Pagar' }));
  await heading(page, 'Esdeveniment no trobat');
  await press(page.getByRole('link', { name: 'inicia sessió' }));
  await fillLogin(page, { email: member.email, password: MEMBER_PASSWORD });
  await page.getByText('Usuari registrat').waitFor();
  expect(await buyersOf(site, event.id)).toEqual([]);
});

async function buyersOf(site: Site, eventId?: number): Promise<{ email: string | null; userId: string | null }[]> {
  return site.db.query.selectFrom('orders').select(['email', 'userId']).$if(eventId !== undefined, (orders) => orders.where('eventId', '=', eventId!)).execute();
}

test('an admin who was demoted loses the admin entries at the next page', async ({ visit, site }) => {
  const { page, member } = await aSignedInPage(visit, site, { device: 'desktop' });
  await openMenu(page);
  await page.getByRole('link', { name: 'Administració' }).waitFor();
  await page.keyboard.press('Escape');
  await site.db.query.updateTable('users').set({ role: 'socio' }).where('id', '=', member.id).execute();
  await goTo(page, 'Tiquets', '/tickets');
  await page.getByRole('link', { name: 'Sopar de socis' }).waitFor();
  await expect.poll(() => page.getByRole('banner').getByText('Administració').count()).toBe(0);
  await openMenu(page);
  await expect.poll(() => page.getByRole('banner').getByRole('link', { name: 'Verificar Tiquets' }).count()).toBe(0);
  await page.getByRole('banner').getByRole('link', { name: 'Els meus tiquets' }).filter({ visible: true }).waitFor();
});

test.runIf(inject('soak'))('a session on another device lives on when one leaves', async ({ visit, site }) => {
  const { page, member } = await aSignedInPage(visit, site, { device: 'desktop' });
  const phone = await visit({ device: 'phone' });
  await signIn(phone, { email: member.email, password: MEMBER_PASSWORD });
  await phone.goto('/');
  await logOut(page);
  await goTo(phone, 'Contacte', '/contact');
  await comeBack(phone);
  await chooseFromProfile(phone, 'Els meus tiquets');
  await heading(phone, 'No tens cap ticket encara');
});

test('without a network nothing is taken from the page', async ({ visit, site }) => {
  const { page } = await aSignedInPage(visit, site, { device: 'desktop', expected: [/ERR_INTERNET_DISCONNECTED/] });
  await goTo(page, 'Contacte', '/contact');
  await page.context().setOffline(true);
  const lost = page.waitForEvent('requestfailed');
  await comeBack(page);
  await lost;
  await heading(page, 'Contacte');
  await page.locator('summary', { hasText: 'El meu perfil' }).waitFor();
  await page.context().setOffline(false);
});

test('without a network nobody leaves unawares', async ({ visit, site }) => {
  const { page } = await aSignedInPage(visit, site, { device: 'phone', expected: [/ERR_INTERNET_DISCONNECTED/] });
  await scriptsAtWork(page);
  await page.context().setOffline(true);
  await chooseFromProfile(page, 'Tancar sessió');
  await page.getByText('Sense connexió: la sessió continua oberta').filter({ visible: true }).first().waitFor();
  await page.keyboard.press('Escape');
  await page.context().setOffline(false);
  await logOut(page);
});
