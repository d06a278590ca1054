import { type ReactNode, useId } from 'react';

import styles from './plots.module.css';

/** Solid is done, hatched is left. Decorative: the numbers stand beside it. */
export function PartBar({ done, all, most }: { done: number; all: number; most: number }): ReactNode {
  const id = useId();
  return (
    <svg className={styles.part} viewBox="0 0 200 10" preserveAspectRatio="none" aria-hidden="true">
      <pattern id={id} width="6" height="10" patternUnits="userSpaceOnUse" patternTransform="skewX(-30)">
        <rect className={styles.leftGround} width="6" height="10" />
        <rect className={styles.left} width="2" height="10" />
      </pattern>
      <rect width={(all / Math.max(1, most)) * 200} height="10" fill={`url(#${id})`} />
      <rect className={styles.done} width={(done / Math.max(1, most)) * 200} height="10" />
    </svg>
  );
}
