import { placeOnMap } from '#app/domain/association.ts';
import type { HolderChoice } from '#app/domain/plans/plan-change.ts';
import { mayCorrectAddress } from '#app/domain/order/address-correction.ts';
import { isHandedOut, isPaid, isWithRecipient } from '#app/domain/order/status.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import { formatDate, weekdayName } from '#app/domain/time/dates.ts';
import { ticketsWithNeedsPage } from '#app/features/needs/service.server.ts';
import { mayChangeMenu } from '#app/domain/ticket/menu-change.ts';
import { type StatusLabel, ticketLabel } from '#app/domain/ticket/status-label.ts';
import { readOpenChoice } from '#app/features/announcements/choices/service.server.ts';
import { emailStatusOf } from '#app/features/mail/service.server.ts';
import type { Sharing } from '#app/design/ui/share-link.tsx';
import { groupOfPlaced, type PlacedGroup } from '#app/features/groups/service.server.ts';
import { shareOfGroup } from '#app/features/groups/share/service.server.ts';
import { bearerOf, buyerOf, correctOwnAddress, type OrderRecord, printableTicket, selectOrder, selectTickets, type TicketRecord } from '#app/features/orders/service.server.ts';
import { openPaymentUrl, readMoneyBack, refreshPayment, wasNeverOpened } from '#app/features/payments/service.server.ts';
import { type QueueState, readQueueState } from '#app/features/payments/sessions/service.server.ts';
import { printTickets, type PrintOutcome } from '#app/features/tickets/print/service.server.ts';
import { orderCalendar } from '#app/features/tickets/service.server.ts';
import { endTransfersOfOrder } from '#app/features/tickets/recipients/service.server.ts';
import { selectOpenTransfers } from '#app/features/tickets/transfer/service.server.ts';
import { type OfferedWallets, offeredWallets } from '#app/features/tickets/wallet/service.server.ts';
import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import type { OrderState } from './schema.ts';

/** Asks the provider first about a pending order. */
export async function refreshOrder(deps: Deps, bearer: string): Promise<OrderState | null> {
  const read = await readOrder(deps, bearer);
  return read && toState(read);
}

export type MoneyBack = Awaited<ReturnType<typeof readMoneyBack>>;

export interface OrderPage {
  order: OrderState;
  eventId: number;
  eventTitle: string;
  /** YYYY-MM-DD */
  eventDate: string;
  when: string;
  mapUrl: string | null;
  /** Never the order's own address, which opens the whole order. */
  share: { title: string; text: string; url: string };
  /** Null once it can't be paid any more. */
  paymentUrl: string | null;
  isWithdrawn: boolean;
  money: MoneyBack | null;
  /** It was cancelled before a payment page could be opened. */
  wasNeverOpened: boolean;
  mayCorrectAddress: boolean;
  correctionEndsTransfers: boolean;
  /** Whether its tickets can be transferred, or one was. */
  mayTransfer: boolean;
  /** Null for an event without groups. */
  group: GroupOnPage | 'none' | null;
  wallets: OfferedWallets;
  /** Numbers of the tickets that can be saved in a wallet. */
  savable: string[];
  /** Empty until the order is paid. */
  tickets: PrintableTicket[];
  /** Numbers of the tickets whose dishes their holder may still change. */
  changeable: string[];
  /** After a change of plans: until when the tickets may be given back, and what was answered. */
  choice: { untilText: string; chosen: HolderChoice | null } | null;
  /** Who eats it, by the ticket's number, where the buyer said so. */
  people: Record<string, string>;
  /** Numbers of those whose holder may say, or take back, what they can't eat. */
  withNeeds: string[];
  /** Tickets that let nobody in: cancelled, refunded, suspended or transferred. */
  ended: EndedTicket[];
}

export interface EndedTicket {
  ticketNumber: string;
  label: StatusLabel;
  /** Transferred and valid. */
  isGiven: boolean;
}

export async function readOrderPage(deps: Deps, actor: Actor, bearer: string): Promise<OrderPage | null> {
  const read = await readOrder(deps, bearer);
  if (!read) return null;
  const { title, image, date, time, location } = read.order.event;
  const when = `${weekdayName(date)}, ${formatDate(date)} · ${time}`;
  const mayCorrect = mayCorrectAddress(read.order, { buyer: buyerOf(actor), now: deps.clock.now() });
  return {
    order: toState(read),
    eventId: read.order.eventId,
    eventTitle: read.order.event.title,
    eventDate: read.order.event.date,
    when,
    mapUrl: placeOnMap(location, (await deps.settings.current()).association),
    share: {
      title,
      text: [`Fem comboi! Ja tinc tiquet per a «${title}» ${image}`, [when, location].filter(Boolean).join(', ')].join('\n'),
      url: new URL(`/order/${read.order.eventId}`, deps.env.publicUrl).href,
    },
    paymentUrl: await openPaymentUrl(deps, read.order),
    isWithdrawn: read.order.event.withdrawnAt !== null,
    money: await moneyOnPage(deps, read),
    wasNeverOpened: await wasNeverOpened(deps, read.order),
    mayCorrectAddress: mayCorrect,
    correctionEndsTransfers: mayCorrect && (await selectOpenTransfers(deps.db.query, read.order.id)).length > 0,
    mayTransfer: read.order.event.givingAllowed || read.tickets.some(({ givenTo }) => givenTo !== null),
    group: read.order.event.groups ? await groupOnPage(deps, bearer, title) : null,
    wallets: offeredWallets(deps),
    savable: read.order.event.withdrawnAt === null ? read.tickets.filter((ticket) => isHandedOut(ticket) && ticket.status === 'active').map(({ ticketNumber }) => ticketNumber) : [],
    tickets: read.tickets.filter(isHandedOut).map((ticket) => printableTicket(read.order, ticket)),
    changeable: read.tickets.filter((ticket) => ticket.givenTo === null && ticket.hasDishIds && ticket.menu.length > 0 && mayChangeMenu(ticket, { kitchenDeadline: read.order.event.kitchenDeadline, now: deps.clock.now(), byAdmin: false })).map(({ ticketNumber }) => ticketNumber),
    people: Object.fromEntries(read.tickets.flatMap(({ ticketNumber, noteName }) => (noteName === null || noteName === '' ? [] : [[ticketNumber, noteName]]))),
    choice: await readOpenChoice(deps, read.order),
    withNeeds: await ticketsWithNeedsPage(deps, read.order, read.tickets),
    ended: read.tickets.filter((ticket) => !isHandedOut(ticket)).map((ticket) => ({ ticketNumber: ticket.ticketNumber, label: ticketLabel(ticket), isGiven: isWithRecipient(ticket) && read.order.event.withdrawnAt === null })),
  };
}

