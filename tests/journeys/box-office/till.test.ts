import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { axeFaults, sidewaysPixels } from '#tests/support/browser/page-checks.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { DEMO_PASSWORD } from '#tests/support/people/buyers.ts';
import { button, heading, press, pressOnce } from '#tests/support/people/shopper.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { test } from '#tests/support/site/journey.ts';

const CASHIER = { email: 'taquilla@comboi.test', password: DEMO_PASSWORD };

async function expectUsable(page: Page): Promise<void> {
  expect({ axe: await axeFaults(page), sideways: await sidewaysPixels(page) }, page.url()).toEqual({ axe: [], sideways: 0 });
}

/** Every press of a sale is one of these. */
function aFinger(): { taps: () => number; tap: typeof pressOnce } {
  let taps = 0;
  return {
    taps: () => taps,
    async tap(target) {
      taps += 1;
      await pressOnce(target);
    },
  };
}

test('a till evening on a phone: sold, given back and closed to the cent', async ({ visit, site }) => {
  const dinner = await anEvent(site, { title: 'Sopar de taquilla', maxTickets: 10, date: '2099-03-15', dishes: { Paella: [1450, 1250, 1050], Fideuà: [1400, 1200, 1000] } });
  const dance = await anEvent(site, { title: 'Ball de nit', date: '2099-03-16', dishes: {}, referencePrice: 800 });
  const page = await visit({ device: 'phone' });
  await signIn(page, CASHIER);
  await page.goto('/admin/till');
  await scriptsAtWork(page);
  await page.getByLabel('Fons inicial').fill('50');
  await pressOnce(button(page, 'Obrir la caixa'));
  await page.getByText('Caixa «Taquilla» oberta').waitFor();
  await expectUsable(page);

  // Nothing to choose: from the panel to the codes on the screen.
  await page.getByLabel('Acte').selectOption(String(dance.id));
  await page.getByText('8,00 €').first().waitFor();
  const quick = aFinger();
  await page.goto('/admin');
  await heading(page, "Panell d'Administració");
  const began = performance.now();
  await quick.tap(page.getByRole('main').getByRole('link', { name: 'Taquilla' }));
  await heading(page, 'Taquilla');
  await page.getByLabel('Acte').selectOption(String(dance.id));
  await page.getByText('8,00 €').first().waitFor();
  await quick.tap(page.getByText('Bizum', { exact: true }));
  await quick.tap(button(page, 'Cobrar 8,00 €'));
  await page.getByText('1 tiquet venut: 8,00 €, bizum').waitFor();
  await page.getByRole('img', { name: /^Codi QR del ticket/ }).waitFor();
  figure('Till sale of one ticket with nothing to choose: taps (and one more to pick the event), seconds', `${quick.taps()}, ${((performance.now() - began) / 1000).toFixed(1)}`);
  await expectUsable(page);

  // Two dishes in one sale, at the member's prices, in cash.
  await press(page.getByRole('link', { name: 'Nova venda' }));
  await page.getByLabel('Acte').selectOption(String(dinner.id));
  await page.getByText('Paella', { exact: true }).waitFor();
  await press(page.getByText('Soci', { exact: true }));
  await press(page.getByText('Paella', { exact: true }));
  await press(button(page, 'Afegir i triar-ne un altre'));
  await press(page.getByText('Fideuà', { exact: true }));
  await press(button(page, 'Un més'));
  await page.getByText('3 tiquets', { exact: true }).waitFor();
  await expectUsable(page);
  await pressOnce(button(page, 'Cobrar 36,50 €'));
  await page.getByText('3 tiquets venuts: 36,50 €, efectiu').waitFor();
  expect(await soldOf(site, dinner.id)).toBe(3);

  // One of them is given back.
  await press(button(page, 'Anul·lar este').first());
  await page.getByLabel('Motiu').fill("S'ha posat malalt");
  await pressOnce(button(page, 'Tornar 12,50 €'));
  await page.getByText('Torna 12,50 € (efectiu)').waitFor();
  expect(await soldOf(site, dinner.id)).toBe(2);

  // Change is brought from the bank, and the ice is paid.
  await page.goto('/admin/till');
  await press(page.getByRole('link', { name: 'Posar o traure efectiu' }));
  await heading(page, 'Efectiu de Taquilla');
  for (const [what, amount, reason] of [['Posar diners', '20', 'Canvi del banc'], ['Traure diners', '7,25', 'Gel']] as const) {
    await press(page.getByText(what, { exact: true }));
    await page.getByLabel('Import').fill(amount);
    await page.getByLabel('Per a què?').fill(reason);
    await pressOnce(button(page, 'Apuntar'));
    await page.getByRole('list', { name: "Moviments d'efectiu" }).getByText(reason).waitFor();
  }
  await expectUsable(page);

  // 50,00 + 36,50 - 12,50 + 20,00 - 7,25 of cash, and a Bizum of 8,00.
  await press(page.getByRole('link', { name: 'Tornar a vendre' }));
  await press(page.getByRole('link', { name: 'Tancar la caixa' }));
  await heading(page, 'Tancar Taquilla');
  await page.getByLabel('Efectiu', { exact: true }).fill('86,75');
  await page.getByLabel('Targeta').fill('0');
  await page.getByLabel('Bizum').fill('8');
  await pressOnce(button(page, 'Tancar la caixa'));
  await heading(page, 'Arqueig de Taquilla');
  await page.getByText('Quadra al cèntim').waitFor();
  await expectUsable(page);
});

