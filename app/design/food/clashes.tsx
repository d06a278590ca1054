import type { ReactNode } from 'react';

import type { DishContent } from '#app/domain/food/allergens.ts';
import { clashes, clashText } from '#app/domain/food/needs.ts';

import { FoodIcon } from './food-icon.tsx';
import styles from './food.module.css';

/** What speaks against a dish for somebody with such needs; nothing where nothing does. */
export function DishClashes({ dish, needs }: { dish: DishContent; needs: readonly string[] }): ReactNode {
  return clashes(dish, needs).map((clash) => (
    <span key={clash.kind} className={clash.kind === 'not_said' ? styles.doubt : styles.clash}>
      <FoodIcon name={clash.kind === 'not_said' ? 'unknown' : 'warning'} />
      {clashText(clash)}
    </span>
  ));
}
