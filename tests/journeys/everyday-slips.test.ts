import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';

import { fillLogin } from '#tests/support/people/account-holder.ts';
import { haveBeenFetched, scriptsAtWork, stopClock } from '#tests/support/browser/browser.ts';
import { topOf } from '#tests/support/browser/page-checks.ts';
import { NO_NETWORK } from '#tests/support/browser/lost-connection.ts';
import { DEMO_PASSWORD } from '#tests/support/people/buyers.ts';
import { testWithMails as test } from '#tests/support/site/journey.ts';
import { A_DINNER, addTicket, BOUGHT, button, CONCERT, configure, confirm, DINNER, fillBuyer, goByMenu, goToCheckout, heading, mailsTo, openEvent, orderIdOf, pay, press, pressOnce, ticketsInCart } from '#tests/support/people/shopper.ts';

/** What happens to everybody: a login that was forgotten, a finger beside the button, a letter too few. */

function cards(page: Page): Locator {
  return page.getByRole('main').locator('li[id^="ticket-"]');
}

test.runIf(inject('soak'))('a member who forgot to sign in is told the price of members, and comes back to the same cart', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await openEvent(page, DINNER);
  await page.getByText('Ets soci? Inicia sessió: des de 12,50 € en lloc de 15,50 €').waitFor();
  await addTicket(page, A_DINNER);
  await page.getByText('Ets soci? Inicia sessió: 15,00 € en lloc de 18,00 €').waitFor();
  await goToCheckout(page);
  await page.getByText('Ets soci? Inicia sessió: 15,00 € en lloc de 18,00 €').waitFor();
  await press(page.getByRole('link', { name: 'Inicia sessió', exact: true }));
  await fillLogin(page, { email: 'soci@comboi.test', password: DEMO_PASSWORD });
  await page.waitForURL(/\/checkout\/\d+$/);
  await page.getByText('15,00').first().waitFor();
  await expect.poll(() => ticketsInCart(page)).toBe(1);
  await expect.poll(() => page.getByText('Ets soci?').count()).toBe(0);
});

test('an event where members pay the same says nothing of members', async ({ visit }) => {
  const page = await visit();
  await openEvent(page, CONCERT);
  await addTicket(page);
  await expect.poll(() => page.getByText('Ets soci?').count()).toBe(0);
});

test('what is free says so, and is confirmed without a word of paying', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await openEvent(page, 'Xocolatada infantil');
  await addTicket(page);
  await press(button(page, 'Continuar'));
  await button(page, 'Confirmar').waitFor();
  await fillBuyer(page, 'xocolata@example.com');
  await expect.poll(() => page.getByText('Gratis').count()).toBeGreaterThan(0);
  await expect.poll(() => page.getByText(/0,00|pagament|[Pp]agar\b/).filter({ visible: true }).allTextContents()).toEqual(['No cal pagar res: en confirmar ja tens els tiquets.']);
  await pressOnce(button(page, 'Confirmar'));
  await heading(page, BOUGHT);
});

test.runIf(inject('soak'))('a stray touch or Esc keeps what was being chosen; to cancel it is a choice, and can be undone', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  const dialog = page.getByRole('dialog');
  const paella = dialog.getByRole('checkbox', { name: 'Paella valenciana' });
  const note = dialog.getByLabel('Observacions especials:');
  await openEvent(page, DINNER);
  for (const close of [() => page.keyboard.press('Escape'), () => page.touchscreen.tap(195, 10), () => press(button(page, 'Tancar'))]) {
    await press(button(page, /Afegir un/));
    await configure(page, { choices: (await paella.isChecked()) ? [] : ['Paella valenciana'], note: 'Al·lèrgia als fruits secs' });
    await close();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Tens un tiquet a mig triar.').waitFor();
    await press(button(page, /Afegir un/));
    await expect.poll(async () => [await paella.isChecked(), await note.inputValue()]).toEqual([true, 'Al·lèrgia als fruits secs']);
    await close();
    await dialog.waitFor({ state: 'hidden' });
  }

  await press(button(page, /Afegir un/));
  await press(button(page, 'Cancel·lar'));
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByText('Tens un tiquet a mig triar.').count()).toBe(0);
  await press(button(page, 'Desfer'));
  await expect.poll(async () => [await paella.isChecked(), await note.inputValue()]).toEqual([true, 'Al·lèrgia als fruits secs']);
  await configure(page, { choices: ['Arnadí'] });
  await press(button(page, 'Afegir a la comanda'));
  await dialog.waitFor({ state: 'hidden' });

  await press(button(page, 'Editar Ticket 1'));
  await note.fill('Al·lèrgia al peix');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await cards(page).filter({ hasText: 'Al·lèrgia als fruits secs' }).waitFor();
  await press(button(page, 'Editar Ticket 1'));
  await expect.poll(() => note.inputValue()).toBe('Al·lèrgia al peix');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await press(button(page, 'Editar Ticket 1'));
  await press(button(page, 'Guardar canvis'));
  await cards(page).filter({ hasText: 'Al·lèrgia al peix' }).waitFor();
});

