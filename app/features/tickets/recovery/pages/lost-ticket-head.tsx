import type { ReactNode } from 'react';

import { Wrap } from '#app/design/ui/layout/wrap.tsx';

import styles from './lost-ticket.module.css';

export function LostTicketHead({ art, title, children }: { art: ReactNode; title: string; children: ReactNode }): ReactNode {
  return (
    <header className={styles.head}>
      <Wrap>
        <p className={styles.art} aria-hidden="true">
          {art}
        </p>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{children}</p>
      </Wrap>
    </header>
  );
}
