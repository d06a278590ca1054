import type { ReactNode } from 'react';

import styles from './tile-band.module.css';

export function TileBand(): ReactNode {
  return <div className={styles.band} aria-hidden="true" />;
}
