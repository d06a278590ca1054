import type { ReactNode } from 'react';

import styles from './back-row.module.css';

export function BackRow({ ground = 'night', children }: { ground?: 'night' | 'paper'; children: ReactNode }): ReactNode {
  return (
    <div className={styles.back} data-ground={ground}>
      {children}
    </div>
  );
}
