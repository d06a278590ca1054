import type { ReactNode } from 'react';

import type { NeedCode } from '#app/domain/food/needs.ts';

import icons from './food-icons.svg';
import styles from './food.module.css';

/** Decorative: the word stands beside it. */
export function FoodIcon({ name }: { name: NeedCode | 'unknown' | 'none' | 'warning' }): ReactNode {
  return (
    <svg className={styles.icon} aria-hidden="true">
      <use href={`${icons}#${name}`} />
    </svg>
  );
}
