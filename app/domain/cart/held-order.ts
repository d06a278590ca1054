import { type Cart, ordersInCart } from './cart.ts';

/** The last order whose places a payment page was told to keep. */
export function heldOrder(cart: Cart): { orderId: string; until: string } | null {
  const ours = ordersInCart(cart);
  const { orderId, heldUntil: until } = cart.placedOrders.findLast((order) => order.heldUntil !== undefined && ours.includes(order.orderId)) ?? {};
  return orderId === undefined || until === undefined ? null : { orderId, until };
}

/** Its places are no longer kept. */
export function forgetHold(cart: Cart, orderId: string): Cart {
  return { ...cart, placedOrders: cart.placedOrders.map((order) => (order.orderId === orderId ? { orderId, ticketIds: order.ticketIds } : order)) };
}
