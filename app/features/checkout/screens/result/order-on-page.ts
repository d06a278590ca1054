import { settleCart } from '#app/domain/cart/cart.ts';
import type { PrintableTicket } from '#app/ticket-rendering/printable-ticket.ts';

import { randomName } from '#app/ui/browser-facts.ts';
import { changeCart, readCart } from '../../client/cart-storage.ts';
import type { OrderState } from '../../schema.ts';

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

/** Takes what the order sold out of the event's cart. What was added since then is another purchase and stays. */
export function settleKeptCart(eventId: number, orderId: string): void {
  if (!readCart(eventId).placedOrders.some((placed) => placed.orderId === orderId)) return;
  changeCart(eventId, (cart) => settleCart(cart, { orderId, seed: randomName() }));
}