async function moneyOnPage(deps: Deps, { order, tickets }: OrderRead): Promise<MoneyBack | null> {
  const hasEnded = order.status === 'refunded' || (isPaid(order.status) && (order.event.withdrawnAt !== null || !tickets.every(isHandedOut)));
  return hasEnded ? readMoneyBack(deps, order) : null;
}

export interface GroupOnPage extends PlacedGroup {
  /** Null for whoever did not come into it. */
  share: Sharing | null;
}

async function groupOnPage(deps: Deps, bearer: string, eventTitle: string): Promise<GroupOnPage | 'none'> {
  const group = await groupOfPlaced(deps, bearer);
  const { code, name, joined } = group;
  if (!joined && (group.reason === undefined || code === null)) return 'none';
  return { ...group, share: joined && code !== null && name !== null ? shareOfGroup(deps, { code, name, eventTitle }) : null };
}

export interface PayPage {
  order: OrderState;
  /** With `url` where the provider's checkout page is open already. */
  queue: QueueState;
  heldUntil: Date | null;
}

/** The position in the payment queue; null for an unknown order. */
export async function readPayPage(deps: Deps, bearer: string): Promise<PayPage | null> {
  const order = await selectOrder(deps.db.query, { bearer });
  return order && { order: toState({ order, tickets: [], emailStatus: 'pending' }), queue: await readQueueState(deps, order), heldUntil: order.holdExpiresAt };
}

export async function calendarOfOrder(deps: Deps, bearer: string): Promise<string | null> {
  const order = await selectOrder(deps.db.query, { bearer });
  return order && orderCalendar(deps, order, deps.clock.now());
}

export async function printOrder(deps: Deps, request: { bearer: string; network: string; limits: RateLimits; signal: AbortSignal }): Promise<PrintOutcome> {
  const order = await selectOrder(deps.db.query, { bearer: request.bearer });
  const tickets = order !== null && isPaid(order.status) ? (await selectTickets(deps.db.query, [order.id])).filter(isHandedOut).map((ticket) => printableTicket(order, ticket)) : [];
  return printTickets(deps, { ...request, title: `Tiquets ${order?.orderNumber ?? ''}`, tickets, key: `order\n${request.bearer}` });
}

export async function correctByBearer(deps: Deps, { bearer, ...correction }: { bearer: string; buyer: string | null; to: string }): Promise<{ bearer: string } | 'not_found' | 'not_allowed'> {
  const found = await selectOrder(deps.db.query, { bearer });
  if (!found) return 'not_found';
  return deps.db.inTransaction(async (tx) => {
    const corrected = await correctOwnAddress(deps, tx, { orderId: found.id, ...correction });
    if (corrected !== 'not_allowed') await endTransfersOfOrder(deps, tx, found.id);
    return corrected;
  });
}

interface OrderRead {
  order: OrderRecord;
  tickets: TicketRecord[];
  emailStatus: OrderState['emailStatus'];
}

async function readOrder(deps: Deps, bearer: string): Promise<OrderRead | null> {
  const found = await selectOrder(deps.db.query, { bearer });
  if (!found) return null;
  const order = await refreshPayment(deps, found);
  const [tickets, emailStatus] = await Promise.all([
    isPaid(order.status) ? selectTickets(deps.db.query, [order.id]) : [],
    emailStatusOf(deps.db.query, order.id),
  ]);
  return { order, tickets, emailStatus };
}

function toState({ order, tickets, emailStatus }: OrderRead): OrderState {
  return {
    orderId: bearerOf(order),
    orderNumber: order.orderNumber,
    status: order.status,
    email: order.email,
    ticketQuantity: order.ticketQuantity,
    total: order.totalAmount,
    discount: order.discount && { code: order.discount.label, amount: order.discount.amount },
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    emailStatus,
    tickets: tickets.filter(isHandedOut).map(({ id, ticketNumber }) => ({ id, ticketNumber })),
  };
}
