import { describe, expect, test } from 'vitest';

import { cents } from '../money.ts';
import type { ComposedTicket, MenuDish } from '../event/menu.ts';
import { atPricesPaid, dishSlots, mayChangeMenu, swapDishes, swapProblemText } from './menu-change.ts';

const dish = (id: string, price: number): MenuDish => ({ id, name: id, emoji: '🍽️', price, remaining: null });
const MENU = {
  referencePrice: cents(0),
  options: [],
  sections: [
    { id: 'main', name: 'Plat', required: true, maxSelection: 1, items: [dish('paella', 1400), dish('fideua', 1400), dish('llamantol', 3000)] },
    { id: 'tapes', name: 'Tapes', required: false, maxSelection: 2, items: [dish('a', 200), dish('b', 200), dish('c', 200), dish('d', 200)] },
  ],
};
const sold = (id: string, price: number) => ({ id, name: id, emoji: '🍽️', price });
const CHOSEN: ComposedTicket['menu'] = [
  { sectionId: 'main', sectionName: 'Plat', items: [sold('paella', 1400)] },
  { sectionId: 'tapes', sectionName: 'Tapes', items: [sold('a', 200), sold('b', 200)] },
];

const HOLDER = { byAdmin: false };
const ADMIN = { byAdmin: true };

test('a dish may become another one of its section at the price that was paid', () => {
  expect(dishSlots(MENU, CHOSEN, HOLDER).map(({ dish: { id }, others }) => [id, others.map((other) => other.id)])).toEqual([
    ['paella', ['fideua']],
    ['a', ['c', 'd']],
    ['b', ['c', 'd']],
  ]);
  const cheaper = { ...CHOSEN[0]!, items: [sold('paella', 1200)] };
  expect(dishSlots(MENU, [cheaper], HOLDER)[0]!.others).toEqual([]);
  for (const rules of [HOLDER, ADMIN]) expect(dishSlots({ sections: [] }, CHOSEN, rules).flatMap(({ others }) => others)).toEqual([]);
});

describe('a swap', () => {
  test('changes what it names and keeps place, price and the rest', () => {
    expect(swapDishes(MENU, CHOSEN, { ...HOLDER, swaps: [{ sectionId: 'tapes', from: 'a', to: 'd' }, { sectionId: 'main', from: 'paella', to: 'paella' }] })).toEqual({
      menu: [CHOSEN[0], { ...CHOSEN[1], items: [sold('d', 200), sold('b', 200)] }],
      difference: 0,
    });
  });

  test('of two dishes of a section at once is one of each', () => {
    const swapped = swapDishes(MENU, CHOSEN, { ...HOLDER, swaps: [{ sectionId: 'tapes', from: 'a', to: 'c' }, { sectionId: 'tapes', from: 'b', to: 'd' }, { sectionId: 'main', from: 'paella', to: 'fideua' }] });
    expect(swapped).toMatchObject({ menu: [{ ...CHOSEN[0], items: [sold('fideua', 1400)] }, { ...CHOSEN[1], items: [sold('c', 200), sold('d', 200)] }] });
  });

  test('of a dish that stands in two sections is of the section that it names, and each of them may have the same one', () => {
    const both = { sections: ['lunch', 'dinner'].map((id) => ({ ...MENU.sections[1]!, id })) };
    const chosen = both.sections.map(({ id }) => ({ sectionId: id, sectionName: 'Tapes', items: [sold('a', 200)] }));
    const [lunch, dinner] = both.sections.map(({ id }) => ({ sectionId: id, from: 'a', to: 'c' }));
    expect(swapDishes(both, chosen, { ...HOLDER, swaps: [dinner!] })).toEqual({ menu: [chosen[0], { ...chosen[1], items: [sold('c', 200)] }], difference: 0 });
    expect(swapDishes(both, chosen, { ...HOLDER, swaps: [lunch!, dinner!] })).toEqual({ menu: chosen.map((section) => ({ ...section, items: [sold('c', 200)] })), difference: 0 });
  });

  test.each([
    ['nothing', [{ sectionId: 'main', from: 'paella', to: 'paella' }], 'nothing_changed'],
    ['a dearer dish', [{ sectionId: 'main', from: 'paella', to: 'llamantol' }], 'not_offered'],
    ['a dish of another section', [{ sectionId: 'main', from: 'paella', to: 'c' }], 'not_offered'],
    ['a dish that the ticket has already', [{ sectionId: 'tapes', from: 'a', to: 'b' }], 'not_offered'],
    ['two dishes for one', [{ sectionId: 'tapes', from: 'a', to: 'c' }, { sectionId: 'tapes', from: 'b', to: 'c' }], 'chosen_twice'],
    ['a dish that was changed before', [{ sectionId: 'main', from: 'fideua', to: 'paella' }], 'changed_meanwhile'],
    ['a dish named with another section', [{ sectionId: 'tapes', from: 'paella', to: 'fideua' }], 'changed_meanwhile'],
    ['a section that was not chosen', [{ sectionId: 'postres', from: 'x', to: 'y' }], 'changed_meanwhile'],
  ])('of %s is refused', (_, swaps, problem) => expect(swapDishes(MENU, CHOSEN, { ...HOLDER, swaps })).toBe(problem));
});

