import type { ReactNode } from 'react';

import styles from './plots.module.css';

const RADIUS = 50;
const ROUND = 2 * Math.PI * RADIUS;

/** `of` null: nothing bounds it, and the ring is whole. The words in it are read aloud as they stand. */
export function RingPlot({ value, of, words }: { value: number; of: number | null; words: string }): ReactNode {
  const part = of === null || of === 0 ? (value > 0 ? 1 : 0) : Math.min(1, value / of);
  return (
    <div className={styles.ring}>
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle className={styles.track} cx="60" cy="60" r={RADIUS} />
        {part === 0 ? null : <circle className={styles.arc} cx="60" cy="60" r={RADIUS} strokeDasharray={`${(part * ROUND).toFixed(2)} ${ROUND.toFixed(2)}`} transform="rotate(-90 60 60)" />}
      </svg>
      <p className={styles.inRing}>
        <strong>{value}</strong> <span>{words}</span>
      </p>
    </div>
  );
}
