import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import type { ArchivedMail } from '#app/adapters/mail/mail-archive.server.ts';
import { test } from '#tests/helpers/journey.ts';
import { boughtOnline } from '#tests/helpers/online-buyers.ts';
import { button, DINNER, heading, press } from '#tests/helpers/shopper.ts';

const MAIL_WITHIN_MS = 15_000;

/** The link in the mail that comes to an address. */
async function linkFor(url: string, email: string): Promise<string> {
  for (const end = performance.now() + MAIL_WITHIN_MS; performance.now() < end; ) {
    const mails = (await (await fetch(`${url}/dev/mail.json`)).json()) as ArchivedMail[];
    const mail = mails.find(({ to, subject }) => to === email && subject === 'Recupera els teus tiquets');
    const link = /https?:\S+codi=\w+/.exec(mail?.text ?? '')?.[0];
    if (link !== undefined) return link;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('no mail came');
}

async function askFor(page: Page, email: string): Promise<void> {
  await page.goto('/contact');
  await press(page.getByRole('link', { name: 'He perdut el tiquet' }));
  await page.getByLabel('Email de la compra:').fill(email);
  await press(button(page, "Envia'm l'enllaç"));
  await heading(page, 'Mira el correu');
}

async function withoutFaults(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
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

  await page.goto(await linkFor(site.url, 'perduda@example.com'));
  expect(new URL(page.url()).search).toBe('');
  await withoutFaults(page);
  await press(button(page, 'Veure els meus tiquets'));
  await heading(page, 'Ací tens els teus tiquets');
  await withoutFaults(page);
  expect(await page.getByRole('article', { name: /^Ticket #ORD-/ }).count()).toBe(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  const picture = page.waitForEvent('download');
  await press(button(page, 'Descarregar QR').first());
  expect((await picture).suggestedFilename()).toMatch(/^ticket-ORD-.*\.png$/);
  const printed = page.waitForEvent('download');
  await press(page.getByRole('link', { name: 'Descarregar PDF' }));
  expect((await printed).suggestedFilename()).toBe('tiquets.pdf');
  await press(page.getByRole('link', { name: /Veure la comanda/ }).first());
  await heading(page, 'Ja tens els tiquets!');
});

test('all of it works without scripts, and in the dark', async ({ site, visit }) => {
  await boughtOnline(site.url, { event: DINNER, email: 'sense@example.com' });
  const page = await visit({ javaScriptEnabled: false, colorScheme: 'dark' });
  await page.goto('/tiquet-perdut');
  await page.getByLabel('Email de la compra:').fill('sense@example.com');
  await button(page, "Envia'm l'enllaç").click();
  await heading(page, 'Mira el correu');
  await page.goto(await linkFor(site.url, 'sense@example.com'));
  await button(page, 'Veure els meus tiquets').click();
  await heading(page, 'Ací tens els teus tiquets');
  expect(await page.getByRole('article', { name: /^Ticket #ORD-/ }).count()).toBe(2);
  // Again after a minute the link would be used up; what it opened is still there.
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
