import { type Allergen, ALLERGENS } from './allergens.ts';

interface SaidDish {
  id: string | null;
  name: string;
  allergens?: readonly Allergen[] | null | undefined;
}

interface SaidMenu {
  sections: readonly { items: readonly SaidDish[] }[];
  options: readonly SaidDish[];
}

/** The dishes of which something else is said after an edit, with the allergens that may be in them now and were not said to be before. */
export function changedDishes(before: SaidMenu, after: SaidMenu): { id: string; name: string; allergens: Allergen[] }[] {
  const known = new Map(dishesOf(before).map((dish) => [dish.id, dish.allergens ?? null]));
  return dishesOf(after).flatMap(({ id, name, allergens = null }) => {
    const was = id === null ? undefined : known.get(id);
    if (id === null || was === undefined) return [];
    const added = allergens === null ? (was === null ? [] : ALLERGENS.filter((one) => !was.includes(one))) : allergens.filter((one) => was?.includes(one) !== true);
    return added.length === 0 ? [] : [{ id, name, allergens: added }];
  });
}

function dishesOf({ sections, options }: SaidMenu): SaidDish[] {
  return [...sections.flatMap(({ items }) => items), ...options];
}
