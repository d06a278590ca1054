import { settleCart } from '#app/domain/cart.ts';
import type { PrintableTicket } from '#app/features/tickets/schema.ts';

import { randomName } from '../browser-facts.ts';
import { changeCart, readCart } from '../cart-storage.ts';
import type { OrderState } from '../schema.ts';

/** What the payment result page knows of an order when it loads. */
export interface OrderOnPage {
  order: OrderState;
  eventId: number;
  eventTitle: string;
  /** The hosted page, while it can still be paid. */
  paymentUrl: string | null;
  /** Empty until the order is paid. */
  tickets: PrintableTicket[];
}

/** Empties the event's cart when it is the very one that was paid. A cart changed since then is another purchase. */
export function settleKeptCart(eventId: number, orderId: string): void {
  if (readCart(eventId).placedOrderId !== orderId) return;
  changeCart(eventId, (cart) => (cart.placedOrderId === orderId ? settleCart(cart, randomName()) : cart));
}
