import type { ReactNode } from 'react';

import { ALLERGEN_NAMES, CONTAINS_NONE, DIET_NAMES, type DishContent, inOrder, NO_ALLERGEN_INFO, visibleDiets } from '#app/domain/food/allergens.ts';
import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';

import { FoodIcon } from './food-icon.tsx';
import styles from './food.module.css';

export function DishContentLine({ allergens = null, diets = [] }: DishContent): ReactNode {
  return (
    <span className={styles.content}>
      {allergens === null ? (
        <Word icon="unknown">{NO_ALLERGEN_INFO}</Word>
      ) : allergens.length === 0 ? (
        <Word icon="none">{CONTAINS_NONE}</Word>
      ) : (
        <>
          <VisuallyHidden>Conté </VisuallyHidden>
          {inOrder(allergens).map((one) => (
            <Word key={one} icon={one}>
              {ALLERGEN_NAMES[one]}
            </Word>
          ))}
        </>
      )}
      {visibleDiets(diets).map((diet) => (
        <Word key={diet} icon={diet} isDiet>
          {DIET_NAMES[diet]}
        </Word>
      ))}
    </span>
  );
}

function Word({ icon, isDiet = false, children }: { icon: Parameters<typeof FoodIcon>[0]['name']; isDiet?: boolean; children: string }): ReactNode {
  return (
    <>
      <span className={isDiet ? styles.diet : styles.word}>
        <FoodIcon name={icon} />
        {children}
      </span>{' '}
    </>
  );
}
