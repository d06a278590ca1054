import type { ReactNode } from 'react';

import { formatEuros } from './format-money.ts';
import styles from './price.module.css';

export interface PriceProps {
  /** Integer euro cents. */
  cents: number;
  size?: 'plain' | 'large' | 'display';
}

export function Price({ cents, size = 'plain' }: PriceProps): ReactNode {
  return <span className={`${styles.price} ${size === 'plain' ? '' : styles[size]}`}>{formatEuros(cents)}</span>;
}
