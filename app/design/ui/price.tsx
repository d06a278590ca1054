import type { ReactNode } from 'react';

import { formatEuros, formatPrice } from './format-money.ts';
import styles from './price.module.css';

export interface PriceProps {
  cents: number;
  size?: 'plain' | 'large' | 'display';
  isOpen?: boolean;
}

export function Price({ cents, size = 'plain', isOpen = false }: PriceProps): ReactNode {
  return <span className={`${styles.price} ${size === 'plain' ? '' : styles[size]}`}>{isOpen ? formatEuros(cents) : formatPrice(cents)}</span>;
}
