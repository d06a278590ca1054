import type { ReactNode } from 'react';

import ui from '#app/design/ui/layout/primitives.module.css';
import styles from './cover-picture.module.css';

/** Until the server has drawn the first page, a generated cover with the year. */
export function CoverPicture({ cover, year, isFirst = false }: { cover: { url: string; width: number; height: number } | null; year: number; isFirst?: boolean }): ReactNode {
  return (
    <span className={styles.cover}>
      {cover === null ? (
        <span className={styles.drawn} aria-hidden="true">
          {year}
        </span>
      ) : (
        <img className={ui.cover} src={cover.url} width={cover.width} height={cover.height} alt="" loading={isFirst ? 'eager' : 'lazy'} fetchPriority={isFirst ? 'high' : 'auto'} decoding="async" />
      )}
    </span>
  );
}
