import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { mailAbout } from '#tests/support/people/account-holder.ts';
import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { test } from '#tests/support/site/journey.ts';
import { NO_NETWORK, sendThroughAGap } from '#tests/support/browser/lost-connection.ts';
import { boughtOnline } from '#tests/support/people/online-buyers.ts';
import { axeFaults } from '#tests/support/browser/page-checks.ts';
import { BOUGHT, button, DINNER, heading, press } from '#tests/support/people/shopper.ts';

/** The link in the mail that comes to an address. */
async function linkFor(page: Page, email: string): Promise<string> {
  const { text } = await mailAbout(page, { to: email, subject: 'Recupera els teus tiquets' });
  return /https?:\S+codi=\w+/.exec(text)![0];
}

async function askFor(page: Page, email: string): Promise<void> {
  await page.goto('/contact');
  await press(page.getByRole('link', { name: 'He perdut el tiquet' }));
  await page.getByLabel('Email de la compra:').fill(email);
  await press(button(page, "Envia'm l'enllaç"));
  await heading(page, 'Mira el correu');
}

async function withoutFaults(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
}

test('somebody who lost the mail gets the tickets back on a phone', async ({ site, visit }) => {
  await boughtOnline(site.url, { event: DINNER, email: 'perduda@example.com' });
  const page = await visit({ device: 'phone', expected: [/status of 400/] });
  await page.goto('/tiquet-perdut');
  await withoutFaults(page);
  await page.getByLabel('Email de la compra:').fill('perduda');
  await press(button(page, "Envia'm l'enllaç"));
  await page.getByRole('alert').filter({ hasText: 'no té un format vàlid' }).waitFor();
  await withoutFaults(page);
  await askFor(page, 'perduda@example.com');
  await withoutFaults(page);

  await page.goto(await linkFor(page, 'perduda@example.com'));
  expect(new URL(page.url()).search).toBe('');
  await withoutFaults(page);
  await press(button(page, 'Veure els meus tiquets'));
  await heading(page, 'Ací tens els teus tiquets');
  await withoutFaults(page);
  await expect.poll(() => page.getByRole('article', { name: /^Ticket #ORD-/ }).count()).toBe(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  const picture = page.waitForEvent('download');
  await press(button(page, 'Descarregar QR').first());
  expect((await picture).suggestedFilename()).toMatch(/^ticket-ORD-.*\.png$/);
  const printed = page.waitForEvent('download');
  await press(page.getByRole('link', { name: 'Descarregar PDF' }));
  expect((await printed).suggestedFilename()).toBe('tiquets.pdf');
  await press(page.getByRole('link', { name: /Veure la comanda/ }).first());
  await heading(page, BOUGHT);
});

test('without a network the address stays, and is asked for once there is one', async ({ visit }) => {
  const page = await visit({ device: 'phone', expected: [NO_NETWORK] });
  await page.goto('/tiquet-perdut');
  await scriptsAtWork(page);
  await page.getByLabel('Email de la compra:').fill('lluny@example.com');
  await sendThroughAGap(page, "Envia'm l'enllaç", async () => expect(await page.getByLabel('Email de la compra:').inputValue()).toBe('lluny@example.com'));
  await heading(page, 'Mira el correu');
});

test('all of it works without scripts, and in the dark', async ({ site, visit }) => {
  await boughtOnline(site.url, { event: DINNER, email: 'sense@example.com' });
  const page = await visit({ javaScriptEnabled: false, colorScheme: 'dark' });
  await page.goto('/tiquet-perdut');
  await page.getByLabel('Email de la compra:').fill('sense@example.com');
  await button(page, "Envia'm l'enllaç").click();
  await heading(page, 'Mira el correu');
  await page.goto(await linkFor(page, 'sense@example.com'));
  await button(page, 'Veure els meus tiquets').click();
  await heading(page, 'Ací tens els teus tiquets');
  await expect.poll(() => page.getByRole('article', { name: /^Ticket #ORD-/ }).count()).toBe(2);
  // A minute later the link is used up, but what it opened is still there.
  await page.goto('/tiquet-perdut/tiquets');
  await heading(page, 'Ací tens els teus tiquets');
});

test('a link that is no link says so and offers another', async ({ visit }) => {
  const page = await visit({ device: 'tiny' });
  await page.goto('/tiquet-perdut/obrir?codi=NO');
  await page.getByText("L'enllaç ja no funciona").waitFor();
  await page.getByLabel('Email de la compra:').waitFor();
  await withoutFaults(page);
});

test('what is no address is refused beside its field, and one goes on writing there', async ({ visit }) => {
  const page = await visit({ device: 'phone', expected: [/400 \(Bad Request\).*tiquet-perdut/] });
  await page.goto('/tiquet-perdut');
  const field = page.getByLabel('Email de la compra:');
  await field.fill('neus');
  await press(button(page, "Envia'm l'enllaç"));
  await page.getByText("L'email no té un format vàlid").waitFor();
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await expect.poll(() => field.inputValue()).toBe('neus');
});
