import { z } from 'zod';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { MailAttachment } from '#app/platform/adapters/mail/mailer.server.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { isChoiceTime } from '#app/domain/plans/plan-change.ts';
import type { RefundReason } from '#app/domain/order/settling.ts';
import { isHandedOut, isPaid } from '#app/domain/order/status.ts';
import { enqueueMails, type MailToWrite, type RenderedMail } from '#app/features/mail/service.server.ts';
import { bearerOf, type OrderRecord, printableTicket, selectOrder, selectTickets, type TicketRecord } from '#app/features/orders/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import type { MailPreview } from '#app/design/admin-kit/form/form-reply.ts';
import type { HoldingFacts, OrderFacts } from '#app/design/mail-layout/holdings.server.tsx';
import { eventCalendar } from '#app/design/ticket-rendering/event-calendar.server.ts';
import type { EventChangedMail } from './mails/event-changed-mail.server.tsx';
import type { EventWithdrawnMail } from './mails/event-withdrawn-mail.server.tsx';
import { type AnnouncedWords, selectAnnouncedWords, selectChangesSince, selectHasReturnable, selectOwedAtTill, selectRefundOfMail, selectTicketHolders } from './store.server.ts';
import { byOrder, enqueueRecipientMails, listTicketRecipients, readReceivedTickets, readValidReceivedTickets, type ReceivedTicketRecord, receivedFacts } from './recipients/service.server.ts';
import { countGiven } from './recipients/store.server.ts';
import { walletLinks } from './wallet/service.server.ts';
import { findReceived } from './transfer/service.server.ts';
import { ticketIssuer } from '#app/features/settings/service.server.ts';
import type { TicketIssuer } from '#app/design/ticket-rendering/ticket-issuer.ts';
import { renderTicketsPdf, renderTicketPng } from '#app/design/ticket-rendering/ticket-renderer.server.ts';

export { selectTicketHolders };
export type { OrderFacts };

/** Its tickets are those handed out to the buyer. */
export interface MailedOrder extends OrderRecord {
  tickets: TicketRecord[];
}

export async function withTickets(query: Query, orders: readonly OrderRecord[]): Promise<MailedOrder[]> {
  const tickets = await selectTickets(query, orders.map((order) => order.id));
  const valid = tickets.filter(isHandedOut);
  return orders.map((order) => ({ ...order, tickets: valid.filter((ticket) => ticket.orderId === order.id) }));
}

async function readMailedOrder(deps: Deps, orderId: string): Promise<MailedOrder | null> {
  const order = await selectOrder(deps.db.query, { id: orderId });
  const [mailed = null] = order === null ? [] : await withTickets(deps.db.query, [order]);
  return mailed;
}

/** Null when the order is no longer paid. */
export async function renderTicketsMail(deps: Deps, { orderId, recipient, createdAt }: MailToWrite): Promise<RenderedMail | null> {
  const order = orderId === null ? null : await readMailedOrder(deps, orderId);
  if (!order || !isPaid(order.status) || order.tickets.length === 0) return null;
  const { ticketsMailTemplate } = await import('./mails/tickets-mail.server.tsx');
  const [site, issuer] = await Promise.all([deps.settings.current(), ticketIssuer(deps)]);
  const pictures = await Promise.all(order.tickets.map((ticket) => pictureOf({ order, ticket, issuer })));
  const words = await ticketsMailTemplate({
    ...orderFacts(deps, order),
    total: order.totalAmount,
    discount: order.discount,
    email: recipient,
    event: order.event,
    pictureUrl: order.event.visibility === 'public' ? new URL(`/pictures/events/${order.eventId}/preview.jpg`, deps.env.publicUrl).href : null,
    tickets: order.tickets.map((ticket) => ({
      ...ticket,
      contentId: contentIdOf(ticket.ticketNumber),
      walletLinks: walletLinks(deps, `/api/orders/${bearerOf(order)}/tickets/${ticket.ticketNumber}`),
    })),
  }, site);
  return {
    ...words,
    attachments: [
      ...pictures,
      await printedTickets(deps, { order, tickets: order.tickets, madeAt: createdAt }),
      await calendarFile(deps, order, createdAt),
    ],
  };
}

