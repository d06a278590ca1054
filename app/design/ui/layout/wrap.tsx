import type { ReactNode } from 'react';

import styles from './wrap.module.css';

export function Wrap({ children, width = 'page' }: { children: ReactNode; width?: 'page' | 'text' }): ReactNode {
  return <div className={`${styles.wrap} ${width === 'text' ? styles.text : ''}`}>{children}</div>;
}
