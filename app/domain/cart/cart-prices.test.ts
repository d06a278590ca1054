import { expect, test } from 'vitest';

import type { Menu } from '../event/menu.ts';
import { cents } from '../money.ts';
import type { VoucherTerms } from '../vouchers/voucher.ts';
import { acceptPrices, addTicket, checkCart, type CheckedCart, emptyCart } from './cart.ts';
import { type CartPrices, categoryOf, menuFromNow, quotaLeftFor, ticketsBeyondQuota } from './cart-prices.ts';
import { seenTicket } from './seen-ticket.ts';
import { parseStoredCart } from './stored-cart.ts';

test('of the tickets beyond a quota those alone are told that cost more for it', () => {
  const menuAt = (wine: number): Menu => ({ referencePrice: cents(0), sections: [], options: [{ id: 'wine', name: 'Vi', emoji: '', price: wine }, { id: 'water', name: 'Aigua', emoji: '', price: 100 }] });
  const [menu, publicMenu] = [menuAt(200), menuAt(300)];
  const prices: CartPrices = { publicMenu, quota: { limit: 1, left: 1, held: [] }, voucher: null };
  const cart = ['wine', 'water', 'wine'].map((option, at) => ({ id: `t${at}`, sections: {}, options: [option], note: '' })).reduce(addTicket, emptyCart({ eventId: 3, seed: 'seed-0123456789abcdef', now: 0 }));
  const checked = checkCart(cart, menu, 'socio', prices);
  expect(checked.tickets.map(({ ticket }) => ticket.pricedAs)).toEqual([null, 'public', 'public']);
  expect(ticketsBeyondQuota(checked, { menu, role: 'socio', publicMenu })).toEqual([3]);
});

const menuOf = (wine: number): Menu => ({ referencePrice: cents(0), sections: [], options: [{ id: 'wine', name: 'Vi', emoji: '', price: wine }] });
const ofOneWine = addTicket(emptyCart({ eventId: 3, seed: 'seed-0123456789abcdef', now: 0 }), { id: 'a', sections: {}, options: ['wine'], note: '' });

test('a cart with a code costs what the server will ask: of the public price, or of the category that the code gives', () => {
  const terms = (worth: VoucherTerms['worth']): VoucherTerms => ({ worth, ticketLimit: null, combines: false });
  const pricedWith = (worth: VoucherTerms['worth'], categoryMenu: Menu | null = null) => {
    const { total, discount } = checkCart(ofOneWine, menuOf(250), 'socio', { publicMenu: menuOf(300), quota: null, voucher: { terms: terms(worth), categoryMenu } });
    return [total, discount];
  };
  expect(pricedWith({ kind: 'percent', percent: 50 })).toEqual([150, 100]);
  expect(pricedWith({ kind: 'percent', percent: 50 }, menuOf(100))).toEqual([150, 100]);
  expect(pricedWith({ kind: 'category', category: 'comision' }, menuOf(100))).toEqual([100, 150]);
  expect(pricedWith({ kind: 'category', category: 'comision' })).toEqual([250, 0]);
});

test('a code gives the prices of a category where that is what it is worth, and nowhere else', () => {
  const categoryMenu = menuOf(100);
  const pricesOf = (worth: VoucherTerms['worth'], menu: Menu | null): CartPrices => ({ publicMenu: menuOf(300), quota: null, voucher: { terms: { worth, ticketLimit: null, combines: false }, categoryMenu: menu } });
  expect(categoryOf(pricesOf({ kind: 'category', category: 'comision' }, categoryMenu))).toEqual({ menu: categoryMenu, role: 'comision' });
  for (const none of [null, pricesOf({ kind: 'percent', percent: 50 }, categoryMenu), pricesOf({ kind: 'category', category: 'comision' }, null)]) expect(categoryOf(none)).toBeNull();
});

test.each<[string, { seen: number; own: number; publicPrice: number; quotaLeft: number | null; worth: VoucherTerms['worth'] | null; totals: [seen: number, now: number] }]>([
  ['signing in with a quota that is used up', { seen: 300, own: 250, publicPrice: 300, quotaLeft: 0, worth: null, totals: [300, 300] }],
  ['a quota that was filled since, at the prices that were asked all along', { seen: 250, own: 250, publicPrice: 300, quotaLeft: 0, worth: null, totals: [300, 300] }],
  ['a raised price under a code that makes it free', { seen: 300, own: 400, publicPrice: 400, quotaLeft: null, worth: { kind: 'free' }, totals: [0, 0] }],
  ['a raised price under a code for half of it', { seen: 300, own: 400, publicPrice: 400, quotaLeft: null, worth: { kind: 'percent', percent: 50 }, totals: [150, 200] }],
  ['a raised price of a member within the quota', { seen: 250, own: 280, publicPrice: 300, quotaLeft: 2, worth: null, totals: [250, 280] }],
])('the total that was seen is reckoned with the quota and the code: %s', (_, { seen, own, publicPrice, quotaLeft, worth, totals }) => {
  const cart = addTicket(emptyCart({ eventId: 3, seed: 'seed-0123456789abcdef', now: 0 }), { id: 'a', sections: {}, options: ['wine'], note: '', seen: { price: cents(seen), names: {} } });
  const prices: CartPrices = {
    publicMenu: menuOf(publicPrice),
    quota: quotaLeft === null ? null : { limit: 2, left: quotaLeft, held: [] },
    voucher: worth && { terms: { worth, ticketLimit: null, combines: false }, categoryMenu: null },
  };
  const { seenTotal, total } = checkCart(cart, menuOf(own), quotaLeft === null ? 'public' : 'socio', prices);
  expect([seenTotal, total]).toEqual(totals);
});