const refundDetail = z.object({ refundId: z.uuid() });
const ENDS_TICKETS: readonly RefundReason[] = ['event_cancelled', 'requested', 'provider'];

export async function renderRefundMail(deps: Deps, { orderId, detail, createdAt }: MailToWrite): Promise<RenderedMail | null> {
  if (orderId === null) return null;
  const { refundId = null } = refundDetail.safeParse(detail).data ?? {};
  const [order, refund] = await Promise.all([readMailedOrder(deps, orderId), selectRefundOfMail(deps.db.query, { orderId, refundId, at: createdAt })]);
  if (!order || !refund) return null;
  const { refundMailTemplate } = await import('./mails/refund-mail.server.tsx');
  const words = refund.reason === 'event_cancelled' ? await withdrawalWords(deps, order.eventId) : null;
  const owedAtTill = ENDS_TICKETS.includes(refund.reason) ? await selectOwedAtTill(deps.db.query, orderId) : 0;
  const money = { ...refund, owedAtTill, wasAll: refund.amount === order.totalAmount };
  return { ...(await refundMailTemplate({ ...orderFacts(deps, order), ...money, words }, await deps.settings.current())), attachments: [] };
}

/** Of withdrawn events and of given tickets that ended: for whoever took one, and for buyers without a refund by the provider; the others learn it from the refund's mail. */
export async function renderEventWithdrawnMail(deps: Deps, mail: MailToWrite): Promise<RenderedMail | null> {
  const held = mail.orderId === null ? receivedHoldings(await readReceivedTickets(deps, mail)) : await orderOfMail(deps, mail.orderId);
  if (held === null) return null;
  const { eventWithdrawnMailTemplate } = await import('./mails/event-withdrawn-mail.server.tsx');
  const owedAtTill = mail.orderId === null ? 0 : await selectOwedAtTill(deps.db.query, mail.orderId);
  const detail = endDetail.safeParse(mail.detail).data ?? {};
  const isCalledOff = mail.orderId === null && held.order.event.withdrawnAt !== null;
  const ended = isCalledOff ? 'withdrawn' : howItEnded(mail.kind, detail);
  const words = ended === 'withdrawn' ? await withdrawalWords(deps, held.order.eventId) : null;
  return { ...(await eventWithdrawnMailTemplate({ ...held.facts, owedAtTill, wasFree: held.order.totalAmount === 0, words, ended, isTransferRevoked: detail.takenBackAt !== undefined }, await deps.settings.current())), attachments: [] };
}

const endDetail = z.object({ gaveBack: z.boolean().optional(), takenBackAt: z.string().optional(), revoked: z.boolean().optional() });

function howItEnded(kind: string, { gaveBack, takenBackAt, revoked }: z.infer<typeof endDetail>): EventWithdrawnMail['ended'] {
  if (takenBackAt !== undefined) return revoked === true ? 'revoked' : 'taken_back';
  if (gaveBack === true) return 'given_back';
  return kind === 'ticket_ended' ? 'cancelled' : 'withdrawn';
}

async function withdrawalWords(deps: Deps, eventId: number): Promise<string | null> {
  return (await selectAnnouncedWords(deps.db.query, { withdrawnEvent: eventId }))?.body ?? null;
}

/** Runs in the withdrawal's transaction, behind the event's lock: nobody takes a ticket meanwhile. Buyers follow with the end of their orders. */
export async function notifyRecipientsOfWithdrawal(deps: Deps, tx: Tx, { eventId, now }: { eventId: number; now: Date }): Promise<void> {
  const announcementId = (await selectAnnouncedWords(tx, { withdrawnEvent: eventId }))?.id ?? null;
  await enqueueRecipientMails(deps, tx, { eventId, kind: 'event_withdrawn', cause: 'event_withdrawn', announcementId, now });
}

