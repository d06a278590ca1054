import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { Wrap } from '#app/design/ui/layout/wrap.tsx';

import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { Crest } from '#app/design/site-identity/crest.tsx';
import styles from './crest-page.module.css';

export interface CrestPageProps {
  title: string;
  area?: string;
  text: string;
  children: ReactNode;
}

export function CrestPage({ title, area, text, children }: CrestPageProps): ReactNode {
  return (
    <Wrap width="text">
      <title>{`${area ?? title} · ${useAssociation().name}`}</title>
      <div className={styles.page}>
        <Link to="/" aria-label="Torna a l'inici">
          <Crest className={styles.crest} />
        </Link>
        {area === undefined ? null : <p className={styles.area}>{area}</p>}
        <h1>{title}</h1>
        <p className={styles.text}>{text}</p>
        <div className={styles.actions}>{children}</div>
      </div>
    </Wrap>
  );
}
