import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  acceptPrices,
  addTicket,
  addTickets,
  type Cart,
  type CartTicket,
  changeTicket,
  checkCart,
  emptyCart,
  dishesTaken,
  insertTicket,
  markSoldOut,
  NEW_TICKET,
  ordersInCart,
  quotaForNext,
  rememberOrder,
  removeTicket,
  reseedCart,
  settleCart,
  ticketsWithoutHold,
} from './cart.ts';
import { type CartPrices, type CartQuota, menuFromNow } from './cart-prices.ts';
import { forgetHold, heldOrder } from './held-order.ts';
import { orderKey } from './order-key.ts';
import { seenTicket } from './seen-ticket.ts';
import { parseCart, parseStoredCart } from './stored-cart.ts';
import type { Menu } from '../event/menu.ts';
import { cents } from '../money.ts';
import { MAX_TICKETS_PER_ORDER } from '../order/status.ts';
import { placesText, withoutDishes } from './ticket-choice.ts';

const NOW = Date.UTC(2027, 2, 1);
const FACTS = { eventId: 3, now: NOW };
const SEED = 'seed-0123456789abcdef';
const CONCERT: Menu = { referencePrice: cents(900), sections: [], options: [] };
const SUPPER: Menu = {
  referencePrice: cents(0),
  sections: [
    { id: 'main', name: 'Plat', required: true, maxSelection: 1, items: [{ id: 'fish', name: 'Peix', emoji: '🐟', price: 1999, remaining: null }] },
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

  test('several tickets are added in their order, as many as there is room for, and a full cart gets none back', () => {
    const many = Array.from({ length: MAX_TICKETS_PER_ORDER }, (_, index) => aTicket(`n${index}`));
    const full = addTickets(aCart([aTicket('a')]), many);
    expect(full.tickets.map(({ id }) => id)).toEqual(['a', ...many.slice(0, -1).map(({ id }) => id)]);
    expect(insertTicket(full, aTicket('b'), 0)).toBe(full);
  });

  test('changing a ticket leaves the others as they are, and the place where it stood', () => {
    const changed = changeTicket(aCart([aTicket('a'), aTicket('b'), aTicket('c')]), aTicket('b', { note: 'sense sal' }));
    expect(changed.tickets).toEqual([aTicket('a'), aTicket('b', { note: 'sense sal' }), aTicket('c')]);
    expect(changeTicket(aCart([aTicket('a')]), aTicket('a', { note: 'sense sal' })).tickets).toEqual([aTicket('a', { note: 'sense sal' })]);
    expect(changeTicket(aCart([aTicket('b')]), aTicket('a')).tickets).toEqual([aTicket('b'), aTicket('a')]);
  });

  test('an empty cart knows its event and its seed, and lives for a week', () => {
    const expiresAt = NOW + 7 * 24 * 60 * 60 * 1000;
    expect(aCart()).toEqual({ version: 1, eventId: 3, expiresAt, seed: SEED, tickets: [], drafts: [], email: '', name: '', group: null, placedOrders: [], sentKey: null, paidOrders: [], settledSeeds: [] });
  });
});

