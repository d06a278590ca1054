import { describe, expect, inject } from 'vitest';

import { anEvent, PAELLA } from '#tests/support/app/events.ts';
import { eventOnline, orderOnline, orderStateOnline } from '#tests/support/people/online-buyers.ts';
import { BOUGHT, button, CONCERT, heading, openEvent, orderIdOf, ordersOf, press, toCheckout } from '#tests/support/people/shopper.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { anOrderAtStripe, payAtStripe, toStripe } from '#tests/support/stripe/stripe-buyer.ts';
import { stripeJourney as test } from '#tests/support/stripe/stripe-journey.ts';
import { picturesOf, postOf } from '#tests/support/stripe/stripe-site.ts';

test('a buyer pays on the page of Stripe, comes back to the tickets and has them in the mail', async ({ buyer, site }) => {
  const page = await buyer();
  const email = 'pagadora@example.com';
  const { orderId, session } = await anOrderAtStripe(site, page, { email, tickets: 2 });
  const { amount, lines } = site.stripe.session(session);
  await heading(page, `${(amount / 100).toFixed(2)} eur`);
  await page.getByText(email).waitFor();
  expect(lines).toHaveLength(2);

  await payAtStripe(page);
  await heading(page, BOUGHT);
  expect(orderIdOf(page)).toBe(orderId);
  await expect.poll(() => page.getByRole('article').count()).toBe(2);
  expect(await ordersOf(site, email)).toMatchObject([{ status: 'paid', ticketQuantity: 2 }]);
  await page.getByText(`T'hem enviat els tiquets a ${email}`).waitFor();
  expect(postOf(site, email).map(picturesOf)).toEqual([2]);
  await openEvent(page, CONCERT);
  await heading(page, 'La comanda està buida');
});

test('a card that is declined at Stripe can be tried again, and the order is charged once', async ({ buyer, site }) => {
  const page = await buyer();
  const email = 'declinada@example.com';
  const { orderId, session } = await anOrderAtStripe(site, page, { email });
  for (let time = 0; time < 2; time += 1) {
    await press(button(page, 'Pay with a card that is declined'));
    await page.getByRole('alert').getByText('Your card was declined.').waitFor();
    expect(await orderStateOnline(site.url, orderId)).toMatchObject({ status: 'pending_payment', tickets: [] });
  }
  await payAtStripe(page);
  await heading(page, BOUGHT);
  expect(site.stripe.session(session)).toMatchObject({ declines: 2, paymentStatus: 'paid' });
  expect(await ordersOf(site, email)).toMatchObject([{ status: 'paid' }]);
  await expect.poll(() => postOf(site, email)).toHaveLength(1);
});

test.runIf(inject('soak'))('who goes back from the page of Stripe finds the cart, and a new order on a new page', async ({ buyer, site }) => {
  const page = await buyer();
  const email = 'penedit@example.com';
  const { session } = await anOrderAtStripe(site, page, { email });
  await press(button(page, 'Back'));
  await page.getByText('Pagament cancel·lat').waitFor();
  await expect.poll(() => site.stripe.session(session).status).toBe('expired');
  expect(await toStripe(page)).not.toBe(session);
  await payAtStripe(page);
  await heading(page, BOUGHT);
  expect(await ordersOf(site, email)).toMatchObject([{ status: 'cancelled' }, { status: 'paid' }]);
});

describe('a tab that is closed right after paying', () => {
  const BUYERS = count({ test: 10, soak: 100 });
  const AT_ONCE = 5;

  test(`does not matter: ${BUYERS} of ${BUYERS} are paid and have one mail each`, { timeout: 300_000 }, async ({ buyer, site }) => {
    const page = await buyer({ expected: [/ERR_FAILED/] });
    const context = page.context();
    const event = await eventOnline(site.url, CONCERT);
    const before = postOf(site, 'ramon@example.com').length;
    const orders: string[] = [];

    async function buyAndLeave(n: number): Promise<void> {
      const placed = await orderOnline(site.url, { event, key: `closes-the-tab-${n}` });
      const tab = await context.newPage();
      await tab.route('**/payment-success*', (route) => route.abort());
      await tab.goto(placed!.body.paymentUrl!);
      const leaving = tab.waitForRequest(/payment-success/);
      await payAtStripe(tab);
      await leaving;
      await tab.close();
      orders.push(placed!.body.orderId);
    }
    async function oneAfterTheOther(first: number): Promise<void> {
      for (let n = first; n < BUYERS; n += AT_ONCE) await buyAndLeave(n);
    }
    await Promise.all(Array.from({ length: AT_ONCE }, (_, first) => oneAfterTheOther(first)));

    const paid = site.db.query.selectFrom('orders').select('id').where('id', 'in', orders).where('status', '=', 'paid');
    await expect.poll(() => paid.execute()).toHaveLength(BUYERS);
    await expect.poll(() => postOf(site, 'ramon@example.com').length - before, { timeout: 120_000 }).toBe(BUYERS);
    const mails = site.db.query.selectFrom('mails').select(['orderId', 'status']).where('orderId', 'in', orders);
    await expect.poll(async () => (await mails.execute()).filter(({ status }) => status === 'sent')).toHaveLength(BUYERS);
    const mailed = (await mails.execute()).map(({ orderId }) => orderId);
    expect(mailed.toSorted()).toEqual(orders.toSorted());
    figure('B2 tabs closed right after paying: paid, with one mail', `${mailed.length} of ${BUYERS}`);
  });

  test('and whose notice never reached us: the address of the order shows the tickets when it is opened', async ({ buyer, site, onTestFinished }) => {
    onTestFinished(() => void (site.stripe.notifies = true));
    const page = await buyer({ expected: [/ERR_FAILED/] });
    const email = 'silenciada@example.com';
    const { orderId } = await anOrderAtStripe(site, page, { email });
    site.stripe.notifies = false;
    await page.route('**/payment-success*', (route) => route.abort());
    const leaving = page.waitForRequest(/payment-success/);
    await payAtStripe(page);
    await leaving;
    const context = page.context();
    await page.close();
    site.stripe.notifies = true;

    const begun = performance.now();
    const later = await context.newPage();
    await later.goto(`/payment-success?order_id=${orderId}`);
    await heading(later, BOUGHT);
    figure('N11 paid but no ticket, from the opened page of the order to the tickets', `${((performance.now() - begun) / 1_000).toFixed(1)} s`);
    await expect.poll(() => postOf(site, email).map(picturesOf)).toEqual([1]);
  });
});

test('the page of Stripe is for this order, this sum and this buyer', async ({ buyer, site }) => {
  const page = await buyer({ device: 'desktop' });
  const email = 'compte@example.com';
  const event = await anEvent(site, { title: 'Sopar de comptes clars' });
  await toCheckout(page, { event: event.title, tickets: [{ choices: ['Paella'], note: 'Sense sal' }, { choices: ['Paella'] }], email });
  const session = site.stripe.session(await toStripe(page));
  const [order] = await ordersOf(site, email);
  expect(session).toMatchObject({ reference: order!.id, email, currency: 'eur', amount: 2 * PAELLA[0], metadata: { order_id: order!.id, event_title: event.title, quantity: '2' } });
  expect(session.lines.map(({ amount, quantity }) => [amount, quantity])).toEqual([[PAELLA[0], 1], [PAELLA[0], 1]]);
  expect(session.lines[0]!.description).toContain('Paella');
});
