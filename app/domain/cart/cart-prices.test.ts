import { expect, test } from 'vitest';

import type { Menu } from '../event/menu.ts';
import { cents } from '../money.ts';
import { addTicket, checkCart, emptyCart } from './cart.ts';
import { type CartPrices, ticketsBeyondQuota } from './cart-prices.ts';

test('of the tickets beyond a quota those alone are told that cost more for it', () => {
  const menuAt = (wine: number): Menu => ({ referencePrice: cents(0), sections: [], options: [{ id: 'wine', name: 'Vi', emoji: '', price: wine }, { id: 'water', name: 'Aigua', emoji: '', price: 100 }] });
  const [menu, publicMenu] = [menuAt(200), menuAt(300)];
  const prices: CartPrices = { publicMenu, quota: { limit: 1, left: 1, held: [] }, voucher: null };
  const cart = ['wine', 'water', 'wine'].map((option, at) => ({ id: `t${at}`, sections: {}, options: [option], note: '' })).reduce(addTicket, emptyCart({ eventId: 3, seed: 'seed-0123456789abcdef', now: 0 }));
  const checked = checkCart(cart, menu, 'socio', prices);
  expect(checked.tickets.map(({ ticket }) => ticket.pricedAs)).toEqual([null, 'public', 'public']);
  expect(ticketsBeyondQuota(checked, { menu, role: 'socio', publicMenu })).toEqual([3]);
});
