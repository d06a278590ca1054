import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';

import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { A_DINNER, addTicket, button, CONCERT, configure, confirm, DINNER, goToCheckout, heading, openEvent, openFromList, pay, press, pressOnce, ticketsInCart } from '#tests/support/people/shopper.ts';
import { soakCases } from '#tests/support/reporting/counts.ts';
import { test } from '#tests/support/site/journey.ts';

const NOTE = 'Al·lèrgia als fruits secs';
const HALF_CHOSEN = { choices: ['Paella valenciana'], note: NOTE };

async function openSheet(page: Page): Promise<void> {
  await press(button(page, /Afegir un/));
  await page.getByRole('dialog').waitFor();
}

async function closed(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.waitForURL(/\/order\/\d+$/);
}

/** The open sheet holds `HALF_CHOSEN`. */
async function expectHalfChosen(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('checkbox', { name: 'Paella valenciana', checked: true }).waitFor();
  await expect.poll(() => sheet.getByLabel('Observacions especials:').inputValue()).toBe(NOTE);
}

async function expectUntouched(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('checkbox', { name: 'Paella valenciana', checked: false }).waitFor();
  expect(await sheet.getByRole('checkbox', { checked: true }).count()).toBe(0);
  expect(await sheet.getByLabel('Observacions especials:').inputValue()).toBe('');
}

/** Everything that this browser keeps. */
function stored(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...localStorage }));
}

test('Back closes the sheet and nothing else; what was chosen, noted and counted stands there again, also by Forward', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await openFromList(page, DINNER);
  await openSheet(page);
  await configure(page, HALF_CHOSEN);
  await press(button(page, 'Un altre igual'));
  await page.goBack();
  await closed(page);
  await page.getByText('Tens un tiquet a mig triar.').waitFor();
  await openSheet(page);
  await expectHalfChosen(page);
  await page.getByRole('dialog').getByRole('group', { name: 'Quants?' }).getByText('2', { exact: true }).waitFor();
  await page.goBack();
  await closed(page);
  await page.goForward();
  await expectHalfChosen(page);
  await page.goBack();
  await closed(page);
  await page.goBack();
  await page.waitForURL('**/tickets');
});

test('a reload finds the sheet open as it was, and so does whoever left the event and comes again', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await openEvent(page, DINNER);
  await openSheet(page);
  await configure(page, HALF_CHOSEN);
  await page.reload();
  await expectHalfChosen(page);
  await page.goto('/tickets');
  await press(page.getByRole('link', { name: DINNER }));
  await page.getByText('Tens un tiquet a mig triar.').waitFor();
  await openSheet(page);
  await expectHalfChosen(page);
  await press(page.getByRole('dialog').getByRole('checkbox', { name: 'Arnadí' }));
  await press(button(page, 'Afegir a la comanda'));
  await closed(page);
  await page.getByRole('main').getByText(NOTE).first().waitFor();
  await openSheet(page);
  await expectUntouched(page);
});

test('the changes of a ticket outlive a reload, and are saved or discarded as its own', async ({ visit }) => {
  const page = await visit();
  await openEvent(page, DINNER);
  await addTicket(page, A_DINNER);
  await press(button(page, 'Editar Ticket 1'));
  await configure(page, { note: NOTE });
  await page.reload();
  await expectHalfChosen(page);
  await press(page.getByRole('dialog').getByRole('button', { name: 'Cancel·lar' }));
  await closed(page);
  expect(await stored(page)).not.toContain(NOTE);
  await press(button(page, 'Desfer'));
  await expectHalfChosen(page);
  await press(button(page, 'Guardar canvis'));
  await closed(page);
  await page.getByRole('main').getByText(NOTE).first().waitFor();
});

describe('closing the sheet leaves no entry of the history behind', () => {
  const WAYS: Record<string, (page: Page) => Promise<void>> = {
    'by Back': async (page) => void (await page.goBack()),
    'by adding the ticket': (page) => press(button(page, 'Afegir a la comanda')),
    'by Esc': (page) => page.keyboard.press('Escape'),
    'by Esc, pressed twice': async (page) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    },
    'by the cross': (page) => press(button(page, 'Tancar')),
    'by a touch outside': (page) => page.touchscreen.tap(5, 5),
    'by Cancel·lar': (page) => press(button(page, 'Cancel·lar')),
  };
  test.for(soakCases(Object.keys(WAYS), 2))('%s', async (way, { visit }) => {
    const page = await visit({ device: 'phone' });
    await openFromList(page, DINNER);
    await openSheet(page);
    await configure(page, A_DINNER);
    await WAYS[way]!(page);
    await closed(page);
    await page.goBack();
    await page.waitForURL('**/tickets');
  });
});

test("the list's 'Comprar', and an address passed on with the sheet open, open it above the event, to which Back leads", async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await page.goto('/tickets');
  await press(page.getByRole('article').filter({ hasText: DINNER }).getByRole('link', { name: 'Comprar' }));
  await page.getByRole('dialog').waitFor();
  const withSheet = page.url();
  await page.goBack();
  await closed(page);
  await page.goBack();
  await page.waitForURL('**/tickets');

  const friend = await visit({ device: 'phone' });
  await friend.goto(withSheet);
  await friend.getByRole('dialog').waitFor();
  await friend.goBack();
  await closed(friend);
  await heading(friend, 'La comanda està buida');
});

test("'Afegir i pagar' goes on in the sheet's place: Back from the checkout finds the event, then the list", async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await openFromList(page, DINNER);
  await openSheet(page);
  await configure(page, A_DINNER);
  await pressOnce(button(page, 'Afegir i pagar'));
  await button(page, 'Confirmar i Pagar').waitFor();
  await page.goBack();
  await closed(page);
  await expect.poll(() => ticketsInCart(page)).toBe(1);
  await page.goBack();
  await page.waitForURL('**/tickets');
});

test('opening and closing the sheet asks the server for nothing, and works without a network', async ({ visit }) => {
  const page = await visit({ device: 'phone', expected: [/ERR_INTERNET_DISCONNECTED/] });
  await openEvent(page, DINNER);
  await openSheet(page);
  await page.keyboard.press('Escape');
  await closed(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.context().setOffline(true);
  await openSheet(page);
  await configure(page, HALF_CHOSEN);
  await page.goBack();
  await closed(page);
  await openSheet(page);
  await expectHalfChosen(page);
  expect(requests.filter((path) => path.endsWith('.data'))).toEqual([]);
});

test.runIf(inject('soak'))('a note that was left half written is gone from the browser once the order is paid', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await openEvent(page, DINNER);
  await addTicket(page, A_DINNER);
  await openSheet(page);
  await configure(page, HALF_CHOSEN);
  await page.goBack();
  await closed(page);
  expect(await stored(page)).toContain(NOTE);
  await goToCheckout(page);
  await page.getByLabel('Email per rebre els tiquets:').fill('sense-rastre@example.com');
  await confirm(page);
  await pay(page);
  await page.waitForFunction((note) => !JSON.stringify({ ...localStorage }).includes(note), NOTE);
});

test('the note of a concert, which has nothing to choose, is closed by Back and kept too', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await openEvent(page, CONCERT);
  await addTicket(page);
  await press(button(page, 'Afegir observacions al Ticket 1'));
  await configure(page, { note: NOTE });
  await page.goBack();
  await closed(page);
  await scriptsAtWork(page);
  await press(button(page, 'Afegir observacions al Ticket 1'));
  await expect.poll(() => page.getByLabel('Observacions especials:').inputValue()).toBe(NOTE);
});
