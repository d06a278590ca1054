import { createHash } from 'node:crypto';

import { violatedConstraint } from '#app/adapters/db/database.server.ts';
import { SessionRejected, PaymentUnavailable } from '#app/adapters/payments/payment-provider.server.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { isPaid, MAX_HELD_TICKETS, MAX_OPEN_HOLDS } from '#app/domain/order/status.ts';
import { decideOrder, looksSoldOut, type OrderPlan, type OrderRefusal } from '#app/domain/order/placing.ts';
import { TERMS_VERSION } from '#app/domain/order/terms.ts';
import { type Actor, roleOf } from '#app/domain/people/actor.ts';
import { type EventWithMenu, findEventForSale, menuFor } from '#app/features/events/service.server.ts';
import { emailStatusOf } from '#app/features/mail/service.server.ts';
import type { PrintableTicket } from '#app/ticket-rendering/printable-ticket.ts';
import type { Deps } from '#app/deps.server.ts';

import { endHold, isolateFailure, openCheckoutSession, openCheckoutSessionOf, openSessionForBuyer, pollProvider, selectPayments } from '#app/features/payments/service.server.ts';
import { KEY_LIFE_MS } from './idempotency.server.ts';
import type { CartTicket, OrderState, PlacedOrder } from './schema.ts';
import { selectOrder, selectOrderWithTickets, selectTicketNumbers } from '#app/features/orders/service.server.ts';
import { callPlaceOrder, type PlaceOrderAnswer, type PlaceOrderCall, selectAnswered, selectOpenHolds } from './store.server.ts';

export interface OrderRequest {
  eventId: number;
  email: string;
  tickets: readonly CartTicket[];
  expectedTotal?: number | undefined;
  expectedAccount?: string | null | undefined;
  userName?: string | undefined;
  termsVersion?: string | undefined;
  idempotencyKey: string | null;
}

export type PlaceOrderOutcome = { placed: PlacedOrder } | { refused: OrderRefusal };

const NUMBER_TRIES = 3;
const ROUNDS = 5;
const ASK_PROVIDER_EVERY_MS = 5_000;

/**
 * Sells tickets: reads the event afresh, decides, writes order, tickets and stock in one transaction, then opens the
 * payment page. Repeating a call with the same key gives the same order in its present state. Throws when the database
 * is busy; everything the business expects is an outcome.
 */
export async function placeOrder(deps: Deps, actor: Actor, request: OrderRequest): Promise<PlaceOrderOutcome> {
  if (request.expectedAccount !== undefined && request.expectedAccount !== accountOf(actor)) return { refused: { code: 'ACCOUNT_CHANGED' } };
  const requestHash = hashOf(actor, request);
  const answered = await findAnswered(deps, request, requestHash);
  if (answered) return answered;

  let seen = false;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const event = await findEventForSale(deps.db.query, request.eventId);
    // What was there a moment ago was withdrawn: that is another thing to say than "it does not exist".
    if (!event) return { refused: { code: seen ? 'EVENT_NOT_AVAILABLE' : 'EVENT_NOT_FOUND' } };
    seen = true;
    await deps.checkpoint('after-facts-read');

    const role = roleOf(actor);
    const now = deps.clock.now();
    const plan = decideOrder({ event, menu: menuFor(role, event), role, now, chargeLimits: deps.payments.chargeLimits }, request);
    // What was open to the buyer a moment ago was made private: they know it exists.
    if ('code' in plan) return { refused: plan.code === 'EVENT_NOT_FOUND' && round > 1 ? { code: 'EVENT_PRIVATE' } : plan };

    const call = callFor(deps, { actor, request, requestHash, event, plan, now });
    const answer = await placeWithFreshNumber(deps, call);
    switch (answer.outcome) {
      case 'placed':
        await deps.checkpoint('after-place-before-session');
        return withPaymentPage(deps, placedState(call, answer.orderNumber), { call, eventTitle: event.title });
      case 'replay':
        return presentState(deps, answer.orderId);
      case 'key_reused':
        return { refused: { code: 'IDEMPOTENCY_KEY_REUSED' } };
      case 'insufficient':
        return { refused: insufficient(event, call.quantity, answer.available) };
      case 'event_changed':
        continue;
      case 'too_many_holds':
        if (round === ROUNDS || !(await makeRoom(deps, call))) return { refused: { code: 'TOO_MANY_HOLDS' } };
        continue;
    }
  }
  return { refused: { code: 'EVENT_NOT_AVAILABLE' } };
}