describe('an admin', () => {
  test('changes to a dish of another price, and the difference of all of them is one sum', () => {
    const swaps = [{ sectionId: 'main', from: 'paella', to: 'llamantol', price: 3000 }, { sectionId: 'tapes', from: 'a', to: 'c' }];
    const cheaper = MENU.sections.map((section) => ({ ...section, items: section.items.map((one) => (one.id === 'c' ? dish('c', 50) : one)) }));
    expect(swapDishes({ sections: cheaper }, CHOSEN, { ...ADMIN, swaps })).toEqual({
      menu: [{ ...CHOSEN[0], items: [sold('llamantol', 3000)] }, { ...CHOSEN[1], items: [sold('c', 50), sold('b', 200)] }],
      difference: 1_450,
    });
  });

  test('is told where the price is another than the one that was shown', () => {
    expect(swapDishes(MENU, CHOSEN, { ...ADMIN, swaps: [{ sectionId: 'main', from: 'paella', to: 'llamantol', price: 2900 }] })).toBe('price_changed');
  });

  test('who forgives the difference leaves on the ticket what was paid', () => {
    const swapped = swapDishes(MENU, CHOSEN, { ...ADMIN, swaps: [{ sectionId: 'main', from: 'paella', to: 'llamantol' }] });
    expect(typeof swapped === 'string' ? swapped : atPricesPaid(swapped.menu, CHOSEN)[0]).toEqual({ ...CHOSEN[0], items: [sold('llamantol', 1400)] });
  });
});

test('holders may until the deadline, admins until the ticket is used, nobody what is not valid', () => {
  const deadline = new Date('2027-03-10T20:00:00Z');
  const before = new Date('2027-03-10T19:59:59.999Z');
  const valid = { status: 'active' as const, suspendedAt: null };
  const by = (byAdmin: boolean, now: Date, kitchenDeadline: Date | null = deadline) => mayChangeMenu(valid, { kitchenDeadline, now, byAdmin });
  expect([by(false, before), by(false, deadline), by(false, before, null), by(false, new Date('1960-01-01T00:00:00Z'), null), by(true, deadline), by(true, deadline, null)]).toEqual([true, false, false, false, true, true]);
  expect(mayChangeMenu({ ...valid, suspendedAt: before }, { kitchenDeadline: deadline, now: before, byAdmin: true })).toBe(false);
  for (const status of ['pending_payment', 'used', 'cancelled', 'refunded'] as const) {
    expect(mayChangeMenu({ ...valid, status }, { kitchenDeadline: deadline, now: before, byAdmin: true })).toBe(false);
  }
});

test('each reason why a dish stays is told in a sentence of its own', () => {
  const reasons = ['nothing_changed', 'changed_meanwhile', 'not_offered', 'chosen_twice', 'price_changed', 'sold_out', 'too_late'] as const;
  const sentences = reasons.map(swapProblemText);
  expect(new Set(sentences).size).toBe(reasons.length);
  for (const sentence of sentences) expect(sentence).toMatch(/\p{L}{3}.*\.$/u);
});