test('a ticket repeated for the next person has the same dishes, without the note, and says so', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await openEvent(page, DINNER);
  await addTicket(page, { ...A_DINNER, note: 'Sense gluten' });
  await press(button(page, 'Repetir Ticket 1'));
  await page.getByText('Ticket 2 afegit, sense les observacions').first().waitFor();
  await expect.poll(() => cards(page).filter({ hasText: 'Paella valenciana' }).count()).toBe(2);
  await expect.poll(() => cards(page).filter({ hasText: 'Sense gluten' }).count()).toBe(1);
});

test('a press on «Afegir a la comanda» leads to the section that is missing', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  const dialog = page.getByRole('dialog');
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.closest('fieldset')?.querySelector('legend')?.textContent ?? '');
  await openEvent(page, DINNER);
  await press(button(page, /Afegir un/));
  const add = button(page, 'Afegir a la comanda');
  await expect.poll(() => add.getAttribute('aria-disabled')).toBe('true');
  const dessert = dialog.getByRole('group', { name: 'Postres (obligatori)' });
  await configure(page, { choices: ['Paella valenciana'] });
  await dialog.getByLabel('Observacions especials:').scrollIntoViewIfNeeded();
  // Playwright takes no hand to what calls itself disabled; people do.
  await add.tap({ force: true });
  await dialog.getByText('Falta triar «Postres».').nth(1).waitFor();
  await expect.poll(focused).toContain('Postres');
  // Below the dialog's head, not behind it.
  const head = (await dialog.getByRole('heading', { name: 'Configura el teu menjar' }).boundingBox())!;
  const isJustBelow = (y: number): boolean => y > head.y + head.height && y < 300;
  await expect.poll(async () => isJustBelow(await topOf(dessert))).toBe(true);
  await expect.poll(() => dialog.getByRole('group', { name: 'Plat principal' }).locator('p').allTextContents()).toEqual(["Tria'n 1"]);

  // A second tap takes the one choice away.
  const paella = dialog.getByRole('checkbox', { name: 'Paella valenciana' });
  await press(paella);
  await expect.poll(() => paella.isChecked()).toBe(false);
  await add.tap({ force: true });
  await expect.poll(focused).toContain('Plat principal');
});

test('a touch beside the open menu only closes it', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await page.goto('/tickets');
  const card = page.getByRole('link', { name: DINNER });
  await card.scrollIntoViewIfNeeded();
  await press(page.getByLabel('Menú'));
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Premis' }).waitFor();
  const box = (await page.getByRole('article').filter({ hasText: DINNER }).boundingBox())!;
  const [x, y] = [box.x + 20, box.y + 30];
  await page.touchscreen.tap(x, y);
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Premis' }).waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe('/tickets');
  await page.touchscreen.tap(x, y);
  await page.waitForURL(/\/order\/\d+$/);
});

test('what can be undone stays ten seconds, and as long as the focus rests on it; other news goes after three', async ({ visit }) => {
  const page = await visit();
  await openEvent(page, DINNER);
  await addTicket(page, A_DINNER);
  await stopClock(page);
  await press(button(page, 'Repetir Ticket 1'));
  await page.clock.runFor(2_900);
  const repeated = page.locator('p', { hasText: 'Ticket 2 afegit' });
  expect(await repeated.count()).toBe(1);
  await page.clock.runFor(200);
  await repeated.waitFor({ state: 'detached' });

  await press(button(page, 'Eliminar Ticket 2'));
  await page.mouse.move(5, 5);
  const undo = button(page, 'Desfer');
  await page.clock.runFor(9_900);
  await undo.focus();
  await page.clock.runFor(60_000);
  await undo.press('Enter');
  await expect.poll(() => ticketsInCart(page)).toBe(2);
  await press(button(page, 'Eliminar Ticket 2'));
  await page.mouse.move(5, 5);
  await page.clock.runFor(10_100);
  await undo.waitFor({ state: 'detached' });
});

