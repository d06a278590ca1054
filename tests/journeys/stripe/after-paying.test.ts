import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';

import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { stopClock } from '#tests/support/browser/browser.ts';
import { BOUGHT, button, heading, ordersOf, orderState, press, rivalOrders } from '#tests/support/people/shopper.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anOrderAtStripe, expectNoTickets, mailIs, payAtStripe, sessionOn, visibleTickets } from '#tests/support/stripe/stripe-buyer.ts';
import { stripeJourney as test } from '#tests/support/stripe/stripe-journey.ts';
import { picturesOf, postOf, type StripeSite } from '#tests/support/stripe/stripe-site.ts';

describe('the payment page', () => {
  test.runIf(inject('soak'))('shows no tickets for an order that waits at Stripe, though they exist, and leads back there', async ({ buyer, site }) => {
    const page = await buyer();
    const email = 'abans@example.com';
    const { orderId } = await anOrderAtStripe(site, page, { email });
    expect(await site.db.query.selectFrom('tickets').select('status').where('orderId', '=', orderId).execute()).toEqual([{ status: 'pending_payment' }]);
    // The first answer waits until the page was looked at before it.
    const looked = Promise.withResolvers<void>();
    await page.route(/\/api\/orders\//, async (route) => {
      await looked.promise;
      await route.continue();
    });
    await page.goto(`${site.url}/payment-success?order_id=${orderId}`);
    await heading(page, 'Comprovant el pagament...');
    await expectNoTickets(page);
    looked.resolve();
    await heading(page, 'Processant el pagament...');
    await expectNoTickets(page);
    await press(page.getByRole('link', { name: 'Torna a la pàgina de pagament' }));
    await page.waitForURL(/\/pay\/cs_test_/);
    await payAtStripe(page);
    await heading(page, BOUGHT);
  });

  test('shows none while the bank has not said yes, and turns when it has', async ({ buyer, site }) => {
    const page = await buyer();
    const { orderId, session } = await anOrderAtStripe(site, page, { email: 'bizum@example.com' });
    await press(button(page, 'Pay by bank'));
    await heading(page, 'Processant el pagament...');
    expect(await orderState(page, orderId)).toMatchObject({ status: 'pending_payment', tickets: [] });
    const early = await visibleTickets(page);
    expect(early).toBe(0);
    expect(postOf(site, 'bizum@example.com')).toEqual([]);
    await site.stripe.settleDelayed(session, 'succeeded');
    await heading(page, BOUGHT);
    await expect.poll(() => page.getByRole('article').count()).toBe(1);
    figure('B23 tickets shown before the money has come', early);
  });

  test.runIf(inject('soak'))('says that it came to nothing when the bank has said no', async ({ buyer, site }) => {
    const page = await buyer();
    const { session } = await anOrderAtStripe(site, page, { email: 'bizum-no@example.com' });
    await press(button(page, 'Pay by bank'));
    await heading(page, 'Processant el pagament...');
    await site.stripe.settleDelayed(session, 'failed');
    await heading(page, 'Error en el Pagament');
    await expectNoTickets(page);
    expect(await ordersOf(site, 'bizum-no@example.com')).toMatchObject([{ status: 'cancelled' }]);
  });

  test.runIf(inject('soak'))('waits while Stripe answers nobody, and shows the tickets when it does', async ({ buyer, site, onTestFinished }) => {
    onTestFinished(() => void (site.stripe.down = null));
    const page = await buyer();
    const { orderId } = await anOrderAtStripe(site, page, { email: 'stripe-mut@example.com' });
    site.stripe.down = 'unavailable';
    const answered = page.waitForResponse((response) => response.url().endsWith(`/api/orders/${orderId}`));
    await payAtStripe(page);
    expect(await (await answered).json()).toMatchObject({ status: 'pending_payment', tickets: [] });
    await heading(page, 'Processant el pagament...');
    await expectNoTickets(page);
    site.stripe.down = null;
    await heading(page, BOUGHT);
  });

  test.runIf(inject('soak'))('gives up after its time while Stripe is silent; Verificar de Nou finds the payment', async ({ buyer, site, onTestFinished }) => {
    onTestFinished(() => void (site.stripe.down = null));
    const page = await buyer();
    const { orderId } = await anOrderAtStripe(site, page, { email: 'massa-lent@example.com' });
    site.stripe.down = 'unavailable';
    await stopClock(page);
    await payAtStripe(page);
    await heading(page, 'Comprovant el pagament...');
    const timedOut = page.getByRole('heading', { name: 'Processament en Curs' });
    while (!(await timedOut.isVisible())) {
      await expectNoTickets(page);
      await page.clock.runFor(2_000);
    }
    await expectNoTickets(page);
    expect(await orderState(page, orderId)).toMatchObject({ status: 'pending_payment' });
    site.stripe.down = null;
    await page.clock.resume();
    await press(button(page, 'Verificar de Nou'));
    await heading(page, BOUGHT);
  });

  test('of an order whose money went back says so, and shows no tickets any more', async ({ buyer, site }) => {
    const page = await buyer();
    const { session } = await anOrderAtStripe(site, page, { email: 'retornada@example.com' });
    await payAtStripe(page);
    await heading(page, BOUGHT);
    await site.stripe.refundManually(session);
    await page.reload();
    await heading(page, 'Error en el Pagament');
    await page.getByText("Els diners d'esta comanda van de camí").waitFor();
    await expectNoTickets(page);
  });
});

