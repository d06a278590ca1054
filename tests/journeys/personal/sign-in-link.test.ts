import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { mailAbout } from '#tests/support/people/account-holder.ts';
import { test } from '#tests/support/site/journey.ts';
import { aMember } from '#tests/support/people/accounts.ts';
import { button, heading, press } from '#tests/support/people/shopper.ts';
import { expectUsable } from '#tests/support/browser/usable.ts';

async function askFor(page: Page, email: string): Promise<string> {
  await page.goto('/login');
  await press(page.getByRole('link', { name: "Envia'm un enllaç per a entrar" }));
  await heading(page, 'Entrar amb un enllaç');
  await page.getByLabel('Correu electrònic').fill(email);
  await press(button(page, "Envia'm un enllaç"));
  await heading(page, 'Mira el correu');
  const { text } = await mailAbout(page, { to: email, subject: 'Entra sense contrasenya' });
  return /https?:\S+codi=[\w-]+/.exec(text)![0];
}

/** Wherever the site leads to afterwards. */
async function isSignedInAs(page: Page, role: string): Promise<void> {
  await expect.poll(async () => (await (await page.request.get('/api/session')).json()) as unknown).toMatchObject({ person: { role } });
}

test('a member who remembers no password signs in by a mailed link, and elsewhere is asked first', async ({ site, visit }) => {
  const { email } = await aMember(site, { email: 'oblidadissa@example.com' });
  const page = await visit({ device: 'phone' });
  await page.goto('/login/enllac');
  await expectUsable(page, 'asking for a link');
  const link = await askFor(page, email);
  await page.goto(link);
  expect(new URL(page.url()).search).toBe('');
  await heading(page, 'Ja quasi estàs');
  await expectUsable(page, 'a link in the browser that asked');
  await press(button(page, 'Entrar'));
  await isSignedInAs(page, 'socio');

  const other = await askFor(await visit({ device: 'desktop' }), (await aMember(site, { email: 'altre.mobil@example.com' })).email);
  const elsewhere = await visit({ device: 'phone' });
  await elsewhere.goto(other);
  await heading(elsewhere, 'Vols entrar ací?');
  await expectUsable(elsewhere, 'a link in another browser');
  await press(button(elsewhere, 'Sí, entrar ací'));
  await isSignedInAs(elsewhere, 'socio');
});

test('it works without scripts', async ({ site, visit }) => {
  const { email } = await aMember(site, { email: 'senseguions@example.com' });
  const page = await visit({ device: 'phone', javaScriptEnabled: false });
  await page.goto(await askFor(page, email));
  await press(button(page, 'Entrar'));
  await isSignedInAs(page, 'socio');
});