interface HeldTickets {
  order: OrderRecord;
  facts: HoldingFacts;
  /** By order: somebody may have taken tickets of several. */
  tickets: { order: OrderRecord; tickets: TicketRecord[] }[];
}

async function orderOfMail(deps: Deps, orderId: string): Promise<HeldTickets | null> {
  const order = await readMailedOrder(deps, orderId);
  return order && { order, facts: orderFacts(deps, order), tickets: order.tickets.length === 0 ? [] : [{ order, tickets: order.tickets }] };
}

function receivedHoldings(received: readonly ReceivedTicketRecord[]): HeldTickets | null {
  const [first] = received;
  return first === undefined ? null : { order: first.order, facts: receivedFacts(first.order, received), tickets: byOrder(received) };
}

/** The event as printed on tickets, before an edit. */
export interface EventNotice {
  /** YYYY-MM-DD */
  eventDate: string;
  /** HH:MM */
  eventTime: string;
  location: string | null;
}

const announcedEventSchema = z.object({ eventDate: z.string(), eventTime: z.string(), location: z.string().nullable() });

/** Runs in the edit's transaction, with the event as it was before. Returns how many mails it enqueues. */
export async function notifyEventChanged(deps: Deps, tx: Tx, change: { eventId: number; before: EventNotice; after: EventNotice; announcementId?: string }): Promise<number> {
  const { eventId, before, after, announcementId = null } = change;
  if (announcementId === null && Object.keys(differences(before, after)).length === 0) return 0;
  const now = deps.clock.now();
  const holders = await selectTicketHolders(tx, eventId);
  await enqueueMails(
    tx,
    holders.map(({ id, email }) => ({ id: deps.ids.uuid(), kind: 'event_changed', cause: 'event_changed', orderId: id, announcementId, recipient: email, detail: { ...before }, now })),
  );
  const recipients = await enqueueRecipientMails(deps, tx, { eventId, kind: 'event_changed', cause: 'event_changed', announcementId, detail: { ...before }, now });
  return holders.length + recipients;
}

/** Runs where an order is settled: whoever was paying while the event changed ordered for what it was before. */
export async function notifyChangedMeanwhile(deps: Deps, tx: Tx, order: OrderRecord): Promise<void> {
  const { id: orderId, email, event: { date: eventDate, time: eventTime, location } } = order;
  if (email === null) return;
  const now = deps.clock.now();
  const today = { eventDate, eventTime, location };
  const changes = (await selectChangesSince(tx, order)).map(({ announcementId, before }) => ({ announcementId, before: announcedEventSchema.safeParse(before).data ?? today }));
  const edit = changes.find(({ announcementId }) => announcementId === null);
  await enqueueMails(
    tx,
    changes
      .filter((change) => change.announcementId !== null || (change === edit && Object.keys(differences(change.before, today)).length > 0))
      .map(({ announcementId, before }) => ({ id: deps.ids.uuid(), kind: 'event_changed', cause: 'event_changed', orderId, announcementId, recipient: email, detail: before, now })),
  );
}

