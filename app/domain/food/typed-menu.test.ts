import { expect, test } from 'vitest';

import { typedMenuAt } from './typed-menu.ts';

const TYPED = {
  sections: [{ name: 'Segon', required: 'on', maxSelection: '2', items: [{ name: 'Paella', emoji: '🥘', pricePublic: '14,50', priceMember: '12' }, { name: 'Fideuà', pricePublic: 'molt' }] }],
  options: [{ name: 'Vi', pricePublic: '3' }],
};

test.each([
  ['public', 1_450],
  ['socio', 1_200],
  ['comision', 1_450],
] as const)('%s pays its own price, else the public one', (role, price) => {
  const { sections, options } = typedMenuAt(role, TYPED);
  expect(sections[0]).toMatchObject({ required: true, maxSelection: 2, items: [{ name: 'Paella', price }, { price: null }] });
  expect(options[0]!.price).toBe(300);
});

test('what is hardly begun is shown as far as it goes', () => {
  expect(typedMenuAt('public', {})).toEqual({ sections: [], options: [] });
  expect(typedMenuAt('public', { sections: [undefined, { items: [undefined] }] }).sections).toEqual([
    { name: '', required: false, maxSelection: 1, items: [] },
    { name: '', required: false, maxSelection: 1, items: [{ name: '', emoji: '🍽️', price: null }] },
  ]);
});
