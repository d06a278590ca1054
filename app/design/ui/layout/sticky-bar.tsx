import type { ReactNode } from 'react';

import styles from './sticky-bar.module.css';

export interface StickyBarProps {
  children: ReactNode;
  /** `narrow`: up to 900 px, where no side panel carries the action. */
  show?: 'always' | 'narrow';
}

/** Its last child takes the free width. Put it last in its container. */
export function StickyBar({ children, show = 'narrow' }: StickyBarProps): ReactNode {
  return <div className={`${styles.bar} ${show === 'narrow' ? styles.narrow : ''}`}>{children}</div>;
}