/** The buyer gives a hold up. The page is closed at the provider first; what is being paid stays. */
export async function cancelOrder(deps: Deps, orderId: string): Promise<'cancelled' | 'kept' | 'not_found'> {
  const order = await selectOrder(deps.db.query, orderId);
  if (!order) return 'not_found';
  if (order.status === 'cancelled') return 'cancelled';
  if (order.status !== 'pending_payment') return 'kept';
  return (await endHold(deps, orderId, 'buyer')) === 'released' ? 'cancelled' : 'kept';
}

/** An order as its bearer may see it; a waiting one is asked after at the provider first (at most every 5 s). */
export async function refreshOrder(deps: Deps, orderId: string): Promise<OrderState | null> {
  let order = await selectOrder(deps.db.query, orderId);
  if (order?.status === 'pending_payment') {
    // Whatever the provider says to that, our own books can be shown.
    await isolateFailure(deps, { orderNumber: order.orderNumber }, () => pollProvider(deps, orderId, { source: 'poll', everyMs: ASK_PROVIDER_EVERY_MS }));
    order = await selectOrder(deps.db.query, orderId);
  }
  if (!order) return null;
  return {
    orderId: order.id,
    orderNumber: order.orderNumber,
    status: order.status,
    email: order.email,
    ticketQuantity: order.ticketQuantity,
    total: order.totalAmount,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    emailStatus: await emailStatusOf(deps.db.query, orderId),
    tickets: isPaid(order.status) ? await selectTicketNumbers(deps.db.query, orderId) : [],
  };
}

export interface OrderPage {
  order: OrderState;
  eventId: number;
  eventTitle: string;
  /** The hosted page, while it can still be paid. */
  paymentUrl: string | null;
  /** Empty until the order is paid. */
  tickets: PrintableTicket[];
}

/** All that the payment result page shows. */
export async function readOrderPage(deps: Deps, orderId: string): Promise<OrderPage | null> {
  const order = await refreshOrder(deps, orderId);
  const details = order && (await selectOrderWithTickets(deps.db.query, orderId));
  if (!order || !details) return null;
  const event = {
    eventTitle: details.eventTitle,
    eventImage: details.eventImage,
    dateText: formatDate(details.eventDate),
    time: details.eventTime,
    location: details.eventLocation,
  };
  return {
    order,
    eventId: details.eventId,
    eventTitle: details.eventTitle,
    paymentUrl: order.status === 'pending_payment' ? await openPageUrl(deps, orderId) : null,
    tickets: isPaid(order.status) ? details.tickets.map(({ note: _note, ...ticket }) => ({ ...ticket, ...event })) : [],
  };
}

async function findAnswered(deps: Deps, request: OrderRequest, requestHash: string): Promise<PlaceOrderOutcome | null> {
  if (request.idempotencyKey === null) return null;
  const notBefore = new Date(deps.clock.now().getTime() - KEY_LIFE_MS);
  const answered = await selectAnswered(deps.db.query, request.idempotencyKey, notBefore);
  if (!answered) return null;
  if (answered.scope !== 'order' || answered.requestHash !== requestHash) return { refused: { code: 'IDEMPOTENCY_KEY_REUSED' } };
  return answered.orderId === null ? null : presentState(deps, answered.orderId);
}

