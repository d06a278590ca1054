import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';

import { timeText } from '#app/domain/time/instant-text.ts';
import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { topOf } from '#tests/support/browser/page-checks.ts';
import { A_DINNER, addTicket, button, confirm, DINNER, fillBuyer, goToCheckout, openEvent, ordersOf, pay, press, pressOnce, toCheckout } from '#tests/support/people/shopper.ts';
import { test } from '#tests/support/site/journey.ts';

const ONE_ORDER = /\/api\/orders\/[\w-]+$/;
const HELD = /^Guardats? per a tu fins a les/;

/** By how much the order moves when it is known what is held. */
async function pixelsMoved(page: Page, { arrive, announced }: { arrive: () => Promise<unknown>; announced?: RegExp }): Promise<number> {
  const answered = Promise.withResolvers<void>();
  await page.route(ONE_ORDER, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await arrive();
  const summary = page.getByRole('heading', { name: 'Resum de la comanda' });
  await scriptsAtWork(page);
  const before = await topOf(summary);
  answered.resolve();
  if (announced === undefined) await page.waitForLoadState('networkidle');
  else await page.getByText(announced).waitFor();
  const after = await topOf(summary);
  await page.unroute(ONE_ORDER);
  return Math.abs(after - before);
}

test('back from the payment page the checkout says until when the tickets are held, and leads to the payment that is open', async ({ visit, site }) => {
  const page = await visit({ device: 'phone' });
  const email = 'torna@example.com';
  await toCheckout(page, { event: DINNER, tickets: [A_DINNER, A_DINNER], email });
  await scriptsAtWork(page);
  expect(await page.getByText(HELD).count()).toBe(0);
  await confirm(page);
  const paymentPage = page.url();
  const moved = await pixelsMoved(page, { arrive: () => page.goBack(), announced: HELD });
  const [order] = await ordersOf(site, email);
  const { holdExpiresAt } = await site.db.query.selectFrom('orders').select('holdExpiresAt').where('id', '=', order!.id).executeTakeFirstOrThrow();
  await page.getByText(`Guardats per a tu fins a les ${timeText(holdExpiresAt!.toISOString())}`).waitFor();
  await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^\d{1,2}:\d\d$/);
  expect(await topOf(page.getByLabel('Email per rebre els tiquets:'))).toBeLessThanOrEqual(320);
  expect(moved).toBeLessThan(2);
  await press(page.getByRole('link', { name: 'Tornar al pagament: 2 tiquets, 36,00 €' }));
  await page.waitForURL(paymentPage);
  await pay(page);
  expect(await ordersOf(site, email)).toMatchObject([{ status: 'paid', ticketQuantity: 2 }]);
});

test('nothing is said to be held once the payment was cancelled, here or elsewhere', async ({ visit, site }) => {
  const page = await visit({ device: 'phone' });
  const email = 'no-torna@example.com';
  await toCheckout(page, { event: DINNER, tickets: [A_DINNER], email });
  await confirm(page);
  await press(button(page, 'Cancel·lar'));
  await page.getByText('Pagament cancel·lat').waitFor();
  await scriptsAtWork(page);
  await expect.poll(async () => (await ordersOf(site, email)).map(({ status }) => status)).toEqual(['cancelled']);
  expect(await page.getByText(HELD).count()).toBe(0);
  expect(await pixelsMoved(page, { arrive: () => page.reload() }), 'no room is kept for it').toBeLessThan(2);
  await confirm(page);
  const open = (await ordersOf(site, email)).at(-1)!;
  await page.request.post(`/api/orders/${open.id}/cancel`);
  const answered = page.waitForResponse(ONE_ORDER);
  await page.goBack();
  await answered;
  await page.reload({ waitUntil: 'networkidle' });
  expect(await page.getByText(HELD).count()).toBe(0);
});

test.runIf(inject('soak'))('a hold that can not be read is told as it was when the order was placed', async ({ visit }) => {
  const page = await visit({ device: 'phone', expected: [/503/] });
  await toCheckout(page, { event: DINNER, tickets: [A_DINNER], email: 'sense-resposta@example.com' });
  await confirm(page);
  const paymentPage = page.url();
  await page.route(ONE_ORDER, (route) => route.fulfill({ status: 503, json: { code: 'BUSY', message: 'Massa gent' } }));
  await page.goBack();
  await page.getByText(HELD).waitFor();
  await press(page.getByRole('link', { name: 'Tornar al pagament', exact: true }));
  await page.waitForURL(paymentPage);
});

/** Where the bar ends, and the window. */
async function barAndWindow(page: Page): Promise<[number, number]> {
  return button(page, /^Confirmar/).filter({ visible: true }).evaluate((submit) => [Math.round(submit.closest('div')!.getBoundingClientRect().bottom), window.innerHeight]);
}

test("the checkout's bar stands at the window's edge: while reading, over a keyboard, after it and after a refusal", async ({ visit }) => {
  const page = await visit({ device: 'phone' });
  await openEvent(page, DINNER);
  await addTicket(page, A_DINNER);
  await goToCheckout(page);
  expect(await page.locator('meta[name="viewport"]').getAttribute('content')).toContain('interactive-widget=resizes-content');
  const atTheEdge = async (): Promise<void> => expect.poll(() => barAndWindow(page)).toSatisfy(([bar, edge]: [number, number]) => bar === edge);
  await atTheEdge();
  const email = page.getByLabel('Email per rebre els tiquets:');
  await email.focus();
  // What a keyboard leaves of the window.
  await page.setViewportSize({ width: 390, height: 480 });
  await atTheEdge();
  await email.scrollIntoViewIfNeeded();
  const field = (await email.boundingBox())!;
  expect(field.y + field.height).toBeLessThan(await topOf(button(page, 'Confirmar i Pagar')));
  await page.setViewportSize({ width: 390, height: 844 });
  await atTheEdge();
  await fillBuyer(page, 'ningú');
  await pressOnce(button(page, 'Confirmar i Pagar'));
  await page.getByText('Per favor, introdueix un email vàlid').waitFor();
  await atTheEdge();
  await page.evaluate(() => window.scrollTo(0, 200));
  await atTheEdge();
});
