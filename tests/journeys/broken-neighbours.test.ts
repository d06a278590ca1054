import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';

import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { scriptsAtWork } from '#tests/support/browser/browser.ts';
import { soakCases } from '#tests/support/reporting/counts.ts';
import { test } from '#tests/support/site/journey.ts';
import { addTicket, BOUGHT, button, CONCERT, confirm, heading, openEvent, pay, press, pressOnce, rivalOrders, ticketsInCart, toCheckout } from '#tests/support/people/shopper.ts';
import { anEvent } from '#tests/support/app/events.ts';
import type { Site } from '#tests/support/site/site.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Ways in which data does not come, and what the browser says of them itself. */
const FAILURES = {
  'a lost connection': 'connectionfailed',
  'a server error': { status: 500 },
} as const;
const COMPLAINTS = [/500/, /ERR_CONNECTION_FAILED/, /Failed to fetch/, /Unable to decode/, /ErrorResponse/];

async function breakCalls(page: Page, url: RegExp, failure: keyof typeof FAILURES): Promise<() => Promise<void>> {
  const how = FAILURES[failure];
  await page.route(url, (route) => (typeof how === 'string' ? route.abort(how) : route.fulfill({ status: how.status, body: 'Ai' })));
  return () => page.unroute(url);
}

describe.for(soakCases(Object.keys(FAILURES) as (keyof typeof FAILURES)[]))('after %s', (failure) => {
  test('the list of events says that it could not be read, never that there are none, and reads again', async ({ visit }) => {
    const page = await visit({ expected: COMPLAINTS });
    await page.goto('/contact');
    const mend = await breakCalls(page, /\/tickets\.data/, failure);
    await press(page.getByRole('navigation').getByRole('link', { name: 'Tiquets' }));
    await page.getByRole('alert').getByText('No hem pogut carregar els esdeveniments').waitFor();
    expect(await page.getByText('No hi ha esdeveniments disponibles').count()).toBe(0);
    await mend();
    await press(button(page, 'Torna-ho a provar'));
    await page.getByRole('link', { name: CONCERT }).waitFor();
  });

  test('the calendar says that a month could not be read, never that it is empty, and reads again', async ({ visit }) => {
    const page = await visit({ expected: COMPLAINTS });
    await page.goto('/calendar');
    const mend = await breakCalls(page, /\/calendar\.data/, failure);
    await press(page.getByRole('link', { name: 'Mes següent' }));
    await page.getByRole('alert').getByText('No hem pogut carregar els esdeveniments').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await mend();
    await press(button(page, 'Torna-ho a provar'));
    await page.getByRole('table').waitFor();
  });

  test('the order and the checkout say so, keep the cart and read again', async ({ visit }) => {
    const page = await visit({ device: 'phone', expected: COMPLAINTS });
    await page.goto('/tickets');
    let mend = await breakCalls(page, /\/order\/\d+\.data/, failure);
    await press(page.getByRole('link', { name: CONCERT }));
    await heading(page, "No hem pogut carregar l'esdeveniment");
    await mend();
    await press(button(page, 'Torna-ho a provar'));
    await addTicket(page);

    mend = await breakCalls(page, /\/checkout\/\d+\.data/, failure);
    await pressOnce(button(page, 'Procedir al pagament'));
    // Without a network the checkout shows what this tab knows of the event.
    const notice = failure === 'a lost connection' ? 'Sense connexió' : "No hem pogut carregar l'esdeveniment";
    await page.getByText(notice).first().waitFor();
    await mend();
    await press(button(page, 'Torna-ho a provar'));
    await expect.poll(() => page.getByText(notice).count()).toBe(0);
    await button(page, 'Confirmar i Pagar').waitFor();
    await expect.poll(() => ticketsInCart(page)).toBe(1);
  });

  test('the home page says so and reads again', async ({ visit }) => {
    const page = await visit({ expected: COMPLAINTS });
    await page.goto('/contact');
    const mend = await breakCalls(page, /\/(_root|_)?\.data/, failure);
    await press(page.getByRole('navigation').getByRole('link', { name: 'Inici', exact: true }));
    await heading(page, failure === 'a lost connection' ? 'Sense connexió' : "S'ha apagat la foguera");
    await mend();
    await press(button(page, 'Torna-ho a provar'));
    await page.getByRole('main').getByRole('link', { name: /Sopar de Germanor/ }).first().waitFor();
  });

  test('the checkout says so when the order is not answered, and the next press places it', async ({ visit }) => {
    const page = await visit({ expected: COMPLAINTS });
    await toCheckout(page, { event: CONCERT, tickets: [{}] });
    const mend = await breakCalls(page, /\/api\//, failure);
    await pressOnce(button(page, 'Confirmar i Pagar'));
    await page.getByRole('alert').filter({ hasText: 'Error' }).waitFor();
    await mend();
    await confirm(page);
  });

  test.runIf(inject('soak'))('the payment page keeps asking and says that it can not, and shows the tickets when it can', async ({ visit, site }) => {
    const event = await anEvent(site, { dishes: {} });
    const { orderId, paymentUrl } = await rivalOrders(site.url, event, 1);
    const page = await visit({ expected: COMPLAINTS });
    const mend = await breakCalls(page, /\/api\/orders\//, failure);
    await page.goto(`/payment-success?order_id=${orderId}`);
    await page.getByText('Ara mateix no podem comprovar-ho.').waitFor();
    const bank = await page.context().newPage();
    await bank.goto(paymentUrl!);
    await pay(bank);
    await mend();
    await heading(page, BOUGHT);
  });
});

describe('with a database that lost its events', () => {
  async function withoutEvents(site: Site, then: () => Promise<void>): Promise<void> {
    const { schema } = site.db.query;
    await schema.alterTable('events').renameTo('eventsElsewhere').execute();
    try {
      await then();
    } finally {
      await schema.alterTable('eventsElsewhere').renameTo('events').execute();
    }
  }

  test('a page that is opened afresh says so with status 500, offers a retry and is no empty list', async ({ visit, site }) => {
    const page = await visit({ device: 'phone', expected: COMPLAINTS });
    await withoutEvents(site, async () => {
      for (const [path, words] of [
        ['/', "S'ha apagat la foguera"],
        ['/tickets', 'No hem pogut carregar els esdeveniments'],
        ['/calendar', 'No hem pogut carregar els esdeveniments'],
        ['/order/1', "No hem pogut carregar l'esdeveniment"],
        ['/checkout/1', "No hem pogut carregar l'esdeveniment"],
      ] as const) {
        // With a query, which no page cache answers.
        const response = await page.goto(`${path}?afresh`);
        expect(response?.status()).toBe(500);
        await page.getByText(words).first().waitFor();
        await button(page, 'Torna-ho a provar').waitFor();
      }
      await page.goto('/tickets?afresh');
      await page.waitForLoadState('networkidle');
    });
    await press(button(page, 'Torna-ho a provar'));
    await page.getByRole('link', { name: CONCERT }).waitFor();
  });
});

describe.for(soakCases([1, -1]))('on a phone whose clock is %s day off', (days) => {
  test('the pages say what the server says, and the purchase goes through', async ({ visit, site }) => {
    const right = await visit({ device: 'phone' });
    const wrong = await visit({ device: 'phone' });
    await wrong.clock.setFixedTime(Date.now() + days * DAY_MS);
    const today = dayInMadrid(new Date());
    // Near a sale's end the page's and the server's clock would differ most visibly.
    await anEvent(site, { title: 'Sopar de huí mateix', date: today, time: '23:59', saleEndDate: today, dishes: {} });
    for (const path of ['/', '/tickets', '/calendar', '/order/1']) {
      await right.goto(path);
      await wrong.goto(path);
      for (const page of [right, wrong]) await (path === '/order/1' ? button(page, /Afegir un/).waitFor() : scriptsAtWork(page));
      // A minute may pass between the two.
      await expect.poll(async () => (await wrong.getByRole('main').innerText()).replace(await right.getByRole('main').innerText(), '')).toBe('');
    }
    await toCheckout(wrong, { event: CONCERT, tickets: [{}] });
    await confirm(wrong);
    await wrong.getByText(/^Tens [23]\d:\d\d per a pagar$/).waitFor();
    await pay(wrong);
    await wrong.reload();
    await heading(wrong, BOUGHT);
    await openEvent(wrong, CONCERT);
    await heading(wrong, 'La comanda està buida');
  });
});
