import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { BOUGHT, button, CONCERT, ordersOf, press, pressOnce, toCheckout } from '../people/shopper.ts';
import type { StripeSite } from './stripe-site.ts';

/** Presses 'Confirmar i Pagar'; ends on Stripe's page and says its session. */
export async function toStripe(page: Page): Promise<string> {
  await pressOnce(button(page, 'Confirmar i Pagar'));
  await page.waitForURL(/\/pay\/cs_test_\w+$/);
  return sessionOn(page.url());
}

export function sessionOn(url: string): string {
  return new URL(url).pathname.split('/').at(-1)!;
}

/** An order that waits on Stripe's page. */
export async function anOrderAtStripe(site: StripeSite, page: Page, input: { email: string; event?: string; tickets?: number }): Promise<{ orderId: string; session: string }> {
  await toCheckout(page, { event: input.event ?? CONCERT, tickets: Array.from({ length: input.tickets ?? 1 }, () => ({})), email: input.email });
  const session = await toStripe(page);
  const [order] = await ordersOf(site, input.email);
  return { orderId: order!.id, session };
}

export async function payAtStripe(page: Page): Promise<void> {
  await press(button(page, /^Pay$/));
}

/** Nothing on the page may pass for a ticket. */
export async function expectNoTickets(page: Page): Promise<void> {
  expect(await visibleTickets(page)).toBe(0);
}

/** Tickets, what promises them and what downloads them. */
export async function visibleTickets(page: Page): Promise<number> {
  const signs = [page.getByText(BOUGHT), page.getByRole('main').getByRole('article'), button(page, /Descarregar/)];
  const counts = await Promise.all(signs.map((sign) => sign.count()));
  return counts.reduce((total, one) => total + one, 0);
}

/** Waits for what became of the newest mail of an order, and until none of its others waits. */
export async function mailIs(site: StripeSite, orderId: string, status: 'failed' | 'sent'): Promise<void> {
  const { query } = site.db;
  const ofOrder = query.selectFrom('mails').select('status').where('orderId', '=', orderId).orderBy('createdAt', 'desc');
  await expect
    .poll(async () => {
      const statuses = (await ofOrder.execute()).map((mail) => mail.status);
      return { newest: statuses[0], waiting: statuses.filter((one) => one === 'pending' || one === 'sending').length };
    })
    .toEqual({ newest: status, waiting: 0 });
}