describe('a payment that comes when its hold is over and others have the last ticket', () => {
  /** The buyer is still on Stripe's page when the hold runs out and the only seat is sold to somebody else. */
  async function lateForTheLastSeat(site: StripeSite, page: Page, email: string) {
    const event = await anEvent(site, { title: `Sopar d'una cadira de ${email.split('@')[0]}`, maxTickets: 1, dishes: {} });
    const order = await anOrderAtStripe(site, page, { event: event.title, email });
    // The sweeper would close the page; this buyer presses before it comes.
    site.stripe.nextFault(new RegExp(`/${order.session}/expire$`), 'unavailable');
    await site.db.query.updateTable('orders').set({ holdExpiresAt: site.clock.now() }).where('id', '=', order.orderId).execute();
    const rival = await rivalOrders(site.url, event, 1);
    await site.stripe.pay(sessionOn(rival.paymentUrl!));
    expect(await ordersOf(site, email)).toMatchObject([{ status: 'cancelled' }]);
    return { ...order, event, rival };
  }

  test('is given back once: the page says so, now and later, and so does a mail', async ({ buyer, site }) => {
    const page = await buyer();
    const email = 'massa-tard@example.com';
    const { orderId, session, event, rival } = await lateForTheLastSeat(site, page, email);
    // The page asks once more, and is answered when the money is on its way.
    await page.route(/\/api\/orders\//, async (route) => {
      await expect.poll(() => ordersOf(site, email)).toMatchObject([{ status: 'refunded' }]);
      await route.continue();
    });
    await payAtStripe(page);
    await heading(page, 'Error en el Pagament');
    await page.getByText('quan la reserva ja havia caducat i ja no quedaven entrades').waitFor();
    await page.getByText("Els diners d'esta comanda van de camí").waitFor();
    await expect.poll(() => page.getByRole('main').getByRole('link').first().textContent()).toBe('Veure altres esdeveniments');
    await expectNoTickets(page);

    const refunds = () => site.stripe.session(session).intent!.charge!.refunds;
    await expect.poll(refunds).toMatchObject([{ status: 'succeeded', amount: site.stripe.session(session).amount }]);
    // Everything is told again, as Stripe may; the money goes back no second time.
    for (const stripeEvent of site.stripe.events) expect(await site.stripe.deliver(stripeEvent)).toBe(200);
    await page.reload();
    await page.getByText("Els diners d'esta comanda van de camí").waitFor();
    await expectNoTickets(page);
    expect(refunds()).toHaveLength(1);
    expect(await site.db.query.selectFrom('refunds').select(['reason', 'status']).where('orderId', '=', orderId).execute()).toEqual([{ reason: 'late_payment', status: 'succeeded' }]);
    expect(await soldOf(site, event.id)).toBe(1);
    expect(await orderState(page, rival.orderId)).toMatchObject({ status: 'paid' });
    await expect.poll(() => postOf(site, email)).toHaveLength(1);
    expect(postOf(site, email).map(picturesOf)).toEqual([0]);
  });

  test.runIf(inject('soak'))('is promised back while we have not heard of it, and the page turns when we do', async ({ buyer, site, onTestFinished }) => {
    onTestFinished(() => void (site.stripe.notifies = true));
    const page = await buyer();
    const email = 'encara-no@example.com';
    const { session } = await lateForTheLastSeat(site, page, email);
    const silent = site.stripe.events.length;
    site.stripe.notifies = false;
    // The page asks once more, and is answered when the news has come.
    const received = Promise.withResolvers<void>();
    await page.route(/\/api\/orders\//, async (route) => {
      await received.promise;
      await route.continue();
    });
    await payAtStripe(page);
    await page.getByText('si ja no en queden, et tornarem tots els diners').waitFor();
    await expectNoTickets(page);
    site.stripe.notifies = true;
    for (const stripeEvent of site.stripe.events.slice(silent)) await site.stripe.deliver(stripeEvent);
    received.resolve();
    await page.getByText("Els diners d'esta comanda van de camí").waitFor();
    await expectNoTickets(page);
    await expect.poll(() => site.stripe.session(session).intent!.charge!.refunds.length).toBe(1);
  });
});

