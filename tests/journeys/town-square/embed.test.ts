import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { BrowserContext } from 'playwright-core';
import { expect } from 'vitest';

import { axeFaults } from '#tests/support/browser/page-checks.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { button, heading, press } from '#tests/support/people/shopper.ts';
import { test } from '#tests/support/site/journey.ts';

/** A page of somebody else's site, with what an admin copied. */
async function anotherSite(snippet: () => string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="ca"><head><title>El poble</title></head><body><h1>Festes</h1>${snippet()}</body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

const cookiesOf = async (context: BrowserContext): Promise<string[]> => (await context.cookies()).map(({ name }) => name);

test('the site that an admin entered shows the coming events, and nothing more', async ({ site, visit }) => {
  const event = await anEvent(site, { title: 'Sopar de la finestra', date: '2099-03-15' });
  let snippet = '';
  const town = await anotherSite(() => snippet);
  const admin = await visit({ device: 'desktop' });
  await signIn(admin, { email: 'admin@comboi.test' });
  await admin.goto('/admin/settings/embed');
  snippet = (await admin.locator('pre').innerText()).trim();

  const visitor = await visit({ device: 'phone', expected: [/foreign host: http:\/\/127/, /frame-ancestors|Refused to frame|ERR_BLOCKED_BY/] });
  await visitor.goto(town.url);
  await heading(visitor, 'Festes');
  expect(await visitor.frameLocator('iframe').getByText(event.title).count()).toBe(0);

  await admin.getByLabel("Adreça de l'altra web").fill(town.url);
  await press(button(admin, 'Guardar'));
  await admin.getByText('ja podeu copiar el codi').waitFor();
  expect(await axeFaults(admin)).toEqual([]);

  await visitor.reload();
  const frame = visitor.frameLocator('iframe');
  await frame.getByRole('heading', { name: event.title }).waitFor();
  expect(await cookiesOf(visitor.context())).toEqual([]);
  const [shop] = await Promise.all([visitor.context().waitForEvent('page'), frame.getByRole('link', { name: `Comprar: ${event.title}` }).click()]);
  await shop.getByRole('heading', { name: event.title }).first().waitFor();
  expect(new URL(shop.url()).pathname).toBe(`/order/${event.id}`);

  await visitor.goto('/embed/events');
  expect(await axeFaults(visitor)).toEqual([]);
  for (const width of [320, 1440]) {
    await visitor.setViewportSize({ width, height: 640 });
    expect(await visitor.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
  town.close();
});
