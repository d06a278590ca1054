import { describe, expect, inject } from 'vitest';

import { chooseFromProfile, fillLogin, logIn, logOut, mailAbout, recoveryLinkIn, setPassword, signIn } from '#tests/support/people/account-holder.ts';
import { aMember, MEMBER_PASSWORD } from '#tests/support/people/accounts.ts';
import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { DEMO_PASSWORD } from '#tests/support/people/buyers.ts';
import { soakCases } from '#tests/support/reporting/counts.ts';
import { PHONE_FIRST, test } from '#tests/support/site/journey.ts';
import { A_DINNER, addTicket, button, DINNER, goToCheckout, heading, openEvent, orderState, pay, press, pressOnce } from '#tests/support/people/shopper.ts';

const MEMBERS_EVENT = 'Sopar de socis';
const ADMIN = { email: 'admin@comboi.test', password: DEMO_PASSWORD };
const NEW_PASSWORD = 'Quatre4Carxofes';
/** Chromium's own line about a refused call. */
const REFUSED = /status of 401/;
const FORBIDDEN = /status of 403/;
const SIGNED_OUT = "Has d'iniciar sessió per veure els teus tiquets";

describe.for(PHONE_FIRST)('on a %s', (device) => {
  test('a member signs in where they stand, pays the price of members and finds the tickets in the account', async ({ visit, site }) => {
    const page = await visit({ device });
    const member = await aMember(site, { name: 'Neus Lluch' });
    await page.goto('/tickets');
    expect(await page.getByText(MEMBERS_EVENT).count()).toBe(0);

    const hamburger = page.getByLabel('Menú');
    if (await hamburger.isVisible()) await press(hamburger);
    await press(page.getByRole('banner').getByRole('link', { name: 'Iniciar Sessió' }).filter({ visible: true }));
    await page.waitForURL(/\/login\?next=/);
    await fillLogin(page, { email: member.email, password: MEMBER_PASSWORD });
    await page.waitForURL(/\/tickets$/);
    await page.getByRole('link', { name: MEMBERS_EVENT }).waitFor();

    await openEvent(page, DINNER);
    await addTicket(page, A_DINNER);
    await goToCheckout(page);
    await page.getByText('Usuari registrat').waitFor();
    await page.getByRole('main').getByText('Neus Lluch').waitFor();
    const address = page.getByLabel("Els tiquets s'enviaran al teu compte:");
    await expect.poll(() => address.inputValue()).toBe(member.email);
    expect(await address.isEditable()).toBe(false);
    await pressOnce(button(page, 'Confirmar i Pagar'));
    await page.waitForURL(/\/dev\/pay\//);
    await heading(page, '15,00 €');
    const order = await orderState(page, await pay(page));
    expect(order).toMatchObject({ status: 'paid', total: 1500, email: member.email });

    await press(page.getByRole('link', { name: 'Veure Els Meus Tiquets' }));
    await page.waitForURL(/\/my-tickets$/);
    const ticket = page.getByRole('article', { name: `Ticket #${order.tickets[0]!.ticketNumber}` });
    await ticket.getByText('TIQUET SOCI').waitFor();
    await expect.poll(() => ticket.getByText('15,00 €').count()).toBe(1);
    await expect.poll(() => ticket.getByText('Paella valenciana').count()).toBe(1);
    await expect.poll(() => ticket.getByRole('img', { name: /^Codi QR/ }).isVisible()).toBe(true);
  });

  test('a forgotten password is set anew through the mailbox, once', async ({ visit, site }) => {
    const page = await visit({ device, expected: [REFUSED] });
    const member = await aMember(site);
    await page.goto('/login');
    await press(page.getByRole('link', { name: 'Has oblidat la contrasenya?' }));
    await heading(page, 'Has oblidat la contrasenya?');
    await page.getByLabel('Correu electrònic').fill(member.email);
    await press(button(page, "Enviar l'enllaç"));
    await heading(page, 'Correu Enviat');
    await page.getByText('Si aquest correu està registrat, rebràs un missatge amb instruccions per a restaurar la contrasenya.').waitFor();

    const link = recoveryLinkIn(await mailAbout(page, { to: member.email, subject: /Restaura/ }));
    const parameters = new URLSearchParams(link.hash.slice(1));
    expect(link.origin).toBe(site.url);
    expect([...parameters.keys()]).toEqual(['access_token', 'refresh_token', 'expires_at', 'expires_in', 'token_type', 'type']);
    expect(parameters.get('access_token')!.split('.')).toHaveLength(3);

    await page.goto('/contact');
    await page.goto(link.href);
    await page.getByLabel('Nova contrasenya', { exact: true }).waitFor();
    // The code is gone from where somebody beside could read it.
    await expect.poll(() => page.url()).toBe(`${site.url}/reset-password`);
    await scriptsAtWork(page);
    await page.getByLabel('Nova contrasenya', { exact: true }).fill('Quatre');
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: '(complit)' }).count()).toBe(3);
    await setPassword(page, NEW_PASSWORD);
    await page.goBack();
    await heading(page, 'Contacte');

    // A link makes no session.
    await page.goto('/my-tickets');
    await heading(page, SIGNED_OUT);
    await page.goto(link.href);
    await page.getByRole('alert').filter({ hasText: 'Sessió no vàlida. Sol·licita un nou enllaç de recuperació.' }).waitFor();
    expect(await page.locator('input[type="password"]').count()).toBe(0);

    await page.goto('/login');
    await fillLogin(page, { email: member.email, password: MEMBER_PASSWORD });
    await page.getByRole('alert').filter({ hasText: 'Credencials incorrectes' }).waitFor();
    await fillLogin(page, { email: member.email, password: NEW_PASSWORD });
    await page.waitForURL((url) => url.pathname === '/');
    await mailAbout(page, { to: member.email, subject: 'La teua contrasenya ha canviat' });
  });
});

