import { settleCart } from '#app/domain/cart/cart.ts';
import { randomName } from '#app/design/ui/browser-facts.ts';
import { changeCart, readCart } from './cart-storage.ts';

export function settleStoredCart(eventId: number, orderId: string): void {
  if (!readCart(eventId).placedOrders.some((placed) => placed.orderId === orderId)) return;
  changeCart(eventId, (cart) => settleCart(cart, { orderId, seed: randomName() }));
}
