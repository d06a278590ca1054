import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { addTicket, type Cart, CART_LIFE_MS, type CartDraft, type CartTicket, discardDraft, emptyCart, NEW_TICKET, rememberOrder, removeTicket, saveDraft, settleCart } from './cart.ts';
import { parseCart, parseStoredCart } from './stored-cart.ts';
import { MAX_TICKETS_PER_ORDER } from '../order/status.ts';

const NOW = Date.UTC(2027, 2, 1);
const FACTS = { eventId: 3, now: NOW };
const SEED = 'seed-0123456789abcdef';

const aTicket = (id: string, chosen: Partial<CartTicket> = {}): CartTicket => ({ id, sections: {}, options: [], note: '', ...chosen });

function aCart(tickets: CartTicket[] = []): Cart {
  return tickets.reduce(addTicket, emptyCart({ eventId: 3, seed: SEED, now: NOW }));
}

describe('what a browser kept', () => {
  test('is read back as it was written', () => {
    const chosen = aCart([aTicket('a', { sections: { main: ['fish'] }, options: ['wine'], note: 'ràpid 🥘' })]);
    const cart: Cart = { ...rememberOrder(chosen, { orderId: 'order-1', ticketIds: ['a'] }), settledSeeds: [SEED] };
    expect(parseStoredCart(JSON.stringify(cart), FACTS)).toEqual(cart);
  });

  test('is no cart when expired, of another event, of another version or far in the future', () => {
    const cart = aCart([aTicket('a')]);
    expect(parseCart(cart, { ...FACTS, now: NOW + CART_LIFE_MS })).toBeNull();
    expect(parseCart(cart, { ...FACTS, eventId: 4 })).toBeNull();
    expect(parseCart({ ...cart, version: 0 }, FACTS)).toBeNull();
    expect(parseCart({ ...cart, expiresAt: Infinity }, FACTS)).toBeNull();
  });

  test('is believed up to the last moment of its week, and two weeks ahead of a clock that was set back', () => {
    const cart = aCart([aTicket('a')]);
    expect(parseCart(cart, { ...FACTS, now: cart.expiresAt - 1 })).toEqual(cart);
    expect(parseCart(cart, { ...FACTS, now: cart.expiresAt })).toBeNull();
    expect(parseCart(cart, { ...FACTS, now: cart.expiresAt - 2 * CART_LIFE_MS })).toEqual(cart);
    expect(parseCart(cart, { ...FACTS, now: cart.expiresAt - 2 * CART_LIFE_MS - 1 })).toBeNull();
  });

  test.each([
    ['no object', null],
    ['a list', []],
    ['no time at which it ends', { ...aCart(), expiresAt: String(NOW + 1) }],
    ['an end that is no number', { ...aCart(), expiresAt: Number.NaN }],
    ['a seed that is a number', { ...aCart(), seed: 1234567890123456 }],
    ['a seed too short', { ...aCart(), seed: 'a'.repeat(15) }],
    ['a seed too long', { ...aCart(), seed: 'a'.repeat(65) }],
    ['a seed with other characters', { ...aCart(), seed: 'seed 0123456789abcdef' }],
    ['a seed with more behind it', { ...aCart(), seed: `${SEED}\n` }],
    ['no tickets', { ...aCart(), tickets: {} }],
    ['a ticket without a name', { ...aCart(), tickets: [aTicket('')] }],
    ['a ticket whose name is too long', { ...aCart(), tickets: [aTicket('a'.repeat(101))] }],
    ['a ticket without sections', { ...aCart(), tickets: [{ ...aTicket('a'), sections: [] }] }],
    ['a ticket that is none', { ...aCart(), tickets: ['a'] }],
    ['a ticket that is none beside one that is', { ...aCart(), tickets: [aTicket('a'), 'b'] }],
    ['a ticket without extras', { ...aCart(), tickets: [{ ...aTicket('a'), options: 'wine' }] }],
    ['a ticket without a note', { ...aCart(), tickets: [{ ...aTicket('a'), note: null }] }],
    ['a ticket with a section without a name', { ...aCart(), tickets: [aTicket('a', { sections: { '': ['fish'] } })] }],
    ['a ticket with dishes that are no names', { ...aCart(), tickets: [{ ...aTicket('a'), sections: { main: ['fish', 7] } }] }],
    ['a ticket with lists for names', { ...aCart(), tickets: [{ ...aTicket('a'), options: [['wine']] }] }],
    ['a ticket with more dishes than any menu has', { ...aCart(), tickets: [aTicket('a', { options: Array.from({ length: 201 }, (_, index) => `o${index}`) })] }],
    ['a ticket with more sections than any menu has', { ...aCart(), tickets: [aTicket('a', { sections: Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`s${index}`, []])) })] }],
  ])('is no cart with %s', (_what, stored) => {
    expect(parseCart(stored, FACTS)).toBeNull();
  });

  test.each<[string, Partial<Cart>]>([
    ['the shortest seed', { seed: 'a'.repeat(16) }],
    ['the longest seed', { seed: `-_${'a'.repeat(62)}` }],
    ['a ticket with the longest name', { tickets: [aTicket('a'.repeat(100))] }],
    ['as many dishes as are taken', { tickets: [aTicket('a', { options: Array.from({ length: 200 }, (_, index) => `o${index}`) })] }],
    ['as many sections as are taken', { tickets: [aTicket('a', { sections: Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`s${index}`, []])) })] }],
    ['an address, a name and a key', { email: 'nuria@example.com', name: 'Núria', sentKey: `${SEED}-abc` }],
    ['the longest address', { email: 'a'.repeat(320) }],
    ['the name beside a note, and what somebody cannot eat', { tickets: [aTicket('a', { note: 'Sense sal', noteName: 'Neus', needs: { codes: ['gluten'], consent: true, forOther: false } })] }],
    ['the colla that was chosen', { group: { kind: 'join', name: '', code: 'k7m2qx', firstName: 'Neus' } }],
    ['the orders that were paid', { paidOrders: ['order-1', 'order-2'], settledSeeds: [SEED] }],
  ])('is read back with %s', (_what, more) => {
    expect(parseCart({ ...aCart(), ...more }, FACTS)).toEqual({ ...aCart(), ...more });
  });

  test('loses what is no address, name or key, and nothing else', () => {
    const odd = { email: 'a'.repeat(321), name: 7, sentKey: {}, paidOrders: ['order-1', 7], settledSeeds: [null], placedOrders: [{ orderId: 'order-1', ticketIds: 'a' }, 'x', { orderId: 'order-2', ticketIds: ['a'] }] };
    expect(parseCart({ ...aCart([aTicket('a')]), ...odd }, FACTS)).toEqual({ ...aCart([aTicket('a')]), paidOrders: ['order-1'], placedOrders: [{ orderId: 'order-2', ticketIds: ['a'] }] });
  });

  test.each([[''], [7], ['n'.repeat(321)]])('has no name beside a note where %j was kept', (noteName) => {
    expect(parseCart({ ...aCart(), tickets: [{ ...aTicket('a'), noteName }] }, FACTS)?.tickets[0]).not.toHaveProperty('noteName');
  });

  test('has at most the tickets and the orders that a cart has', () => {
    const stored = { ...aCart(), tickets: Array.from({ length: 25 }, (_, index) => aTicket(`t${index}`)), paidOrders: Array.from({ length: 12 }, (_, index) => `order-${index}`) };
    const read = parseCart(stored, FACTS)!;
    expect([read.tickets.length, read.paidOrders]).toEqual([MAX_TICKETS_PER_ORDER, stored.paidOrders.slice(-10)]);
  });

  test('is none where nothing was kept', () => {
    expect(parseStoredCart(null, FACTS)).toBeNull();
  });

  test('is a cart even when what it remembers of its orders is damaged or missing', () => {
    const { placedOrders: _orders, settledSeeds: _seeds, ...plain } = aCart([aTicket('a')]);
    expect(parseCart(plain, FACTS)).toEqual(aCart([aTicket('a')]));
    expect(parseCart({ ...plain, placedOrders: [null, { orderId: 7, ticketIds: [] }], settledSeeds: 'x' }, FACTS)).toEqual(aCart([aTicket('a')]));
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

describe('drafts', () => {
  const draft = (id: string, chosen: Partial<CartDraft> = {}): CartDraft => ({ ...aTicket(id, chosen), quantity: 1, ...chosen });
  const stored = (cart: Cart): Cart | null => parseStoredCart(JSON.stringify(cart), FACTS);

  test('come back from storage as they were typed, one of each ticket, however long the note has become', () => {
    const note = 'a'.repeat(700);
    const cart = saveDraft(saveDraft(saveDraft(aCart([aTicket('a')]), draft(NEW_TICKET, { note: 'nous' })), draft('a', { note })), draft(NEW_TICKET, { note: 'sense nous', quantity: 3 }));
    expect(stored(cart)?.drafts).toEqual([draft('a', { note }), draft(NEW_TICKET, { note: 'sense nous', quantity: 3 })]);
  });

  test('expire with the cart, and a cart of the version before has none', () => {
    const cart = saveDraft(aCart(), draft(NEW_TICKET, { note: 'nous' }));
    expect(parseStoredCart(JSON.stringify(cart), { eventId: 3, now: NOW + CART_LIFE_MS })).toBeNull();
    const { drafts: _gone, ...before } = aCart([aTicket('a')]);
    expect(parseCart(before, FACTS)).toEqual(aCart([aTicket('a')]));
  });

  test('are one of each ticket and a new one at most, the newest', () => {
    const ids = Array.from({ length: MAX_TICKETS_PER_ORDER + 3 }, (_, index) => `d${index}`);
    const cart = ids.reduce((so, id) => saveDraft(so, draft(id)), aCart());
    expect(cart.drafts.map(({ id }) => id)).toEqual(ids.slice(-MAX_TICKETS_PER_ORDER - 1));
    expect(parseCart({ ...aCart(), drafts: ids.map((id) => draft(id)) }, FACTS)?.drafts).toEqual(cart.drafts);
  });

  test.each([[1, 1], [20, 20], [0, 1], [21, 1], [1.5, 1], ['3', 1], [undefined, 1]])('of %j tickets are read as %i', (quantity, read) => {
    expect(parseCart({ ...aCart(), drafts: [{ ...draft('d'), quantity }] }, FACTS)?.drafts).toEqual([draft('d', { quantity: read })]);
  });

  test('keep four thousand units of a note', () => {
    expect(parseCart({ ...aCart(), drafts: [draft('d', { note: 'a'.repeat(5_000) })] }, FACTS)?.drafts).toEqual([draft('d', { note: 'a'.repeat(4_000) })]);
  });

  test('that are damaged are left out, and the cart stays', () => {
    const damaged = { ...aCart([aTicket('a')]), drafts: [null, 'x', { id: 4 }, { ...draft('b'), quantity: -2 }] };
    expect(parseCart(damaged, FACTS)).toEqual({ ...aCart([aTicket('a')]), drafts: [draft('b')] });
  });

  test('leave no note behind once the order is paid, the ticket removed or the draft discarded', () => {
    const order = { orderId: 'order-1', ticketIds: ['a'] };
    const cart = saveDraft(saveDraft(rememberOrder(aCart([aTicket('a')]), order), draft('a', { note: 'celíaca' })), draft(NEW_TICKET, { note: 'al·lèrgica' }));
    expect(settleCart(cart, { orderId: 'order-1', seed: 'another-seed-0123456' }).drafts).toEqual([]);
    expect(removeTicket(cart, 'a').drafts.map(({ id }) => id)).toEqual([NEW_TICKET]);
    expect(discardDraft(cart, NEW_TICKET).drafts.map(({ id }) => id)).toEqual(['a']);
  });
});
