import { expect, test } from 'vitest';

import type { DishContent } from './allergens.ts';
import { changedDishes } from './changed-dishes.ts';

const menu = (...dishes: DishContent[]) => ({ sections: [{ items: dishes.map((dish, index) => ({ id: `d${index}`, name: `Plat ${index}`, ...dish })) }], options: [] });

const codesAfter = (before: DishContent, after: DishContent): string[] => changedDishes(menu(before), menu(after)).flatMap(({ codes }) => codes);

test('a dish concerns those who avoid what it contains now, and what nobody says any more', () => {
  expect(codesAfter({ allergens: ['milk'] }, { allergens: ['milk', 'eggs'] })).toEqual(['eggs']);
  expect(codesAfter({ allergens: null }, { allergens: ['eggs'] })).toEqual(['eggs']);
  expect(codesAfter({ allergens: ['milk'] }, { allergens: [] })).toEqual([]);
  expect(codesAfter({ allergens: ['milk'] }, { allergens: null })).toHaveLength(13);
  expect(codesAfter({ allergens: null }, { allergens: null })).toEqual([]);
});

test('a dish concerns those who eat vegan or vegetarian where it was and is no longer', () => {
  expect(codesAfter({ diets: ['vegan'] }, { diets: [] })).toEqual(['vegetarian', 'vegan']);
  expect(codesAfter({ diets: ['vegetarian', 'vegan'] }, { diets: ['vegetarian'] })).toEqual(['vegan']);
  expect(codesAfter({ diets: ['vegetarian'] }, {})).toEqual(['vegetarian']);
  expect(codesAfter({ diets: ['vegetarian'] }, { diets: ['vegan'] })).toEqual([]);
  expect(codesAfter({ diets: [] }, { diets: ['vegan'] })).toEqual([]);
  expect(codesAfter({ allergens: [], diets: ['vegan'] }, { allergens: ['milk'], diets: ['vegetarian'] })).toEqual(['milk', 'vegan']);
});

test('a dish that was not there before concerns nobody', () => {
  expect(changedDishes(menu(), menu({ allergens: ['milk'] }))).toEqual([]);
  expect(changedDishes(menu({ diets: ['vegan'] }), { sections: [], options: [{ id: null, name: 'Plat 0' }] })).toEqual([]);
});
