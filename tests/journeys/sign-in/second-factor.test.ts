import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { chooseFromProfile, fillLogin, logIn, logOut, signIn } from '#tests/support/people/account-holder.ts';
import { aMember, type Member, MEMBER_PASSWORD } from '#tests/support/people/accounts.ts';
import { boughtOnline } from '#tests/support/people/online-buyers.ts';
import { axeFaults, sidewaysPixels } from '#tests/support/browser/page-checks.ts';
import { test } from '#tests/support/site/journey.ts';
import { button, DINNER, heading, press, pressOnce } from '#tests/support/people/shopper.ts';
import type { Site } from '#tests/support/site/site.ts';

/** What Chromium says of an answer that asks for more. */
const REFUSED = [/responded with a status of 40[03]/];
const STEP_MS = 30_000;

/** As if the password had been typed an hour ago. */
async function letThePasswordAge(site: Site, { id }: Member): Promise<void> {
  await site.db.query.updateTable('sessions').set({ provedAt: new Date(Date.now() - 60 * 60_000) }).where('userId', '=', id).execute();
}

async function expectSound(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
}

test('a refund asks for the password again, over the page as it was, and goes on with what was ticked', async ({ visit, site }) => {
  const admin = await aMember(site, { role: 'admin' });
  const { orderId } = await boughtOnline(site.url, { event: DINNER, email: 'neus@example.com' });
  const page = await visit({ device: 'phone', expected: REFUSED });
  await signIn(page, { email: admin.email, password: MEMBER_PASSWORD });
  await letThePasswordAge(site, admin);
  await page.goto(`/admin/orders/${orderId}`);
  await press(page.getByText('Anul·lar o tornar diners…'));
  await press(button(page, 'Retornar els diners'));
  await page.getByText("Tria els tiquets que s'anul·len, o tota la comanda.").waitFor();
  await expect.poll(() => page.getByRole('group', { name: /Tiquets que/ }).evaluate((group) => group === document.activeElement)).toBe(true);
  await page.getByRole('checkbox').first().check();
  await press(button(page, 'Retornar els diners'));
  await page.getByLabel('Motiu').fill('No pot vindre');
  await pressOnce(button(page, /^Retornar \d/));

  const dialog = page.getByRole('dialog', { name: 'Confirma que eres tu' });
  await expect.poll(() => dialog.getByLabel('Contrasenya', { exact: true }).evaluate((field) => field === document.activeElement)).toBe(true);
  await expectSound(page);
  await press(dialog.getByRole('button', { name: 'Cancel·lar' }));
  await expect.poll(() => page.getByRole('checkbox').first().isChecked()).toBe(true);

  await press(button(page, 'Retornar els diners'));
  await pressOnce(button(page, /^Retornar \d/));
  await dialog.getByLabel('Contrasenya', { exact: true }).fill('Equivocada1');
  await press(dialog.getByRole('button', { name: 'Continuar' }));
  await dialog.getByText('La contrasenya no és correcta.').waitFor();
  await expect.poll(() => dialog.getByLabel('Contrasenya', { exact: true }).evaluate((field) => field === document.activeElement)).toBe(true);
  await dialog.getByLabel('Contrasenya', { exact: true }).fill(MEMBER_PASSWORD);
  await press(dialog.getByRole('button', { name: 'Continuar' }));
  await page.getByText('Devolució en marxa').waitFor();
  const { detail } = await site.db.query.selectFrom('audit').select('detail').where('action', '=', 'refund.requested').where('actor', '=', `user:${admin.id}`).executeTakeFirstOrThrow();
  expect(detail).toMatchObject({ of: 'tickets', reason: 'No pot vindre' });
});

test('an account gets a second factor, and is opened by password and code from then on', async ({ visit, site }) => {
  const member = await aMember(site, { role: 'comision', rights: ['till'] });
  const page = await visit({ device: 'phone', expected: REFUSED });
  await logIn(page, { email: member.email, password: MEMBER_PASSWORD });
  await chooseFromProfile(page, 'Els meus dispositius');
  await heading(page, 'Els meus dispositius');
  await expectSound(page);
  await press(page.getByRole('link', { name: 'Activar-la' }));
  await press(button(page, 'Començar'));
  await page.getByRole('img', { name: "Codi QR per a l'aplicació de codis" }).waitFor();
  await press(page.getByText('No puc escanejar-lo'));
  await expectSound(page);
  const secret = (await page.locator('details code').innerText()).replaceAll(' ', '');
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });

  await page.getByLabel('Codi', { exact: true }).fill('12345');
  await press(button(page, 'Activar'));
  await page.getByText('El codi no és correcte').waitFor();
  await page.getByLabel('Codi', { exact: true }).fill(totp.generate());
  await press(button(page, 'Activar'));
  await page.getByText('Guarda estos codis ara').waitFor();
  await expectSound(page);
  const [recovery] = await page.locator('li code').allInnerTexts();
  await press(page.getByRole('link', { name: 'Ja els he guardat' }));
  await page.getByText('Et queden 10 codis de recuperació.').waitFor();

  await logOut(page);
  await page.goto('/login?next=/calendar');
  await fillLogin(page, { email: member.email, password: MEMBER_PASSWORD });
  await heading(page, 'Codi de verificació');
  await expectSound(page);
  await page.getByLabel('Codi', { exact: true }).fill(totp.generate({ timestamp: Date.now() + STEP_MS }));
  await press(button(page, 'Continuar'));
  await page.waitForURL('**/calendar');

  const other = await visit({ device: 'desktop' });
  await other.goto('/login');
  await fillLogin(other, { email: member.email, password: MEMBER_PASSWORD });
  await heading(other, 'Codi de verificació');
  await other.getByLabel('Codi', { exact: true }).fill(recovery!.toLowerCase());
  await press(button(other, 'Continuar'));
  await other.waitForURL('**/');
  await page.goto('/dispositius');
  await press(page.getByRole('button', { name: /^Tancar la sessió de/ }));
  await page.getByText('Hem tancat la sessió en eixe dispositiu.').waitFor();
});
