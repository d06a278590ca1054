import type { ReactNode } from 'react';

import styles from './tile-band.module.css';

/** A Valencian floor in two strokes: a band, never a wallpaper. */
export function TileBand(): ReactNode {
  return <div className={styles.band} aria-hidden="true" />;
}
