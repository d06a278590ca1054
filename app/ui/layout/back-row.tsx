import type { ReactNode } from 'react';

import styles from './back-row.module.css';

export function BackRow({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles.back}>{children}</div>;
}
