import type { Locator, Page } from 'playwright-core';

import { addTickets, emptyCart } from '#app/domain/cart/cart.ts';
import type { TicketChoice } from '#app/domain/cart/ticket-choice.ts';
import type { EventDetail, EventSummary } from '#app/features/events/schema.ts';
import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import type { OrderState } from '#app/features/order-result/schema.ts';

import { scriptsAtWork } from '../browser/browser.ts';
import { aTicket } from './buyers.ts';
import type { Site } from '../site/site.ts';

/** The steps of somebody who buys, by what they see on the screen. */

export interface TicketInput {
  /** Dishes and extras by their names; none for an event without a menu. */
  choices?: readonly string[];
  note?: string;
}

export const DINNER = 'Sopar de Germanor';
/** Over the tickets of a paid order, one or more. */
export const BOUGHT = /^Ja tens (el tiquet|els tiquets)!$/;
export const CONCERT = 'Concert de la nit del foc';

/** A dinner that satisfies the required sections of the first event. */
export const A_DINNER: TicketInput = { choices: ['Paella valenciana', 'Arnadí'] };

/** When a page was last pressed on, by the clock of the tests. */
const pressedAt = new WeakMap<Page, number>();

/** A finger where there is one, else the mouse; on a page that listens. */
export async function press(target: Locator): Promise<void> {
  const page = target.page();
  await scriptsAtWork(page);
  const touch = await target.evaluate(() => navigator.maxTouchPoints > 0);
  await (touch ? target.tap() : target.click());
  pressedAt.set(page, performance.now());
}

/** Longer than between the two halves of a double tap. */
const NO_DOUBLE_TAP_MS = 450;

/** A press on a button that is deaf to the second half of a double tap. */
export async function pressOnce(target: Locator): Promise<void> {
  const page = target.page();
  const sinceLast = performance.now() - (pressedAt.get(page) ?? -Infinity);
  if (sinceLast < NO_DOUBLE_TAP_MS) await page.waitForTimeout(NO_DOUBLE_TAP_MS - sinceLast);
  await press(target);
}

export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name });
}

export async function heading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { name }).first().waitFor();
}

export async function goByMenu(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name, exact: true });
  const menu = page.getByLabel('Menú');
  if (await menu.isVisible()) await press(menu);
  await press(link);
}

/** From the list of events to the order screen of one of them. */
export async function openFromList(page: Page, title: string): Promise<void> {
  await page.goto('/tickets');
  await press(page.getByRole('link', { name: title }));
  await page.waitForURL(/\/order\/\d+$/);
  await button(page, /Afegir un/).waitFor();
}

/** By the address of its order screen, as from a link. */
export async function openEvent(page: Page, title: string): Promise<void> {
  await page.goto(`/order/${(await eventOnSale(page, title)).id}`);
  await button(page, /Afegir un/).waitFor();
}

async function eventOnSale(page: Page, title: string): Promise<EventDetail> {
  const { events } = (await (await page.request.get('/api/events')).json()) as { events: EventSummary[] };
  const listed = events.find((event) => event.title.includes(title));
  if (listed === undefined) throw new Error(`«${title}» is not among ${events.map((event) => event.title).join(', ')}`);
  return (await (await page.request.get(`/api/events/${listed.id}`)).json()) as EventDetail;
}

export async function addTicket(page: Page, input: TicketInput = {}): Promise<void> {
  const before = await ticketsInCart(page);
  await press(button(page, /Afegir un/));
  if ((await page.getByRole('group', { name: 'Quants tiquets?' }).count()) > 0) {
    await page.getByRole('heading', { name: new RegExp(`^Ticket ${before + 1}$`) }).waitFor();
    if (input.note === undefined) return;
    await press(button(page, `Afegir observacions al Ticket ${before + 1}`));
    await configure(page, input);
    await press(button(page, 'Guardar canvis'));
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    return;
  }
  await configure(page, input);
  await press(button(page, 'Afegir a la comanda'));
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** Ticks what is chosen in the open dialog. */
export async function configure(page: Page, { choices = [], note }: TicketInput): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  for (const choice of choices) await press(dialog.getByRole('checkbox', { name: choice }));
  if (note !== undefined) await dialog.getByLabel('Observacions especials:').fill(note);
}

export async function goToCheckout(page: Page): Promise<void> {
  await pressOnce(button(page, /^(Procedir al pagament|Continuar)$/));
  await page.waitForURL(/\/checkout\/\d+$/);
  await button(page, /^Confirmar/).waitFor();
}

export async function fillBuyer(page: Page, email = 'ramon@example.com'): Promise<void> {
  await page.getByLabel('Email per rebre els tiquets:').fill(email);
}

