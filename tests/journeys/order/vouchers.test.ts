import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';

import { anEvent } from '#tests/support/app/events.ts';
import { aNamedCode } from '#tests/support/app/vouchers.ts';
import { COMPLAINTS, expectUsable } from '#tests/support/browser/usable.ts';
import { signIn } from '#tests/support/people/account-holder.ts';
import { addTicket, button, confirm, fillBuyer, goToCheckout, heading, mailsTo, pay, press } from '#tests/support/people/shopper.ts';
import { testWithMails as test } from '#tests/support/site/journey.ts';

test('an admin makes a code, and whoever opens its link on a phone pays less without typing it', async ({ site, visit }) => {
  const event = await anEvent(site, { title: 'Sopar amb codi', dishes: {}, referencePrice: 1400, maxTickets: 1 });
  const office = await visit({ device: 'desktop', expected: COMPLAINTS });
  await signIn(office, { email: 'admin@comboi.test' });
  await office.goto('/admin/codis');
  await heading(office, 'Codis');
  await unfoldForm(office);
  await office.getByLabel('Per cent de descompte').fill('25');
  await press(office.getByText('Només per a alguns actes'));
  await office.getByLabel(/^Sopar amb codi/).check();
  await office.getByLabel('Codi amb les teues lletres').fill('xaranga 2027');
  await expectUsable(office, 'making codes');
  await press(button(office, 'Crear codis'));
  await heading(office, 'XARANGA-2027');
  await expectUsable(office, 'a code in the office');

  const phone = await visit({ device: 'phone', expected: COMPLAINTS });
  await phone.goto(`/order/${event.id}?codi=xaranga-2o27`);
  expect(new URL(phone.url()).search).toBe('');
  await phone.getByText('un 25 % menys').waitFor();
  await addTicket(phone);
  await phone.getByText('Ja està descomptat').waitFor();
  await expectUsable(phone, 'an order with a code');
  await goToCheckout(phone);
  await phone.getByText('10,50').first().waitFor();
  await expectUsable(phone, 'the checkout with a code');
  await fillBuyer(phone, 'amb.codo@example.com');
  await confirm(phone);
  await phone.getByText('10,50').first().waitFor();
  await phone.goBack();
  await fillBuyer(phone, 'amb.codi@example.com');
  await confirm(phone);
  await phone.getByText('10,50').first().waitFor();
  await pay(phone);
  await phone.getByText('Codi XARANGA-2027').waitFor();
  await expectUsable(phone, 'the paid page with a code');
  await expect.poll(async () => (await mailsTo(phone, 'amb.codi@example.com')).length).toBeGreaterThan(0);

  await office.reload();
  await office.getByText('usat en 1 comanda').waitFor();
});

for (const javaScriptEnabled of [true, false]) {
  test(`what an admin wrote for one kind of code holds up no other kind, and what a kind demands is told beside it (${javaScriptEnabled ? 'with' : 'without'} scripts)`, async ({ visit }) => {
    const office = await visit({ device: 'desktop', javaScriptEnabled, expected: COMPLAINTS });
    await signIn(office, { email: 'admin@comboi.test' });
    await office.goto('/admin/codis');
    await unfoldForm(office);
    await office.getByLabel('Per cent de descompte', { exact: true }).fill('molt');
    await office.getByLabel('Uns euros menys').check();
    const euros = office.getByLabel('Euros de descompte', { exact: true });
    await press(button(office, 'Crear codis'));
    await office.getByText('Escriu quant es descompta, en euros').filter({ visible: true }).first().waitFor();
    expect(await euros.getAttribute('aria-invalid')).toBe('true');
    expect(await office.getByLabel('Per cent de descompte').isVisible()).toBe(false);
    await euros.fill('5');
    await press(button(office, 'Crear codis'));
    await office.getByText('Codi creat.').waitFor();
  });
}

async function unfoldForm(office: Page): Promise<void> {
  const folded = office.locator('details:not([open]) > summary', { hasText: 'Nou codi' });
  if ((await folded.count()) > 0) await folded.click();
}

test('a code is typed at the checkout, a wrong one is said beside it, and it can be taken off', async ({ site, visit }) => {
  const event = await anEvent(site, { title: 'Sopar de qui escriu', dishes: {}, referencePrice: 1400 });
  const label = await aNamedCode(site, 'ESCRIT-2027');
  const page = await visit({ device: 'phone', expected: [...COMPLAINTS, /422/] });
  await page.goto(`/order/${event.id}`);
  await addTicket(page);
  await goToCheckout(page);
  await press(page.getByText('Tens un codi?'));
  await page.getByLabel('Codi', { exact: true }).fill('NO-EXISTIX');
  await page.getByLabel('Codi', { exact: true }).press('Enter');
  await page.getByText('No hi ha cap codi així').waitFor();
  await expectUsable(page, 'a wrong code');
  expect(await page.getByLabel('Codi', { exact: true }).inputValue()).toBe('NO-EXISTIX');
  await page.getByLabel('Codi', { exact: true }).fill(label.toLowerCase());
  await press(button(page, 'Aplicar'));
  await page.getByText('11,20').first().waitFor();
  await press(button(page, 'Llevar'));
  await page.getByText('Tens un codi?').waitFor();
  expect(await page.getByText('11,20').count()).toBe(0);
});

test('who comes back from the payment and changes the order pays with the same single code', async ({ site, visit }) => {
  const event = await anEvent(site, { title: 'Sopar de qui torna', dishes: {}, referencePrice: 1400 });
  await aNamedCode(site, 'UNA-SOLA-27', { uses: 1 });
  const page = await visit({ device: 'phone', expected: COMPLAINTS });
  await page.goto(`/order/${event.id}?codi=UNA-SOLA-27`);
  await addTicket(page);
  await goToCheckout(page);
  await fillBuyer(page, 'qui.torna@example.com');
  await confirm(page);
  await page.goto(`/order/${event.id}`);
  await addTicket(page);
  await goToCheckout(page);
  await page.getByText('22,40').first().waitFor();
  await confirm(page);
  await pay(page);
  await page.getByText('Codi UNA-SOLA-27').waitFor();
});

test.runIf(inject('soak'))('who comes back from the payment of a hidden event and changes the order buys with the same single key', async ({ site, visit }) => {
  const event = await anEvent(site, { title: 'Sopar de la clau', dishes: {}, referencePrice: 1400, visibility: 'comision' });
  await aNamedCode(site, 'CLAU-SOLA-27', { uses: 1, opens: event.id });
  const page = await visit({ device: 'phone', expected: [...COMPLAINTS, /404/] });
  await page.goto(`/order/${event.id}?codi=CLAU-SOLA-27`);
  await addTicket(page);
  await goToCheckout(page);
  await fillBuyer(page, 'amb.clau@example.com');
  await confirm(page);
  await page.goto(`/order/${event.id}`);
  await addTicket(page);
  await goToCheckout(page);
  await page.getByText('28,00').first().waitFor();
  await confirm(page);
  await pay(page);
});
