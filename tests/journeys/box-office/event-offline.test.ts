import type { Route } from 'playwright-core';
import { expect, inject } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { NO_NETWORK } from '#tests/support/browser/lost-connection.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { DEMO_PASSWORD } from '#tests/support/people/buyers.ts';
import { button, press } from '#tests/support/people/shopper.ts';
import { test } from '#tests/support/site/journey.ts';

const ADMIN = { email: 'admin@comboi.test', password: DEMO_PASSWORD };

test.runIf(inject('soak'))('an event typed without network says so at once, and is saved by the same press once there is one', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar sense cobertura', description: 'Vine a sopar' });
  const page = await visit({ device: 'phone', expected: [NO_NETWORK] });
  await signIn(page, ADMIN);
  await page.goto('/admin');
  await scriptsAtWork(page);
  await page.goto(`/admin/events/edit/${event.id}`);
  await scriptsAtWork(page);
  const title = page.getByLabel('Títol');
  await title.fill('Sopar amb cobertura');
  await page.context().setOffline(true);
  await press(button(page, 'Actualitzar Esdeveniment'));
  const notice = page.getByRole('alert').filter({ hasText: 'No hem pogut connectar' });
  await notice.waitFor();
  await expect.poll(() => notice.evaluate((banner) => banner === document.activeElement)).toBe(true);
  expect(await title.inputValue()).toBe('Sopar amb cobertura');
  await page.context().setOffline(false);
  await press(button(page, 'Actualitzar Esdeveniment'));
  await expect.poll(async () => (await site.db.query.selectFrom('events').select('title').where('id', '=', event.id).executeTakeFirst())?.title).toBe('Sopar amb cobertura');
});

test('an event typed into a network that swallows everything says so, and nothing typed is lost', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar en silenci', description: 'Vine a sopar' });
  const page = await visit({ device: 'phone', expected: [/ERR_FAILED|ERR_ABORTED|net::/] });
  await signIn(page, ADMIN);
  await page.goto(`/admin/events/edit/${event.id}`);
  await scriptsAtWork(page);
  await page.getByLabel('Títol').fill('Sopar que no se sent');
  const held: Route[] = [];
  await page.route(/\/admin\/events\/edit\/\d+\.data/, (route) => void held.push(route));
  await press(button(page, 'Actualitzar Esdeveniment'));
  await page.getByText('Encara no contesta ningú').waitFor();
  expect(held.map((route) => route.request().method())).toEqual(['POST']);
  await held[0]!.abort('connectionfailed');
  await page.getByRole('alert').filter({ hasText: 'No hem pogut connectar' }).waitFor();
  expect(await page.getByLabel('Títol').inputValue()).toBe('Sopar que no se sent');
  await page.unrouteAll();
  await press(button(page, 'Actualitzar Esdeveniment'));
  await expect.poll(async () => (await site.db.query.selectFrom('events').select('title').where('id', '=', event.id).executeTakeFirst())?.title).toBe('Sopar que no se sent');
});