test('the till sells without scripts too', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar sense res', date: '2099-04-15' });
  const page = await visit({ device: 'desktop', javaScriptEnabled: false });
  await page.goto('/login');
  await page.getByLabel('Correu electrònic').fill('admin@comboi.test');
  await page.getByLabel('Contrasenya', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Iniciar Sessió' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  await page.goto('/admin/till?totes');
  await page.getByLabel('Caixa', { exact: true }).fill('Casal');
  await page.getByLabel('Fons inicial').fill('0');
  await page.getByRole('button', { name: 'Obrir la caixa' }).click();
  await page.goto(`${page.url()}?event=${event.id}`);
  await page.getByText('Paella', { exact: true }).click();
  await page.getByLabel('Quants', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'Cobrar' }).click();
  await page.getByText('2 tiquets venuts: 28,00 €, efectiu').waitFor();
  expect(await soldOf(site, event.id)).toBe(2);
});

test('a sale that is refused without scripts comes back as it was typed', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar que es torna', date: '2099-04-16', dishes: { Paella: [1400, 1200, 1000], Fideuà: [1400, 1200, 1000] } });
  const page = await visit({ device: 'desktop', javaScriptEnabled: false, expected: [/status of 400/] });
  await page.goto('/login');
  await page.getByLabel('Correu electrònic').fill('admin@comboi.test');
  await page.getByLabel('Contrasenya', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Iniciar Sessió' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
  await page.goto('/admin/till?totes');
  await page.getByLabel('Caixa', { exact: true }).fill('Sense guions');
  await page.getByLabel('Fons inicial').fill('0');
  await page.getByRole('button', { name: 'Obrir la caixa' }).click();
  await page.goto(`${page.url()}?event=${event.id}`);
  await page.getByText('Soci', { exact: true }).click();
  await page.getByText('Fideuà', { exact: true }).click();
  await page.getByLabel('Quants', { exact: true }).fill('3');
  await page.getByText('Bizum', { exact: true }).click();
  await page.getByText('Al·lèrgies o observacions').click();
  await page.getByLabel('Observacions').fill('sense gluten');
  await page.getByLabel('Per a qui és este plat?').fill('Iaia Carme');
  await page.getByText('Nom i correu (opcional)').click();
  await page.getByLabel('Correu, per a enviar-li els tiquets').fill('carme arrova');
  await page.getByRole('button', { name: 'Cobrar' }).click();
  await page.getByText('Per favor, introdueix un email vàlid').waitFor();
  expect(await page.getByLabel('Quants', { exact: true }).inputValue()).toBe('3');
  expect(await page.locator('input[name="category"]:checked, input[name="means"]:checked').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))).toEqual(['socio', 'bizum']);
  expect(await page.getByLabel('Observacions').inputValue()).toBe('sense gluten');
  await page.getByLabel('Correu, per a enviar-li els tiquets').fill('carme@example.com');
  await page.getByRole('button', { name: 'Cobrar' }).click();
  await page.getByText('3 tiquets venuts: 36,00 €, bizum').waitFor();
  expect(await site.db.query.selectFrom('tickets').select(['note', 'noteName']).where('eventId', '=', event.id).execute()).toEqual(Array.from({ length: 3 }, () => ({ note: 'sense gluten', noteName: 'Iaia Carme' })));
});

test('a count that is ten euros short is counted again, and a wrong arqueig is corrected beside it', async ({ visit }) => {
  const page = await visit({ device: 'phone', expected: [/status of 409/] });
  await signIn(page, { email: 'admin@comboi.test', password: DEMO_PASSWORD });
  const opened = await page.request.post('/api/admin/till/sessions', { data: { float: 5_000, name: 'Recompte' } });
  const { id } = (await opened.json()) as { id: string };
  await page.goto(`/admin/till/${id}`);
  await scriptsAtWork(page);
  expect(await page.getByRole('button', { name: /^Cobrar 0/ }).count()).toBe(0);
  await page.goto(`/admin/till/${id}/close`);
  await scriptsAtWork(page);
  // Nobody counts towards a number: what the drawer should hold is folded.
  expect(await page.getByRole('table').count()).toBe(0);
  await press(page.getByText('Comptar per monedes i bitllets'));
  await page.getByLabel('× 20 €').fill('2');
  await expect.poll(() => page.getByLabel('Efectiu', { exact: true }).inputValue()).toBe('40,00');
  await page.getByLabel('Targeta').fill('0');
  await page.getByLabel('Bizum').fill('0');
  await pressOnce(button(page, 'Tancar la caixa'));
  await page.getByText('Falten 10,00 €', { exact: true }).waitFor();
  await press(page.getByText("Què s'ha mogut fins ara"));
  await page.getByRole('cell', { name: '50,00 €' }).waitFor();
  await expectUsable(page);
  await press(page.getByRole('link', { name: 'Torna a comptar' }));
  await expect.poll(() => page.getByLabel('Efectiu', { exact: true }).evaluate((field) => field === document.activeElement)).toBe(true);
  await pressOnce(button(page, 'Tanca així'));
  await page.getByText('Digues per què no quadra').first().waitFor();
  await page.getByLabel('Per què no quadra').fill('Un bitllet de menys');
  await pressOnce(button(page, 'Tanca així'));
  await heading(page, 'Arqueig de Recompte');
  await expectUsable(page);

  const finger = aFinger();
  await finger.tap(page.getByRole('link', { name: "Corregir l'arqueig" }));
  await heading(page, "Corregir l'arqueig de Recompte");
  await page.getByLabel('Efectiu').fill('50');
  await page.getByLabel('Per què es corregix').fill('El bitllet era davall del calaix');
  await expectUsable(page);
  await finger.tap(button(page, 'Guardar la correcció'));
  await heading(page, 'Arqueig de Recompte');
  await page.getByText('Quadra al cèntim').waitFor();
  await page.getByText('El bitllet era davall del calaix').waitFor();
  figure('Correcting an arqueig from its sheet: taps beside the typing', finger.taps());
});
