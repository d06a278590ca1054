import type { ReactNode } from 'react';

import styles from './skeleton.module.css';

export type SkeletonShape = 'line' | 'short' | 'title' | 'pill' | 'block';

/** The place of something that is coming. Say so once in words beside it: each bar is hidden from screen readers. */
export function Skeleton({ shape = 'line' }: { shape?: SkeletonShape }): ReactNode {
  return <div aria-hidden="true" className={`${styles.skeleton} ${styles[shape]}`} />;
}
