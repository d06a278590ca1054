import { KEY_LIFE_MS } from '#app/platform/adapters/db/idempotency-keys.server.ts';
import { CAP_TEXTS, ORDER_CAPS } from '#app/domain/order/caps.ts';
import { lackingDishesText } from '#app/domain/order/lacking-dishes.ts';
import { looksSoldOut, type OrderRefusal } from '#app/domain/order/placing.ts';
import { type Actor, roleOf } from '#app/domain/people/actor.ts';
import type { EventWithMenu } from '#app/features/events/service.server.ts';
import { bearerOf, selectOrder } from '#app/features/orders/service.server.ts';
import { beginPayment, cancelPayment, endOlderHold, resumePayment } from '#app/features/payments/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { accountOf, buyerOf, requestHashOf } from './buyer.server.ts';
import { lookAgain, pauseOf } from './given-up/service.server.ts';
import { placeInBatch, type WaitingOrder } from './placing/batches.server.ts';
import type { OrderRequest } from './order-request.ts';
import type { PlacedOrder } from './schema.ts';
import { type PlaceOrderParams, selectIdempotencyKey, selectOpenHolds } from './store.server.ts';

export type PlaceOrderOutcome = { placed: PlacedOrder } | { refused: OrderRefusal };

const ROUNDS = 5;

/** Repeating a call with the same key gives the same order in its present state. Throws only when the database is busy. */
export async function placeOrder(deps: Deps, actor: Actor, request: OrderRequest): Promise<PlaceOrderOutcome> {
  if (request.expectedAccount !== undefined && request.expectedAccount !== accountOf(actor)) return { refused: { code: 'ACCOUNT_CHANGED' } };
  const requestHash = requestHashOf(actor, request);
  const outcome = await tryToPlace(deps, { actor, request, requestHash });
  if ('placed' in outcome || outcome.refused.code === 'PAYMENT_UNAVAILABLE') return outcome;
  // What was placed with the key before stays placed, whatever has become of the event.
  return (await findReplay(deps, request, requestHash)) ?? outcome;
}

async function tryToPlace(deps: Deps, order: Omit<WaitingOrder, 'wasOpen'>): Promise<PlaceOrderOutcome> {
  const retryAfterSeconds = roleOf(order.actor) === 'admin' ? null : await pauseOf(deps, { buyer: buyerOf(order.actor), networkHash: order.request.networkHash });
  if (retryAfterSeconds !== null) return { refused: { code: 'RATE_LIMITED', retryAfterSeconds } };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const placing = await placeInBatch(deps, { ...order, wasOpen: round > 1 });
    if ('refused' in placing) return placing;
    const { params, plan, event, result } = placing.tried;
    switch (result.outcome) {
      case 'placed':
        await deps.checkpoint('after-place-before-session');
        return withPayment(deps, params, { orderNumber: result.orderNumber, event });
      case 'replay':
        return currentState(deps, result.orderId);
      case 'key_reused':
        return { refused: { code: 'IDEMPOTENCY_KEY_REUSED' } };
      case 'insufficient':
        return { refused: insufficient(event, params.quantity, result.available) };
      case 'dishes_lacking':
        return { refused: { code: 'ITEM_SOLD_OUT', items: result.items, message: lackingDishesText(result.items, plan.tickets) } };
      case 'duplicate_number':
        return { refused: { code: 'DUPLICATE_ORDER_NUMBER' } };
      case 'too_many_holds':
        if (round === ROUNDS || !(await endOldestHolds(deps, params))) return { refused: { code: 'TOO_MANY_HOLDS' } };
        continue;
      case 'too_many_of_network':
        return { refused: { code: 'TOO_MANY_HOLDS', limit: 'network', message: CAP_TEXTS.network } };
      case 'too_many_free':
        return { refused: { code: 'TOO_MANY_HOLDS', limit: 'free', message: CAP_TEXTS.free } };
      case 'too_many_an_hour':
        return { refused: { code: 'RATE_LIMITED', retryAfterSeconds: result.retryAfterSeconds } };
    }
  }
  return { refused: { code: 'EVENT_NOT_AVAILABLE' } };
}

