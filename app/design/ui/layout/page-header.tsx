import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { BackRow } from './back-row.tsx';
import { Wrap } from './wrap.tsx';

import styles from './page-header.module.css';

export interface PageHeaderProps {
  title: string;
  art?: ReactNode;
  back?: { to: string; text: string };
  children?: ReactNode;
}

export function PageHeader({ title, art, back, children }: PageHeaderProps): ReactNode {
  return (
    <div className={styles.head}>
      <Wrap>
        {back === undefined ? null : (
          <BackRow>
            <Link to={back.to}>← {back.text}</Link>
          </BackRow>
        )}
        <div className={styles.inner}>
          {art === undefined ? null : (
            <span className={styles.art} aria-hidden="true">
              {art}
            </span>
          )}
          <div className={styles.words}>
            <h1 className={styles.title}>{title}</h1>
            {children === undefined ? null : <p className={styles.lead}>{children}</p>}
          </div>
        </div>
      </Wrap>
    </div>
  );
}
