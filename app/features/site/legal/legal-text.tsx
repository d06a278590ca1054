import type { ReactNode } from 'react';

import { Wrap } from '#app/ui/layout/wrap.tsx';

import styles from './legal-text.module.css';

export function LegalText({ title, lead, children }: { title: string; lead: string; children: ReactNode }): ReactNode {
  return (
    <Wrap width="text">
      <article className={styles.text}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {children}
      </article>
    </Wrap>
  );
}
