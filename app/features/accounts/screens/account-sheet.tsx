import type { ReactNode } from 'react';

import { PageHead } from '#app/features/pages/page-head.tsx';
import { Wrap } from '#app/ui/wrap.tsx';

import styles from './account-sheet.module.css';

export interface AccountSheetProps {
  title: string;
  art: string;
  lead: string;
  children: ReactNode;
}

/** The page of one small form about an account. */
export function AccountSheet({ title, art, lead, children }: AccountSheetProps): ReactNode {
  return (
    <>
      <PageHead title={title} art={art}>
        {lead}
      </PageHead>
      <Wrap>
        <div className={styles.space}>
          <div className={styles.sheet}>{children}</div>
        </div>
      </Wrap>
    </>
  );
}
