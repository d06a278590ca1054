import type { ReactNode } from 'react';

import styles from './empty-state.module.css';

export interface EmptyStateProps {
  art?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  heading?: 'h1' | 'h2' | 'p';
}

export function EmptyState({ art, title, children, action, heading: Heading = 'p' }: EmptyStateProps): ReactNode {
  return (
    <div className={styles.empty}>
      {art === undefined ? null : (
        <div className={styles.art} aria-hidden="true">
          {art}
        </div>
      )}
      <Heading className={styles.title}>{title}</Heading>
      {children === undefined ? null : <div className={styles.body}>{children}</div>}
      {action}
    </div>
  );
}
