import type { ReactNode } from 'react';

import { Skeleton } from '#app/ui/skeleton.tsx';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import { Wrap } from '#app/ui/wrap.tsx';

import styles from './page-skeleton.module.css';

/** What a page looks like before its data comes: a heading, two lines, some cards. */
export function PageSkeleton(): ReactNode {
  return (
    <Wrap>
      <div className={styles.skeleton}>
        <div role="status">
          <VisuallyHidden as="h1">Carregant…</VisuallyHidden>
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
