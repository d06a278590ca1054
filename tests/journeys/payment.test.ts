import type { Page, Response } from 'playwright-core';
import { expect, inject } from 'vitest';

import { scriptsAtWork, stopClock } from '#tests/support/browser/browser.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent, soldOf, withdraw } from '#tests/support/app/events.ts';
import { testWithMails as plainTest } from '#tests/support/site/journey.ts';
import { startSite } from '#tests/support/site/site.ts';
import { BOUGHT, button, CONCERT, confirm, heading, mailsTo, openEvent, orderIdOf, ordersOf, orderState, pay, picturesIn, press, pressOnce, ticketsInCart, toCheckout } from '#tests/support/people/shopper.ts';

const test = plainTest
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from it which fixtures are wanted
  .extend('hurried', { scope: 'file' }, async ({}, { onCleanup }) => {
    const site = await startSite({ COMBOI_HOLD_SECONDS: '20' });
    onCleanup(() => site.end());
    return site;
  });

test.runIf(inject('soak'))('a card that is refused can be tried again, and the order is paid once', async ({ visit, site }) => {
  const page = await visit({ device: 'phone' });
  const email = 'rebutjada@example.com';
  await toCheckout(page, { event: CONCERT, tickets: [{}], email });
  await confirm(page);
  await press(button(page, 'Rebutjar'));
  await page.getByRole('alert').getByText('Targeta rebutjada').waitFor();
  expect(await ordersOf(site, email)).toMatchObject([{ status: 'pending_payment' }]);
  await pay(page);
  expect(await ordersOf(site, email)).toMatchObject([{ status: 'paid' }]);
});

test('cancelling on the payment page leads back to the checkout with the cart as it was, and the stock is free again', async ({ visit, site }) => {
  const event = await anEvent(site, { title: 'Sopar cancel·lat', maxTickets: 2, dishes: { Paella: [1400, 1200, 1000] } });
  const page = await visit({ device: 'phone' });
  const email = 'penedida@example.com';
  await toCheckout(page, { event: event.title, tickets: [{ choices: ['Paella'], note: 'Ben torrada' }, { choices: ['Paella'] }], email });
  await confirm(page);
  expect(await soldOf(site, event.id)).toBe(2);

  await press(button(page, 'Cancel·lar'));
  await page.waitForURL(/\/checkout\/\d+$/);
  await page.getByText('Pagament cancel·lat').waitFor();
  await expect.poll(() => ticketsInCart(page)).toBe(2);
  await expect.poll(() => page.getByText('Ben torrada').count()).toBe(1);
  await expect.poll(() => page.getByLabel('Email per rebre els tiquets:').inputValue()).toBe(email);
  await expect.poll(() => soldOf(site, event.id)).toBe(0);

  await confirm(page);
  await pay(page);
  expect(await ordersOf(site, email)).toMatchObject([{ status: 'cancelled' }, { status: 'paid', ticketQuantity: 2 }]);
});

test.runIf(inject('soak'))('a buyer who closes the tab right after paying gets the tickets all the same', async ({ visit, site }) => {
  const page = await visit({ device: 'phone', expected: [/ERR_FAILED/] });
  const email = 'tancada@example.com';
  await toCheckout(page, { event: CONCERT, tickets: [{}, {}], email });
  await confirm(page);
  await page.route('**/payment-success*', (route) => route.abort());
  const leaving = page.waitForRequest(/payment-success/);
  await press(button(page, 'Pagar'));
  await leaving;
  const context = page.context();
  await page.close();

  await expect.poll(() => ordersOf(site, email)).toMatchObject([{ status: 'paid', ticketQuantity: 2 }]);
  const later = await context.newPage();
  await later.goto('/dev/mail');
  const [mail] = await mailsTo(later, email);
  expect(picturesIn(mail!)).toHaveLength(2);
});

