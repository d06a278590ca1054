import type { ReactNode } from 'react';

import styles from './back-row.module.css';

/** The way back, above a heading on the night side: one link or button. */
export function BackRow({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles.back}>{children}</div>;
}
