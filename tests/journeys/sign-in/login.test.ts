import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { fillLogin, signIn } from '#tests/support/people/account-holder.ts';
import { holdScripts, scriptsAtWork, stopClock } from '#tests/support/browser/browser.ts';
import { test } from '#tests/support/site/journey.ts';
import { topOf } from '#tests/support/browser/page-checks.ts';
import { NO_NETWORK } from '#tests/support/browser/lost-connection.ts';
import { heading, press } from '#tests/support/people/shopper.ts';

function passwordField(page: Page): Locator {
  return page.getByLabel('Contrasenya', { exact: true });
}

async function openLogin(page: Page): Promise<void> {
  await page.goto('/login');
  await scriptsAtWork(page);
}

test('what is below the fields stays where it was drawn when the page begins to listen', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  const letCome = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  const link = page.getByRole('link', { name: 'Has oblidat la contrasenya?' });
  await page.getByRole('contentinfo').waitFor();
  const drawn = await topOf(link);
  letCome();
  await scriptsAtWork(page);
  expect(await page.getByRole('button', { name: "Entra amb una clau d'accés" }).isEnabled()).toBe(true);
  expect(await topOf(link)).toBe(drawn);
});

test('a wrong password is told for 4 s, and after that still to those who listen', async ({ visit }) => {
  const page = await visit({ device: 'phone', expected: [/status of 401/] });
  await stopClock(page);
  await openLogin(page);
  await fillLogin(page, { email: 'soci@comboi.test', password: 'Comboi2026' });
  const alert = page.getByRole('alert').filter({ hasText: 'Credencials incorrectes' });
  await alert.waitFor();
  await page.clock.runFor(3_900);
  expect(await alert.count()).toBe(1);
  // Its four seconds begin when the page has shown it.
  await expect.poll(async () => page.clock.runFor(200).then(() => alert.count())).toBe(0);
  const description = await passwordField(page).evaluate((field) => (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent).join(' '));
  expect(description).toContain('Credencials incorrectes');
  await expect.poll(() => page.getByLabel('Correu electrònic').inputValue()).toBe('soci@comboi.test');
});

test('without a network the login keeps what was typed, and says so until it is sent again', async ({ visit }) => {
  const page = await visit({ device: 'phone', expected: [NO_NETWORK] });
  await stopClock(page);
  await openLogin(page);
  await page.context().setOffline(true);
  await fillLogin(page, { email: 'soci@comboi.test', password: 'Comboi2027' });
  const alert = page.getByRole('alert').filter({ hasText: 'No hem pogut connectar' });
  await alert.waitFor();
  await page.clock.runFor(60_000);
  expect(await alert.count()).toBe(1);
  await expect.poll(() => page.getByLabel('Correu electrònic').inputValue()).toBe('soci@comboi.test');
  await expect.poll(() => passwordField(page).inputValue()).toBe('Comboi2027');
  await page.context().setOffline(false);
  await press(page.getByRole('main').getByRole('button', { name: 'Iniciar Sessió' }));
  await page.waitForURL((url) => url.pathname === '/');
});

test('without a network a forgotten password is answered as ever, says that nobody was asked and asks again', async ({ visit }) => {
  const page = await visit({ device: 'phone', expected: [NO_NETWORK] });
  await page.goto('/forgot-password');
  await scriptsAtWork(page);
  await page.context().setOffline(true);
  await page.getByLabel('Correu electrònic').fill('soci@comboi.test');
  await press(page.getByRole('button', { name: "Enviar l'enllaç" }));
  await heading(page, 'Correu Enviat');
  const lost = page.getByRole('alert').filter({ hasText: 'No hem pogut connectar' });
  await lost.waitFor();
  await page.context().setOffline(false);
  const requested = page.waitForRequest((request) => request.method() === 'POST');
  await press(page.getByRole('button', { name: 'Tornar-ho a provar' }));
  expect((await requested).postData()).toContain('soci%40comboi.test');
  await lost.waitFor({ state: 'detached' });
  await heading(page, 'Correu Enviat');
});

test('without a network the change of a password keeps what was typed', async ({ visit }) => {
  const page = await visit({ device: 'phone', expected: [NO_NETWORK] });
  await signIn(page, { email: 'public@comboi.test', password: 'Comboi2027' });
  await page.goto('/change-password');
  await scriptsAtWork(page);
  await page.context().setOffline(true);
  for (const label of ['Contrasenya actual', 'Nova contrasenya', 'Repetix la nova contrasenya']) await page.getByLabel(label, { exact: true }).fill('Foguera2031');
  await press(page.getByRole('button', { name: 'Canviar contrasenya' }));
  await page.getByRole('alert').filter({ hasText: 'No hem pogut connectar' }).waitFor();
  await expect.poll(() => page.getByLabel('Nova contrasenya', { exact: true }).inputValue()).toBe('Foguera2031');
  await page.context().setOffline(false);
});

test('the address is judged while one types and when one sends', async ({ visit }) => {
  const page = await visit();
  await openLogin(page);
  const address = page.getByLabel('Correu electrònic');
  for (const [typed, problem] of [
    ['soci', 'El correu ha de contenir @'],
    ['soci@comboi', 'El correu ha de contenir un punt (.)'],
    ['a.b@c', 'Format de correu invàlid'],
    ['@a.b', 'Correu massa curt'],
  ] as const) {
    await address.fill(typed);
    await page.getByText(problem, { exact: true }).waitFor();
    await passwordField(page).fill('Comboi2027');
    await passwordField(page).press('Enter');
    await page.getByText(problem, { exact: true }).waitFor();
    expect(await address.evaluate((field) => field === document.activeElement)).toBe(true);
  }
  expect(page.url()).toMatch(/\/login$/);
});

describe('the eye shows the password for as long as it is held', () => {
  async function expectHold(page: Page, { hold, release }: Record<'hold' | 'release', () => Promise<unknown>>): Promise<void> {
    await hold();
    await expect.poll(() => passwordField(page).getAttribute('type')).toBe('text');
    await page.waitForTimeout(1_000);
    expect(await passwordField(page).getAttribute('type')).toBe('text');
    await release();
    await expect.poll(() => passwordField(page).getAttribute('type')).toBe('password');
    await expect.poll(() => passwordField(page).inputValue()).toBe('Comboi2027');
    expect(page.url()).toMatch(/\/login$/);
  }

  test('by key and by mouse', async ({ visit }) => {
    const page = await visit();
    await openLogin(page);
    await passwordField(page).fill('Comboi2027');
    await passwordField(page).press('Tab');
    for (const key of ['Space', 'Enter']) await expectHold(page, { hold: () => page.keyboard.down(key), release: () => page.keyboard.up(key) });
    // Who walks on with the key down leaves nothing in sight.
    await expectHold(page, { hold: () => page.keyboard.down('Space'), release: () => page.keyboard.press('Tab') });
    await page.keyboard.up('Space');
    await page.getByRole('button', { name: 'Mantín premut per a veure la contrasenya' }).hover();
    // Let go elsewhere, too.
    await expectHold(page, { hold: () => page.mouse.down(), release: () => page.mouse.move(5, 5).then(() => page.mouse.up()) });
  });

  test('by finger', async ({ visit }) => {
    const page = await visit({ device: 'phone' });
    await openLogin(page);
    await passwordField(page).fill('Comboi2027');
    const box = (await page.getByRole('button', { name: 'Mantín premut per a veure la contrasenya' }).boundingBox())!;
    const devtools = await page.context().newCDPSession(page);
    const finger = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    await expectHold(page, {
      hold: () => devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: finger }),
      release: () => devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
    });
  });
});
