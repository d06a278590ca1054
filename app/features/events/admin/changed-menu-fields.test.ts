import { expect, test } from 'vitest';

import type { Values } from '#app/domain/fields/field.ts';
import { CHOICE_FIELDS, DISH_FIELDS, SECTION_FIELDS } from '#app/domain/event/menu-fields.ts';
import { keysOf } from '#app/domain/record.ts';

import { changedMenuFields } from './changed-menu-fields.ts';
import type { EditedEvent } from './schema.ts';

const CHOICE: Values<typeof CHOICE_FIELDS> = { name: 'Paella', emoji: '🥘', pricePublic: 1400, priceMember: 1200, priceCommission: null, allergens: ['gluten'], diets: [] };
const OTHER_CHOICE: Values<typeof CHOICE_FIELDS> = { name: 'Fideuà', emoji: '🍤', pricePublic: 1500, priceMember: 1250, priceCommission: 900, allergens: null, diets: ['vegan'] };
const DISH: Values<typeof DISH_FIELDS> = { ...CHOICE, places: null };
const OTHER_DISH: Values<typeof DISH_FIELDS> = { ...OTHER_CHOICE, places: 3 };
const SECTION: Values<typeof SECTION_FIELDS> = { name: 'Plat', required: true, maxSelection: 1 };
const OTHER_SECTION: Values<typeof SECTION_FIELDS> = { name: 'Postres', required: false, maxSelection: 2 };

type Menu = Pick<EditedEvent, 'sections' | 'options'>;

function menuOf({ section = SECTION, dish = DISH, option = CHOICE }: { section?: typeof SECTION; dish?: typeof DISH; option?: typeof CHOICE } = {}): Menu {
  return { sections: [{ id: 's1', ...section, items: [{ id: 'd1', ...dish, taken: null }] }], options: [{ id: 'o1', ...option }] };
}

function namesChanged(mine: Menu): string[] {
  return changedMenuFields(menuOf(), mine).map(({ label, theirs, mine: own }) => (theirs === own ? `${label}, in equal words` : label));
}

test.each(keysOf(SECTION_FIELDS))('another editor finds what has changed of a section: %s', (field) => {
  expect(namesChanged(menuOf({ section: { ...SECTION, [field]: OTHER_SECTION[field] } }))).toEqual([`Plat · ${SECTION_FIELDS[field].label}`]);
});

test.each(keysOf(DISH_FIELDS))('another editor finds what has changed of a dish: %s', (field) => {
  expect(namesChanged(menuOf({ dish: { ...DISH, [field]: OTHER_DISH[field] } }))).toEqual([`Paella · ${DISH_FIELDS[field].label}`]);
});

test.each(keysOf(CHOICE_FIELDS))('another editor finds what has changed of an extra: %s', (field) => {
  expect(namesChanged(menuOf({ option: { ...CHOICE, [field]: OTHER_CHOICE[field] } }))).toEqual([`Paella · ${CHOICE_FIELDS[field].label}`]);
});

test('both values are said as the form says them', () => {
  expect(changedMenuFields(menuOf(), menuOf({ dish: { ...DISH, priceMember: 1100 } }))).toEqual([{ label: 'Paella · Preu socis', theirs: '12,00 €', mine: '11,00 €' }]);
});

test('a dish that only one of both has is told with all that is said of it', () => {
  const { sections, options } = menuOf();
  const fideua = { ...OTHER_DISH, id: null, taken: null };
  const mine = { sections: sections.map((section) => ({ ...section, items: [...section.items, fideua] })), options: [] };
  expect(changedMenuFields({ sections, options }, mine)).toEqual([
    { label: 'Fideuà', theirs: '', mine: 'Nom: Fideuà; Emoji: 🍤; Preu públic: 15,00 €; Preu socis: 12,50 €; Preu comissió: 9,00 €; Apte per a: vegà; Places: 3' },
    { label: 'Paella', theirs: 'Nom: Paella; Emoji: 🥘; Preu públic: 14,00 €; Preu socis: 12,00 €; Al·lèrgens: gluten', mine: '' },
  ]);
});

test('dishes in another order, or in another section, are told as both menus go', () => {
  const dishes = { id: 'd2', ...OTHER_DISH, taken: null };
  const theirs = { sections: menuOf().sections.map((section) => ({ ...section, items: [...section.items, dishes] })), options: [] };
  const turned = { sections: theirs.sections.map((section) => ({ ...section, items: section.items.toReversed() })), options: [] };
  expect(changedMenuFields(theirs, turned)).toEqual([{ label: 'Menús', theirs: 'Plat: Paella, Fideuà', mine: 'Plat: Fideuà, Paella' }]);
});

test('equal menus have nothing to tell', () => {
  expect(changedMenuFields(menuOf(), menuOf())).toEqual([]);
});
