import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';

import { fetchedAhead, scriptsAtWork } from '#tests/support/browser/browser.ts';
import { soakCases } from '#tests/support/reporting/counts.ts';
import { test } from '#tests/support/site/journey.ts';
import { A_DINNER, addTicket, BOUGHT, button, CONCERT, configure, confirm, DINNER, fillBuyer, goToCheckout, heading, openEvent, openFromList, orderIdOf, ordersOf, pay, press, pressOnce, shopToCheckout, ticketsInCart, toCheckout } from '#tests/support/people/shopper.ts';

/** Every page of the table that a visitor may open. */
const PUBLIC_PATHS = ['/', '/tickets', '/premis', '/contact', '/condicions', '/privacitat', '/news', '/calendar', '/llibrets', '/login', '/my-tickets', '/forgot-password', '/reset-password', '/change-password', '/order/1', '/checkout/1'];

/** The framework's scroll memory complains of shut storage and goes on. */
const SHUT_STORAGE = /SecurityError|operation is insecure/;

/** Storage as some browsers have it: shut by the person, or without room. */
const BROKEN_STORAGE: Record<string, () => void> = {
  blocked: () => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    }
  },
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  },
};

async function expectCart(page: Page, tickets: number): Promise<void> {
  await expect.poll(() => ticketsInCart(page)).toBe(tickets);
}

async function doubleTap(page: Page, name: string): Promise<void> {
  const box = (await button(page, name).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // As close together as fingers are, however slowly the page answers the first one.
  await Promise.all([page.touchscreen.tap(x, y), page.touchscreen.tap(x, y)]);
}

test('reload, back and forward keep the cart at every step', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await openFromList(page, DINNER);
  await addTicket(page, { ...A_DINNER, note: 'Sense nous' });
  await addTicket(page, A_DINNER);
  await page.reload();
  await expectCart(page, 2);
  await page.goBack();
  await page.getByRole('link', { name: DINNER }).waitFor();
  await page.goForward();
  await expectCart(page, 2);

  await goToCheckout(page);
  await fillBuyer(page, 'torna@example.com');
  await page.getByLabel('Nom (opcional)').fill('Neus');
  await page.reload();
  await expectCart(page, 2);
  await expect.poll(() => page.getByLabel('Email per rebre els tiquets:').inputValue()).toBe('torna@example.com');
  await expect.poll(() => page.getByLabel('Nom (opcional)').inputValue()).toBe('Neus');
  await expect.poll(() => page.getByText('Sense nous').count()).toBe(1);
  await press(button(page, '← Tornar'));
  await button(page, 'Procedir al pagament').waitFor();
  await expectCart(page, 2);
  await page.goBack();
  await button(page, 'Confirmar i Pagar').waitFor();
  await expectCart(page, 2);

  await confirm(page);
  await page.reload();
  await page.goBack();
  await button(page, 'Confirmar i Pagar').waitFor();
  await expectCart(page, 2);
  await page.goForward();
  await pay(page);
  await page.reload();
  await heading(page, BOUGHT);
});

