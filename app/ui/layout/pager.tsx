import type { ReactNode } from 'react';
import { Link } from 'react-router';

import styles from './pager.module.css';

export interface PagerProps {
  /** From 1. */
  page: number;
  pages: number;
  addressOf(page: number): string;
}

/** More than any list has; beyond it an offset would be no number that the database knows. */
const MAX_PAGE = 1_000_000;

/** The page that an address asks for, from 1; the first where it asks for none that there could be. */
export function pageAsked(query: URLSearchParams): number {
  const asked = Number(query.get('page') ?? 1);
  return Number.isSafeInteger(asked) ? Math.min(Math.max(asked, 1), MAX_PAGE) : 1;
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