describe('after the payment', () => {
  const PAID = { orderId: 'order-1', seed: 'another-seed-0123456' };
  const sent = (cart: Cart): Cart => rememberOrder(cart, { orderId: 'order-1', ticketIds: cart.tickets.map(({ id }) => id) });

  test('the cart is empty, keeps the address and remembers what it was', () => {
    const settled = settleCart(sent({ ...aCart([aTicket('a')]), email: 'nuria@example.com' }), PAID);
    expect(settled).toMatchObject({ tickets: [], email: 'nuria@example.com', seed: PAID.seed, settledSeeds: [SEED], placedOrders: [] });
  });

  test('what was sold leaves and what was added while it was being paid stays', () => {
    const changed = addTicket(sent(aCart([aTicket('a'), aTicket('b')])), aTicket('c'));
    expect(settleCart(changed, PAID).tickets.map(({ id }) => id)).toEqual(['c']);
    expect(settleCart(removeTicket(changed, 'a'), PAID).tickets.map(({ id }) => id)).toEqual(['c']);
  });

  test('the key that was sent is forgotten with its order, paid or given up', () => {
    const waiting: Cart = { ...sent(aCart([aTicket('a')])), sentKey: `${SEED}-abc` };
    expect(settleCart(waiting, PAID)).toMatchObject({ sentKey: null, paidOrders: ['order-1'] });
    expect(reseedCart(waiting, 'another-seed-0123456')).toEqual({ ...waiting, seed: 'another-seed-0123456', sentKey: null });
  });

  test('the last ten orders are remembered, the newest last', () => {
    const names = Array.from({ length: 12 }, (_, index) => `order-${index}`);
    const placed = names.reduce((cart, orderId) => rememberOrder(cart, { orderId, ticketIds: ['a'] }), aCart([aTicket('a')]));
    expect(placed.placedOrders.map(({ orderId }) => orderId)).toEqual(names.slice(-10));
    const paid = names.reduce((cart, orderId) => settleCart(rememberOrder(cart, { orderId, ticketIds: [] }), { orderId, seed: `seed of ${orderId}` }), aCart());
    expect(paid.paidOrders).toEqual(names.slice(-10));
    expect(paid.settledSeeds).toEqual(names.slice(1, -1).map((orderId) => `seed of ${orderId}`));
    expect(rememberOrder(placed, { orderId: 'order-5', ticketIds: ['b'] }).placedOrders.at(-1)).toEqual({ orderId: 'order-5', ticketIds: ['a', 'b'] });
  });

  test('the last order that a payment page keeps places for is known while its tickets are in the cart, also after a reload', () => {
    const held = rememberOrder(aCart([aTicket('a')]), { orderId: 'order-1', ticketIds: ['a'], heldUntil: '2027-03-01T12:35:00.000Z' });
    expect(heldOrder(held)).toEqual({ orderId: 'order-1', until: '2027-03-01T12:35:00.000Z' });
    expect(heldOrder(parseCart(JSON.parse(JSON.stringify(held)), FACTS)!)).toEqual(heldOrder(held));
    const odd = { ...held, placedOrders: [{ orderId: 'order-1', ticketIds: ['a'], heldUntil: 'prompte' }] };
    expect(forgetHold(held, 'another')).toEqual(held);
    expect(ordersInCart(forgetHold(held, 'order-1'))).toEqual(['order-1']);
    for (const none of [forgetHold(held, 'order-1'), removeTicket(held, 'a'), sent(aCart([aTicket('a')])), parseCart(odd, FACTS)!]) expect(heldOrder(none)).toBeNull();
  });

  test('an order placed since, for which no payment page keeps places, does not hide the one before it', () => {
    const held = rememberOrder(aCart([aTicket('a')]), { orderId: 'order-1', ticketIds: ['a'], heldUntil: '2027-03-01T12:35:00.000Z' });
    const both = rememberOrder(addTicket(held, aTicket('b')), { orderId: 'order-2', ticketIds: ['b'] });
    expect(heldOrder(both)).toEqual({ orderId: 'order-1', until: '2027-03-01T12:35:00.000Z' });
  });

  test('an order remembers the last two hundred tickets that it was sent with', () => {
    const ids = Array.from({ length: 201 }, (_, index) => `t${index}`);
    expect(rememberOrder(aCart(), { orderId: 'order-1', ticketIds: ids }).placedOrders[0]?.ticketIds).toEqual(ids.slice(1));
  });

  test('an equal ticket added meanwhile is another order, with another key', () => {
    const rest = settleCart(addTicket(sent(aCart([aTicket('a')])), aTicket('b')), PAID);
    expect(rest.tickets).toEqual([aTicket('b')]);
    expect(orderKey(rest.seed, 'one plain ticket')).not.toBe(orderKey(SEED, 'one plain ticket'));
  });

  test('each of two orders takes its own tickets, in whatever order they are paid', () => {
    const both = rememberOrder(addTicket(sent(aCart([aTicket('a')])), aTicket('b')), { orderId: 'order-2', ticketIds: ['b'] });
    const seeds = ['seed-after-the-first-0', 'seed-after-the-second'] as const;
    for (const [first, second, left] of [['order-1', 'order-2', 'b'], ['order-2', 'order-1', 'a']] as const) {
      const half = settleCart(both, { orderId: first, seed: seeds[0] });
      expect(half.tickets.map(({ id }) => id)).toEqual([left]);
      expect(settleCart(half, { orderId: second, seed: seeds[1] })).toMatchObject({ tickets: [], settledSeeds: [SEED, seeds[0]] });
    }
  });

  test('a ticket taken out and chosen anew is still sold by the order it is sent with again', () => {
    const again = rememberOrder(addTicket(removeTicket(sent(aCart([aTicket('a')])), 'a'), aTicket('a2')), { orderId: 'order-1', ticketIds: ['a2'] });
    expect(again.placedOrders).toEqual([{ orderId: 'order-1', ticketIds: ['a', 'a2'] }]);
    expect(settleCart(again, PAID).tickets).toEqual([]);
  });

  test('only orders that tickets still in the cart became are worth a question', () => {
    const both = rememberOrder(addTicket(sent(aCart([aTicket('a')])), aTicket('b')), { orderId: 'order-2', ticketIds: ['b'] });
    expect(ordersInCart(both)).toEqual(['order-1', 'order-2']);
    expect(ordersInCart(removeTicket(both, 'a'))).toEqual(['order-2']);
    expect(ordersInCart(settleCart(both, PAID))).toEqual(['order-2']);
    expect(ordersInCart(aCart([aTicket('a')]))).toEqual([]);
  });

  test('an order that sells nothing of the cart changes nothing, nor does the same one twice', () => {
    const settled = settleCart(sent(aCart([aTicket('a')])), PAID);
    expect(settleCart(settled, { ...PAID, seed: 'a-third-seed-01234567' })).toBe(settled);
  });
});

