import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { findNetwork, loseNetwork } from '#tests/support/browser/network.ts';
import { COMPLAINTS, expectUsable } from '#tests/support/browser/usable.ts';
import { addTicket, confirm, fillBuyer, goToCheckout, heading, pay } from '#tests/support/people/shopper.ts';
import { test } from '#tests/support/site/journey.ts';

const NO_NETWORK = [...COMPLAINTS, /net::ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/];
const OFFLINE = 'Ara no hi ha connexió';

/** The page is stored once its worker is active. */
async function stored(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(async () => (await caches.match('/sense-connexio')) !== undefined && (await navigator.serviceWorker.getRegistration('/'))?.active?.state === 'activated')).toBe(true);
}

test('without network each page of the site is ours: the crest, the coming events, and back as soon as there is one', async ({ site, visit }) => {
  const event = await anEvent(site, { title: 'Sopar vist abans', location: 'El casal', date: addDays(dayInMadrid(site.clock.now()), 1) });
  const page = await visit({ device: 'phone', expected: NO_NETWORK, offline: true });
  await page.goto('/tickets');
  await stored(page);
  await loseNetwork(page);
  for (const path of ['/calendar', `/order/${event.id}`, '/', '/admin', '/my-tickets']) {
    await page.goto(path);
    await heading(page, OFFLINE);
    await page.getByText('Sopar vist abans').waitFor();
    expect(await page.getByRole('link', { name: 'Obrir els meus tiquets' }).count(), path).toBe(0);
    expect(await page.evaluate(() => document.images[0]!.naturalWidth), path).toBeGreaterThan(0);
  }
  await page.goto('/calendar');
  await findNetwork(page);
  await expectUsable(page, 'the page without network');
  await page.getByRole('link', { name: 'Tornar-ho a provar' }).tap();
  await heading(page, 'Calendari');
});

test('whoever bought without an account is led to the tickets stored there', async ({ site, visit }) => {
  const event = await anEvent(site, { dishes: {} });
  const page = await visit({ device: 'phone', expected: NO_NETWORK, offline: true });
  await page.goto(`/order/${event.id}`);
  await addTicket(page);
  await goToCheckout(page);
  await fillBuyer(page, 'sense-xarxa@example.com');
  await confirm(page);
  await pay(page);
  await expect.poll(() => page.evaluate(async () => (await caches.match('/my-tickets')) !== undefined)).toBe(true);
  await page.goto('/tickets');
  await stored(page);
  await loseNetwork(page);
  await page.goto('/news');
  await heading(page, OFFLINE);
  await page.getByRole('link', { name: 'Obrir els meus tiquets' }).tap();
  await page.getByRole('img', { name: /^Codi QR del ticket/ }).first().waitFor();
});
