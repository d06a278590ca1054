import { listText } from '../list.ts';

/** The fourteen of annex II of Regulation (EU) 1169/2011, in its order. */
export const ALLERGEN_NAMES = {
  gluten: 'gluten',
  crustaceans: 'crustacis',
  eggs: 'ous',
  fish: 'peix',
  peanuts: 'cacauets',
  soy: 'soja',
  milk: 'llet',
  nuts: 'fruits de closca',
  celery: 'api',
  mustard: 'mostassa',
  sesame: 'sèsam',
  sulphites: 'sulfits',
  lupin: 'tramussos',
  molluscs: 'mol·luscs',
} as const;

export const DIET_NAMES = { vegetarian: 'vegetarià', vegan: 'vegà' } as const;

export type Allergen = keyof typeof ALLERGEN_NAMES;
export type Diet = keyof typeof DIET_NAMES;

export const ALLERGENS = Object.keys(ALLERGEN_NAMES) as Allergen[];
export const DIETS = Object.keys(DIET_NAMES) as Diet[];

/** What was said of a dish or an extra. Allergens null: nobody said; empty: none of the fourteen. */
export interface DishContent {
  allergens?: Allergen[] | null | undefined;
  diets?: Diet[] | undefined;
}

export const NO_ALLERGEN_INFO = "Sense informació d'al·lèrgens";
export const CONTAINS_NONE = 'Cap dels 14 al·lèrgens';

/** 'Conté gluten i llet · vegetarià' */
export function contentText({ allergens = null, diets = [] }: DishContent): string {
  return [allergensText(allergens), ...visibleDiets(diets).map((diet) => DIET_NAMES[diet])].join(' · ');
}

function allergensText(allergens: readonly Allergen[] | null): string {
  if (allergens === null) return NO_ALLERGEN_INFO;
  return allergens.length === 0 ? CONTAINS_NONE : `Conté ${listText(inOrder(allergens).map((one) => ALLERGEN_NAMES[one]))}`;
}

/** Whoever eats vegan eats vegetarian: the narrower word says both. */
export function visibleDiets(diets: readonly Diet[]): Diet[] {
  return diets.includes('vegan') ? ['vegan'] : DIETS.filter((diet) => diets.includes(diet));
}

export function suits({ diets = [] }: DishContent, diet: Diet): boolean {
  return diets.includes(diet) || diets.includes('vegan');
}

export function inOrder(allergens: readonly Allergen[]): Allergen[] {
  return ALLERGENS.filter((one) => allergens.includes(one));
}

export function saysContent({ allergens = null, diets = [] }: DishContent): boolean {
  return allergens !== null || diets.length > 0;
}

/** As it is stored with what was sold: nothing where nothing was said. */
export function soldContent({ allergens = null, diets = [] }: DishContent): DishContent {
  return { ...(allergens !== null && { allergens: inOrder(allergens) }), ...(diets.length > 0 && { diets: DIETS.filter((diet) => diets.includes(diet)) }) };
}