test('a double tap does one step, not the one whose button then stands under the finger', async ({ visit, site }) => {
  const page = await visit({ device: 'phone' });
  await openEvent(page, DINNER);
  await press(button(page, /Afegir un/));
  await configure(page, A_DINNER);
  await doubleTap(page, 'Afegir a la comanda');
  await expectCart(page, 1);
  expect(new URL(page.url()).pathname).toMatch(/^\/order\//);

  await addTicket(page, A_DINNER);
  await goToCheckout(page);
  await fillBuyer(page, 'dos-tocs@example.com');
  await press(button(page, '← Tornar'));
  await page.waitForURL(/\/order\//);
  await doubleTap(page, 'Procedir al pagament');
  await button(page, 'Confirmar i Pagar').waitFor();
  expect(await ordersOf(site, 'dos-tocs@example.com')).toEqual([]);
});

test('the checkout without a cart goes to the order, and the order of an event not on sale to the list', async ({ visit, site }) => {
  const page = await visit();
  const events = await site.db.query.selectFrom('demoEvents').select(['eventId', 'key']).execute();
  const idOf = (key: string): number => events.find((event) => event.key === key)!.eventId;
  await page.goto(`/checkout/${idOf('germanor')}`);
  await page.waitForURL(`**/order/${idOf('germanor')}`);
  for (const key of ['presentacio', 'xaranga']) {
    await page.goto(`/order/${idOf(key)}`);
    expect(new URL(page.url()).pathname).toBe('/tickets');
  }
});

test.runIf(inject('soak'))('carts of two events do not touch each other', async ({ visit }) => {
  const page = await visit();
  await openEvent(page, DINNER);
  await addTicket(page, A_DINNER);
  await openEvent(page, CONCERT);
  await heading(page, 'La comanda està buida');
  await addTicket(page);
  await addTicket(page);
  await openEvent(page, DINNER);
  await expectCart(page, 1);
});

test('a cart that is damaged, old or from another version is no cart, and no white page', async ({ visit }) => {
  const page = await visit();
  await openEvent(page, CONCERT);
  const eventId = Number(page.url().split('/').at(-1));
  for (const stored of ['{', 'null', '[]', '{"version":99}', JSON.stringify({ version: 1, eventId, expiresAt: 1, seed: 'x'.repeat(20), tickets: [] }), '\u0000']) {
    await page.evaluate(([key, text]) => localStorage.setItem(key!, text!), [`comboi:cart:${eventId}`, stored]);
    await page.reload();
    await heading(page, 'La comanda està buida');
  }
});

test('a tab of the version before, whose other scripts are gone, loads itself anew and keeps its cart', async ({ visit }) => {
  const page = await visit({ expected: [/404/, /route module|dynamically imported/] });
  // Before the page, which fetches what its links lead to once it is quiet.
  await page.route('**/assets/contact-*.js', (route) => route.fulfill({ status: 404, contentType: 'application/json', body: '{"code":"NOT_FOUND"}' }));
  await openEvent(page, CONCERT);
  await addTicket(page, { note: 'Un' });
  await page.evaluate(() => {
    document.documentElement.dataset['tab'] = 'old';
  });
  await scriptsAtWork(page);
  await page.getByRole('link', { name: 'Contacte' }).first().click();
  await page.waitForFunction(() => document.documentElement.dataset['tab'] === undefined);
  await page.unroute('**/assets/contact-*.js');
  await openEvent(page, CONCERT);
  await expectCart(page, 1);
});

describe.for(soakCases(Object.keys(BROKEN_STORAGE)))('with %s storage', (how) => {
  test('the cart lives in the page and says so, and the purchase works', async ({ visit }) => {
    const page = await visit({ device: 'phone', expected: [SHUT_STORAGE] });
    await page.context().addInitScript(BROKEN_STORAGE[how]!);
    await openEvent(page, CONCERT);
    await addTicket(page, { note: 'Un' });
    await page.getByText('No podem guardar el cistell en este navegador').waitFor();
    await addTicket(page, { note: 'Dos' });
    await goToCheckout(page);
    await fillBuyer(page);
    await expectCart(page, 2);
    await confirm(page);
    await pay(page);
  });

  test('no page is white', async ({ visit }) => {
    const page = await visit({ expected: [/40[134]/, SHUT_STORAGE] });
    await page.context().addInitScript(BROKEN_STORAGE[how]!);
    for (const path of PUBLIC_PATHS) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    }
  });
});

test.runIf(inject('soak'))('somebody who comes back with an old tab after paying is not offered the paid cart again', async ({ visit }) => {
  const page = await visit();
  await shopToCheckout(page, { event: CONCERT, tickets: [{}] });
  await confirm(page);
  await pay(page);
  await page.waitForFunction(() => Object.values(localStorage).some((entry) => /"tickets":\[\]/.test(String(entry))));
  await page.goBack();
  await page.goBack();
  await page.waitForURL(/\/order\//);
  await heading(page, 'La comanda està buida');
});

describe('a cart that was paid, and whose tab was closed before it heard of it', () => {
  /** Pays, and is gone from the page one comes back to before its scripts are there; answers the order's id. */
  async function payAndLeave(page: Page): Promise<string> {
    await page.route('**/assets/*.js', (route) => route.abort());
    await press(button(page, 'Pagar'));
    await page.waitForURL(/payment-success/);
    const orderId = orderIdOf(page);
    await page.unroute('**/assets/*.js');
    return orderId;
  }

  test('is emptied by the checkout, which says so and leads to the tickets', async ({ visit }) => {
    const page = await visit({ device: 'phone', expected: [/ERR_FAILED/] });
    await toCheckout(page, { event: CONCERT, tickets: [{}, {}] });
    const checkout = page.url();
    await confirm(page);
    const orderId = await payAndLeave(page);
    await page.goto(checkout);
    const notice = page.getByRole('status').filter({ hasText: 'Ja has pagat esta comanda' });
    await notice.waitFor();
    expect(page.url()).toBe(checkout);
    await button(page, 'Confirmar i Pagar').waitFor({ state: 'detached' });
    await press(notice.getByRole('link', { name: 'Veure els tiquets' }));
    await heading(page, BOUGHT);
    expect(orderIdOf(page)).toBe(orderId);
    await page.goto(checkout.replace('/checkout/', '/order/'));
    await heading(page, 'La comanda està buida');
  });

  test.runIf(inject('soak'))('is emptied by the order screen too, which says so', async ({ visit }) => {
    const page = await visit({ device: 'phone', expected: [/ERR_FAILED/] });
    await toCheckout(page, { event: CONCERT, tickets: [{}] });
    await confirm(page);
    const orderId = await payAndLeave(page);
    await openEvent(page, CONCERT);
    const notice = page.getByRole('status').filter({ hasText: "Ja has pagat una comanda d'este cistell" });
    await press(notice.getByRole('link', { name: 'Veure els tiquets' }));
    await heading(page, BOUGHT);
    expect(orderIdOf(page)).toBe(orderId);
    await page.goBack();
    await heading(page, 'La comanda està buida');
  });

  test.runIf(inject('soak'))('keeps what was added since, which can be bought', async ({ visit }) => {
    const page = await visit({ expected: [/ERR_FAILED/] });
    await toCheckout(page, { event: DINNER });
    const checkout = page.url();
    await confirm(page);
    const other = await page.context().newPage();
    await openEvent(other, DINNER);
    await addTicket(other, A_DINNER);
    await expectCart(other, 2);
    await payAndLeave(page);
    await page.goto(checkout);
    await page.getByRole('status').filter({ hasText: 'Hem llevat els seus tiquets' }).waitFor();
    await page.getByRole('heading', { name: 'Ticket 2' }).waitFor({ state: 'detached' });
    await confirm(page);
    await pay(page);
  });
});

test.runIf(inject('soak'))('a checkout whose order is paid in another tab says so, and leads to the tickets', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await toCheckout(page, { event: CONCERT, tickets: [{}] });
  const other = await page.context().newPage();
  await other.goto(page.url());
  await button(other, 'Confirmar i Pagar').waitFor();
  await confirm(page);
  const orderId = await pay(page);
  const notice = other.getByRole('status').filter({ hasText: 'Ja has pagat esta comanda' });
  await press(notice.getByRole('link', { name: 'Veure els tiquets' }));
  await heading(other, BOUGHT);
  expect(orderIdOf(other)).toBe(orderId);
});

test('what another tab adds while the cart is being paid stays in it, and what was paid leaves', async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await toCheckout(page, { event: DINNER });
  await confirm(page);
  const other = await page.context().newPage();
  await openEvent(other, DINNER);
  await addTicket(other, { choices: ['Fideuà de Benicarló', 'Arnadí'] });
  await expectCart(other, 2);
  await pay(page);
  await other.getByRole('heading', { name: 'Ticket 2' }).waitFor({ state: 'detached' });
  await expectCart(other, 1);
  await other.getByRole('listitem').getByText('Fideuà de Benicarló').first().waitFor();

  // Bought as an order of its own.
  await goToCheckout(other);
  await confirm(other);
  expect(await pay(other)).not.toBe(orderIdOf(page));
});

