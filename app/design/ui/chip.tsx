import type { ReactNode } from 'react';

import styles from './chip.module.css';

export type ChipTone = 'teal' | 'saffron' | 'red' | 'neutral';

export function Chip({ tone = 'neutral', children }: { tone?: ChipTone; children: ReactNode }): ReactNode {
  return <span className={`${styles.chip} ${styles[tone]}`}>{children}</span>;
}
