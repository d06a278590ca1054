import type { ReactNode } from 'react';

import styles from './visually-hidden.module.css';

export function VisuallyHidden({ children, id, as: Element = 'span' }: { children: ReactNode; id?: string; as?: 'span' | 'h1' | 'h2' }): ReactNode {
  return <Element id={id} className={styles.hidden}>{children}</Element>;
}
