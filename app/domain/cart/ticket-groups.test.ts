import { describe, expect, test } from 'vitest';

import type { Menu } from '../event/menu.ts';
import { cents } from '../money.ts';
import { addTicket, type CartTicket, checkCart, emptyCart } from './cart.ts';
import type { CartPrices } from './cart-prices.ts';
import { groupCart, groupName, groupTickets, soldTicketKey } from './ticket-groups.ts';

const dish = (name: string) => ({ id: name, name, emoji: '🥘', price: 1_000 });
const dinner = (...names: string[]) => ({ menu: [{ sectionId: 's', sectionName: 'Plat', items: names.map(dish) }], extras: [], note: null, price: cents(1_000) });

describe('equal tickets', () => {
  test('stand together where the first of them stands, and keep their places', () => {
    const groups = groupTickets(['paella', 'fideuà', 'paella', 'arròs', 'fideuà'], (name) => name);
    expect(groups.map(({ members }) => members.map(({ position }) => position))).toEqual([[1, 3], [2, 5], [4]]);
    expect(groups[0]).toEqual({ key: 'paella', members: [{ ticket: 'paella', position: 1 }, { ticket: 'paella', position: 3 }] });
  });

  test('are called by what is in them', () => {
    expect(groupName(3, { ...dinner('Paella', 'Arnadí'), extras: [dish('Vi')] })).toBe('3 × Paella, Arnadí, Vi');
    expect(groupName(2, { menu: [], extras: [] })).toBe('2 × Tiquet');
  });

  test('are those with the same dishes and price, in whatever order the dishes came', () => {
    const one = dinner('Paella', 'Arnadí');
    expect(soldTicketKey(dinner('Arnadí', 'Paella'))).toBe(soldTicketKey(one));
    expect(soldTicketKey({ ...one, extras: [dish('Vi'), dish('Cafè')] })).toBe(soldTicketKey({ ...one, extras: [dish('Cafè'), dish('Vi')] }));
    for (const other of [dinner('Paella'), dinner('Paella', 'Fideuà'), { ...one, price: cents(900) }, { ...one, extras: [dish('Vi')] }, { ...one, menu: [{ ...one.menu[0]!, sectionName: 'Postres' }] }, { ...one, menu: [] }]) {
      expect(soldTicketKey(other)).not.toBe(soldTicketKey(one));
    }
  });
});

describe('equal tickets of a cart', () => {
  const menuAt = (wine: number): Menu => ({ referencePrice: cents(0), sections: [], options: [{ id: 'wine', name: 'Vi', emoji: '', price: wine }, { id: 'water', name: 'Aigua', emoji: '', price: 100 }] });
  const positions = (tickets: Omit<CartTicket, 'id' | 'sections'>[], quotaLeft: number | null = null): number[][] => {
    const prices: CartPrices = { publicMenu: menuAt(300), quota: quotaLeft === null ? null : { limit: 2, left: quotaLeft, held: [] }, voucher: null };
    const cart = tickets.map((ticket, at) => ({ id: `t${at}`, sections: {}, ...ticket })).reduce(addTicket, emptyCart({ eventId: 3, seed: 'seed-0123456789abcdef', now: 0 }));
    return groupCart(checkCart(cart, menuAt(200), 'socio', prices).tickets).map(({ members }) => members.map(({ position }) => position));
  };
  const [wine, water] = [{ options: ['wine'], note: '' }, { options: ['water'], note: '' }];

  test('are one line, and another note is another line', () => {
    expect(positions([wine, water, wine, { ...wine, note: 'Sense gel' }, water])).toEqual([[1, 3], [2, 5], [4]]);
  });

  test('are two lines where some of them cost more beyond a quota, and one where none does', () => {
    expect(positions([wine, wine, wine], 2)).toEqual([[1, 2], [3]]);
    expect(positions([water, water, water], 2)).toEqual([[1, 2, 3]]);
  });

  test('that lost what was chosen are decided one by one', () => {
    const lost = { ...wine, options: ['wine', 'beer'] };
    expect(positions([lost, wine, lost])).toEqual([[1], [2], [3]]);
  });
});
