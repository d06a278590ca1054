import { createHash } from 'node:crypto';

import { KEY_LIFE_MS } from '#app/platform/adapters/db/idempotency-keys.server.ts';
import { CAP_TEXTS } from '#app/domain/order/caps.ts';
import { lackingDishesText } from '#app/domain/order/lacking-dishes.ts';
import { looksSoldOut, type OrderRefusal } from '#app/domain/order/placing.ts';
import { type Actor, roleOf } from '#app/domain/people/actor.ts';
import type { EventWithMenu } from '#app/features/events/service.server.ts';
import { groupOfPlaced } from '#app/features/groups/service.server.ts';
import { bearerOf, buyerOf, selectOrder } from '#app/features/orders/service.server.ts';
import { cancelPayment } from '#app/features/payments/service.server.ts';
import { VOUCHER_OVER_TEXT } from '#app/domain/vouchers/voucher.ts';
import { type Checkout, openCheckout, resumeCheckout } from '#app/features/payments/sessions/service.server.ts';
import { missingOfSeller } from '#app/features/settings/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { refreshPauses, pauseFor } from './abandoned/service.server.ts';
import { type OrderToPlace, place, type TriedOrder } from './placing/place.server.ts';
import type { OrderRequest } from './order-request.ts';
import type { PlacedOrder } from './schema.ts';
import { selectIdempotencyKey } from './store.server.ts';

export type PlaceOrderOutcome = { placed: PlacedOrder } | { refused: OrderRefusal };

/** Idempotent by key: a repeat returns the order in its present state. Throws only when the database is busy. */
export async function placeOrder(deps: Deps, actor: Actor, request: OrderRequest): Promise<PlaceOrderOutcome> {
  const outcome = await placeOnce(deps, actor, request);
  if (request.group === undefined || !('placed' in outcome)) return outcome;
  return { placed: { ...outcome.placed, group: await groupOfPlaced(deps, outcome.placed.orderId) } };
}

