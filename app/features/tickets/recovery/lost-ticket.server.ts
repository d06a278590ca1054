import { createHash } from 'node:crypto';

import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { enqueueMail, type MailToWrite, type RenderedMail } from '#app/features/mail/service.server.ts';
import { printableTicket, selectComingOrders } from '#app/features/orders/service.server.ts';
import type { RateLimits } from '#app/http/guards/rate-limit.server.ts';
import type { Deps } from '#app/deps.server.ts';

import { deleteOldLinks, insertLink, selectLinkEmail, takeLink } from './store.server.ts';
import type { PrintableTicket } from '#app/ticket-rendering/printable-ticket.ts';
import { type PrintOutcome, printTickets } from '../print/service.server.ts';
import { type MailedOrder, orderAddress, withTickets } from '../service.server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const LINK_LIFE_MS = DAY_MS;
/** How long the opened tickets stay in the browser that opened them. */
const VIEW_LIFE_MS = HOUR_MS;
/** A double click on the button is one opening. */
const SAME_OPENING_MS = MINUTE_MS;
const MOST_ORDERS = 50;

/**
 * Someone asks for the tickets of an address. Whether it has any is neither looked up nor told here: the outbox finds out
 * later, so answer and work are the same for all addresses, and beyond the limits too.
 */
export async function askForLostTickets(deps: Deps, asked: { email: string; network: string; limits: RateLimits }): Promise<void> {
  const waits = await Promise.all([asked.limits.take('lost_ticket_mail_of_address', asked.network), asked.limits.take('lost_ticket_mail_of_email', asked.email)]);
  if (waits.some((wait) => wait !== null)) return;
  const now = deps.clock.now();
  await deps.db.inTransaction((tx) => enqueueMail(tx, { id: deps.ids.uuid(), kind: 'lost_ticket', cause: 'lost_ticket', orderId: null, recipient: asked.email, now }));
}

/** The link to an address's coming tickets, made when the mail is: no secret lies in the outbox. Null when there are none. */
export async function renderLostTicketMail(deps: Deps, { recipient }: MailToWrite): Promise<RenderedMail | null> {
  const orders = await comingOrders(deps, recipient);
  if (orders.length === 0) return null;
  const { lostTicketLetter } = await import('../mails/lost-ticket-mail.server.tsx');
  const token = deps.ids.ticket();
  const now = deps.clock.now();
  await insertLink(deps.db.query, { tokenHash: hashOf('link', token), email: recipient, openedAt: null, expiresAt: new Date(now.getTime() + LINK_LIFE_MS), now });
  const link = new URL('/tiquet-perdut/obrir', deps.env.publicUrl);
  link.searchParams.set('codi', token);
  return {
    ...(await lostTicketLetter({ linkUrl: link.href, ticketCount: orders.reduce((sum, order) => sum + order.tickets.length, 0) }, await deps.settings.current())),
    attachments: [],
  };
}

/** Uses a link up; the answer is the key of the browser that did, good for an hour. Null when the link is used, too old or none. */
export async function openTicketLink(deps: Deps, token: string): Promise<string | null> {
  const now = deps.clock.now();
  return deps.db.inTransaction(async (tx) => {
    const email = await takeLink(tx, { tokenHash: hashOf('link', token), now, repeatableSince: new Date(now.getTime() - SAME_OPENING_MS) });
    if (email === null) return null;
    const key = deps.ids.ticket();
    await insertLink(tx, { tokenHash: hashOf('view', key), email, openedAt: now, expiresAt: new Date(now.getTime() + VIEW_LIFE_MS), now });
    return key;
  });
}

export interface FoundOrder {
  orderNumber: string;
  /** The path of the order's own page. */
  orderPath: string;
  tickets: PrintableTicket[];
}

/** The coming tickets that a browser's key opens; null when it opens nothing any more. */
export async function findTickets(deps: Deps, key: string): Promise<FoundOrder[] | null> {
  const email = await selectLinkEmail(deps.db.query, hashOf('view', key), deps.clock.now());
  if (email === null) return null;
  return (await comingOrders(deps, email)).map((order) => {
    const { pathname, search } = orderAddress(deps, order);
    return { orderNumber: order.orderNumber, orderPath: pathname + search, tickets: order.tickets.map((ticket) => printableTicket(order, ticket)) };
  });
}

/** All of them as one document. */
export async function printFoundTickets(deps: Deps, asked: { key: string; network: string; limits: RateLimits; signal: AbortSignal }): Promise<PrintOutcome> {
  const orders = await findTickets(deps, asked.key);
  return printTickets(deps, { ...asked, title: 'Els teus tiquets', tickets: orders?.flatMap((order) => order.tickets) ?? [], key: hashOf('view', asked.key) });
}

/** Links are kept as long as they open something. */
export async function forgetOldTicketLinks(deps: Deps): Promise<void> {
  await deleteOldLinks(deps.db.query, deps.clock.now());
}

async function comingOrders(deps: Deps, email: string): Promise<MailedOrder[]> {
  const orders = await selectComingOrders(deps.db.query, { email, since: dayInMadrid(deps.clock.now()), limit: MOST_ORDERS });
  return (await withTickets(deps.db.query, orders)).filter((order) => order.tickets.length > 0);
}

/** Of one sort of secret: a link's code is no browser's key. */
function hashOf(sort: 'link' | 'view', value: string): string {
  return createHash('sha256').update(`${sort}\n${value}`).digest('hex');
}
