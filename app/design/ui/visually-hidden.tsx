import type { ReactNode } from 'react';

import styles from './visually-hidden.module.css';

export function VisuallyHidden({ children, as: Element = 'span' }: { children: ReactNode; as?: 'span' | 'h1' | 'h2' }): ReactNode {
  return <Element className={styles.hidden}>{children}</Element>;
}