async function placeOnce(deps: Deps, actor: Actor, request: OrderRequest): Promise<PlaceOrderOutcome> {
  if (request.expectedAccount !== undefined && request.expectedAccount !== accountOf(actor)) return { refused: { code: 'ACCOUNT_CHANGED' } };
  const order = { actor, buyer: buyerOf(actor), request, requestHash: requestHashOf(actor, request) };
  // Whoever pays must be told to whom; an admin gives tickets away.
  if (roleOf(actor) !== 'admin' && (await missingOfSeller(deps)).length > 0) return orReplay(deps, order, { code: 'EVENT_NOT_AVAILABLE' });
  const retryAfterSeconds = roleOf(actor) === 'admin' ? null : await pauseFor(deps, { buyer: order.buyer, networkHash: request.networkHash });
  if (retryAfterSeconds !== null) return orReplay(deps, order, { code: 'RATE_LIMITED', retryAfterSeconds });
  const tried = await place(deps, order);
  if ('refused' in tried) return orReplay(deps, order, tried.refused);
  const { result } = tried;
  if (result.outcome === 'replay') return currentState(deps, result.orderId);
  if (result.outcome !== 'placed') return orReplay(deps, order, toRefusal(tried, result));
  await deps.checkpoint('after-place-before-session');
  return withCheckout(deps, tried, result.orderNumber);
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

function toRefusal({ params, plan, event }: TriedOrder, result: Exclude<TriedOrder['result'], { outcome: 'placed' | 'replay' }>): OrderRefusal {
  switch (result.outcome) {
    case 'event_changed':
      return { code: 'EVENT_NOT_AVAILABLE' };
    case 'key_reused':
      return { code: 'IDEMPOTENCY_KEY_REUSED' };
    case 'insufficient':
      return insufficient(event, params.quantity, result.available);
    case 'dishes_lacking':
      return { code: 'ITEM_SOLD_OUT', items: result.items, message: lackingDishesText(result.items, plan.tickets) };
    case 'duplicate_number':
      return { code: 'DUPLICATE_ORDER_NUMBER' };
    case 'too_many_holds':
      return { code: 'TOO_MANY_HOLDS' };
    case 'too_many_of_network':
      return { code: 'TOO_MANY_HOLDS', limit: 'network', message: CAP_TEXTS.network };
    case 'too_many_free':
      return { code: 'TOO_MANY_HOLDS', limit: 'free', message: CAP_TEXTS.free };
    case 'too_many_an_hour':
      return { code: 'RATE_LIMITED', retryAfterSeconds: result.retryAfterSeconds };
    case 'quota_changed':
      return { code: 'PRICE_CHANGED', total: params.total };
    case 'voucher_used_up':
      return { code: 'VOUCHER_USED_UP' };
    case 'voucher_ended':
      return { code: 'VOUCHER_NOT_APPLICABLE', message: VOUCHER_OVER_TEXT };
  }
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

/** An order already placed with the key is returned even if the event has since closed. */
async function orReplay(deps: Deps, { request, requestHash }: OrderToPlace, refused: OrderRefusal): Promise<PlaceOrderOutcome> {
  if (request.idempotencyKey === null) return { refused };
  const notBefore = new Date(deps.clock.now().getTime() - KEY_LIFE_MS);
  const known = await selectIdempotencyKey(deps.db.query, request.idempotencyKey, notBefore);
  if (!known) return { refused };
  if (known.scope !== 'order' || known.requestHash !== requestHash) return { refused: { code: 'IDEMPOTENCY_KEY_REUSED' } };
  return known.orderId === null ? { refused } : currentState(deps, known.orderId);
}

async function withCheckout(deps: Deps, { params, plan: { discount }, event }: TriedOrder, orderNumber: string): Promise<PlaceOrderOutcome> {
  const { orderId, eventId, email, status, total, quantity, holdExpiresAt, sessionExpiresAt } = params;
  const placed: PlacedOrder = { orderId, orderNumber, status, total, discount, ticketsCreated: quantity, expiresAt: holdExpiresAt, paymentUrl: null };
  if (sessionExpiresAt === null) return { placed };
  const attempt = { id: params.paymentId, idempotencyKey: params.paymentKey, amount: total, expiresAt: new Date(sessionExpiresAt) };
  return answer(deps, placed, await openCheckout(deps, { id: orderId, orderNumber, eventId, email, ticketQuantity: quantity, event }, attempt));
}

/** Opens the checkout session if that failed before. */
async function currentState(deps: Deps, orderId: string): Promise<PlaceOrderOutcome> {
  const order = await selectOrder(deps.db.query, { id: orderId });
  if (!order) return { refused: { code: 'EVENT_NOT_AVAILABLE' } };
  const { orderNumber, status, totalAmount: total, discount, ticketQuantity: ticketsCreated, holdExpiresAt } = order;
  const expiresAt = status === 'pending_payment' ? (holdExpiresAt?.toISOString() ?? null) : null;
  return answer(deps, { orderId: bearerOf(order), orderNumber, status, total, discount: discount?.amount ?? 0, ticketsCreated, expiresAt, paymentUrl: null }, await resumeCheckout(deps, order));
}

function answer(deps: Deps, placed: PlacedOrder, checkout: Checkout): PlaceOrderOutcome {
  if (checkout === 'unavailable') return { refused: { code: 'PAYMENT_UNAVAILABLE' } };
  const waitingPage = (): string => new URL(`/pay/${placed.orderId}`, deps.env.publicUrl).href;
  return { placed: { ...placed, paymentUrl: checkout === 'queued' ? waitingPage() : checkout.url } };
}

function insufficient(event: EventWithMenu, requested: number, available: number): OrderRefusal {
  const code = looksSoldOut(event, requested) ? 'INSUFFICIENT_TICKETS' : 'TICKETS_SOLD_OUT_DURING_PROCESSING';
  return { code, requested, available };
}