/** Ends on the sandbox's payment page. */
export async function confirm(page: Page): Promise<void> {
  await pressOnce(button(page, 'Confirmar i Pagar'));
  await page.waitForURL(/\/dev\/pay\//);
}

interface Shopping {
  event: string;
  tickets?: readonly TicketInput[];
  email?: string;
}

/** The whole way from the list, screen by screen, to the checkout with its address filled in. */
export async function shopToCheckout(page: Page, { event, tickets = [A_DINNER], email }: Shopping): Promise<void> {
  await openFromList(page, event);
  for (const ticket of tickets) await addTicket(page, ticket);
  await goToCheckout(page);
  await fillBuyer(page, email);
}

/** At the checkout with a cart that this browser had kept, address filled in. */
export async function toCheckout(page: Page, { event: title, tickets = [A_DINNER], email }: Shopping): Promise<void> {
  const event = await eventOnSale(page, title);
  const empty = emptyCart({ eventId: event.id, seed: crypto.randomUUID(), now: Date.now() });
  const cart = addTickets(empty, tickets.map((ticket) => ({ id: crypto.randomUUID(), ...choiceOf(event, ticket) })));
  // A page of the site without a script of its own.
  await page.goto('/robots.txt');
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [`comboi:cart:${event.id}`, JSON.stringify(cart)] as const);
  await page.goto(`/checkout/${event.id}`);
  await button(page, /^Confirmar/).waitFor();
  await fillBuyer(page, email);
}

function choiceOf(event: EventDetail, { choices = [], note = '' }: TicketInput): TicketChoice {
  const idsIn = (items: readonly { id: string; name: string }[]): string[] => items.filter(({ name }) => choices.includes(name)).map(({ id }) => id);
  const choice = { sections: Object.fromEntries(event.sections.map(({ id, items }) => [id, idsIn(items)])), options: idsIn(event.options), note };
  const found = Object.values(choice.sections).flat().length + choice.options.length;
  if (found !== choices.length) throw new Error(`«${event.title}» has not all of ${choices.join(', ')}`);
  return choice;
}

export async function pay(page: Page): Promise<string> {
  await press(button(page, 'Pagar'));
  await heading(page, BOUGHT);
  // The news may come before the tickets themselves.
  await page.getByRole('article').first().waitFor();
  return orderIdOf(page);
}

export function orderIdOf(page: Page): string {
  const orderId = new URL(page.url()).searchParams.get('order_id');
  if (orderId === null) throw new Error(`no order in ${page.url()}`);
  return orderId;
}

export async function orderState(page: Page, orderId: string): Promise<OrderState> {
  return (await (await page.request.get(`/api/orders/${orderId}`)).json()) as OrderState;
}

/** How many tickets the order or checkout screen shows. */
export async function ticketsInCart(page: Page): Promise<number> {
  const one = await page.getByRole('heading', { name: /^Ticket \d+$/ }).count();
  // The order screen names each ticket of a group, the checkout only how many they are.
  if (new URL(page.url()).pathname.startsWith('/order/')) return one;
  const groups = await page.getByRole('heading', { name: /^\d+ × / }).allTextContents();
  return groups.reduce((sum, name) => sum + Number.parseInt(name, 10), one);
}

export interface SentMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; size: number }[];
}

/** Ends the wait for a mail that does not come, and no other. */
const LONGEST_POST_MS = 120_000;

/** The mails that the site sent to somebody, once there is at least one, or one of the wanted. */
export async function mailsTo(page: Page, address: string, isWanted: (mail: SentMail) => boolean = () => true): Promise<SentMail[]> {
  const begun = performance.now();
  for (;;) {
    const mails = (await (await page.request.get('/dev/mail.json')).json()) as SentMail[];
    const theirs = mails.filter((mail) => mail.to === address);
    if (theirs.some(isWanted)) return theirs;
    if (performance.now() - begun > LONGEST_POST_MS) throw new Error(`the mail to ${address} did not come; theirs: ${theirs.map(({ subject }) => subject).join(', ') || 'none'}`);
    await page.waitForTimeout(100);
  }
}

/** The file names of the tickets that a mail carries as images. */
export function picturesIn(mail: SentMail): string[] {
  return mail.attachments.filter(({ contentType }) => contentType === 'image/png').map(({ filename }) => filename);
}

/** Somebody else, who orders through the API and holds what they ordered. */
export async function rivalOrders(siteUrl: string, event: EventDetail, quantity: number): Promise<PlacedOrder> {
  const response = await fetch(`${siteUrl}/api/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ eventId: event.id, email: 'rival@example.com', tickets: Array.from({ length: quantity }, () => aTicket(event)) }),
  });
  if (response.status !== 201) throw new Error(`the rival got ${response.status}`);
  return (await response.json()) as PlacedOrder;
}

/** Orders in the books under an address. */
export async function ordersOf(site: Pick<Site, 'db'>, email: string): Promise<{ id: string; status: string; ticketQuantity: number }[]> {
  return site.db.query.selectFrom('orders').select(['id', 'status', 'ticketQuantity']).where('email', '=', email).orderBy('createdAt').execute();
}