/** Compares the event now with the one last announced; null when it is unchanged, or the tickets are no longer valid. */
export async function renderEventChangedMail(deps: Deps, mail: MailToWrite): Promise<RenderedMail | null> {
  const { orderId, announcementId = null, createdAt } = mail;
  const held = orderId === null ? receivedHoldings(await readValidReceivedTickets(deps, mail)) : await orderOfMail(deps, orderId);
  const announced = announcedEventSchema.safeParse(mail.detail);
  if (held === null || !isPaid(held.order.status) || held.order.event.withdrawnAt !== null || !announced.success) return null;
  const { order, facts } = held;
  const unused = held.tickets.map(({ tickets, ...of }) => ({ ...of, tickets: tickets.filter(({ status }) => status === 'active') })).filter(({ tickets }) => tickets.length > 0);
  const { given, unreachable } = orderId === null ? { given: 0, unreachable: 0 } : await countGiven(deps.db.query, orderId);
  if (unused.length === 0 && given === 0) return null;
  const { date: eventDate, time: eventTime, location } = order.event;
  const before = differences(announced.data, { eventDate, eventTime, location });
  const announcement = announcementId === null ? null : await selectAnnouncedWords(deps.db.query, { id: announcementId });
  if (announcement === null && Object.keys(before).length === 0) return null;
  const { eventChangedMailTemplate } = await import('./mails/event-changed-mail.server.tsx');
  const choice = orderId === null ? null : await choiceOf(deps, order, announcement?.chooseUntil ?? null);
  const enclosed = countIn(unused);
  const change = { ...facts, before, words: announcement?.body ?? null, choice, enclosed, used: countIn(held.tickets) - enclosed, unreachable };
  return {
    ...(await eventChangedMailTemplate(change, await deps.settings.current())),
    attachments: [...(await Promise.all(unused.map((printed) => printedTickets(deps, { ...printed, madeAt: createdAt })))), await calendarFile(deps, order, createdAt)],
  };
}

function countIn(held: HeldTickets['tickets']): number {
  return held.reduce((sum, { tickets: { length } }) => sum + length, 0);
}

/** What `notifyEventChanged` would send, and to how many; null where it would send nothing. */
export async function previewEventChanged(
  deps: Deps,
  change: { event: { id: number; title: string; image: string }; before: EventNotice; after: EventNotice; announced?: Omit<AnnouncedWords, 'id'> },
): Promise<MailPreview | null> {
  const { event, after, announced = null } = change;
  const before = differences(change.before, after);
  if (announced === null && Object.keys(before).length === 0) return null;
  const { eventChangedMailTemplate } = await import('./mails/event-changed-mail.server.tsx');
  const facts = sampleFacts(deps, event, after);
  const choice = announced?.chooseUntil == null ? null : { untilText: formatDate(announced.chooseUntil), url: new URL('/canvi-de-plans', deps.env.publicUrl).href };
  const { subject, text } = await eventChangedMailTemplate({ ...facts, before, words: announced?.body ?? null, choice, enclosed: 1, used: 0, unreachable: 0 }, await deps.settings.current());
  return { ...(await countRecipients(deps, event.id)), subject, text };
}

/** What the mail about a withdrawal will say to somebody who paid by hand. */
export async function previewEventWithdrawn(deps: Deps, change: { event: { id: number; title: string; image: string } & EventNotice; words: string }): Promise<MailPreview> {
  const { eventWithdrawnMailTemplate } = await import('./mails/event-withdrawn-mail.server.tsx');
  const { event, words } = change;
  const { subject, text } = await eventWithdrawnMailTemplate({ ...sampleFacts(deps, event, event), owedAtTill: 1_000, wasFree: false, words, ended: 'withdrawn' }, await deps.settings.current());
  return { ...(await countRecipients(deps, event.id)), subject, text };
}

export async function countRecipients(deps: Deps, eventId: number): Promise<{ recipients: number; ticketRecipients: number }> {
  const [holders, ticketRecipients] = await Promise.all([selectTicketHolders(deps.db.query, eventId), listTicketRecipients(deps.db.query, eventId)]);
  return { recipients: holders.length, ticketRecipients: ticketRecipients.length };
}

/** An order as nobody has it. */
export function sampleFacts(deps: Deps, event: { title: string; image: string }, { eventDate, eventTime, location }: EventNotice): OrderFacts {
  const [number, url] = ['ORD-0000000000-0000', new URL('/payment-success', deps.env.publicUrl).href];
  return {
    ...ownOrder({ number, url }),
    eventTitle: event.title,
    eventImage: event.image,
    dateText: formatDate(eventDate),
    time: eventTime.slice(0, 5),
    location,
  };
}

