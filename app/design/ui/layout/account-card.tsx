import type { ReactNode } from 'react';

import { PageHeader } from '#app/design/ui/layout/page-header.tsx';
import { Wrap } from '#app/design/ui/layout/wrap.tsx';

import styles from './account-card.module.css';

export interface AccountCardProps {
  title: string;
  art: ReactNode;
  lead: string;
  children: ReactNode;
}

export function AccountCard({ title, art, lead, children }: AccountCardProps): ReactNode {
  return (
    <>
      <PageHeader title={title} art={art}>
        {lead}
      </PageHeader>
      <Wrap>
        <div className={styles.space}>
          <div className={styles.sheet}>{children}</div>
        </div>
      </Wrap>
    </>
  );
}
