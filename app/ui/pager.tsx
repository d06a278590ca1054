import type { ReactNode } from 'react';
import { Link } from 'react-router';

import styles from './pager.module.css';

export interface PagerProps {
  /** From 1. */
  page: number;
  pages: number;
  addressOf(page: number): string;
}

/** The way to the pages before and after; nothing where there is only one. */
export function Pager({ page, pages, addressOf }: PagerProps): ReactNode {
  if (pages === 1) return null;
  return (
    <nav className={styles.pages} aria-label="Pàgines">
      {page > 1 ? <Link to={addressOf(page - 1)}>← Anterior</Link> : <span />}
      <span>
        Pàgina {page} de {pages}
      </span>
      {page < pages ? <Link to={addressOf(page + 1)}>Següent →</Link> : <span />}
    </nav>
  );
}
