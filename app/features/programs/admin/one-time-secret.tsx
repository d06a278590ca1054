import type { ReactNode } from 'react';

import { Banner } from '#app/design/ui/feedback/banner.tsx';

import styles from './programs.module.css';

export function OneTimeSecret({ title, secret, children }: { title: string; secret: string; children: ReactNode }): ReactNode {
  return (
    <Banner tone="success" title={title} live="status">
      <div className={styles.secret}>
        <code>{secret}</code>
        <p>{children}</p>
      </div>
    </Banner>
  );
}
