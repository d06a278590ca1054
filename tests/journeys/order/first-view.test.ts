import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { A_DINNER, addTicket, confirm, DINNER, fillBuyer, goToCheckout, openEvent, pay, press, rivalOrders } from '#tests/support/people/shopper.ts';
import { test } from '#tests/support/site/journey.ts';

/* What a phone shows without scrolling, 390 by 844. */

async function box(target: Locator): Promise<{ y: number; height: number }> {
  const found = await target.boundingBox();
  if (found === null) throw new Error('not on the page');
  return found;
}

test('the checkout begins with the e-mail, which has the focus, and one line says that no account is needed', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await openEvent(page, DINNER);
  await addTicket(page, A_DINNER);
  await goToCheckout(page);
  const email = page.getByLabel('Email per rebre els tiquets:');
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  expect((await box(email)).y).toBeLessThanOrEqual(320);
  expect((await box(page.getByText('No cal cap compte').locator('..'))).height).toBeLessThan(30);
  const title = await box(page.getByRole('heading', { name: 'Confirmar Comanda' }));
  const strip = await box(page.getByRole('main').locator('header'));
  expect(strip.height).toBeLessThanOrEqual(142);
  expect(title.y).toBeGreaterThanOrEqual(strip.y + strip.height);
});

test("'Els meus tiquets' opens on the code of the next event, for an account and for a guest's phone", async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar del primer codi', dishes: {} });
  const guest = await visit({ device: 'phone' });
  await openEvent(guest, event.title);
  await addTicket(guest);
  await goToCheckout(guest);
  await fillBuyer(guest, 'primera@example.com');
  await confirm(guest);
  await pay(guest);
  await guest.getByRole('heading', { name: 'Ja tens el tiquet!' }).waitFor();
  await guest.getByText('els tens guardats en este dispositiu').waitFor();
  await guest.goto('/my-tickets');
  expect((await box(guest.getByRole('img', { name: /^Codi QR/ }).first())).y).toBeLessThanOrEqual(260);
  await guest.getByRole('article').getByText('Guardat ací').waitFor();

  const member = await visit({ device: 'phone' });
  await signIn(member, { email: 'soci@comboi.test' });
  await openEvent(member, event.title);
  await addTicket(member);
  await goToCheckout(member);
  await confirm(member);
  await pay(member);
  await member.goto('/my-tickets');
  expect((await box(member.getByRole('img', { name: /^Codi QR/ }).first())).y).toBeLessThanOrEqual(260);
  await press(member.getByLabel('Menú'));
  await member.getByRole('group', { name: 'El meu perfil' }).getByRole('link', { name: 'Els meus tiquets' }).waitFor();
});

test('a sold-out day of the calendar bears a postmark and offers the waiting list', async ({ visit, site }) => {
  const event: EventDetail = await anEvent(site, { title: 'Sopar del mata-segells', maxTickets: 1, dishes: {} });
  await rivalOrders(site.url, event, 1);
  const page = await visit({ device: 'phone' });
  await page.goto(`/calendar?dia=${event.date}`);
  const card = page.getByRole('article', { name: event.title });
  expect(await card.getByRole('link', { name: "Avisa'm" }).getAttribute('href')).toBe(`/avisam/${event.id}`);
  await press(card.getByRole('link', { name: "Avisa'm" }));
  await page.waitForURL(`**/avisam/${event.id}`);
});

test('the page of an event shows its drawn poster, and the last places as a stamp', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar de tres places', maxTickets: 3, dishes: {} });
  const page = await visit({ device: 'phone' });
  await page.goto(`/order/${event.id}`);
  const poster = page.getByRole('main').locator('header').first();
  await expect.poll(() => poster.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await poster.getByText('Queden').waitFor();
  expect(await poster.locator('b').textContent()).toBe('3');

  const desk = await visit({ device: 'desktop' });
  await desk.goto(`/order/${event.id}`);
  const panel = desk.getByRole('complementary', { name: 'La teua comanda' });
  await panel.getByText('Cada tiquet').waitFor();
  expect(await panel.textContent()).not.toContain('Total');
});

test('without scripts the event page has no skeletons where nothing will load', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar sense guions', dishes: {} });
  const page = await visit({ device: 'phone', javaScriptEnabled: false });
  await page.goto(`/order/${event.id}`);
  await page.getByRole('heading', { name: event.title }).waitFor();
  expect(await page.getByText('Carregant la comanda...').isVisible()).toBe(false);
});