function callFor(
  deps: Deps,
  facts: { actor: Actor; request: OrderRequest; requestHash: string; event: EventWithMenu; plan: OrderPlan; now: Date },
): PlaceOrderCall {
  const { actor, request, event, plan, now } = facts;
  const isFree = plan.total === 0;
  const orderId = deps.ids.uuid();
  const after = (ms: number): string => new Date(now.getTime() + ms).toISOString();
  return {
    now: now.toISOString(),
    key: request.idempotencyKey,
    requestHash: facts.requestHash,
    actor: actor.kind === 'user' ? `user:${actor.userId}` : 'visitor',
    eventId: event.id,
    eventVersion: event.version,
    orderId,
    buyer: buyerOf(actor),
    userId: actor.kind === 'user' ? actor.userId : null,
    // An account's tickets go to the account, whatever was typed.
    email: actor.kind === 'user' ? actor.email : request.email,
    userName: request.userName?.trim() || (actor.kind === 'user' ? actor.name : null),
    role: roleOf(actor),
    status: isFree ? 'completed' : 'pending_payment',
    total: plan.total,
    quantity: plan.tickets.length,
    termsVersion: request.termsVersion ?? TERMS_VERSION,
    holdExpiresAt: isFree ? null : after(deps.env.hold.holdMs),
    sessionExpiresAt: isFree ? null : after(deps.env.hold.sessionMs),
    paymentId: deps.ids.uuid(),
    paymentKey: `order:${orderId}:1`,
    mailId: deps.ids.uuid(),
    provider: deps.payments.name,
    maxHolds: MAX_OPEN_HOLDS,
    maxHeldTickets: MAX_HELD_TICKETS,
    tickets: plan.tickets.map((ticket) => ({ ...ticket, id: deps.ids.ticket() })),
  };
}

/** Numbers count up within a second; after a collision the next one is taken, three times at most (DUPLICATE_ORDER_NUMBER). */
async function placeWithFreshNumber(deps: Deps, call: PlaceOrderCall): Promise<PlaceOrderAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callPlaceOrder(deps.db.query, call);
    } catch (error) {
      if (violatedConstraint(error) !== 'orders_order_number_key') throw error;
      if (attempt === NUMBER_TRIES) throw new DuplicateOrderNumber();
    }
  }
}

export class DuplicateOrderNumber extends Error {
  override name = 'DuplicateOrderNumber';
}

function placedState(call: PlaceOrderCall, orderNumber: string): PlacedOrder {
  return {
    orderId: call.orderId,
    orderNumber,
    status: call.status,
    total: call.total,
    ticketsCreated: call.quantity,
    expiresAt: call.holdExpiresAt,
    paymentUrl: null,
  };
}

/** The first payment attempt is known without reading it back: the sale's own call wrote it. */
async function withPaymentPage(deps: Deps, placed: PlacedOrder, facts: { call: PlaceOrderCall; eventTitle: string }): Promise<PlaceOrderOutcome> {
  const { call, eventTitle } = facts;
  if (call.sessionExpiresAt === null) return { placed };
  const { orderId, orderNumber } = placed;
  const { eventId, email, quantity, paymentId, paymentKey, total, sessionExpiresAt } = call;
  const payment = { id: paymentId, idempotencyKey: paymentKey, amount: total, expiresAt: new Date(sessionExpiresAt) };
  return withPage(deps, placed, () => openCheckoutSession(deps, { orderId, orderNumber, eventId, eventTitle, email, ticketQuantity: quantity }, payment));
}