test('an address with a slip is asked about, and a guest can still correct it on the page of the tickets', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await openEvent(page, CONCERT);
  await addTicket(page);
  await goToCheckout(page);
  await fillBuyer(page, 'joana@gmial.com');
  await press(page.getByLabel('Nom (opcional)'));
  await press(button(page, 'Volies dir gmail.com?'));
  await expect.poll(() => page.getByLabel('Email per rebre els tiquets:').inputValue()).toBe('joana@gmail.com');
  await expect.poll(() => page.getByText('Volies dir').count()).toBe(0);

  // Whoever presses on at once is asked all the same; pressing once more means it.
  await fillBuyer(page, 'joana@hotmial.com');
  await pressOnce(button(page, 'Confirmar i Pagar'));
  await page.locator(':focus', { hasText: 'Volies dir hotmail.com?' }).waitFor();
  await confirm(page);
  const orderId = await pay(page);
  const [misled] = await mailsTo(page, 'joana@hotmial.com');
  expect(misled!.text).toContain(orderId);

  await press(page.getByText('No és este correu? Corregix-lo'));
  await page.getByLabel('El teu correu:').fill('joana.correcta@example.com');
  await press(button(page, 'Corregir i enviar'));
  await page.getByText("T'hem enviat els tiquets a joana.correcta@example.com").waitFor();
  await expect.poll(() => orderIdOf(page)).not.toBe(orderId);
  await expect.poll(() => page.getByText('No és este correu?').count()).toBe(0);
  const [found] = await mailsTo(page, 'joana.correcta@example.com');
  expect(found!.text).toContain(orderIdOf(page));
  expect((await page.request.get(`/payment-success?order_id=${orderId}`)).status()).toBe(404);
});

test('each target in the footer and in the calendar is as high as a finger is wide', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  const tooSmall: string[] = [];
  for (const path of ['/calendar', '/calendar?mes=2027-03', '/calendar?dia=2027-03-02', '/contact']) {
    await page.goto(path);
    const targets = page.locator('footer a, [aria-labelledby="mes"] a, main section a');
    const found = await targets.evaluateAll((all) => all.map((one) => ({ text: one.textContent, height: Math.round(one.getBoundingClientRect().height) })));
    expect(found.length).toBeGreaterThan(4);
    tooSmall.push(...found.filter(({ height }) => height < 44).map(({ text, height }) => `${path}: ${text} ${height}`));
  }
  expect(tooSmall).toEqual([]);
});

test('while an event is long on its way its title stays in sight, under the night that its page begins with', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await page.goto('/tickets');
  const arriving = Promise.withResolvers<void>();
  await page.route(/\/order\/.*\.data/, async (route) => {
    await arriving.promise;
    await route.continue();
  });
  await press(page.getByRole('link', { name: DINNER }));
  await page.getByText('Carregant…').waitFor({ state: 'attached' });
  const title = page.getByRole('heading', { level: 1, name: DINNER });
  await title.waitFor();
  const night = (): Promise<string> => title.evaluate((heading) => {
    const ground = (element: Element): string => {
      const { backgroundImage } = getComputedStyle(element);
      return backgroundImage !== 'none' || element.parentElement === null ? backgroundImage : ground(element.parentElement);
    };
    return ground(heading);
  });
  const before = await night();
  expect(before).toContain('gradient');
  arriving.resolve();
  await button(page, /Afegir un/).waitFor();
  expect(await night()).toBe(before);
});

test.runIf(inject('soak'))('a page that nobody touched says that the network is gone, and follows its links once it is back', async ({ visit }) => {
  const page = await visit({ device: 'phone', expected: [NO_NETWORK, /Failed to fetch/] });
  await page.goto('/tickets');
  await scriptsAtWork(page);
  await page.context().setOffline(true);
  await press(page.getByRole('link', { name: 'He perdut el tiquet' }));
  await page.getByRole('status').getByText('Sense connexió: ara no es pot obrir').waitFor();
  expect(new URL(page.url()).pathname).toBe('/tickets');
  await page.context().setOffline(false);
  await press(button(page, 'Torna-ho a provar'));
  await page.waitForURL(/tiquet-perdut$/);
  await page.goto('/');
  // Without a touch, after a while at rest.
  await haveBeenFetched(page, 'calendar');
  await page.context().setOffline(true);
  await goByMenu(page, 'Calendari');
  await page.getByRole('alert').getByText('No hem pogut carregar els esdeveniments').waitFor();
});
