import { createHash } from 'node:crypto';

import { isComing } from '#app/domain/event/event-phase.ts';
import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { enqueueMail, type MailToWrite, type RenderedMail } from '#app/features/mail/service.server.ts';
import { bearerOf, printableTicket, selectComingOrders } from '#app/features/orders/service.server.ts';
import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { insertLink, selectLinkEmail, takeLink } from './store.server.ts';
import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';
import { type PrintOutcome, printTickets } from '../print/service.server.ts';
import { type MailedOrder, orderAddress, withTickets } from '../service.server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const LINK_LIFE_MS = DAY_MS;
const VIEW_LIFE_MS = HOUR_MS;
/** A double click counts as one use. */
const SAME_OPENING_MS = MINUTE_MS;
const MOST_ORDERS = 50;

/** Queries nothing, so that answer and timing are the same for all addresses; the outbox looks the orders up later. */
export async function askForLostTickets(deps: Deps, request: { email: string; network: string; limits: RateLimits }): Promise<void> {
  const waits = await Promise.all([request.limits.take('lost_ticket_mail_of_address', request.network), request.limits.take('lost_ticket_mail_of_email', request.email)]);
  if (waits.some((wait) => wait !== null)) return;
  const now = deps.clock.now();
  await deps.db.inTransaction((tx) => enqueueMail(tx, { id: deps.ids.uuid(), kind: 'lost_ticket', cause: 'lost_ticket', orderId: null, recipient: request.email, now }));
}

/** The link is made when the mail is rendered, so that the outbox stores no secret. Null when the address has no coming tickets. */
export async function renderLostTicketMail(deps: Deps, { recipient }: MailToWrite): Promise<RenderedMail | null> {
  const orders = await comingOrders(deps, recipient);
  if (orders.length === 0) return null;
  const { lostTicketMailTemplate } = await import('../mails/lost-ticket-mail.server.tsx');
  const token = deps.ids.token();
  const now = deps.clock.now();
  await insertLink(deps.db.query, { tokenHash: hashOf('link', token), email: recipient, openedAt: null, expiresAt: new Date(now.getTime() + LINK_LIFE_MS), now });
  const link = new URL('/tiquet-perdut/obrir', deps.env.publicUrl);
  link.searchParams.set('codi', token);
  return {
    ...(await lostTicketMailTemplate({ linkUrl: link.href, ticketCount: orders.reduce((sum, order) => sum + order.tickets.length, 0) }, await deps.settings.current())),
    attachments: [],
  };
}

/** Returns the browser's key, valid for an hour; null when the link is used, expired or unknown. */
export async function openTicketLink(deps: Deps, token: string): Promise<string | null> {
  const now = deps.clock.now();
  return deps.db.inTransaction(async (tx) => {
    const email = await takeLink(tx, { tokenHash: hashOf('link', token), now, repeatableSince: new Date(now.getTime() - SAME_OPENING_MS) });
    if (email === null) return null;
    const key = deps.ids.token();
    await insertLink(tx, { tokenHash: hashOf('view', key), email, openedAt: now, expiresAt: new Date(now.getTime() + VIEW_LIFE_MS), now });
    return key;
  });
}

export interface FoundOrder {
  orderNumber: string;
  orderPath: string;
  /** The order's API call. */
  call: string;
  tickets: PrintableTicket[];
}

/** Null when the key has expired. */
export async function findTickets(deps: Deps, key: string): Promise<FoundOrder[] | null> {
  const email = await selectLinkEmail(deps.db.query, hashOf('view', key), deps.clock.now());
  if (email === null) return null;
  return (await comingOrders(deps, email)).map((order) => {
    const { pathname, search } = orderAddress(deps, order);
    return { orderNumber: order.orderNumber, orderPath: pathname + search, call: `/api/orders/${bearerOf(order)}`, tickets: order.tickets.map((ticket) => printableTicket(order, ticket)) };
  });
}

export async function printFoundTickets(deps: Deps, request: { key: string; network: string; limits: RateLimits; signal: AbortSignal }): Promise<PrintOutcome> {
  const orders = await findTickets(deps, request.key);
  return printTickets(deps, { ...request, title: 'Els teus tiquets', tickets: orders?.flatMap((order) => order.tickets) ?? [], key: hashOf('view', request.key) });
}

async function comingOrders(deps: Deps, email: string): Promise<MailedOrder[]> {
  const now = deps.clock.now();
  const today = dayInMadrid(now);
  const orders = await selectComingOrders(deps.db.query, { email, since: addDays(today, -1), limit: MOST_ORDERS });
  return (await withTickets(deps.db.query, orders.filter(({ event }) => event.date >= today || isComing(event, now)))).filter((order) => order.tickets.length > 0);
}

/** Hashed with its kind, so that a link's code is never valid as a browser's key. */
function hashOf(sort: 'link' | 'view', value: string): string {
  return createHash('sha256').update(`${sort}\n${value}`).digest('hex');
}