describe('the total that was seen', () => {
  const fish = { sections: { main: ['fish'] } };
  const at = (price: number): Menu => ({ ...SUPPER, sections: SUPPER.sections.map((section) => ({ ...section, items: section.items.map((item) => ({ ...item, price })) })) });
  const seenAt = (price: number, id: string): CartTicket => aTicket(id, { ...fish, seen: seenTicket(at(price), aTicket(id, fish), 'public') });
  const totals = (cart: Cart, menu: Menu): [number, number] => {
    const { seenTotal, total } = checkCart(cart, menu, 'public');
    return [seenTotal, total];
  };

  test('stays what it was after the price is raised, also beside a ticket added since, until the buyer accepts the new one', () => {
    const cart = addTicket(aCart([seenAt(1100, 'a')]), seenAt(1350, 'b'));
    expect(totals(cart, at(1350))).toEqual([2450, 2700]);
    const accepted = parseStoredCart(JSON.stringify(acceptPrices(cart, at(1350), 'public')), FACTS)!;
    expect(totals(accepted, at(1350))).toEqual([2700, 2700]);
    expect(totals(accepted, at(1100))).toEqual([2700, 2200]);
  });

  test('of a cart that tells none is the present one, and so is that of a damaged one', () => {
    expect(totals(aCart([aTicket('a', fish)]), at(1350))).toEqual([1350, 1350]);
    const damaged = parseCart({ ...aCart(), tickets: [{ ...aTicket('a', fish), seen: { price: -3.5, names: {} } }] }, FACTS)!;
    expect(totals(damaged, at(1350))).toEqual([1350, 1350]);
  });

  test('says nothing of what a ticket lost, whose dish is named instead', () => {
    const cart = aCart([seenAt(1100, 'a')]);
    const without: Menu = { ...SUPPER, sections: SUPPER.sections.map((section) => ({ ...section, items: [] })) };
    const checked = checkCart(cart, without, 'public');
    expect([checked.seenTotal, checked.tickets[0]]).toMatchObject([checked.total, { dropped: 1, droppedNames: ['Peix'] }]);
    expect(checkCart(acceptPrices(cart, without, 'public'), without, 'public').tickets[0]?.droppedNames).toEqual(['Peix']);
  });

  test('of a ticket of which nothing was seen is, once accepted, the present one, and names nothing', () => {
    expect(acceptPrices(aCart([aTicket('a', fish)]), at(1350), 'public').tickets[0]?.seen).toEqual({ price: 1350, names: {} });
  });
});