test.runIf(inject('soak'))('whoever is signed out during the checkout is told so, and has the old price back after signing in', async ({ visit, site }) => {
  const page = await visit({ expected: [/409/] });
  const member = await aMember(site);
  await page.goto('/login');
  await fillLogin(page, { email: member.email, password: MEMBER_PASSWORD });
  await page.waitForURL((url) => url.pathname === '/');
  await openEvent(page, DINNER);
  await addTicket(page, A_DINNER);
  await goToCheckout(page);
  await page.context().clearCookies();
  await pressOnce(button(page, 'Confirmar i Pagar'));
  const alert = page.getByRole('alert').filter({ hasText: "La teua sessió s'ha tancat" });
  await alert.waitFor();
  await page.getByText('18,00 €').first().waitFor();
  await press(alert.getByRole('link', { name: 'Iniciar Sessió' }));
  await fillLogin(page, { email: member.email, password: MEMBER_PASSWORD });
  await page.waitForURL(/\/checkout\//);
  await page.getByText('Usuari registrat').waitFor();
  await page.getByText('15,00 €').first().waitFor();
});

describe.for(soakCases([
  { password: NEW_PASSWORD, answer: 'Hem tancat totes les sessions obertes' },
  { password: 'Quatre', answer: 'La contrasenya ha de contindre almenys un nombre' },
]))('a reset that is sent before the scripts of its page are there ($password)', ({ password, answer }) => {
  test('keeps its answer when they come and clean the address', async ({ visit, site }) => {
    const page = await visit({ device: 'phone', expected: [/status of 400/, /ERR_FAILED/] });
    const member = await aMember(site);
    await page.goto('/forgot-password');
    await page.getByLabel('Correu electrònic').fill(member.email);
    await press(button(page, "Enviar l'enllaç"));
    const link = recoveryLinkIn(await mailAbout(page, { to: member.email, subject: 'Restaura la contrasenya' }));

    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(`/reset-password?${link.hash.slice(1)}`);
    await page.getByLabel('Nova contrasenya', { exact: true }).fill(password);
    await page.getByLabel('Repetix la nova contrasenya', { exact: true }).fill(password);
    await page.unroute('**/assets/*.js');
    await button(page, 'Guardar la contrasenya').tap();
    await page.waitForURL(/\/reset-password$/);
    await page.getByText(answer).first().waitFor();
  });
});

test('a reset that is sent while its address is on the way to be cleaned is heard, and leaves it clean', async ({ visit, site }) => {
  const page = await visit({ device: 'phone' });
  const member = await aMember(site);
  await page.goto('/forgot-password');
  await page.getByLabel('Correu electrònic').fill(member.email);
  await press(button(page, "Enviar l'enllaç"));
  const link = recoveryLinkIn(await mailAbout(page, { to: member.email, subject: 'Restaura la contrasenya' }));

  const sent = Promise.withResolvers<void>();
  await page.route('**/reset-password.data*', async (route) => {
    if (route.request().method() === 'POST') sent.resolve();
    await sent.promise;
    await route.continue().catch(() => undefined);
  });
  await page.goto(`/reset-password?${link.hash.slice(1)}`);
  await setPassword(page, NEW_PASSWORD);
  await expect.poll(() => page.url()).toBe(`${site.url}/reset-password`);
});

test('a new member who was invited sets a password, signs in and sees the event of members', async ({ visit }) => {
  const admin = await visit();
  await logIn(admin, ADMIN);
  await chooseFromProfile(admin, 'Administració');
  await press(admin.getByRole('link', { name: 'Usuaris' }).first());
  await press(admin.getByRole('link', { name: 'Nou usuari' }));
  await admin.getByLabel('Nom i cognoms').fill('Amparo Gil');
  await admin.getByLabel('Correu', { exact: true }).fill('amparo@example.com');
  await admin.getByLabel('Rol').selectOption('Soci');
  await press(button(admin, 'Crear usuari'));
  await admin.getByText('Usuari creat.').waitFor();
  await heading(admin, 'Amparo Gil');

  const page = await visit({ device: 'phone' });
  const invitation = await mailAbout(page, { to: 'amparo@example.com', subject: /Ja tens compte/ });
  expect(invitation.text).toContain('Hola, Amparo Gil:');
  await page.goto(recoveryLinkIn(invitation).href);
  await heading(page, 'Et donem la benvinguda, Amparo');
  await page.getByLabel('Contrasenya', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Repetix la contrasenya', { exact: true }).fill(NEW_PASSWORD);
  await press(button(page, 'Guardar la contrasenya'));
  await heading(page, 'Ja tens compte, Amparo');
  expect(await page.getByRole('main').innerText()).not.toMatch(/nova|actualitzada|tancat/i);
  await press(page.getByRole('main').getByRole('link', { name: 'Iniciar Sessió' }));
  await page.waitForURL(/\/login/);
  await expect.poll(() => page.getByLabel('Correu electrònic').inputValue()).toBe('amparo@example.com');
  await page.getByLabel('Contrasenya', { exact: true }).fill(NEW_PASSWORD);
  await press(page.getByRole('main').getByRole('button', { name: 'Iniciar Sessió' }));
  await page.waitForURL((url) => url.pathname === '/');
  await openEvent(page, MEMBERS_EVENT);
  await addTicket(page, { choices: ['Arròs al forn', 'Cremaet'] });
  await page.getByText('12,80 €').first().waitFor();

  await admin.reload();
  await admin.getByText('Contrasenya restablida').waitFor();
});

test.runIf(inject('soak'))('a password changed on one device ends the session on the other', async ({ visit, site }) => {
  const member = await aMember(site);
  const credentials = { email: member.email, password: MEMBER_PASSWORD };
  const desktop = await visit({ expected: [/status of 400/] });
  const phone = await visit({ device: 'phone', expected: [REFUSED] });
  for (const page of [desktop, phone]) {
    await signIn(page, credentials);
    await page.goto('/');
  }
  await chooseFromProfile(phone, 'Els meus tiquets');
  await heading(phone, 'No tens cap ticket encara');

  await chooseFromProfile(desktop, 'Canviar contrasenya');
  await desktop.getByLabel('Contrasenya actual').fill('No7EsAquesta');
  await desktop.getByLabel('Nova contrasenya', { exact: true }).fill(NEW_PASSWORD);
  await desktop.getByLabel('Repetix la nova contrasenya').fill(NEW_PASSWORD);
  await press(button(desktop, 'Canviar contrasenya'));
  await desktop.getByText('La contrasenya actual és incorrecta.').waitFor();
  await desktop.getByLabel('Contrasenya actual').fill(MEMBER_PASSWORD);
  await press(button(desktop, 'Canviar contrasenya'));
  await desktop.getByText('Contrasenya canviada correctament!').waitFor();
  for (const label of ['Contrasenya actual', 'Nova contrasenya', 'Repetix la nova contrasenya']) {
    await expect.poll(() => desktop.getByLabel(label, { exact: true }).inputValue()).toBe('');
  }

  // Without loading anything anew: the next thing the phone asks for.
  await chooseFromProfile(phone, 'Canviar contrasenya');
  await phone.getByText("No s'ha pogut obtindre l'usuari actual.").waitFor();
  await expect.poll(() => phone.getByText('Tancar sessió').count()).toBe(0);
  await phone.goto('/my-tickets');
  await heading(phone, SIGNED_OUT);
  await press(phone.getByRole('main').getByRole('link', { name: 'Iniciar Sessió' }));
  await fillLogin(phone, credentials);
  await phone.getByRole('alert').filter({ hasText: 'Credencials incorrectes' }).waitFor();
  await fillLogin(phone, { ...credentials, password: NEW_PASSWORD });
  await phone.waitForURL(/\/my-tickets$/);
  await heading(phone, 'No tens cap ticket encara');

  await chooseFromProfile(desktop, 'Els meus tiquets');
  await heading(desktop, 'No tens cap ticket encara');
});

test('after leaving, Back shows nothing of the account, and other tabs have left too', async ({ visit, site }) => {
  const page = await visit({ expected: [REFUSED] });
  const member = await aMember(site, { name: 'Rosa Febrer' });
  await logIn(page, { email: member.email, password: MEMBER_PASSWORD });
  const otherTab = await page.context().newPage();
  await otherTab.goto('/tickets');
  await otherTab.getByRole('link', { name: MEMBERS_EVENT }).waitFor();
  await page.goto('/change-password');
  await chooseFromProfile(page, 'Els meus tiquets');
  await heading(page, 'No tens cap ticket encara');
  await logOut(page);

  await page.goBack();
  await heading(page, SIGNED_OUT);
  await page.goBack();
  await page.getByText("No s'ha pogut obtindre l'usuari actual.").waitFor();
  expect(await page.getByText('Rosa Febrer').count()).toBe(0);
  await otherTab.getByRole('banner').getByRole('link', { name: 'Iniciar Sessió' }).waitFor();
  await otherTab.getByRole('link', { name: MEMBERS_EVENT }).waitFor({ state: 'hidden' });
});

test.runIf(inject('soak'))('whoever is no admin is refused by every admin page, and the crest leads home', async ({ visit, site }) => {
  const page = await visit({ expected: [FORBIDDEN] });
  const member = await aMember(site, { role: 'comision' });
  for (const path of ['/admin', '/admin/users']) {
    await page.goto(path);
    await heading(page, 'Accés Denegat');
  }
  await press(page.getByRole('main').getByRole('link', { name: 'Iniciar Sessió' }));
  await page.waitForURL(/\/login\?next=/);
  await fillLogin(page, { email: member.email, password: MEMBER_PASSWORD });
  await heading(page, 'Accés Denegat');
  await page.getByText('Àrea Privada', { exact: true }).waitFor();
  await page.getByText(/^No tens permisos d'administrador/).waitFor();
  await press(page.locator('summary', { hasText: 'El meu perfil' }));
  expect(await page.getByRole('link', { name: 'Administració' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await press(page.getByRole('link', { name: "Torna a l'inici" }));
  await page.waitForURL((url) => url.pathname === '/');
  await heading(page, /combo/i);

  await page.goto('/admin');
  await press(button(page, 'Iniciar Sessió amb un altre compte'));
  await page.waitForURL(/\/login\?next=/);
  await fillLogin(page, ADMIN);
  await page.waitForURL(/\/admin$/);
  await page.goto('/');
  await page.route('**/admin.data*', async (route) => {
    await heading(page, 'Verificant permisos...');
    await route.continue();
  });
  await chooseFromProfile(page, 'Administració');
  await heading(page, "Panell d'Administració");
  await expect.poll(() => page.title()).toBe("Panell d'Administració · Falla Mar i Foc");
});

test('an admin who comes too late sees what another made of it, and can go on from there', async ({ visit, site }) => {
  const page = await visit({ expected: [/status of 409/] });
  const member = await aMember(site, { role: 'socio' });
  await signIn(page, ADMIN);
  await page.goto(`/admin/users/${member.id}`);
  await scriptsAtWork(page);
  await site.db.query.updateTable('users').set({ role: 'public' }).where('id', '=', member.id).execute();
  await page.getByLabel('Rol').selectOption('Comissió');
  await press(button(page, 'Canviar rol'));
  await page.getByRole('alert').filter({ hasText: 'Un altre administrador ho ha canviat mentrestant.' }).waitFor();
  await expect.poll(() => page.getByLabel('Rol').inputValue()).toBe('public');
  await page.getByLabel('Rol').selectOption('Comissió');
  await press(button(page, 'Canviar rol'));
  await page.getByText('Rol canviat.').waitFor();
});

test.runIf(inject('soak'))('a list of three thousand members is looked through before it is taken', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await signIn(page, ADMIN);
  await page.goto('/admin/users/import');
  const lines = Array.from({ length: 3_000 }, (_, n) => `soci${n}@example.org,Soci Número ${n},${n % 9 === 0 ? 'comision' : 'socio'}`);
  await page.getByLabel('Fitxer CSV').setInputFiles({ name: 'socis.csv', mimeType: 'text/csv', buffer: Buffer.from(['email,full_name,role', ...lines, 'mal,Nom,socio'].join('\n')) });
  await press(button(page, 'Revisar la llista'));
  const sums = page.getByRole('status').filter({ hasText: "Encara no s'ha guardat res" });
  await sums.getByText('Altes: 3000 · Canvis: 0 · Sense canvis: 0 · Amb errors: 1').waitFor();
  await expect.poll(() => sums.evaluate((banner) => banner === document.activeElement && banner.getBoundingClientRect().top > 0)).toBe(true);
  await press(button(page, 'Importar 3000 línies'));
  await page.getByText('Llista importada').waitFor();
  await page.goto('/admin/users?q=Soci+Número+2999');
  await page.getByText('1 usuari', { exact: true }).waitFor();
});

test('a list that is too long is not sent, and says what to do', async ({ visit }) => {
  const page = await visit();
  await signIn(page, ADMIN);
  await page.goto('/admin/users/import');
  const file = page.getByLabel('Fitxer CSV');
  await file.setInputFiles({ name: 'socis.csv', mimeType: 'text/csv', buffer: Buffer.alloc(1_500_000, 'a') });
  await scriptsAtWork(page);
  await press(button(page, 'Revisar la llista'));
  await page.getByRole('alert').filter({ hasText: "La llista passa d'1 MB" }).waitFor();
  expect(await file.evaluate((input: HTMLInputElement) => input.files!.length)).toBe(1);
});