/** The answer to a repeated request: the order as it is now, its payment page opened if that had failed. */
async function presentState(deps: Deps, orderId: string): Promise<PlaceOrderOutcome> {
  const order = await selectOrder(deps.db.query, orderId);
  if (!order) return { refused: { code: 'EVENT_NOT_AVAILABLE' } };
  const isWaiting = order.status === 'pending_payment';
  const placed: PlacedOrder = {
    orderId: order.id,
    orderNumber: order.orderNumber,
    status: order.status,
    total: order.totalAmount,
    ticketsCreated: order.ticketQuantity,
    expiresAt: isWaiting ? (order.holdExpiresAt?.toISOString() ?? null) : null,
    paymentUrl: null,
  };
  const payment = isWaiting ? (await selectPayments(deps.db.query, orderId)).at(-1) : undefined;
  if (!payment) return { placed };
  if (payment.paymentUrl !== null) return { placed: { ...placed, paymentUrl: payment.paymentUrl } };
  if (payment.status !== 'creating' && payment.status !== 'open') return { placed };
  return withPage(deps, placed, () => openCheckoutSessionOf(deps, orderId, payment));
}

/** Adds the address of the payment page; when the provider is silent the hold is kept and the same key tries again. */
async function withPage(deps: Deps, placed: PlacedOrder, open: () => ReturnType<typeof openCheckoutSession>): Promise<PlaceOrderOutcome> {
  try {
    return { placed: { ...placed, paymentUrl: (await openSessionForBuyer(deps, placed.orderId, open)).url } };
  } catch (error) {
    if (error instanceof SessionRejected) deps.log.error({ err: error, orderNumber: placed.orderNumber }, 'the payment provider refuses to open a page');
    else if (!(error instanceof PaymentUnavailable)) throw error;
    return { refused: { code: 'PAYMENT_UNAVAILABLE' } };
  }
}

/** Ends the buyer's oldest hold so that a new one fits; never one that is being paid, and not for nothing. */
async function makeRoom(deps: Deps, call: PlaceOrderCall): Promise<boolean> {
  if (call.buyer === null) return false;
  const holds = await selectOpenHolds(deps.db.query, { buyer: call.buyer, eventId: call.eventId, now: new Date(call.now) });
  const surplus = Math.max(0, holds.length - (MAX_OPEN_HOLDS - 1));
  const kept = holds.slice(surplus).reduce((count, hold) => count + hold.ticketQuantity, 0);
  if (kept + call.quantity > MAX_HELD_TICKETS) return false;
  for (const hold of holds.slice(0, surplus)) {
    const end = await endHold(deps, hold.id, 'buyer');
    if (end === 'being_paid' || end === 'provider_silent') return false;
  }
  return true;
}

async function openPageUrl(deps: Deps, orderId: string): Promise<string | null> {
  const payments = await selectPayments(deps.db.query, orderId);
  return payments.findLast((payment) => payment.status === 'open')?.paymentUrl ?? null;
}

function insufficient(event: EventWithMenu, requested: number, available: number): OrderRefusal {
  const code = looksSoldOut(event, requested) ? 'INSUFFICIENT_TICKETS' : 'TICKETS_SOLD_OUT_DURING_PROCESSING';
  return { code, requested, available };
}

function accountOf(actor: Actor): string | null {
  return actor.kind === 'user' ? actor.email : null;
}

/** An account, else one browser; an e-mail address identifies nobody. Only a hash of the cookie is kept. */
function buyerOf(actor: Actor): string | null {
  if (actor.kind === 'user') return `user:${actor.userId}`;
  return actor.visitor === null ? null : `visitor:${createHash('sha256').update(actor.visitor).digest('hex')}`;
}

/** Two requests are the same when everything we read of them is. Visitors change (a lost answer loses its cookie), accounts don't. */
function hashOf(actor: Actor, request: OrderRequest): string {
  const said = {
    account: actor.kind === 'user' ? actor.userId : null,
    eventId: request.eventId,
    email: request.email,
    expectedTotal: request.expectedTotal ?? null,
    userName: request.userName ?? null,
    termsVersion: request.termsVersion ?? null,
    tickets: request.tickets.map((ticket) => ({
      sections: Object.entries(ticket.sections).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      options: ticket.options,
      note: ticket.note ?? null,
    })),
  };
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}
