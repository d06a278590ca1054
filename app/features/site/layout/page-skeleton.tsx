import type { ReactNode } from 'react';

import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import { Wrap } from '#app/ui/layout/wrap.tsx';

import styles from './page-skeleton.module.css';

/** What a page looks like before its data comes: a heading, two lines, some cards. The office says what it is at. */
export function PageSkeleton({ path }: { path: string }): ReactNode {
  return (
    <Wrap>
      <div className={styles.skeleton}>
        <div role="status">
          {path.startsWith('/admin') ? <h1 className={styles.told}>Verificant permisos...</h1> : <VisuallyHidden as="h1">Carregant…</VisuallyHidden>}
        </div>
        <div className={styles.head}>
          <Skeleton shape="title" />
          <Skeleton shape="short" />
        </div>
        <div className={styles.cards}>
          <Skeleton shape="block" />
          <Skeleton shape="block" />
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </div>
      </div>
    </Wrap>
  );
}
