import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  addTicket,
  type Cart,
  CART_LIFE_MS,
  type CartTicket,
  changeTicket,
  checkCart,
  emptyCart,
  insertTicket,
  orderKey,
  parseCart,
  parseStoredCart,
  removeTicket,
  settleCart,
} from './cart.ts';
import type { Menu } from './menu.ts';
import { cents } from './money.ts';
import { MAX_TICKETS_PER_ORDER } from './order.ts';

const NOW = Date.UTC(2027, 2, 1);
const FACTS = { eventId: 3, now: NOW };
const SEED = 'seed-0123456789abcdef';
const CONCERT: Menu = { referencePrice: cents(900), sections: [], options: [] };
const SUPPER: Menu = {
  referencePrice: cents(0),
  sections: [
    { id: 'main', name: 'Plat', required: true, maxSelection: 1, items: [{ id: 'fish', name: 'Peix', emoji: '🐟', price: 1999 }] },
  ],
  options: [],
};

const aTicket = (id: string, chosen: Partial<CartTicket> = {}): CartTicket => ({ id, sections: {}, options: [], note: '', ...chosen });

function aCart(tickets: CartTicket[] = []): Cart {
  return tickets.reduce(addTicket, emptyCart({ eventId: 3, seed: SEED, now: NOW }));
}

describe('changes', () => {
  test('a full cart takes no further ticket', () => {
    const full = aCart(Array.from({ length: MAX_TICKETS_PER_ORDER + 3 }, (_, index) => aTicket(`t${index}`)));
    expect(full.tickets).toHaveLength(MAX_TICKETS_PER_ORDER);
  });

  test('a ticket changed here and removed in another tab is kept with what was just chosen', () => {
    const emptied = removeTicket(aCart([aTicket('a')]), 'a');
    expect(changeTicket(emptied, aTicket('a', { note: 'sense sal' })).tickets).toEqual([aTicket('a', { note: 'sense sal' })]);
  });

  test('undoing a removal puts the ticket back where it was, once', () => {
    const cart = aCart([aTicket('a'), aTicket('b'), aTicket('c')]);
    const undone = insertTicket(removeTicket(cart, 'b'), aTicket('b'), 1);
    expect(undone.tickets.map((ticket) => ticket.id)).toEqual(['a', 'b', 'c']);
    expect(insertTicket(undone, aTicket('b'), 0)).toBe(undone);
  });

  test('any change to the tickets forgets the order they had become', () => {
    const placed: Cart = { ...aCart([aTicket('a')]), placedOrderId: 'order-1' };
    expect(removeTicket(placed, 'a').placedOrderId).toBeNull();
    expect(addTicket(placed, aTicket('b')).placedOrderId).toBeNull();
  });

  test('a paid cart is emptied, keeps the address and remembers what it was', () => {
    const settled = settleCart({ ...aCart([aTicket('a')]), email: 'nuria@example.com' }, 'another-seed-0123456');
    expect(settled).toMatchObject({ tickets: [], email: 'nuria@example.com', settledSeed: SEED });
  });
});

describe('beside the menu', () => {
  test('cents add up exactly', () => {
    const fish = { sections: { main: ['fish'] } };
    const checked = checkCart(aCart([aTicket('a', fish), aTicket('b', fish), aTicket('c', fish)]), SUPPER, 'public');
    expect(checked).toMatchObject({ total: 5997, ready: true });
  });

  test('a ticket whose dish left the menu stays in the cart and keeps the order from going on', () => {
    const checked = checkCart(aCart([aTicket('a', { sections: { main: ['meat'] }, note: 'poc fet' })]), SUPPER, 'public');
    expect(checked.ready).toBe(false);
    expect(checked.tickets[0]).toMatchObject({ dropped: 1, problem: { kind: 'required_missing' }, choice: { note: 'poc fet' } });
  });

  test('an empty cart is not ready, however simple the event', () => {
    expect(checkCart(aCart(), CONCERT, 'public').ready).toBe(false);
    expect(checkCart(aCart([aTicket('a')]), CONCERT, 'public')).toMatchObject({ ready: true, total: 900 });
  });
});

describe('the key of an order', () => {
  test('is the same for the same words in every tab, and another for other words', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(orderKey(SEED, one) === orderKey(SEED, other)).toBe(one === other);
      }),
    );
  });

  test('is one the server accepts: 8 to 200 visible ASCII characters', () => {
    fc.assert(
      fc.property(fc.string(), (body) => {
        expect(orderKey(SEED, body)).toMatch(/^[!-~]{8,200}$/);
      }),
    );
  });
});

describe('what a browser kept', () => {
  test('is read back as it was written', () => {
    const cart = aCart([aTicket('a', { sections: { main: ['fish'] }, options: ['wine'], note: 'ràpid 🥘' })]);
    expect(parseStoredCart(JSON.stringify(cart), FACTS)).toEqual(cart);
  });

  test('is no cart when expired, of another event, of another version or far in the future', () => {
    const cart = aCart([aTicket('a')]);
    expect(parseCart(cart, { ...FACTS, now: NOW + CART_LIFE_MS })).toBeNull();
    expect(parseCart(cart, { ...FACTS, eventId: 4 })).toBeNull();
    expect(parseCart({ ...cart, version: 0 }, FACTS)).toBeNull();
    expect(parseCart({ ...cart, expiresAt: Infinity }, FACTS)).toBeNull();
  });

  test('never throws and never changes what objects are, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseStoredCart(text, FACTS)).toBeNull();
      }),
    );
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (tickets, ticket) => {
        parseCart({ ...aCart(), tickets }, FACTS);
        parseCart({ ...aCart(), tickets: [ticket] }, FACTS);
      }),
    );
    const hostile = '{"id":"a","sections":{"__proto__":["x"]},"options":[],"note":""}';
    const parsed = parseStoredCart(JSON.stringify(aCart()).replace('"tickets":[]', `"tickets":[${hostile}]`), FACTS);
    expect(Object.getPrototypeOf(parsed?.tickets[0]?.sections)).toBe(Object.prototype);
  });

  test('with two tickets of one name is not believed', () => {
    expect(parseCart({ ...aCart(), tickets: [aTicket('a'), aTicket('a')] }, FACTS)).toBeNull();
  });
});
