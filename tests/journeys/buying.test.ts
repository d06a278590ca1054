import type { Download, Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { scriptsAtWork, stopClock } from '#tests/support/browser/browser.ts';
import { topOf } from '#tests/support/browser/page-checks.ts';
import { PHONE_FIRST, testWithMails as test } from '#tests/support/site/journey.ts';
import { A_DINNER, addTicket, BOUGHT, button, CONCERT, configure, confirm, DINNER, fillBuyer, goToCheckout, heading, mailsTo, openEvent, openFromList, orderIdOf, orderState, pay, picturesIn, press, pressOnce, shopToCheckout, type TicketInput, ticketsInCart, toCheckout } from '#tests/support/people/shopper.ts';
import { readTicketPicture } from '#tests/support/browser/ticket-picture.ts';

const FAMILY: readonly TicketInput[] = [
  { choices: ['Paella valenciana', 'Arnadí', 'Carxofes de Benicarló', 'Esgarraet', 'Ampolla de vi'], note: 'Sense gluten, per favor' },
  { choices: ['Fideuà de Benicarló', 'Taronja amb canella', 'Cafè amb gotet de mistela'] },
  { choices: ['Amanida de la casa', 'Arnadí'] },
  { choices: ['Paella valenciana', "Pastisset de cabell d'àngel"], note: 'Trona per a la xiqueta' },
];
/** 14 + 4 + 4.50 + 3.50 + 2.50, 15 + 4 + 1.80, 12 + 4, 14 + 3.50 */
const FAMILY_TOTAL = 2850 + 2080 + 1600 + 1750;

async function downloadAll(page: Page, count: number): Promise<Download[]> {
  const downloads: Download[] = [];
  const all = new Promise<void>((resolve) => {
    page.on('download', (download) => {
      downloads.push(download);
      if (downloads.length === count) resolve();
    });
  });
  await press(button(page, /Descarregar Tiquet/));
  await all;
  return downloads;
}

describe.for(PHONE_FIRST)('on a %s', (device) => {
  test('a guest buys four tickets with dishes, extras and notes, and has them in hand and in the mailbox', async ({ visit }) => {
    const page = await visit({ device, offline: true });
    const email = `${device}@example.com`;
    await shopToCheckout(page, { event: DINNER, tickets: FAMILY, email });
    await expect.poll(() => page.getByText('82,80 €').count()).toBeGreaterThan(0);
    await expect.poll(() => page.getByText('Sense gluten, per favor').count()).toBe(1);
    await confirm(page);
    await heading(page, '82,80 €');
    const orderId = await pay(page);

    const order = await orderState(page, orderId);
    expect(order).toMatchObject({ status: 'paid', total: FAMILY_TOTAL, ticketQuantity: 4, email });
    await expect.poll(() => page.getByRole('article', { name: /^Ticket #ORD-\d+-\d{4}-T\d$/ }).count()).toBe(4);
    for (const text of [order.orderNumber, email, '82,80 €']) await expect.poll(() => page.getByText(text, { exact: true }).count()).toBe(1);

    const pictures = await Promise.all((await downloadAll(page, 4)).map(readTicketPicture));
    expect(pictures).toEqual(
      order.tickets.map((ticket) => ({ filename: `ticket-${ticket.ticketNumber}.png`, width: 900, height: 1350, code: ticket.id })),
    );

    const [mail, ...others] = await mailsTo(page, email);
    expect(others).toEqual([]);
    expect(picturesIn(mail!)).toEqual(order.tickets.map((ticket) => `ticket-${ticket.ticketNumber}.png`));
    expect(mail!.html.match(/src="cid:/g)).toHaveLength(4);

    // The cart that was paid is gone.
    await page.goto('/tickets');
    await press(page.getByRole('link', { name: DINNER }));
    await heading(page, 'La comanda està buida');
  });
});

test('a concert without a menu is bought by a stepper, with a note for whoever has something to say', async ({ visit }) => {
  const page = await visit({ device: 'phone', offline: true });
  await openFromList(page, CONCERT);
  await addTicket(page);
  await addTicket(page, { note: 'Vinc amb cadira de rodes' });
  await press(button(page, 'Afegir un tiquet'));
  await heading(page, '2 × Tiquet');
  await press(button(page, 'Llevar un tiquet'));
  await page.getByRole('main').getByText('Vinc amb cadira de rodes').first().waitFor();
  await expect.poll(() => ticketsInCart(page)).toBe(2);
  await goToCheckout(page);
  await fillBuyer(page);
  await confirm(page);
  const orderId = await pay(page);
  expect(await orderState(page, orderId)).toMatchObject({ status: 'paid', total: 1_200 });
});

test('a whole table is chosen without leaving the dialog, and equal tickets stand together to the end', async ({ visit }) => {
  const page = await visit({ device: 'phone', offline: true });
  await openEvent(page, DINNER);
  // The bar leads to the dishes while there is nothing to pay.
  await press(button(page, 'Triar menú'));
  const dialog = page.getByRole('dialog');
  await configure(page, A_DINNER);
  await press(button(page, 'Un altre igual'));
  await press(button(page, 'Un altre igual'));
  await pressOnce(button(page, 'Afegir i un altre'));
  await dialog.getByText('Ticket 4').waitFor();
  // The next person begins with the same dishes; paying now would add no ticket.
  await expect.poll(() => dialog.getByRole('checkbox', { checked: true }).count()).toBe(2);
  await button(page, 'Procedir al pagament').last().waitFor();
  await press(dialog.getByRole('checkbox', { name: 'Paella valenciana' }));
  await press(dialog.getByRole('checkbox', { name: 'Arnadí' }));
  await press(dialog.getByRole('checkbox', { name: 'Fideuà de Benicarló' }));
  // What is left to choose comes into view by itself.
  await expect.poll(() => topOf(dialog.getByRole('group', { name: 'Postres (obligatori)' }))).toBeLessThan(200);
  await press(dialog.getByRole('checkbox', { name: 'Arnadí' }));
  await pressOnce(button(page, 'Afegir i pagar'));
  await button(page, 'Confirmar i Pagar').waitFor();
  await heading(page, '3 × Paella valenciana, Arnadí');
  await expect.poll(() => ticketsInCart(page)).toBe(4);
  await press(button(page, '← Tornar'));
  await press(button(page, 'Editar Ticket 2'));
  await configure(page, { note: 'Sense sal' });
  await press(button(page, 'Guardar canvis'));
  await heading(page, '2 × Paella valenciana, Arnadí');
  await press(button(page, 'Un igual menys'));
  await page.getByRole('heading', { name: /^\d × / }).waitFor({ state: 'detached' });
  await expect.poll(() => ticketsInCart(page)).toBe(3);
});

test('an event that costs nothing is complete without a payment page', async ({ visit }) => {
  const page = await visit({ offline: true });
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await toCheckout(page, { event: 'Xocolatada infantil', tickets: [{ note: 'Dos xiquets' }] });
  await pressOnce(button(page, 'Confirmar'));
  await heading(page, BOUGHT);
  expect(await orderState(page, orderIdOf(page))).toMatchObject({ status: 'completed', total: 0 });
  expect(addresses.filter((address) => address.includes('/dev/pay/'))).toEqual([]);
});

test('the whole purchase can be made with the keyboard alone, from the list to the tickets', async ({ visit }) => {
  const page = await visit({ offline: true });
  await page.goto('/tickets');
  const { keyboard } = page;

  /** Moves on by Tab until the focus rests on what has this name. */
  async function tabTo(role: string, name: RegExp): Promise<void> {
    for (let step = 0; step < 60; step += 1) {
      await keyboard.press('Tab');
      // What a browser itself says of its name is asked only where the words are right.
      const words = await page.evaluate(() => {
        const { activeElement: here } = document;
        if (here === null || here === document.body) return '';
        const labels = here instanceof HTMLInputElement || here instanceof HTMLTextAreaElement || here instanceof HTMLButtonElement ? [...(here.labels ?? [])].map((label) => label.textContent) : [];
        const named = (here.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '');
        return [here.getAttribute('aria-label') ?? '', here.textContent ?? '', ...labels, ...named].join(' ');
      }).catch(() => '');
      if (!name.test(words)) continue;
      const focused = await page.locator(':focus').ariaSnapshot({ timeout: 5_000 }).catch(() => '');
      if (focused.includes(role) && name.test(focused)) return;
    }
    throw new Error(`Tab never reached ${role} ${String(name)}`);
  }

  await tabTo('link', /Sopar de Germanor/);
  await keyboard.press('Enter');
  await button(page, /Afegir un/).waitFor();
  await tabTo('button', /Afegir un tiquet/);
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo('checkbox', /Paella valenciana/);
  await keyboard.press('Space');
  await tabTo('checkbox', /Arnadí/);
  await keyboard.press('Space');
  await tabTo('textbox', /Observacions/);
  await keyboard.type('Sense sal');
  await tabTo('button', /Afegir a la comanda/);
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect.poll(() => ticketsInCart(page)).toBe(1);
  await tabTo('button', /Procedir al pagament/);
  await keyboard.press('Enter');
  await button(page, 'Confirmar i Pagar').waitFor();
  await tabTo('textbox', /Email per rebre/);
  await keyboard.type('teclat@example.com');
  await keyboard.press('Enter');
  await page.waitForURL(/\/dev\/pay\//);
  await tabTo('button', /Pagar/);
  await keyboard.press('Enter');
  await heading(page, BOUGHT);
});

test('Esc closes the dialog, adds nothing and gives the focus back', async ({ visit }) => {
  const page = await visit({ offline: true });
  await openEvent(page, DINNER);
  await scriptsAtWork(page);
  await button(page, /Afegir un/).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Arnadí' }).press('Space');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await ticketsInCart(page)).toBe(0);
  await expect.poll(() => page.locator(':focus').textContent()).toContain('Afegir un tiquet');
});

test('the page behind the dialog does not move', async ({ visit }) => {
  const page = await visit({ offline: true });
  await openEvent(page, DINNER);
  const title = page.getByRole('heading', { name: DINNER, includeHidden: true });
  await scriptsAtWork(page);
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  await button(page, /Afegir un/).scrollIntoViewIfNeeded();
  const before = await title.boundingBox();
  await press(button(page, /Afegir un/));
  await page.getByRole('dialog').waitFor();
  expect(await title.boundingBox()).toEqual(before);
});

test('a ticket can be changed, repeated, removed and brought back', async ({ visit }) => {
  const page = await visit({ device: 'phone', offline: true });
  await openEvent(page, DINNER);
  await addTicket(page, A_DINNER);
  await press(button(page, 'Editar Ticket 1'));
  await page.getByRole('dialog', { name: 'Editar menjar' }).getByRole('checkbox', { name: 'Fideuà de Benicarló' }).check();
  await press(button(page, 'Guardar canvis'));
  await page.getByText('19,00 €').first().waitFor();
  // The undo disappears after seconds; and a message whose time began before the clock stops would end as it does without.
  await stopClock(page);
  await press(button(page, 'Repetir Ticket 1'));
  await heading(page, 'Ticket 2');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('+ Afegir un altre tiquet');
  await press(button(page, 'Eliminar Ticket 1'));
  await page.getByRole('heading', { name: 'Ticket 2' }).waitFor({ state: 'hidden' });
  await press(button(page, 'Desfer'));
  await heading(page, 'Ticket 2');
  await expect.poll(() => ticketsInCart(page)).toBe(2);
  await press(button(page, 'Eliminar Ticket 1'));
  await button(page, 'Desfer').waitFor();
  await page.clock.resume();
  await goToCheckout(page);
  await button(page, 'Desfer').waitFor({ state: 'detached' });
});

test('without JavaScript the pages can be read, the menu opens and the sandbox takes the payment', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', javaScriptEnabled: false });
  await page.goto('/tickets');
  await page.getByLabel('Menú').click();
  await page.getByRole('link', { name: 'Contacte' }).first().click();
  await heading(page, 'Contacte');
  await page.goto('/tickets');
  await page.getByRole('link', { name: DINNER }).click();
  const hint = page.locator('main noscript');
  await hint.waitFor();
  await expect.poll(() => hint.textContent()).toBe('Per a triar el menú i comprar cal tindre activat JavaScript.');

  const { events } = (await (await page.request.get('/api/events')).json()) as { events: { id: number; title: string }[] };
  const concert = events.find((event) => event.title === CONCERT)!;
  const placed = await page.request.post('/api/orders', {
    headers: { Origin: site.url },
    data: { eventId: concert.id, email: 'senzill@example.com', tickets: [{}] },
  });
  const { orderId, paymentUrl } = (await placed.json()) as { orderId: string; paymentUrl: string };
  await page.goto(paymentUrl);
  await page.getByRole('button', { name: 'Rebutjar' }).click();
  await page.getByText('Targeta rebutjada').waitFor();
  await page.getByRole('button', { name: 'Pagar' }).click();
  await page.waitForURL(/payment-success/);
  await heading(page, BOUGHT);
  expect(await orderState(page, orderId)).toMatchObject({ status: 'paid' });
});
