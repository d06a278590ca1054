import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { axeFaults } from '#tests/support/browser/page-checks.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { mailAbout } from '#tests/support/people/account-holder.ts';
import { button, confirm, fillBuyer, goToCheckout, heading, pay, press, pressOnce, rivalOrders } from '#tests/support/people/shopper.ts';
import { test } from '#tests/support/site/journey.ts';
import type { Site } from '#tests/support/site/site.ts';

async function aSoldOutEvent(site: Site, title: string, maxTickets: number) {
  const event = await anEvent(site, { title, maxTickets, dishes: {} });
  const { orderId } = await rivalOrders(site.url, event, maxTickets);
  return { event, giveUp: async () => expect((await fetch(`${site.url}/api/orders/${orderId}/cancel`, { method: 'POST' })).status).toBe(204) };
}

async function looksRight(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
}

async function entryLink(page: Page, to: string, subject: RegExp): Promise<string> {
  const { text } = await mailAbout(page, { to, subject });
  return /https?:\S+codi=[^\s#]+/.exec(text)![0];
}

test('a guest waits on a phone, is written to when there is room, and buys by that link', async ({ site, visit }) => {
  const { event, giveUp } = await aSoldOutEvent(site, 'Sopar esgotat', 3);
  const page = await visit({ device: 'phone', expected: [/status of 400/] });
  await page.goto(`/order/${event.id}`);
  await page.waitForURL(`/tickets?event=${event.id}`);
  await looksRight(page);
  await press(page.locator(`#event-${event.id}`).getByRole('link', { name: "Avisa'm" }));
  await heading(page, "Avisa'm quan quede lloc");
  await press(button(page, 'Apuntar-me'));
  await page.getByRole('alert').filter({ hasText: 'no té un format vàlid' }).waitFor();
  await looksRight(page);
  await page.getByLabel('Quants sou?').selectOption('2');
  await page.getByLabel('El teu email').fill('pacient@example.com');
  await pressOnce(button(page, 'Apuntar-me'));
  await heading(page, 'Mira el correu');
  await looksRight(page);

  await page.goto(await entryLink(page, 'pacient@example.com', /^Confirma el teu lloc/));
  await looksRight(page);
  await press(button(page, 'Confirmar i entrar en la llista'));
  await page.getByText('Ets el 1r grup').waitFor();
  await looksRight(page);

  await giveUp();
  await page.goto(await entryLink(page, 'pacient@example.com', /^Hi ha lloc per a tu!/));
  await heading(page, 'Hi ha lloc per a tu!');
  await page.getByRole('timer').filter({ hasText: /Queden 11 h 5\d min/ }).waitFor();
  await looksRight(page);
  await press(page.getByRole('link', { name: 'Comprar les entrades' }));
  await page.getByText('Us guardem 2 places').waitFor();
  await looksRight(page);
  await pressOnce(page.getByRole('button', { name: /Afegir un/ }).first());
  await goToCheckout(page);
  await fillBuyer(page, 'pacient@example.com');
  await confirm(page);
  await press(button(page, 'Cancel·lar'));
  await page.getByText('Pagament cancel·lat').waitFor();
  await fillBuyer(page, 'pacient.corregit@example.com');
  await confirm(page);
  await pay(page);
  expect(await soldOf(site, event.id)).toBe(2);
});

test('without scripts one joins, confirms and leaves all the same', async ({ site, visit }) => {
  const { event } = await aSoldOutEvent(site, 'Sopar sense scripts', 2);
  const page = await visit({ javaScriptEnabled: false, colorScheme: 'dark' });
  await page.goto(`/avisam/${event.id}`);
  await page.getByLabel('El teu email').fill('sense@example.com');
  await button(page, 'Apuntar-me').click();
  await heading(page, 'Mira el correu');
  await page.goto(await entryLink(page, 'sense@example.com', /^Confirma el teu lloc/));
  await button(page, 'Confirmar i entrar en la llista').click();
  await page.getByText('Ets el 1r grup').waitFor();
  await button(page, 'Eixir de la llista').click();
  await heading(page, 'Has eixit de la llista');
});
