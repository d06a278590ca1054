import { createHash } from 'node:crypto';

import { KEY_LIFE_MS } from '#app/platform/adapters/db/idempotency-keys.server.ts';
import { ORDER_CAPS } from '#app/domain/order/caps.ts';
import { type OrderRefusal, refusalOf } from '#app/domain/order/placing.ts';
import { type Actor, roleOf } from '#app/domain/people/actor.ts';
import type { EventWithMenu } from '#app/features/events/service.server.ts';
import { groupOfPlaced } from '#app/features/groups/service.server.ts';
import { bearerOf, buyerOf, selectOrder } from '#app/features/orders/service.server.ts';
import { cancelPayment, endOlderHold } from '#app/features/payments/service.server.ts';
import { type CheckoutOutcome, openCheckout, resumeCheckout } from '#app/features/payments/sessions/service.server.ts';
import { missingOfSeller } from '#app/features/settings/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { refreshPauses, pauseFor } from './abandoned/service.server.ts';
import { type OrderRequest, type OrderToPlace, type Planned, tryInBatch, type Written } from './placing.server.ts';
import type { PlacedOrder } from './schema.ts';
import { type PlaceOrderParams, selectIdempotencyKey, selectOpenHolds, sumFreeTickets } from './store.server.ts';

export type PlaceOrderOutcome = { placed: PlacedOrder } | { refused: OrderRefusal };

/** Idempotent by key: a repeat returns the order in its present state. Throws only when the database is busy. */
export async function placeOrder(deps: Deps, actor: Actor, request: OrderRequest): Promise<PlaceOrderOutcome> {
  if (request.expectedAccount !== undefined && request.expectedAccount !== accountOf(actor)) return { refused: { code: 'ACCOUNT_CHANGED' } };
  const order = { actor, buyer: buyerOf(actor), request, requestHash: requestHashOf(actor, request) };
  const early = await refusalBeforePlacing(deps, order);
  const tried = early ? { refused: early } : await place(deps, order);
  const placed = 'refused' in tried ? await findPlaced(deps, order, tried) : tried;
  if ('refused' in placed) return placed;
  const outcome = 'placed' in placed ? await firstCheckout(deps, placed.placed) : await currentState(deps, placed.replay);
  if (request.group === undefined || 'refused' in outcome) return outcome;
  return { placed: { ...outcome.placed, group: await groupOfPlaced(deps, outcome.placed.orderId) } };
}

/** Whoever pays must be told to whom, and who lets payments lapse waits; an admin gives tickets away. */
async function refusalBeforePlacing(deps: Deps, { actor, buyer, request: { networkHash } }: OrderToPlace): Promise<OrderRefusal | null> {
  if (roleOf(actor) === 'admin') return null;
  if ((await missingOfSeller(deps)).length > 0) return { code: 'EVENT_NOT_AVAILABLE' };
  const retryAfterSeconds = await pauseFor(deps, { buyer, networkHash });
  return retryAfterSeconds === null ? null : { code: 'RATE_LIMITED', retryAfterSeconds };
}

interface NewlyPlaced extends Planned {
  event: EventWithMenu;
  orderNumber: string;
}

/** `replay`: the order that was placed with the same key. */
type PlacingOutcome = { placed: NewlyPlaced } | { replay: string } | { refused: OrderRefusal };

/** Tries per outcome. Order numbers count up within a second, so each try takes others. */
const MOST_TRIES: Partial<Record<Written['outcome'], number>> = { event_changed: 5, too_many_holds: 5, duplicate_number: 3, quota_changed: 5 };

async function place(deps: Deps, order: OrderToPlace): Promise<PlacingOutcome> {
  for (let tries = 1; ; tries += 1) {
    const tried = await tryInBatch(deps, { ...order, isRetry: tries > 1 });
    if ('refused' in tried) return tried;
    const { result, event, plan, params } = tried;
    if (result.outcome === 'placed') return { placed: { event, plan, params, orderNumber: result.orderNumber } };
    if (result.outcome === 'replay') return { replay: result.orderId };
    const mayTryAgain = tries < (MOST_TRIES[result.outcome] ?? 1) && (result.outcome !== 'too_many_holds' || (await endOldestHolds(deps, params)));
    if (!mayTryAgain) return { refused: refusalOf(result, { event, ...plan }) };
  }
}

/** Skips orders with a payment under way. */
async function endOldestHolds(deps: Deps, params: PlaceOrderParams): Promise<boolean> {
  const { buyer, eventId } = params;
  if (buyer === null) return false;
  const holds = await selectOpenHolds(deps.db.query, { buyer, eventId, now: new Date(params.now) });
  const surplus = Math.max(0, holds.length - (ORDER_CAPS.maxHolds - 1));
  const heldTickets = holds.slice(surplus).reduce((count, hold) => count + hold.ticketQuantity, 0);
  const freeTickets = await sumFreeTickets(deps.db.query, { buyer, eventId });
  if (heldTickets + freeTickets + params.quantity > ORDER_CAPS.maxHeldTickets) return false;
  for (const hold of holds.slice(0, surplus)) {
    if (!(await endOlderHold(deps, hold.id))) return false;
    refreshPauses(deps);
  }
  return true;
}

