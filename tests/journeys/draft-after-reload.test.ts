import { expect } from 'vitest';

import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { aMember, MEMBER_PASSWORD } from '#tests/support/people/accounts.ts';
import { heading, press } from '#tests/support/people/shopper.ts';
import { test } from '#tests/support/site/journey.ts';

test('a form put back after signing in again is, after a reload too, as it was typed last', async ({ visit, site }) => {
  const admin = await aMember(site, { role: 'admin' });
  const page = await visit({ device: 'desktop', expected: [/status of 401/, /^dialog: beforeunload/], leaves: true });
  await signIn(page, { email: admin.email, password: MEMBER_PASSWORD });
  await page.goto('/admin/users/new');
  await scriptsAtWork(page);
  const name = page.getByLabel('Nom i cognoms');
  await name.fill('Amparo');
  await page.getByLabel('Correu', { exact: true }).fill('amparo.reload@example.com');
  await site.db.query.deleteFrom('sessions').where('userId', '=', admin.id).execute();
  await press(page.getByRole('button', { name: 'Crear usuari' }));
  await heading(page, 'La sessió ha caducat');
  await press(page.getByRole('main').getByRole('link', { name: 'Iniciar Sessió' }));
  await page.getByLabel('Correu electrònic').fill(admin.email);
  await page.getByLabel('Contrasenya', { exact: true }).fill(MEMBER_PASSWORD);
  await press(page.getByRole('main').getByRole('button', { name: 'Iniciar Sessió' }));
  await heading(page, 'Nou usuari');
  await scriptsAtWork(page);
  await expect.poll(() => name.inputValue()).toBe('Amparo');

  await name.fill('Amparo Gil Tur');
  await page.reload();
  await scriptsAtWork(page);
  await expect.poll(() => name.inputValue()).toBe('Amparo Gil Tur');
  expect(await page.getByLabel('Correu', { exact: true }).inputValue()).toBe('amparo.reload@example.com');

  await press(page.getByRole('button', { name: 'Crear usuari' }));
  await heading(page, 'Amparo Gil Tur');
  await page.goto('/admin/users/new');
  expect(await name.inputValue()).toBe('');
});
