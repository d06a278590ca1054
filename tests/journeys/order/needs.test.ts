import { expect } from 'vitest';

import { holdScripts, scriptsAtWork } from '#tests/support/browser/browser.ts';
import { button, confirm, DINNER, fillBuyer, goToCheckout, openFromList, pay, press } from '#tests/support/people/shopper.ts';
import { test } from '#tests/support/site/journey.ts';

test('what somebody can’t eat is told of each dish, warned of before paying, and changed on the ticket', async ({ visit, site }) => {
  const page = await visit({ device: 'phone' });
  await openFromList(page, DINNER);
  await press(button(page, /Afegir un/));
  const sheet = page.getByRole('dialog');
  await sheet.waitFor();
  await sheet.getByText('Per a al·lèrgies usa «Necessitats alimentàries».').waitFor();
  const arnadi = sheet.locator('label', { hasText: 'Arnadí' });
  await arnadi.getByText('fruits de closca').waitFor();
  await sheet.locator('label', { hasText: 'Cafè amb gotet' }).getByText("Sense informació d'al·lèrgens").waitFor();
  await press(sheet.getByText('Necessitats alimentàries (opcional)'));
  await press(sheet.getByLabel('ous', { exact: true }));
  await arnadi.getByText('Conté ous', { exact: true }).waitFor();
  // A slip of the finger, taken back: the needs stay unfolded.
  for (let times = 0; times < 2; times += 1) await press(sheet.getByLabel('ous', { exact: true }));
  for (const dish of ['Paella valenciana', 'Arnadí']) await press(sheet.getByRole('checkbox', { name: dish }));

  // Without a word on whose they are it goes nowhere, and says why.
  await button(page, 'Afegir a la comanda').tap({ force: true });
  await sheet.locator('fieldset').getByText(/Falta dir de qui són/).waitFor();
  await press(sheet.getByLabel("Són d'una altra persona. Tinc el permís de la persona"));
  await press(button(page, 'Afegir a la comanda'));
  await sheet.waitFor({ state: 'hidden' });
  await page.getByText('sense ous').waitFor();

  await goToCheckout(page);
  await page.getByText('Ticket 1, «Arnadí»: Conté ous').waitFor();
  await fillBuyer(page, 'necessitats@example.com');
  await confirm(page);
  await pay(page);
  await scriptsAtWork(page);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('"eggs"');

  await press(page.getByRole('link', { name: 'Necessitats alimentàries' }).first());
  await page.waitForURL(/\/necessitats\//);
  expect(await page.getByLabel('ous', { exact: true }).isChecked()).toBe(true);
  await page.getByText('Conté ous', { exact: true }).first().waitFor();
  // Ticked before the scripts have come, it stays ticked.
  const letScriptsCome = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await page.getByLabel('api', { exact: true }).check();
  letScriptsCome();
  await press(button(page, 'Guardar'));
  await page.getByText('La cuina ja ho sap.').waitFor();
  const stored = () => site.db.query.selectFrom('ticketNeeds').innerJoin('tickets', 'tickets.id', 'ticketNeeds.ticketId').innerJoin('orders', 'orders.id', 'tickets.orderId').select(['codes', 'forOther']).where('email', '=', 'necessitats@example.com').execute();
  expect(await stored()).toEqual([{ codes: ['eggs', 'celery'], forOther: true }]);

  await press(button(page, 'Retirar el consentiment i esborrar-ho'));
  await page.getByText('Ja no en guardem res.').waitFor();
  expect(await stored()).toEqual([{ codes: [], forOther: true }]);
});