async function choiceOf(deps: Deps, order: OrderRecord, until: string | null): Promise<EventChangedMail['choice']> {
  if (until === null || order.status !== 'paid' || !isChoiceTime({ chooseUntil: until, startsAt: order.event.startsAt }, deps.clock.now()) || !(await selectHasReturnable(deps.db.query, order.id))) return null;
  const url = new URL('/canvi-de-plans', deps.env.publicUrl);
  url.searchParams.set('order_id', bearerOf(order));
  return { untilText: formatDate(until), url: url.href };
}

function differences(before: EventNotice, after: EventNotice): EventChangedMail['before'] {
  const isSameDay = before.eventDate === after.eventDate;
  const isMoved = !isSameDay || before.eventTime.slice(0, 5) !== after.eventTime.slice(0, 5);
  const place = (event: EventNotice): string => event.location?.trim() || 'Ubicació per confirmar';
  return {
    ...(isMoved && { when: { text: `${formatDate(before.eventDate)}, ${before.eventTime.slice(0, 5)}`, isSameDay } }),
    ...(place(before) !== place(after) && { place: place(before) }),
  };
}

/** Whoever has the address can open the order. */
export function orderAddress(deps: Deps, order: OrderRecord): URL {
  const address = new URL('/payment-success', deps.env.publicUrl);
  address.searchParams.set('order_id', bearerOf(order));
  return address;
}

function ownOrder(order: { number: string; url: string }): Pick<OrderFacts, 'orderNumber' | 'orderUrl' | 'holds' | 'holdings'> {
  return { orderNumber: order.number, orderUrl: order.url, holds: 'order', holdings: [order] };
}

export function orderFacts(deps: Deps, order: OrderRecord): OrderFacts {
  return {
    ...ownOrder({ number: order.orderNumber, url: orderAddress(deps, order).href }),
    eventTitle: order.event.title,
    eventImage: order.event.image,
    dateText: formatDate(order.event.date),
    time: order.event.time,
    location: order.event.location,
  };
}

async function pictureOf({ order, ticket, issuer }: { order: MailedOrder; ticket: MailedOrder['tickets'][number]; issuer: TicketIssuer }): Promise<MailAttachment> {
  const content = await renderTicketPng(printableTicket(order, ticket), issuer);
  return { filename: `ticket-${ticket.ticketNumber}.png`, contentType: 'image/png', content, contentId: contentIdOf(ticket.ticketNumber) };
}

export async function printedTickets(deps: Deps, { order, tickets, madeAt }: { order: OrderRecord; tickets: readonly TicketRecord[]; madeAt: Date }): Promise<MailAttachment> {
  const content = await renderTicketsPdf({
    title: `Tiquets ${order.orderNumber}`,
    tickets: tickets.map((ticket) => printableTicket(order, ticket)),
    madeAt,
    issuer: await ticketIssuer(deps),
  });
  return { filename: `tiquets-${order.orderNumber}.pdf`, contentType: 'application/pdf', content };
}

export async function calendarOfReceived(deps: Deps, key: string): Promise<string | null> {
  const found = await findReceived(deps, key);
  return found && orderCalendar(deps, found.order, deps.clock.now());
}

export async function orderCalendar(deps: Deps, order: OrderRecord, stamp: Date): Promise<string> {
  return eventCalendar({
    id: order.eventId,
    version: order.event.version,
    title: order.event.title,
    description: order.event.description,
    eventDate: order.event.date,
    eventTime: order.event.time,
    eventEndTime: order.event.endTime,
    location: order.event.location,
    publicUrl: deps.env.publicUrl,
    association: (await deps.settings.current()).association,
    stamp,
  });
}

async function calendarFile(deps: Deps, order: OrderRecord, stamp: Date): Promise<MailAttachment> {
  const file = await orderCalendar(deps, order, stamp);
  return { filename: 'acte.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH', content: Buffer.from(file) };
}

/** Ticket numbers hold letters, digits and hyphens only, so they need no escaping. */
function contentIdOf(ticketNumber: string): string {
  return `${ticketNumber}@comboi`;
}
