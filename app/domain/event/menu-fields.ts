import { cutEmoji } from '../emoji.ts';
import { type Draft, fieldProblems, type FieldTable, forVisitors, type Problems, storedElsewhere } from '../fields/field.ts';
import { codes, count, emoji, emptyAs, flag, money, optionalField, text } from '../fields/kinds.ts';
import { ALLERGEN_NAMES, CONTAINS_NONE, DIET_NAMES } from '../food/allergens.ts';
import { MAX_TICKETS_OF_EVENT } from './event-fields.ts';

const MAX_NAME = 80;
export const MAX_SECTIONS = 12;
export const MAX_ITEMS = 40;
export const MAX_OPTIONS = 40;
export const NO_ITEMS = 'Afig almenys un plat a la secció';

const NO_PRICE = 'Escriu el preu: sense preu no es pot guardar';
const WRONG_MAX = `Escriu un nombre entre 1 i ${MAX_ITEMS}`;

const EMOJI = emptyAs('🍽️', emoji({ label: 'Emoji', required: 'Tria un emoji vàlid' }));

export const CHOICE_FIELDS = {
  name: forVisitors(text({ label: 'Nom', required: 'Escriu el nom', max: MAX_NAME })),
  emoji: forVisitors({ ...EMOJI, typed: String, read: (input: string) => EMOJI.read(cutEmoji(input)), tidy: cutEmoji }),
  pricePublic: money({ label: 'Preu públic', required: NO_PRICE }),
  /** Null: what the public pays. */
  priceMember: optionalField(money({ label: 'Preu socis', required: NO_PRICE })),
  priceCommission: optionalField(money({ label: 'Preu comissió', required: NO_PRICE })),
  allergens: forVisitors(codes({ label: 'Al·lèrgens', codes: ALLERGEN_NAMES, none: CONTAINS_NONE })),
  diets: forVisitors(codes({ label: 'Apte per a', codes: DIET_NAMES })),
} satisfies FieldTable;

export const DISH_FIELDS = {
  ...CHOICE_FIELDS,
  /** Null: it can't run out. */
  places: storedElsewhere(optionalField(count({ label: 'Places', min: 0, max: MAX_TICKETS_OF_EVENT, wrong: `Escriu un nombre entre 0 i ${MAX_TICKETS_OF_EVENT}, o deixa-ho buit si no s'acaba` }))),
} satisfies FieldTable;

export const SECTION_FIELDS = {
  name: forVisitors(text({ label: 'Nom de la secció', required: 'Escriu el nom de la secció', wrong: 'Menu must have id and name', max: MAX_NAME })),
  required: forVisitors(flag({ label: 'Obligatòria', initial: true })),
  maxSelection: forVisitors({ ...count({ label: "Màxim d'opcions", required: WRONG_MAX, min: 1, max: MAX_ITEMS }), initial: 1 }),
} satisfies FieldTable;

interface Item<Id> {
  id: Id;
}

export type ChoiceDraft<Id = string | null> = Draft<typeof CHOICE_FIELDS> & Item<Id>;
export type DishDraft<Id = string | null> = Draft<typeof DISH_FIELDS> & Item<Id>;
export type SectionDraft<Id = string | null> = Draft<typeof SECTION_FIELDS> & Item<Id> & { items: readonly DishDraft<Id>[] };

export interface MenuDraft<Id = string | null> {
  sections: readonly SectionDraft<Id>[];
  options: readonly ChoiceDraft<Id>[];
}

export function menuProblems({ sections, options }: MenuDraft): Problems {
  return Object.assign(
    {},
    tooMany('sections', sections, MAX_SECTIONS),
    tooMany('options', options, MAX_OPTIONS),
    ...sections.map((section, index) => sectionProblems(section, `sections[${index}]`)),
    ...options.map((option, index) => at(`options[${index}]`, fieldProblems(CHOICE_FIELDS, option))),
  );
}

function sectionProblems(section: SectionDraft, path: string): Problems {
  const { items } = section;
  return Object.assign(
    items.length === 0 ? { [`${path}.items`]: NO_ITEMS } : tooMany(`${path}.items`, items, MAX_ITEMS),
    at(path, fieldProblems(SECTION_FIELDS, section)),
    ...items.map((dish, index) => at(`${path}.items[${index}]`, fieldProblems(DISH_FIELDS, dish))),
  );
}

function tooMany(path: string, list: readonly unknown[], max: number): Problems {
  return list.length > max ? { [path]: `No en caben més de ${max}` } : {};
}

function at(path: string, problems: Problems): Problems {
  return Object.fromEntries(Object.entries(problems).map(([name, problem]) => [`${path}.${name}`, problem]));
}
