import type { ReactNode } from 'react';

import styles from './cover-sheet.module.css';

export interface CoverImage {
  url: string;
  width: number;
  height: number;
}

export function CoverSheet({ cover }: { cover: CoverImage }): ReactNode {
  return (
    <div className={styles.room}>
      <img className={styles.sheet} src={cover.url} width={cover.width} height={cover.height} alt="" fetchPriority="high" />
    </div>
  );
}
