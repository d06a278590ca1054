import type { Page } from 'playwright-core';

import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import type { EventDetail } from '#app/features/events/schema.ts';

import { scriptsAtWork } from '../browser/browser.ts';
import { signIn } from '../people/account-holder.ts';
import { aTicket } from '../people/buyers.ts';
import { payOnline } from '../people/online-buyers.ts';
import { button, press } from '../people/shopper.ts';
import type { Site } from './site.ts';

export const DOOR_PAGE = '/admin/ticket-verification';
export const DOOR_STEWARD = { email: 'porta@comboi.test' };

type Place = Pick<Site, 'url' | 'db'>;

/** Paid for at the sandbox, as buyers do. */
export async function sell(site: Place, event: EventDetail, quantity: number): Promise<{ id: string; ticketNumber: string }[]> {
  const answer = await fetch(`${site.url}/api/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ eventId: event.id, email: 'gent@example.com', tickets: Array.from({ length: quantity }, () => aTicket(event, { note: 'Sense fruits secs' })) }),
  });
  const order = (await answer.json()) as PlacedOrder;
  await payOnline(site.url, order);
  return site.db.query.selectFrom('tickets').select(['id', 'ticketNumber']).where('orderId', '=', order.orderId).orderBy('position').execute();
}

/** From its next page on, a phone waits long for an answer and shows it long, as a machine needs that is slow to look at it. */
export async function haveTime(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const LONGER = 20;
    const MESSAGE_MS = [1_200, 2_500, 4_500];
    const { setTimeout: later } = window;
    const abortAfter = AbortSignal.timeout.bind(AbortSignal);
    Object.assign(window, { setTimeout: (act: () => void, ms?: number) => later(act, MESSAGE_MS.includes(ms ?? 0) ? LONGER * ms! : ms) });
    AbortSignal.timeout = (ms) => abortAfter(LONGER * ms);
  });
}

export async function openDoor(page: Page, event: Pick<EventDetail, 'id'>, as = DOOR_STEWARD.email): Promise<void> {
  await haveTime(page);
  await signIn(page, { email: as });
  await page.goto(DOOR_PAGE);
  await scriptsAtWork(page);
  await page.getByLabel('Acte').selectOption(String(event.id));
  await page.getByText(/^Llista de fa/).waitFor();
}

/** Resolves when the light says that the phone goes on without network. */
export async function readyForOffline(page: Page): Promise<void> {
  await page.getByText('A punt per a treballar sense cobertura').waitFor();
}

/** As a scanner that is a keyboard does, with no field focused. */
export async function wedge(page: Page, code: string): Promise<void> {
  await page.evaluate((text) => {
    (document.activeElement as HTMLElement | null)?.blur();
    for (const key of [...text, 'Enter']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }, code);
}

export async function typeNumber(page: Page, text: string): Promise<void> {
  await page.getByLabel(/Identificador del tiquet/).fill(text);
  await press(button(page, 'Verificar Tiquet'));
}

export async function quick(page: Page): Promise<void> {
  await page.getByLabel(/Mode ràpid/).check();
}

export async function usedOf(site: Pick<Site, 'db'>, eventId: number): Promise<number> {
  return (await site.db.query.selectFrom('tickets').select('id').where('eventId', '=', eventId).where('status', '=', 'used').execute()).length;
}