test.each<[string, { before: [own: number, publicPrice: number, category: number | null]; now: [own: number, publicPrice: number, category: number | null]; totals: [seen: number, now: number] }]>([
  ['beyond a quota', { before: [1000, 1200, null], now: [1100, 1300, null], totals: [1200, 1300] }],
  ['beyond a quota, the own alone', { before: [1000, 1200, null], now: [1100, 1200, null], totals: [1200, 1200] }],
  ['beyond a quota, to what was asked all along', { before: [1000, 1200, null], now: [1200, 1200, null], totals: [1200, 1200] }],
  ['beyond a quota, to less', { before: [1000, 1200, null], now: [1000, 1000, null], totals: [1200, 1000] }],
  ['by the category of a code', { before: [1400, 1400, 1000], now: [1600, 1600, 1200], totals: [1000, 1200] }],
])('a raised price is told for what was really asked: %s', (_, { before, now, totals }) => {
  const pricesOf = ([, publicPrice, category]: typeof now): CartPrices => ({
    publicMenu: menuOf(publicPrice),
    quota: category === null ? { limit: 2, left: 0, held: [] } : null,
    voucher: category === null ? null : { terms: { worth: { kind: 'category', category: 'comision' }, ticketLimit: null, combines: false }, categoryMenu: menuOf(category) },
  });
  const role = now[2] === null ? 'socio' : 'public';
  const choice = { sections: {}, options: ['wine'], note: '' };
  const ticket = { id: 'a', ...choice, seen: seenTicket(menuOf(before[0]), choice, role, pricesOf(before)) };
  const cart = addTicket(emptyCart({ eventId: 3, seed: 'seed-0123456789abcdef', now: 0 }), ticket);
  const totalsOf = (checked: CheckedCart): [number, number] => [checked.seenTotal, checked.total];
  expect(totalsOf(checkCart(cart, menuOf(now[0]), role, pricesOf(now)))).toEqual(totals);
  const accepted = parseStoredCart(JSON.stringify(acceptPrices(cart, menuOf(now[0]), role, pricesOf(now))), { eventId: 3, now: 0 })!;
  expect(totalsOf(checkCart(accepted, menuOf(now[0]), role, pricesOf(now)))).toEqual([totals[1], totals[1]]);
});

test('of what a ticket beyond a quota lost nothing was seen, so that its lower total is no other price', () => {
  const menuAt = (wine: number, withWater: boolean): Menu => ({ ...menuOf(wine), options: [...menuOf(wine).options, ...(withWater ? [{ id: 'water', name: 'Aigua', emoji: '', price: 100 }] : [])] });
  const pricesAt = (withWater: boolean): CartPrices => ({ publicMenu: menuAt(300, withWater), quota: { limit: 2, left: 0, held: [] }, voucher: null });
  const choice = { sections: {}, options: ['wine', 'water'], note: '' };
  const cart = addTicket(emptyCart({ eventId: 3, seed: 'seed-0123456789abcdef', now: 0 }), { id: 'a', ...choice, seen: seenTicket(menuAt(250, true), choice, 'socio', pricesAt(true)) });
  const checked = checkCart(cart, menuAt(250, false), 'socio', pricesAt(false));
  expect([checked.ready, checked.seenTotal, checked.total]).toEqual([false, 300, 300]);
});

test('what the own orders hold of a quota is not taken by somebody else', () => {
  const quota: CartPrices['quota'] = { limit: 4, left: 1, held: [{ orderId: 'ours', reduced: 2 }, { orderId: 'of another tab', reduced: 1 }] };
  expect([quotaLeftFor(null, ['ours']), quotaLeftFor(quota, []), quotaLeftFor(quota, ['ours']), quotaLeftFor(quota, ['ours', 'of another tab'])]).toEqual([null, 1, 3, 4]);
});

test('the page shows the public menu where a quota is used up, and where no quota binds its own', () => {
  const [own, publicMenu] = [menuOf(200), menuOf(300)];
  expect(menuFromNow(own, { publicMenu, quota: null, voucher: null })).toBe(own);
  expect(menuFromNow(own, { publicMenu, quota: { limit: 1, left: 0, held: [] }, voucher: null })).toBe(publicMenu);
});
