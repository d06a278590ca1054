import type { ReactNode } from 'react';

import styles from './sticky-bar.module.css';

export interface StickyBarProps {
  children: ReactNode;
  show?: 'always' | 'narrow';
}

export function StickyBar({ children, show = 'narrow' }: StickyBarProps): ReactNode {
  return <div className={`${styles.bar} ${show === 'narrow' ? styles.narrow : ''}`}>{children}</div>;
}