describe('a mail that the other side refuses', () => {
  /** Paid, with the tickets on the page and their mail refused for good. */
  async function paidWithoutMail(site: StripeSite, page: Page, email: string): Promise<string> {
    site.smtp.manner = 'no_such_box';
    const { orderId } = await anOrderAtStripe(site, page, { email });
    await payAtStripe(page);
    await heading(page, BOUGHT);
    await mailIs(site, orderId, 'failed');
    await page.reload();
    await page.getByText(`No hem pogut enviar el correu a ${email}`).waitFor();
    return orderId;
  }

  /** What it says while the mail is on its way may soon be over. */
  async function sendsAgain(page: Page, email: string): Promise<void> {
    const notice = page.getByText(`Estem enviant els tiquets a ${email}`).waitFor();
    await Promise.all([notice, press(button(page, 'Reenviar Correu'))]);
  }

  test("is shown beside the tickets, and 'Reenviar Correu' sends them once the other side takes mail", async ({ buyer, site, onTestFinished }) => {
    onTestFinished(() => void (site.smtp.manner = 'accept'));
    const page = await buyer();
    const email = 'bustia-plena@example.com';
    const orderId = await paidWithoutMail(site, page, email);
    await expect.poll(() => page.getByRole('article').count()).toBe(1);
    expect(await button(page, /Descarregar/).first().isEnabled()).toBe(true);

    site.smtp.manner = 'accept';
    await sendsAgain(page, email);
    await mailIs(site, orderId, 'sent');
    await page.getByText(`T'hem enviat els tiquets a ${email}`).waitFor();
    await expect.poll(() => button(page, 'Reenviar Correu').count()).toBe(0);
    expect(postOf(site, email).map(picturesOf)).toEqual([1]);
  });

  test.runIf(inject('soak'))('can be sent again three times an hour; the fourth press says when, and then it works', async ({ buyer, site, onTestFinished }) => {
    onTestFinished(() => void (site.smtp.manner = 'accept'));
    const page = await buyer({ expected: [/429/] });
    const email = 'insistent@example.com';
    const orderId = await paidWithoutMail(site, page, email);
    await sendsAgain(page, email);
    await mailIs(site, orderId, 'failed');
    await page.getByText(`No hem pogut enviar el correu a ${email}`).waitFor();
    for (let time = 1; time < 3; time += 1) expect((await page.request.post(`/api/orders/${orderId}/resend`)).ok()).toBe(true);
    await mailIs(site, orderId, 'failed');
    await press(button(page, 'Reenviar Correu'));
    await page.getByRole('alert').getByText(/Ho podràs tornar a provar d'ací a (5\d|60) minuts\./).waitFor();
    const mails = site.db.query.selectFrom('mails').select('cause').where('orderId', '=', orderId);
    expect(await mails.execute()).toHaveLength(4);

    // An hour later.
    const anHourAgo = new Date(site.clock.now().getTime() - 61 * 60_000);
    await site.db.query.updateTable('mails').set({ createdAt: anHourAgo }).where('orderId', '=', orderId).execute();
    site.smtp.manner = 'accept';
    await press(button(page, 'Reenviar Correu'));
    await page.getByText(`T'hem enviat els tiquets a ${email}`).waitFor();
    expect(postOf(site, email).map(picturesOf)).toEqual([1]);
  });
});
