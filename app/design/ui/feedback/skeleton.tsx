import type { ReactNode } from 'react';

import styles from './skeleton.module.css';

export type SkeletonShape = 'line' | 'short' | 'title' | 'pill' | 'block';

/** Hidden from screen readers: say it once in words beside it. */
export function Skeleton({ shape = 'line' }: { shape?: SkeletonShape }): ReactNode {
  return <div aria-hidden="true" className={`${styles.skeleton} ${styles[shape]}`} />;
}
