import { readFile } from 'node:fs/promises';

import { expect } from 'vitest';

import { mailAbout, signIn } from '#tests/support/people/account-holder.ts';
import { test } from '#tests/support/site/journey.ts';
import { aMember, MEMBER_PASSWORD } from '#tests/support/people/accounts.ts';
import { boughtOnline } from '#tests/support/people/online-buyers.ts';
import { button, DINNER, heading, press } from '#tests/support/people/shopper.ts';
import { expectUsable } from '#tests/support/browser/usable.ts';

test('a guest sees, downloads, corrects and erases by a mailed link', async ({ site, visit }) => {
  const email = 'dades.convidada@example.com';
  await boughtOnline(site.url, { event: DINNER, email });
  const page = await visit({ device: 'phone' });
  await page.goto('/les-meues-dades');
  await expectUsable(page, 'asking for a link to the data');
  await page.getByLabel('Correu electrònic').fill(email);
  await press(button(page, "Envia'm l'enllaç"));
  await page.getByText('Petició rebuda').waitFor();
  const { text } = await mailAbout(page, { to: email, subject: 'Les teues dades' });
  await page.goto(/https?:\S+codi=\w+/.exec(text)![0]);
  expect(new URL(page.url()).search).toBe('');
  await press(button(page, 'Vore les meues dades'));
  await heading(page, 'Què guardem');
  await page.getByText(DINNER).first().waitFor();
  await expectUsable(page, 'the data of a guest');

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Descarregar-ho tot (JSON)' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('les-meues-dades.json');
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ email, orders: [{ eventTitle: DINNER }] });

  await page.getByLabel('Nom i cognoms').fill('Convidada Corregida');
  await press(button(page, 'Guardar el nom'));
  await page.getByText('Nom corregit').waitFor();
  await press(page.getByRole('link', { name: 'Esborrar les dades…' }));
  await heading(page, 'Tancar i esborrar');
  await page.getByText(DINNER).waitFor();
  await expectUsable(page, 'what is said before closing');
  await page.getByLabel(/Ho entenc/).check();
  await press(button(page, 'Tancar i esborrar'));
  await page.getByText('El compte està tancat').waitFor();
});

test('a member finds them in the menu of the account, and an admin what was asked for', async ({ site, visit }) => {
  const { email, id } = await aMember(site, { email: 'dades.sociaa@example.com' });
  await site.db.query.updateTable('users').set({ emailVerified: true }).where('id', '=', id).execute();
  const page = await visit({ device: 'desktop' });
  await signIn(page, { email, password: MEMBER_PASSWORD });
  await page.goto('/les-meues-dades');
  await page.getByLabel('Què vols demanar').fill('Vull canviar de correu');
  await press(button(page, 'Enviar la petició'));
  await page.getByText('Petició rebuda').waitFor();

  const office = await visit({ device: 'desktop' });
  await signIn(office, { email: 'admin@comboi.test', password: 'Comboi2027' });
  await office.goto('/admin/personal-data');
  await office.getByText('Vull canviar de correu').waitFor();
  await expectUsable(office, 'requests about personal data');
  await office.getByRole('link', { name: email }).first().click();
  await press(button(office, 'Mirar-ho'));
  await office.getByText('Queda apuntat que ho has mirat.').waitFor();
  await expectUsable(office, "somebody's data for an admin");
});