test('without a network the way between list, order and checkout stays inside the app', async ({ visit }) => {
  const page = await visit({ device: 'phone', expected: [/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/] });
  await openFromList(page, DINNER);
  await addTicket(page, A_DINNER);
  await fetchedAhead(page, 'checkout');
  await page.context().setOffline(true);
  // What is known is shown, and is read anew as soon as something answers.
  const isOld = page.getByRole('status').filter({ hasText: 'Sense connexió' });
  await pressOnce(button(page, 'Procedir al pagament'));
  await button(page, 'Confirmar i Pagar').waitFor();
  await isOld.waitFor();
  await expectCart(page, 1);
  // Said once, and under no picture that could not be read.
  expect(await page.getByRole('main').getByText(/Sense connexió|No hem pogut connectar/).count()).toBe(1);
  expect(await page.locator('main img').evaluateAll((images) => (images as HTMLImageElement[]).filter(({ complete, naturalWidth }) => complete && naturalWidth === 0).map(({ src }) => src))).toEqual([]);
  await press(button(page, '← Tornar'));
  await button(page, 'Procedir al pagament').waitFor();
  await isOld.waitFor();
  await expectCart(page, 1);
  await page.context().setOffline(false);
  await isOld.waitFor({ state: 'detached' });
  await page.reload();
  await fetchedAhead(page, 'tickets');
  await page.context().setOffline(true);
  await press(page.getByRole('link', { name: '← Tiquets' }));
  await page.getByRole('alert').getByText('No hem pogut carregar els esdeveniments').waitFor();
});
