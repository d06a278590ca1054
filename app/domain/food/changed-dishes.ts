import { ALLERGENS, DIETS, type DishContent, suits } from './allergens.ts';
import type { NeedCode } from './needs.ts';

interface DeclaredDish extends DishContent {
  id: string | null;
  name: string;
}

interface DeclaredMenu {
  sections: readonly { items: readonly DeclaredDish[] }[];
  options: readonly DeclaredDish[];
}

/** The dishes of which something else is said after an edit, with the needs that they may no longer suit: what may be in them now and was not said to be before, and the diets that they were for. */
export function changedDishes(before: DeclaredMenu, after: DeclaredMenu): { id: string; name: string; codes: NeedCode[] }[] {
  const known = new Map(dishesOf(before).map((dish) => [dish.id, dish]));
  return dishesOf(after).flatMap((dish) => {
    const { id, name } = dish;
    const was = id === null ? undefined : known.get(id);
    if (id === null || was === undefined) return [];
    const codes = [...addedAllergens(was, dish), ...lostDiets(was, dish)];
    return codes.length === 0 ? [] : [{ id, name, codes }];
  });
}

function addedAllergens({ allergens: was = null }: DishContent, { allergens = null }: DishContent): NeedCode[] {
  if (allergens === null) return was === null ? [] : ALLERGENS.filter((one) => !was.includes(one));
  return allergens.filter((one) => was?.includes(one) !== true);
}

function lostDiets(was: DishContent, is: DishContent): NeedCode[] {
  return DIETS.filter((diet) => suits(was, diet) && !suits(is, diet));
}

function dishesOf({ sections, options }: DeclaredMenu): DeclaredDish[] {
  return [...sections.flatMap(({ items }) => items), ...options];
}