/** The provider closes the session first; what is being paid stays. */
export async function cancelOrder(deps: Deps, bearer: string): Promise<'cancelled' | 'kept' | 'not_found'> {
  const order = await selectOrder(deps.db.query, { bearer });
  if (!order) return 'not_found';
  if (order.status === 'cancelled') return 'cancelled';
  if (order.status !== 'pending_payment') return 'kept';
  const end = await cancelPayment(deps, order);
  lookAgain(deps);
  return end;
}

async function findReplay(deps: Deps, request: OrderRequest, requestHash: string): Promise<PlaceOrderOutcome | null> {
  if (request.idempotencyKey === null) return null;
  const notBefore = new Date(deps.clock.now().getTime() - KEY_LIFE_MS);
  const known = await selectIdempotencyKey(deps.db.query, request.idempotencyKey, notBefore);
  if (!known) return null;
  if (known.scope !== 'order' || known.requestHash !== requestHash) return { refused: { code: 'IDEMPOTENCY_KEY_REUSED' } };
  return known.orderId === null ? null : currentState(deps, known.orderId);
}

/** What the sale wrote is not read back. */
async function withPayment(deps: Deps, params: PlaceOrderParams, written: { orderNumber: string; event: EventWithMenu }): Promise<PlaceOrderOutcome> {
  const { orderId, eventId, email, status, total, quantity, holdExpiresAt, sessionExpiresAt } = params;
  const { orderNumber, event } = written;
  const placed: PlacedOrder = { orderId, orderNumber, status, total, ticketsCreated: quantity, expiresAt: holdExpiresAt, paymentUrl: null };
  if (sessionExpiresAt === null) return { placed };
  const attempt = { id: params.paymentId, idempotencyKey: params.paymentKey, amount: total, expiresAt: new Date(sessionExpiresAt) };
  const opening = await beginPayment(deps, { id: orderId, orderNumber, eventId, email, ticketQuantity: quantity, event }, attempt);
  if (opening === null) return { refused: { code: 'PAYMENT_UNAVAILABLE' } };
  return { placed: { ...placed, paymentUrl: opening === 'waiting' ? payPageOf(deps, orderId) : opening.url } };
}

/** Where its buyer waits for the provider's page. */
function payPageOf(deps: Deps, bearer: string): string {
  return new URL(`/pay/${bearer}`, deps.env.publicUrl).href;
}

/** Opens the checkout session if that had failed. */
async function currentState(deps: Deps, orderId: string): Promise<PlaceOrderOutcome> {
  const order = await selectOrder(deps.db.query, { id: orderId });
  if (!order) return { refused: { code: 'EVENT_NOT_AVAILABLE' } };
  const payment = await resumePayment(deps, order);
  if (payment === 'unavailable') return { refused: { code: 'PAYMENT_UNAVAILABLE' } };
  return {
    placed: {
      orderId: bearerOf(order),
      orderNumber: order.orderNumber,
      status: order.status,
      total: order.totalAmount,
      ticketsCreated: order.ticketQuantity,
      expiresAt: order.status === 'pending_payment' ? (order.holdExpiresAt?.toISOString() ?? null) : null,
      paymentUrl: payment === 'waiting' ? payPageOf(deps, bearerOf(order)) : payment.url,
    },
  };
}

/** Never one that is being paid, and none in vain. */
async function endOldestHolds(deps: Deps, params: PlaceOrderParams): Promise<boolean> {
  if (params.buyer === null) return false;
  const holds = await selectOpenHolds(deps.db.query, { buyer: params.buyer, eventId: params.eventId, now: new Date(params.now) });
  const surplus = Math.max(0, holds.length - (ORDER_CAPS.maxHolds - 1));
  const kept = holds.slice(surplus).reduce((count, hold) => count + hold.ticketQuantity, 0);
  if (kept + params.quantity > ORDER_CAPS.maxHeldTickets) return false;
  for (const hold of holds.slice(0, surplus)) {
    if (!(await endOlderHold(deps, hold.id))) return false;
    lookAgain(deps);
  }
  return true;
}

function insufficient(event: EventWithMenu, requested: number, available: number): OrderRefusal {
  const code = looksSoldOut(event, requested) ? 'INSUFFICIENT_TICKETS' : 'TICKETS_SOLD_OUT_DURING_PROCESSING';
  return { code, requested, available };
}