test('tickets that an order of the cart holds need no further place', () => {
  const cart = rememberOrder(aCart([aTicket('a'), aTicket('b'), aTicket('c')]), { orderId: 'order-1', ticketIds: ['a'] });
  expect(ticketsWithoutHold(cart)).toBe(2);
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

  test('a ticket that lost an extra, or lacks a dish that it must have, keeps the order from going on until the buyer decides', () => {
    const readyWith = (chosen: Partial<CartTicket>): boolean => checkCart(aCart([aTicket('a', chosen), aTicket('b', { sections: { main: ['fish'] } })]), SUPPER, 'public').ready;
    expect(readyWith({ sections: { main: ['fish'] } })).toBe(true);
    expect(readyWith({ sections: { main: ['fish'] }, options: ['wine'] })).toBe(false);
    expect(readyWith({})).toBe(false);
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

  test('stays what it was when a newer version is loaded, so that an order sent before is not placed twice', () => {
    expect([orderKey(SEED, ''), orderKey(SEED, 'one plain ticket'), orderKey(SEED, '{"tickets":[{"note":"ràpid 🥘"}]}')]).toEqual([`${SEED}-wvjl67o803`, `${SEED}-17o53a9obiw`, `${SEED}-vto50eli1i`]);
  });

  test('is one the server accepts: 8 to 200 visible ASCII characters', () => {
    fc.assert(
      fc.property(fc.string(), (body) => {
        expect(orderKey(SEED, body)).toMatch(/^[!-~]{8,200}$/);
      }),
    );
  });
});

describe('dishes that run out', () => {
  const TWO_LEFT: Menu = { ...SUPPER, sections: [{ ...SUPPER.sections[0]!, items: [{ ...SUPPER.sections[0]!.items[0]!, remaining: 2 }] }] };
  const fish = (id: string): CartTicket => aTicket(id, { sections: { main: ['fish'] } });
  const lackingIn = (cart: Cart, menu: Menu): string[] => checkCart(cart, menu, 'public').tickets.filter(({ soldOut }) => soldOut.length > 0).map(({ id }) => id);

  test('are missing to the tickets beyond the places that are left', () => {
    expect(lackingIn(aCart([fish('a'), fish('b'), fish('c')]), TWO_LEFT)).toEqual(['c']);
    expect(lackingIn(aCart([fish('a'), fish('b'), fish('c')]), SUPPER)).toEqual([]);
  });

  test('are not missing to tickets whose order holds them', () => {
    const held = rememberOrder(aCart([fish('a'), fish('b'), fish('c'), fish('d')]), { orderId: 'o', ticketIds: ['a', 'b'] });
    expect(lackingIn(held, TWO_LEFT)).toEqual([]);
    expect([...dishesTaken(held, 'c')]).toEqual([['fish', 1]]);
    expect([...dishesTaken(addTicket(held, fish('e')), 'c')]).toEqual([['fish', 2]]);
    expect([...dishesTaken(held, null)]).toEqual([['fish', 2]]);
  });

  test('that the server refused stay marked with their ticket until it is chosen anew, also in what is stored', () => {
    const marked = markSoldOut(aCart([fish('a'), fish('b')]), [{ ticketId: 'b', itemId: 'fish' }]);
    expect(marked.tickets[0]).toEqual(fish('a'));
    const stored = parseStoredCart(JSON.stringify(marked), FACTS)!;
    expect(lackingIn(stored, SUPPER)).toEqual(['b']);
    expect(checkCart(stored, SUPPER, 'public').ready).toBe(false);
    expect(withoutDishes(fish('b'), SUPPER.sections[0]!.items).sections).toEqual({ main: [] });
    expect(lackingIn(changeTicket(stored, fish('b')), SUPPER)).toEqual([]);
  });

  test.each([
    [null, null],
    [11, null],
    [10, 'Només en queden 10'],
    [1, 'Només en queda 1'],
    [0, 'Esgotat'],
  ])('%s places left are told as %s', (left, text) => expect(placesText(left)).toBe(text));
});

describe('what the next ticket costs an account with a quota', () => {
  const own: Menu = { referencePrice: cents(0), sections: [], options: [{ id: 'wine', name: 'Vi', emoji: '', price: 200 }] };
  const publicMenu: Menu = { ...own, options: [{ id: 'wine', name: 'Vi', emoji: '', price: 300 }] };
  const prices = (left: number, held: CartQuota['held'] = []): CartPrices => ({ publicMenu, quota: { limit: 2, left, held }, voucher: null });
  const cartOf = (...ids: string[]): Cart => aCart(ids.map((id) => aTicket(id, { options: ['wine'] })));
  const left = (cart: Cart, at: CartPrices, ticketId: string): number | undefined => quotaForNext(cart, checkCart(cart, own, 'socio', at), at, ticketId)?.left;

  test('is the reduced price until the tickets of the cart fill the quota; a ticket that is edited does not fill it for itself', () => {
    expect([left(cartOf(), prices(2), NEW_TICKET), left(cartOf('a'), prices(2), NEW_TICKET), left(cartOf('a', 'b'), prices(2), NEW_TICKET)]).toEqual([2, 1, 0]);
    expect([left(cartOf('a', 'b', 'c'), prices(2), 'a'), left(cartOf('a', 'b', 'c'), prices(2), 'c')]).toEqual([1, 0]);
    expect(quotaForNext(cartOf('a'), checkCart(cartOf('a'), own, 'socio'), null, NEW_TICKET)).toBeNull();
    expect(left(cartOf('a'), { publicMenu, quota: null, voucher: { terms: { worth: { kind: 'free' }, ticketLimit: null, combines: false }, categoryMenu: null } }, NEW_TICKET)).toBeUndefined();
  });

  test('is shown on the page as soon as nothing is left, but for what the own cart may hold', () => {
    expect([menuFromNow(own, null), menuFromNow(own, prices(1)), menuFromNow(own, prices(0, [{ orderId: 'o', reduced: 2 }]))]).toEqual([own, own, own]);
    expect(menuFromNow(own, prices(0))).toBe(publicMenu);
  });
});