test('the payment page asks after 3 s, then every 2 s, gives up after 180 s and asks again when told to', async ({ visit, site }) => {
  const page = await visit();
  await toCheckout(page, { event: CONCERT, tickets: [{}], email: 'pacient@example.com' });
  await confirm(page);
  const paymentUrl = page.url();
  const [{ id: order } = { id: '' }] = await ordersOf(site, 'pacient@example.com');

  // Before the page comes: a slow machine must not spend the three seconds on it.
  await stopClock(page);
  const questions: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/orders/${order}`)) questions.push(request.url());
  });
  await page.goto(`/payment-success?order_id=${order}`);
  await heading(page, 'Comprovant el pagament...');
  await page.clock.runFor(2_000);
  expect(questions).toHaveLength(0);
  await heading(page, 'Comprovant el pagament...');

  // The page sets its next timer once it has read an answer, which takes real time; a later answer comes behind it.
  const settled = async (answer: Response | null): Promise<void> => {
    await answer?.finished();
    await page.evaluate(() => fetch('/health/live').then((live) => live.text()));
  };
  const nextQuestion = async (): Promise<void> => {
    const before = questions.length;
    const answered = page.waitForResponse(/\/api\/orders\//);
    while (questions.length === before) await page.clock.runFor(250);
    await settled(await answered);
  };
  await nextQuestion();
  await heading(page, 'Processant el pagament...');
  await page.getByRole('link', { name: 'Torna a la pàgina de pagament' }).waitFor();
  // Nobody looks: nothing is asked until somebody does.
  await switchTab(page, 'hidden');
  const whenHidden = questions.length;
  await page.clock.runFor(60_000);
  expect(questions).toHaveLength(whenHidden);
  const seen = page.waitForResponse(/\/api\/orders\//);
  await switchTab(page, 'visible');
  await settled(await seen);

  const processing = page.getByRole('heading', { name: 'Processant el pagament...' });
  while (questions.length < 92 && (await processing.isVisible())) {
    const before = questions.length;
    const answered = page.waitForResponse(/\/api\/orders\//, { timeout: 5_000 }).catch(() => null);
    await page.clock.runFor(1_750);
    for (let step = 0; step < 5 && questions.length === before && (await processing.isVisible()); step += 1) await page.clock.runFor(250);
    if (questions.length > before) await settled(await answered);
  }
  await heading(page, 'Processament en Curs');
  // After 3 s, then every 2 s and no oftener: 90 questions in 180 s, fewer where reading an answer took a step of the clock.
  expect(questions.length).toBeLessThanOrEqual(91);
  expect(questions.length).toBeGreaterThanOrEqual(70);
  figure('B24 questions of one page in 180 s, in Chromium', questions.length);
  await expect.poll(() => page.getByRole('link', { name: 'Contactar Suport' }).getAttribute('href')).toBe('/contact');

  // While its clock stands, the page asks nothing by itself.
  await press(button(page, 'Verificar de Nou'));
  await nextQuestion();
  await heading(page, 'Processant el pagament...');

  // The clock is that of all tabs: the one that pays needs it to go.
  await page.clock.resume();
  const bank = await page.context().newPage();
  await bank.goto(paymentUrl);
  await pay(bank);
  await heading(page, BOUGHT);
  expect(orderIdOf(page)).toBe(order);
});

/** What a browser says to a page when its tab goes behind another. */
async function switchTab(page: Page, to: DocumentVisibilityState): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    Object.defineProperty(document, 'hidden', { value: state === 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, to);
}

test('a payment that is confirmed while the page waits turns it into the tickets', async ({ visit, site }) => {
  const page = await visit({ device: 'phone' });
  await toCheckout(page, { event: CONCERT, tickets: [{}], email: 'espera@example.com' });
  await confirm(page);
  const paymentUrl = page.url();
  const [order] = await ordersOf(site, 'espera@example.com');
  await page.goto(`/payment-success?order_id=${order!.id}`);
  await heading(page, /^(Comprovant|Processant) el pagament/);
  const bank = await page.context().newPage();
  await bank.goto(paymentUrl);
  await pay(bank);
  await heading(page, BOUGHT);
  // The news comes before the tickets themselves.
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
});

test.runIf(inject('soak'))('an event that is withdrawn while the page waits is told of there, by itself', async ({ visit, hurried: site }) => {
  const event = await anEvent(site, { title: 'Sopar que no es fa', dishes: {} });
  const page = await visit({ site, device: 'phone' });
  await toCheckout(page, { event: event.title, tickets: [{}], email: 'retirat@example.com' });
  await confirm(page);
  const [order] = await ordersOf(site, 'retirat@example.com');
  await page.goto(`/payment-success?order_id=${order!.id}`);
  await heading(page, /^(Comprovant|Processant) el pagament/);
  await withdraw(site, event.id);
  await page.getByText("L'acte s'ha cancel·lat. Ho sentim. Si has arribat a pagar").waitFor();
  expect(await page.getByRole('link', { name: 'Tornar a la comanda' }).count()).toBe(0);
});

test('an order that does not exist says so and leads home or to help', async ({ visit }) => {
  const page = await visit({ expected: [/404/] });
  await page.goto('/payment-success?order_id=00000000-0000-4000-8000-000000000000');
  await heading(page, 'Error en el Pagament');
  expect(await page.getByRole('main').getByRole('link').allTextContents()).toEqual(["Tornar a l'Inici", 'Contactar Suport']);
  await page.goto('/payment-success');
  expect(new URL(page.url()).pathname).toBe('/');
});

test('the end of the hold is announced at least 20 s before', async ({ visit }) => {
  const page = await visit();
  await toCheckout(page, { event: CONCERT, tickets: [{}], email: 'compte-arrere@example.com' });
  await confirm(page);
  await stopClock(page);
  await page.reload();
  await scriptsAtWork(page);
  const spoken = page.getByRole('status').filter({ hasText: 'per a pagar' });
  await expect.poll(() => spoken.textContent()).toMatch(/^Queden [23]\d minuts per a pagar$/);
  const left = await page.getByText(/^Tens \d+:\d\d per a pagar$/).textContent();
  const [minutes, seconds] = /(\d+):(\d+)/.exec(left!)!.slice(1).map(Number);
  await page.clock.fastForward((minutes! * 60 + seconds! - 25) * 1_000);
  await page.clock.runFor(1_000);
  await expect.poll(() => spoken.textContent()).toBe('Queden 30 segons per a pagar');
});

test('a hold that runs out says so on every page, its stock is free again, and a late payment is honoured while there is room', async ({ visit, hurried: site }) => {
  const event = await anEvent(site, { title: 'Sopar amb pressa', maxTickets: 1, dishes: {} });
  const page = await visit({ site, device: 'phone' });
  const email = 'tardana@example.com';
  await toCheckout(page, { event: event.title, tickets: [{}], email });
  const placed = page.waitForResponse(/\/api\/orders$/);
  await pressOnce(button(page, 'Confirmar i Pagar'));
  await placed;
  // At once: the hold is short, and a browser may take its time to show the payment page.
  expect(await soldOf(site, event.id)).toBe(1);
  await page.getByText('La pàgina ha caducat').waitFor();
  await expect.poll(() => soldOf(site, event.id)).toBe(0);
  const [order] = await ordersOf(site, email);
  expect(order).toMatchObject({ status: 'cancelled' });

  const result = await page.context().newPage();
  await result.goto(`/payment-success?order_id=${order!.id}`);
  await heading(result, 'Error en el Pagament');
  await result.getByText("La comanda no s'ha pagat a temps").waitFor();
  await result.getByRole('link', { name: 'Tornar a la comanda' }).click();
  await heading(result, 'Ticket 1');
  await result.goto(`/payment-success?order_id=${order!.id}`);
  await heading(result, 'Error en el Pagament');

  await press(button(page, 'Pagar tard (prova)'));
  await heading(page, BOUGHT);
  // By itself, since it goes on asking.
  await heading(result, BOUGHT);
  expect(await orderState(page, order!.id)).toMatchObject({ status: 'paid' });
  expect(await soldOf(site, event.id)).toBe(1);
});

test.runIf(inject('soak'))('when a hold ran out the cart is still there and gives a new order', async ({ visit, hurried: site }) => {
  const page = await visit({ site });
  const email = 'una-altra@example.com';
  await toCheckout(page, { event: CONCERT, tickets: [{ note: 'Prop de la barra' }], email });
  await confirm(page);
  await page.getByText('La pàgina ha caducat').waitFor();
  await expect.poll(() => ordersOf(site, email)).toMatchObject([{ status: 'cancelled' }]);
  await press(button(page, 'Cancel·lar'));
  await page.getByText('Pagament cancel·lat').waitFor();
  await expect.poll(() => page.getByText('Prop de la barra').count()).toBe(1);
  await confirm(page);
  await pay(page);
  expect(await ordersOf(site, email)).toMatchObject([{ status: 'cancelled' }, { status: 'paid' }]);
});

test('going back from the payment page finds the cart and gives the same order again', async ({ visit, site }) => {
  const page = await visit();
  const email = 'arrere@example.com';
  await toCheckout(page, { event: CONCERT, tickets: [{}], email });
  await confirm(page);
  await page.goBack();
  await button(page, 'Confirmar i Pagar').waitFor();
  await confirm(page);
  await pay(page);
  expect(await ordersOf(site, email)).toMatchObject([{ status: 'paid' }]);
  await openEvent(page, CONCERT);
  await heading(page, 'La comanda està buida');
});