/** An order already placed with the key is returned even if the event has since closed. */
async function findPlaced(deps: Deps, { request, requestHash }: OrderToPlace, refused: { refused: OrderRefusal }): Promise<{ replay: string } | { refused: OrderRefusal }> {
  if (request.idempotencyKey === null) return refused;
  const notBefore = new Date(deps.clock.now().getTime() - KEY_LIFE_MS);
  const known = await selectIdempotencyKey(deps.db.query, request.idempotencyKey, notBefore);
  if (!known) return refused;
  if (known.scope !== 'order' || known.requestHash !== requestHash) return { refused: { code: 'IDEMPOTENCY_KEY_REUSED' } };
  return known.orderId === null ? refused : { replay: known.orderId };
}

async function firstCheckout(deps: Deps, { params, plan: { discount }, event, orderNumber }: NewlyPlaced): Promise<PlaceOrderOutcome> {
  await deps.checkpoint('after-place-before-session');
  const { orderId, eventId, email, status, total, quantity, holdExpiresAt, sessionExpiresAt } = params;
  const placed: PlacedOrder = { orderId, orderNumber, status, total, discount, ticketsCreated: quantity, expiresAt: holdExpiresAt, paymentUrl: null };
  if (sessionExpiresAt === null) return { placed };
  const attempt = { id: params.paymentId, idempotencyKey: params.paymentKey, amount: total, expiresAt: new Date(sessionExpiresAt) };
  return withCheckout(deps, placed, await openCheckout(deps, { id: orderId, orderNumber, eventId, email, ticketQuantity: quantity, event }, attempt));
}

/** Opens the checkout session if that failed before. */
async function currentState(deps: Deps, orderId: string): Promise<PlaceOrderOutcome> {
  const order = await selectOrder(deps.db.query, { id: orderId });
  if (!order) return { refused: { code: 'EVENT_NOT_AVAILABLE' } };
  const { orderNumber, status, totalAmount: total, discount, ticketQuantity: ticketsCreated, holdExpiresAt } = order;
  const expiresAt = status === 'pending_payment' ? (holdExpiresAt?.toISOString() ?? null) : null;
  return withCheckout(deps, { orderId: bearerOf(order), orderNumber, status, total, discount: discount?.amount ?? 0, ticketsCreated, expiresAt, paymentUrl: null }, await resumeCheckout(deps, order));
}

function withCheckout(deps: Deps, placed: PlacedOrder, checkout: CheckoutOutcome): PlaceOrderOutcome {
  if (checkout === 'unavailable') return { refused: { code: 'PAYMENT_UNAVAILABLE' } };
  const waitingPage = (): string => new URL(`/pay/${placed.orderId}`, deps.env.publicUrl).href;
  return { placed: { ...placed, paymentUrl: checkout === 'queued' ? waitingPage() : checkout.url } };
}

function accountOf(actor: Actor): string | null {
  return actor.kind === 'user' ? actor.email : null;
}

/** Without the visitor id: the lost first answer may have been the one that set its cookie. */
function requestHashOf(actor: Actor, request: OrderRequest): string {
  const fields = {
    account: actor.kind === 'user' ? actor.userId : null,
    eventId: request.eventId,
    email: request.email,
    expectedTotal: request.expectedTotal ?? null,
    userName: request.userName ?? null,
    termsVersion: request.termsVersion ?? null,
    ...(request.voucher !== undefined && { voucher: request.voucher }),
    ...(request.group !== undefined && { group: [request.group.code ?? null, request.group.name ?? null, request.group.firstName ?? null] }),
    tickets: request.tickets.map((ticket) => ({
      sections: Object.entries(ticket.sections).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      options: ticket.options,
      note: ticket.note ?? null,
      ...(ticket.noteName !== undefined && { noteName: ticket.noteName }),
      ...(ticket.needs && { needs: ticket.needs }),
    })),
  };
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

/** The provider closes the session first; an order with a payment under way stays. */
export async function cancelOrder(deps: Deps, bearer: string): Promise<'cancelled' | 'kept' | 'not_found'> {
  const order = await selectOrder(deps.db.query, { bearer });
  if (!order) return 'not_found';
  if (order.status === 'cancelled') return 'cancelled';
  if (order.status !== 'pending_payment') return 'kept';
  const end = await cancelPayment(deps, order);
  refreshPauses(deps);
  return end;
}
