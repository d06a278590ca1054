import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';

import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { axeFaults, sidewaysPixels } from '#tests/support/browser/page-checks.ts';
import { aTicketWith } from '#tests/support/people/buyers.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { openDrawerAt } from '#tests/support/people/cashiers.ts';
import { orderOnline } from '#tests/support/people/online-buyers.ts';
import { button, press, pressOnce } from '#tests/support/people/shopper.ts';
import { test } from '#tests/support/site/journey.ts';

async function placesAt(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('status', { name: 'Places' }).getByText(text).waitFor();
}

test('the desk follows what runs out while it is open, and a sale refused for it keeps the rest', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar que s\'acaba', maxTickets: 12, dishes: { Paella: [1400, 1200, 1000], Fideuà: [1400, 1200, 1000], Arròs: [1400, 1200, 1000] }, places: { Paella: 3, Fideuà: 2 } });
  const bought = (dish: string, quantity: number, key: string) => orderOnline(site.url, { event, key, tickets: Array.from({ length: quantity }, () => aTicketWith(event, dish)) });
  const page = await visit({ device: 'phone', expected: [/status of 409/, /net::ERR_FAILED/] });
  await signIn(page, { email: 'taquilla@comboi.test' });
  const session = await openDrawerAt(page, 'Porta de places');
  await page.goto(`/admin/till/${session}?event=${event.id}`);
  await scriptsAtWork(page);
  await placesAt(page, 'En queden 12');
  await page.getByLabel(/Paella/).and(page.getByRole('radio', { description: 'En queden 3' })).waitFor();

  // Sold on the web: told here without a reload.
  await bought('Paella', 3, 'three-paellas-on-the-web');
  await placesAt(page, 'En queden 9');
  await page.getByRole('radio', { name: /Paella/, description: 'Esgotat', disabled: true }).waitFor();

  // The list of this sale takes the last ones.
  await press(page.getByText('Fideuà', { exact: true }));
  await press(button(page, 'Un més'));
  await press(button(page, 'Afegir i triar-ne un altre'));
  await page.getByRole('radio', { name: /Fideuà/, description: 'Ja els tens tots en esta venda', disabled: true }).waitFor();
  await press(page.getByText('Arròs', { exact: true }));
  await page.getByText('Nom i correu (opcional)').click();
  await page.getByLabel('Nom', { exact: true }).fill('Neus de la porta');
  await page.getByText('Bizum', { exact: true }).click();
  expect({ axe: await axeFaults(page), sideways: await sidewaysPixels(page) }).toEqual({ axe: [], sideways: 0 });

  // One of them goes while the desk hears nothing.
  await page.route('**/api/events/*/live', (route) => route.abort());
  await bought('Fideuà', 1, 'one-fideua-on-the-web');
  await pressOnce(button(page, 'Cobrar 42,00 €'));
  await page.getByRole('alert').filter({ hasText: 'De «Fideuà» només en queda 1' }).waitFor();
  await page.getByText("Només en queda 1 i en esta venda n'hi ha 2").waitFor();
  await page.getByRole('list', { name: "Tiquets d'esta venda" }).getByText("Fideuà: no n'hi ha per a tots").waitFor();
  expect(await page.getByLabel('Nom', { exact: true }).inputValue()).toBe('Neus de la porta');
  expect(await page.getByRole('radio', { name: 'Bizum' }).isChecked()).toBe(true);
  expect({ axe: await axeFaults(page), sideways: await sidewaysPixels(page) }).toEqual({ axe: [], sideways: 0 });
  await press(button(page, 'Llevar Fideuà'));
  await pressOnce(button(page, 'Cobrar 14,00 €'));
  await page.getByText('1 tiquet venut: 14,00 €, bizum').waitFor();
  expect(await soldOf(site, event.id)).toBe(5);
});

test.runIf(inject('soak'))('an event that is sold out meanwhile is named, and what was typed stays', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Ball de la lluna', maxTickets: 2, dishes: {}, referencePrice: 800 });
  const page = await visit({ device: 'desktop', expected: [/status of 409/, /net::ERR_FAILED/] });
  await signIn(page, { email: 'taquilla@comboi.test' });
  const session = await openDrawerAt(page, 'Porta del ball');
  await page.route('**/api/events/*/live', (route) => route.abort());
  await page.goto(`/admin/till/${session}?event=${event.id}`);
  await scriptsAtWork(page);
  await placesAt(page, 'En queden 2');
  await press(button(page, 'Un més'));
  await orderOnline(site.url, { event, key: 'one-dancer-on-the-web' });
  await pressOnce(button(page, 'Cobrar 16,00 €'));
  await page.getByRole('alert').filter({ hasText: 'De «Ball de la lluna» només en queda 1' }).waitFor();
  await page.getByText("Només en queda 1 i en esta venda n'hi ha 2").waitFor();
  await placesAt(page, 'En queda 1');
  await press(button(page, 'Un menys'));
  await pressOnce(button(page, 'Cobrar 8,00 €'));
  await page.getByText('1 tiquet venut: 8,00 €, efectiu').waitFor();
});
