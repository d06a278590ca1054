import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { chooseFromProfile, logIn, logOut, openMenu } from '#tests/support/people/account-holder.ts';
import { aMember, MEMBER_PASSWORD } from '#tests/support/people/accounts.ts';
import { axeFaults, sidewaysPixels } from '#tests/support/browser/page-checks.ts';
import { test } from '#tests/support/site/journey.ts';
import { button, heading, press } from '#tests/support/people/shopper.ts';

/** What Chromium says of an answer that asks for more. */
const REFUSED = /responded with a status of 40[013]/;
/** The site calls itself 127.0.0.1, and its pictures with it. */
const OTHER_NAME = /http:\/\/127\.0\.0\.1:\d+(\/pictures\/|$)/;

/** A phone that has recognised its owner. */
async function withDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
}

async function expectSound(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
}

test('a passkey is added, signs in, confirms who it is, and is removed', async ({ visit, site }) => {
  const member = await aMember(site, { role: 'comision' });
  // Browsers have no passkeys for an address.
  const page = await visit({ device: 'phone', expected: [REFUSED, OTHER_NAME], site: { url: site.url.replace('127.0.0.1', 'localhost') } });
  const scripts: string[] = [];
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.push(answer.url());
  });
  await withDevice(page);
  await logIn(page, { email: member.email, password: MEMBER_PASSWORD });
  await chooseFromProfile(page, 'Els meus dispositius');
  await heading(page, 'Els meus dispositius');
  await press(page.locator('section', { hasText: "Claus d'accés" }).getByRole('link', { name: 'Gestionar-les' }));
  await heading(page, "Claus d'accés");
  await page.getByLabel('Nom del dispositiu').fill('El mòbil de Neus');
  await expectSound(page);
  const before = scripts.length;
  await press(button(page, 'Afegir'));
  await page.getByText("Clau d'accés afegida.").waitFor();
  await page.getByText('El mòbil de Neus', { exact: true }).waitFor();
  expect(scripts.length).toBeGreaterThan(before);
  await expectSound(page);

  await logOut(page);
  await expectSound(page);
  await press(button(page, "Entra amb una clau d'accés"));
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByText('Tancar sessió').first().waitFor({ state: 'attached' });

  await site.db.query.updateTable('sessions').set({ provedAt: null }).where('userId', '=', member.id).execute();
  await page.goto('/claus-acces');
  await press(button(page, 'Esborrar la clau El mòbil de Neus'));
  const dialog = page.getByRole('dialog', { name: 'Confirma que eres tu' });
  await dialog.waitFor();
  await expectSound(page);
  const mayBeRead = Promise.withResolvers<void>();
  await page.route(/\/claus-acces\.data/, async (route) => {
    if (route.request().method() === 'GET') await mayBeRead.promise;
    await route.continue();
  });
  await press(dialog.getByRole('button', { name: "Confirma-ho amb la clau d'accés" }));
  await page.getByText("Clau d'accés esborrada").waitFor();
  // A menu that is opened before the page has been read again stays open.
  await openMenu(page);
  mayBeRead.resolve();
  await page.getByText('El mòbil de Neus', { exact: true }).waitFor({ state: 'detached' });
  await press(page.getByRole('banner').getByText('Tancar sessió', { exact: true }).filter({ visible: true }));
  await page.waitForURL(/\/login$/);

  await press(button(page, "Entra amb una clau d'accés"));
  await page.getByText("Eixa clau d'accés no val ací.").waitFor();
});
