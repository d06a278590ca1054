import { orderGroupOf } from '#app/domain/cart/cart-group.ts';
import { type Cart, type CheckedCart, markSoldOut, ordersInCart, rememberOrder, reseedCart, ticketsWithoutHold } from '#app/domain/cart/cart.ts';
import { orderKey } from '#app/domain/cart/order-key.ts';
import type { RefusedOrder } from '#app/domain/cart/checkout-banner.ts';
import { needsOf, noteOf, type TicketChoice } from '#app/domain/cart/ticket-choice.ts';
import type { Role } from '#app/domain/people/roles.ts';
import type { EventDetail } from '#app/features/events/schema.ts';

import { randomName } from '#app/design/ui/browser-facts.ts';
import type { Answer } from '#app/platform/client-state/api-call.ts';
import { changeCart, readCart } from '#app/platform/client-state/cart-storage.ts';
import { postCancellation, fetchEvent, postOrder } from './order-calls.ts';
import type { PlacedOrder, PlaceOrderBody } from '#app/features/checkout/schema.ts';

export interface CartSubmission {
  event: EventDetail;
  checked: CheckedCart;
  role: Role;
  /** Places that a waiting list offer holds for this browser, beside those on sale. `null`: the page may not know it, and the server decides. */
  offered: number | null;
  /** The account shown on the screen, which may have changed since. */
  account: { email: string } | null;
  email: string;
  name: string;
  termsVersion: string;
  /** The code that takes something off. */
  voucher?: string | null;
  /** A quota, a code or a key: what an unpaid order of this cart holds would count against the next one. */
  isCounted?: boolean;
}

export type SubmitOutcome =
  | { kind: 'placed'; order: PlacedOrder }
  | { kind: 'refused'; refusal: RefusedOrder; eventIsPast: boolean };

/** The idempotency key is stored with the cart before sending, so that a double click, a reload or a lost answer make no second order. */
export async function submitOrder(request: CartSubmission): Promise<SubmitOutcome> {
  const { event } = request;
  const body = JSON.stringify(orderBody(request));
  let cart = changeCart(event.id, (stored) => stored);
  if (cart.sentKey !== orderKey(cart.seed, body)) {
    // Skipped for an order already sent: its own tickets would make the event look sold out.
    const own = request.isCounted === true ? request.checked.tickets.length - ticketsWithoutHold(cart) : 0;
    const stop = await preCheck({ ...request, offered: request.offered === null ? null : request.offered + own });
    if (stop !== null) return stop;
    if (request.isCounted === true) await Promise.all(ordersInCart(cart).map(postCancellation));
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
    return refused(answer.refusal, event, answer.serverDay);
  }
  const { orderId, expiresAt } = answer.value;
  const placed = { orderId, ticketIds: request.checked.tickets.map((ticket) => ticket.id), ...(expiresAt !== null && { heldUntil: expiresAt }) };
  changeCart(event.id, (stored) => rememberOrder(stored, placed));
  return { kind: 'placed', order: answer.value };
}

function send(cart: Cart, body: string): Promise<Answer<PlacedOrder>> {
  const key = orderKey(cart.seed, body);
  changeCart(cart.eventId, (stored) => ({ ...stored, sentKey: key }));
  return postOrder(body, key);
}

function isSpent(answer: Answer<PlacedOrder>): boolean {
  if (!answer.ok) return answer.refusal.code === 'IDEMPOTENCY_KEY_REUSED';
  return answer.value.status === 'cancelled' || answer.value.status === 'refunded';
}

function orderBody({ event, checked, account, email, name, termsVersion, voucher }: CartSubmission): PlaceOrderBody {
  return {
    eventId: event.id,
    email,
    tickets: checked.tickets.map(({ choice }) => ({
      sections: Object.fromEntries(Object.entries(choice.sections).map(([id, items]) => [id, [...items]])),
      options: [...choice.options],
      ...noteOf(choice),
      ...needsSent(choice),
    })),
    expectedTotal: checked.total,
    expectedAccount: account?.email ?? null,
    ...(name.trim() === '' ? {} : { userName: name.trim() }),
    termsVersion,
    ...(voucher != null && { voucher }),
    ...(event.groups && orderGroupOf(readCart(event.id).group)),
  };
}

function needsSent(choice: TicketChoice): Pick<PlaceOrderBody['tickets'][number], 'needs'> {
  const { needs } = needsOf(choice);
  return needs === undefined ? {} : { needs: { ...needs, codes: [...needs.codes] } };
}

const STALE: ReadonlySet<RefusedOrder['code']> = new Set(['ITEM_SOLD_OUT', 'PRICE_CHANGED', 'VOUCHER_NOT_APPLICABLE', 'VOUCHER_USED_UP', 'INVALID_SELECTION', 'ACCOUNT_CHANGED']);

export function isStalePage({ code }: RefusedOrder): boolean {
  return STALE.has(code);
}

/** Spec §8. Where the event can't be read, the order call itself gives the reason. */
async function preCheck({ event, checked, role, offered }: CartSubmission): Promise<SubmitOutcome | null> {
  const answer = await fetchEvent(event.id);
  if (!answer.ok) return null;
  const { saleStatus, remaining, saleStart, saleEndDate } = answer.value;
  const requested = checked.tickets.length;
  if (remaining !== null && offered !== null && remaining + offered < requested) {
    return refused({ code: 'INSUFFICIENT_TICKETS', message: '', requested, available: remaining + offered }, answer.value, answer.serverDay);
  }
  if (saleStatus !== 'closed' || role === 'admin') return null;
  // By the server's clock, since the phone's may be wrong.
  if (saleStart !== null) return null;
  return refused({ code: 'SALES_CLOSED', message: '', saleEndDate: saleEndDate ?? undefined }, answer.value, answer.serverDay);
}

function refused(refusal: RefusedOrder, { date, time }: Pick<EventDetail, 'date' | 'time'>, serverDay: string | null): SubmitOutcome {
  return { kind: 'refused', refusal: { ...refusal, eventStart: { date, time } }, eventIsPast: serverDay !== null && date < serverDay };
}
