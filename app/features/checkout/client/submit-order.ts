import { type Cart, type CheckedCart, markSoldOut, orderKey, rememberOrder, reseedCart } from '#app/domain/cart/cart.ts';
import type { RefusedOrder } from '#app/domain/cart/checkout-banner.ts';
import type { Role } from '#app/domain/people/roles.ts';
import type { EventDetail } from '#app/features/events/schema.ts';

import { randomName } from '#app/ui/browser-facts.ts';
import { changeCart } from './cart-storage.ts';
import { type Answer, fetchEvent, placeOrder } from './api-client.ts';
import type { PlacedOrder, PlaceOrderBody } from '../schema.ts';

export interface OrderRequest {
  event: EventDetail;
  checked: CheckedCart;
  role: Role;
  /** The account that the screen shows as the buyer's; null for none. */
  account: { email: string } | null;
  email: string;
  name: string;
  /** The purchase conditions that the page links to. */
  termsVersion: string;
}

export type SubmitOutcome =
  | { kind: 'placed'; order: PlacedOrder }
  | { kind: 'refused'; refusal: RefusedOrder; eventIsPast: boolean };

/**
 * Places the order of a cart. The key is kept with the cart before anything is sent: a double click, a reload, a second
 * tab or a lost answer ask for the same order again. Only an order that turned out cancelled makes room for a new one.
 */
export async function submitOrder(request: OrderRequest): Promise<SubmitOutcome> {
  const { event } = request;
  const body = JSON.stringify(orderBody(request));
  let cart = changeCart(event.id, (stored) => stored);
  if (cart.sentKey !== orderKey(cart.seed, body)) {
    // Not for an order already sent: the tickets it holds would make the event look sold out to its own buyer.
    const stop = await preCheck(request);
    if (stop !== null) return stop;
  }

  let answer = await send(cart, body);
  if (isSpent(answer)) {
    cart = changeCart(event.id, (stored) => (stored.seed === cart.seed ? reseedCart(stored, randomName()) : stored));
    answer = await send(cart, body);
  }
  if (!answer.ok) {
    const lacking = (answer.refusal.items ?? []).flatMap(({ ticket, itemId }) => {
      const ticketId = request.checked.tickets[ticket]?.id;
      return ticketId === undefined ? [] : [{ ticketId, itemId }];
    });
    if (lacking.length > 0) changeCart(event.id, (stored) => markSoldOut(stored, lacking));
    return refused(answer.refusal, event.date, answer.serverDay);
  }
  const placed = { orderId: answer.value.orderId, ticketIds: request.checked.tickets.map((ticket) => ticket.id) };
  changeCart(event.id, (stored) => rememberOrder(stored, placed));
  return { kind: 'placed', order: answer.value };
}

function send(cart: Cart, body: string): Promise<Answer<PlacedOrder>> {
  const key = orderKey(cart.seed, body);
  changeCart(cart.eventId, (stored) => ({ ...stored, sentKey: key }));
  return placeOrder(body, key);
}

/** The key led to an order that came to nothing, or to somebody else's words. */
function isSpent(answer: Answer<PlacedOrder>): boolean {
  if (!answer.ok) return answer.refusal.code === 'IDEMPOTENCY_KEY_REUSED';
  return answer.value.status === 'cancelled' || answer.value.status === 'refunded';
}

function orderBody({ event, checked, account, email, name, termsVersion }: OrderRequest): PlaceOrderBody {
  return {
    eventId: event.id,
    email,
    tickets: checked.tickets.map(({ choice }) => ({
      sections: Object.fromEntries(Object.entries(choice.sections).map(([id, items]) => [id, [...items]])),
      options: [...choice.options],
      ...(choice.note.trim() === '' ? {} : { note: choice.note.trim() }),
    })),
    expectedTotal: checked.total,
    expectedAccount: account?.email ?? null,
    ...(name.trim() === '' ? {} : { userName: name.trim() }),
    termsVersion,
  };
}

/** The menu, its prices or the buyer are not what the page shows. */
const STALE = new Set(['ITEM_SOLD_OUT', 'PRICE_CHANGED', 'INVALID_SELECTION', 'ACCOUNT_CHANGED']);

/** True when a refusal means that the page is to be read anew. */
export function tellsOfAnOldPage({ code }: RefusedOrder): boolean {
  return STALE.has(code);
}

/** Spec §8: the event is read afresh before payment. When it can't be read, the order itself will say why. */
async function preCheck({ event, checked, role }: OrderRequest): Promise<SubmitOutcome | null> {
  const answer = await fetchEvent(event.id);
  if (!answer.ok) return null;
  const { saleStatus, remaining, saleStart, saleEndDate } = answer.value;
  const requested = checked.tickets.length;
  if (remaining !== null && remaining < requested) {
    return refused({ code: 'INSUFFICIENT_TICKETS', message: '', requested, available: remaining }, event.date, answer.serverDay);
  }
  // The box office may sell after the closing.
  if (saleStatus !== 'closed' || role === 'admin') return null;
  // Whether it has begun is for the server's clock to say.
  if (saleStart !== null) return null;
  return refused({ code: 'SALES_CLOSED', message: '', saleEndDate: saleEndDate ?? undefined }, event.date, answer.serverDay);
}

function refused(refusal: RefusedOrder, eventDate: string, serverDay: string | null): SubmitOutcome {
  return { kind: 'refused', refusal, eventIsPast: serverDay !== null && eventDate < serverDay };
}
