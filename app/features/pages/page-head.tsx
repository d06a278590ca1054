import type { ReactNode } from 'react';

import { Wrap } from '#app/ui/wrap.tsx';

import styles from './page-head.module.css';

/** The night strip on top of a quiet page. */
export function PageHead({ title, children, art }: { title: string; children?: ReactNode; art?: string }): ReactNode {
  return (
    <div className={styles.head}>
      <Wrap>
        <div className={styles.inner}>
          {art === undefined ? null : (
            <span className={styles.art} aria-hidden="true">
              {art}
            </span>
          )}
          <div>
            <h1 className={styles.title}>{title}</h1>
            {children === undefined ? null : <p className={styles.lead}>{children}</p>}
          </div>
        </div>
      </Wrap>
    </div>
  );
}
